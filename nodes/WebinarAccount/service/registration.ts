import { shortened } from '../utils/text';
import type { CallParameters, ServiceClient } from './endpoints';
import { ServiceError } from './errors';
import type { Product } from './products';
import type { Attendee } from './schemas';
import { dateIn } from './sessions/choice';
import type { Booking } from './sessions/find';

/**
 * Registers a person for a session; once for a whole series ("Registration rules", 1).
 * @param person first name, email address and other known values, under the service's names
 * @throws ServiceError also when the service reports a success but registered nobody, or for another session
 */
export async function registerPerson(
	service: ServiceClient,
	product: Product,
	{ reading, session }: Booking,
	person: CallParameters,
): Promise<Attendee> {
	const { user } = await service.call(product.name, 'register', {
		...person,
		webinar_id: String(reading.webinar.webinar_id),
		schedule: String(session.schedule),
		...(product.takesDate && { date: session.date }),
		...(reading.timezone !== undefined && { timezone: reading.timezone }),
	});
	if (user.user_id === undefined || user.user_id === null) {
		throw new ServiceError('The service reported a success but registered nobody', {
			description:
				'Its answer has no user_id. Check the session in the webinar account, then run this item again.',
		});
	}
	const otherDate = product.takesDate && user.date && dateIn(user.date) !== dateIn(session.date);
	const otherSchedule = user.schedule && user.schedule !== session.schedule;
	if (otherDate || otherSchedule) {
		throw new ServiceError('The service registered the person for a different session than the one chosen', {
			description: `Chosen: schedule ${session.schedule} on ${shortened(session.date)}. Booked: schedule ${user.schedule ?? '(unknown)'} on ${shortened(user.date ?? '(unknown)')}, user_id ${user.user_id}. Correct it in the webinar account.`,
		});
	}
	return user;
}
