import { pageReader, readNewestPages, registrantsQuery } from '../registrants/registrantList';
import { sessionStart } from '../registrants/registrantOutput';
import type { Registrant } from '../service/schemas';
import { scalarText } from '../utils/values';
import { EST } from '../webinars/dates';
import { isOver, rowZone, type Webinar } from '../webinars/webinar';
import type { ListContext } from './editorList';
import type { ListedSession } from './sessionChoices';

/**
 * Returns the webinar's sessions that are over, the newest first. If the service lists no such session, takes the
 * sessions from the newest rows in the registrant list.
 * @throws ServiceError if the registrant list cannot be read
 */
export async function pastSessions(list: ListContext, webinar: Webinar): Promise<ListedSession[]> {
	const now = list.now();
	const listed = webinar.sessions.filter((session) => session.kind === 'dated' && isOver(session, now));
	const past = listed.map((session) => ({ ...session, isSeries: false, comment: OVER }));
	const found = past.length > 0 ? past : await sessionsOfRegistrants(list, webinar);
	return found.sort(({ startsAt: one = 0 }, { startsAt: other = 0 }) => other - one);
}

/** The comment in the list for a session that is over. */
const OVER = 'over';

/** Returns the sessions of the newest registrants, without those that the service still lists. */
async function sessionsOfRegistrants(
	{ product, service, now }: ListContext,
	webinar: Webinar,
): Promise<ListedSession[]> {
	const rows = await readNewestPages(pageReader(service, registrantsQuery(product, webinar.id)));
	const offered = new Set(webinar.sessions.map(({ schedule }) => schedule));
	return rows.flatMap((row) => {
		const session = sessionOfRow(row, webinar, now());
		return session && !offered.has(session.schedule) ? [session] : [];
	});
}

/** Returns the session of a registrant; undefined if the row has no schedule ID. */
function sessionOfRow(row: Registrant, webinar: Webinar, now: number): ListedSession | undefined {
	const { schedule_id: schedule } = row;
	if (typeof schedule !== 'number') return undefined;
	const startsAt = sessionStart(row, rowZone(webinar) ?? EST);
	const comment = (startsAt ?? 0) > now ? 'not on offer' : OVER;
	return {
		kind: 'dated',
		isSeries: false,
		schedule,
		startsAt,
		date: scalarText(row.event ?? row.schedule),
		comment,
	};
}
