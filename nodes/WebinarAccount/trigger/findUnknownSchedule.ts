import { pageReader, registrantsQuery } from '../registrants/registrantList';
import type { InputError } from '../service/errors';
import { unknownSchedule } from '../webinars/chooseSession';
import type { WebinarContext } from './event';

/**
 * Checks whether the webinar has the chosen schedule. Returns an error if the schedule is not in the webinar's details
 * and has no registrants. Past schedules may be missing from the details, but have registrants.
 */
export async function findUnknownSchedule(context: WebinarContext): Promise<InputError | undefined> {
	const { product, schedule, service, webinarId, webinars } = context;
	if (schedule === undefined) return undefined;
	const { sessions } = await webinars.read(product, { id: webinarId });
	if (sessions.some((session) => session.schedule === schedule)) return undefined;
	const { rows } = await pageReader(service, registrantsQuery(product, webinarId, schedule))(1);
	return rows.length > 0 ? undefined : unknownSchedule(schedule);
}
