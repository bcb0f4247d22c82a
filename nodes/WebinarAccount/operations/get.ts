import { DateTime } from 'luxon';

import { atItsOwnOffset, followsAttendee, readDatedWebinar, startInUtc } from '../service/sessions/booking';
import { addStartTimes, optionsOf, timezone, webinarId } from './fields';
import type { Operation } from './operation';

const options = optionsOf(addStartTimes);

export const get: Operation = {
	value: 'get',
	name: 'Get',
	description: 'Get one webinar with its sessions, presenters and room links',
	action: ({ noun }) => `Get one ${noun}`,
	fields: [webinarId, timezone, options],

	async execute({ product, parameters, webinars, notice }) {
		const zone = parameters.attendeeZone(product);
		const reference = parameters.webinar();
		const dated = await readDatedWebinar(webinars, product, reference, zone, DateTime.utc());
		const { webinar } = dated;
		if (!zone && followsAttendee(product, webinar)) {
			notice(
				`Webinar ${webinar.webinar_id} shows its sessions in the time zone of each attendee. ${timezone.displayName} is empty, so the dates are in EST (GMT-5).`,
			);
		}
		if (!webinar.schedules) return [webinar];
		const withStarts = parameters.collection(options).flag(addStartTimes);
		const schedules = webinar.schedules.map(async (session) => {
			const asRead = { ...dated, session };
			const booking = (await atItsOwnOffset(webinars, { product, reference, zone }, asRead)) ?? asRead;
			return {
				...booking.session,
				...(withStarts && { starts_at: startInUtc(booking.session, booking) }),
			};
		});
		return [{ ...webinar, schedules: await Promise.all(schedules) }];
	},
};
