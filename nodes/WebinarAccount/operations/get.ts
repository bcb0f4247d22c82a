import { z } from 'zod/v4';

import { atItsOwnOffset } from '../service/sessions/find';
import { followsAttendee } from '../service/webinars';
import { addStartTimes, optionsOf, timezone, webinarId } from './fields';
import { attendeeZone, collection, flag, webinar } from './input';
import type { Operation } from './operation';

const input = z.object({
	timezone: attendeeZone,
	webinarId: webinar,
	options: collection({ addStartTimes: flag(addStartTimes) }),
});

export const get: Operation = {
	value: 'get',
	name: 'Get',
	description: 'Get one webinar with its sessions, presenters and room links',
	action: ({ noun }) => `Get one ${noun}`,
	fields: [webinarId, timezone, optionsOf(addStartTimes)],

	async execute({ product, webinars, notice, ...context }) {
		const { timezone: zone, webinarId: reference, options } = context.input(input);
		const reading = await webinars.webinar(product, reference, zone);
		const { webinar } = reading;
		if (!zone && followsAttendee(product, webinar)) {
			notice(
				`Webinar ${webinar.webinar_id} shows its sessions in each attendee's own time zone. ${timezone.displayName} is empty, so the dates are in EST (GMT-5).`,
			);
		}
		if (!webinar.schedules) return [webinar];
		const schedules = webinar.schedules.map(async (session) => {
			const own = await atItsOwnOffset(webinars, { product, reference, zone }, { reading, session });
			const booking = own ?? { reading, session };
			return {
				...booking.session,
				...(options.addStartTimes && { starts_at: booking.reading.inUtc(booking.session.date) }),
			};
		});
		return [{ ...webinar, schedules: await Promise.all(schedules) }];
	},
};
