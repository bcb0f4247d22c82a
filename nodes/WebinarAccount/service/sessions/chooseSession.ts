import { FixedOffsetZone } from 'luxon';

import { shortened } from '../../utils/text';
import { InputError } from '../errors';
import type { Session } from '../schemas';
import type { Reading } from '../webinars';
import { dateIn, momentOf, type SessionChoice } from './choice';
import * as kind from './kinds';
import { isOffset } from './timezone';

const MINUTE_MS = 60_000;

/** The service does not state the length of a session, so people can register until this long after its start. */
const LONGEST_SESSION_MS = 12 * 60 * MINUTE_MS;

const MAX_DATES_LISTED = 10;

/**
 * The chosen session among those that the service offers now.
 * @param now milliseconds since 1970
 * @throws InputError that lists the available sessions
 */
export function chooseSession(
	reading: Reading,
	sessions: readonly Session[],
	choice: SessionChoice,
	now: number,
): Session {
	if (sessions.length === 0) {
		throw new InputError(
			'The webinar has no session',
			'Add a schedule to the webinar, or choose another webinar.',
		);
	}
	if (choice.kind === 'schedule') return scheduledSession(reading, sessions, choice, now);
	if (choice.kind === 'next') {
		const { schedule } = choice;
		const next = nextSession(
			reading,
			schedule === undefined ? sessions : sessionsOf(schedule, sessions),
			now,
		);
		if (next) return next;
		const owner = schedule === undefined ? 'The webinar' : `The schedule ${schedule}`;
		throw notOnOffer(`${owner} has no upcoming session`, sessions);
	}
	const description = choice.kind;
	const described = sessions.find((session) => kind.isDescribedAs(session, description));
	if (described) return described;
	throw notOnOffer(
		`The webinar offers no ${kind.descriptions[description]} session`,
		[...new Map(sessions.map((session) => [session.comment, session])).values()],
		'The node finds it by its English description. If you mean one of these, enter its schedule ID in Session.',
	);
}

/** The earliest session in the future; otherwise one that is open at any time. */
function nextSession(reading: Reading, sessions: readonly Session[], now: number): Session | undefined {
	const upcoming = sessions.filter((session) => reading.startOf(session) > now);
	const earliest = Math.min(...upcoming.map((session) => reading.startOf(session)));
	return (
		upcoming.find((session) => reading.startOf(session) === earliest) ??
		sessions.find((session) => kind.isOpenAnyTime(session, reading.webinar.type))
	);
}

function scheduledSession(
	reading: Reading,
	sessions: readonly Session[],
	{ schedule, date: wanted, evenIfOver = false }: Extract<SessionChoice, { kind: 'schedule' }>,
	now: number,
): Session {
	const ofSchedule = sessionsOf(schedule, sessions);
	if (wanted !== undefined) {
		const onDate = ofSchedule.find(({ date }) => dateIn(date) === wanted);
		if (onDate) return onDate;
		throw notOnOffer(
			`The schedule ${schedule} has no session on ${wanted}`,
			sessions,
			isOfOtherZone(reading, ofSchedule, wanted)
				? `The date belongs to another time zone than the one in Timezone. To book the next date in each contact's own zone, choose the schedule's "Next" from the list, or use ${schedule}|next.`
				: undefined,
		);
	}
	const isRunning = (session: Session) =>
		kind.isUnnumbered(session) || !(reading.startOf(session) + LONGEST_SESSION_MS < now);
	const found =
		nextSession(reading, ofSchedule, now) ??
		ofSchedule.find(isRunning) ??
		(evenIfOver ? ofSchedule[0] : undefined);
	if (found) return found;
	throw notOnOffer(`The schedule ${schedule} has no upcoming session`, sessions);
}

/** The sessions of a schedule. @throws InputError when there are none */
function sessionsOf(schedule: number, sessions: readonly Session[]): readonly Session[] {
	const found = sessions.filter((session) => session.schedule === schedule);
	if (found.length > 0) return found;
	throw notOnOffer(
		`The webinar has no schedule with the ID ${schedule}`,
		sessions,
		'It may have been chosen for another webinar. Choose the session from the list: the dashboard shows other IDs than the API.',
	);
}

/** Whether a date is that of one of the sessions in another time zone than the attendee's. */
function isOfOtherZone(reading: Reading, sessions: readonly Session[], date: string): boolean {
	if (reading.timezone === undefined) return false;
	const asUtc = momentOf(date, FixedOffsetZone.utcInstance).toMillis();
	return sessions.some((session) => isOffset((asUtc - reading.startOf(session)) / MINUTE_MS));
}

function notOnOffer(
	message: string,
	sessions: readonly Session[],
	advice = 'Choose the session from the list.',
): InputError {
	const listed = sessions
		.slice(0, MAX_DATES_LISTED)
		.map(
			({ schedule, date, comment }) =>
				`${[schedule, shortened(date)].filter(Boolean).join('|')}${comment ? ` (${shortened(comment)})` : ''}`,
		);
	const more = sessions.length > listed.length ? `, and ${sessions.length - listed.length} more` : '';
	return new InputError(message, `${advice} Available sessions: ${listed.join(', ')}${more}.`);
}
