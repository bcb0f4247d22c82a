import { pageReader, registrantsOf } from '../registrants/registrantList';
import { InputError } from '../service/errors';
import type { WebinarContext } from './event';

/**
 * Returns a problem if the chosen schedule is not in the webinar's detail and nobody is registered for it. The service
 * itself answers such a schedule with an empty list.
 */
export async function unknownSchedule(context: WebinarContext): Promise<InputError | undefined> {
	const { product, schedule, service, webinarId, webinars } = context;
	if (schedule === undefined) return undefined;
	const { sessions } = await webinars.webinar(product, { id: webinarId });
	if (sessions.some((session) => session.schedule === schedule)) return undefined;
	const { rows } = await pageReader(service, registrantsOf(product, webinarId, schedule))(1);
	return rows.length > 0 ? undefined : unknownScheduleError(schedule);
}

export function unknownScheduleError(schedule: number): InputError {
	return new InputError(
		`The webinar has no session with the schedule ID ${schedule}`,
		`${schedule} may be the session number that the webinar dashboard shows, or the schedule ID of another webinar. Choose the session from the list.`,
	);
}
