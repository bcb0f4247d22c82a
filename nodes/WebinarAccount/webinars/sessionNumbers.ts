import { InputError } from '../service/errors';
import { noSessionsError } from './chooseSession';
import { isJustInTimeOrReplay, type Session, type Webinar } from './webinar';

/** A schedule with its sessions. */
type Schedule = readonly [Session, ...Session[]];

/**
 * Returns the schedules of a webinar in the order of their IDs, including past ones. The dashboard probably numbers them in
 * this order: 1, 2, 3. The service returns no such numbers, and does not confirm the order. Just-in-time and
 * instant-replay sessions have no number.
 *
 * @throws InputError if no session of the webinar has a session number
 */
export function numberedSchedules(webinar: Webinar): readonly [Schedule, ...Schedule[]] {
	const byId = new Map<number, [Session, ...Session[]]>();
	for (const session of webinar.sessions) {
		if (isJustInTimeOrReplay(session)) continue;
		const schedule = byId.get(session.schedule);
		if (schedule) schedule.push(session);
		else byId.set(session.schedule, [session]);
	}
	const [first, ...others] = [...byId].sort(([one], [other]) => one - other).map(([, sessions]) => sessions);
	if (first) return [first, ...others];
	if ([...webinar.sessions, ...webinar.unbookable].some(isJustInTimeOrReplay)) {
		throw new InputError(
			'A one-click link cannot lead to a just-in-time or instant-replay session',
			'Just-in-time and instant-replay sessions have no session number. Add a session with a date to the webinar, or choose another webinar.',
		);
	}
	throw noSessionsError(webinar);
}
