import type { INodeListSearchItems } from 'n8n-workflow';

import { isJustInTimeOrReplay, isOver } from '../webinars/webinar';
import { currentWebinar, editorList, NO_WEBINAR_ADVICE } from './editorList';
import { choicesOf, type ListedSession } from './sessionChoices';

/** The entry that sets no limit. Its value is the same as for an empty field. */
const ALL_SESSIONS: INodeListSearchItems = { name: 'All Sessions', value: '' };

/** Lists the schedules by which registrants and events can be limited: upcoming ones, and then those that are over. */
export const searchSchedules = editorList(async (list) => {
	const reference = currentWebinar(list, 'sessions', NO_WEBINAR_ADVICE);
	if (reference === undefined) return [ALL_SESSIONS];
	const webinar = await list.webinars.read(reference);
	const scheduled = webinar.sessions.filter((session) => !isJustInTimeOrReplay(session));
	const upcoming = scheduled.filter((session) => !isOver(session, list.now));
	const past = scheduled
		.filter((session) => session.kind === 'dated' && isOver(session, list.now))
		.sort(({ startsAt: one = 0 }, { startsAt: other = 0 }) => other - one)
		.map((session): ListedSession => ({ ...session, isSeries: false, mark: 'over' }));
	const choices = choicesOf(webinar, upcoming, 'filter');
	const offered = new Set(choices.map(({ value }) => value));
	const pastChoices = choicesOf(webinar, past, 'filter').filter(({ value }) => !offered.has(value));
	return [ALL_SESSIONS, ...choices, ...pastChoices];
});
