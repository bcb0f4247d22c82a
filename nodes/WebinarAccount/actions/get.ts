import { DateTime } from 'luxon';

import { followsAttendee, readDatedWebinar } from '../service/booking';
import type { Session } from '../service/schemas';
import { startsAt } from '../service/sessions';
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
		const attendeeZone = parameters.attendeeZone(product);
		const dated = await readDatedWebinar(
			webinars,
			product,
			parameters.webinar(),
			attendeeZone,
			DateTime.utc(),
		);
		const { webinar, zone } = dated;
		if (!attendeeZone && followsAttendee(product, webinar)) {
			notice(
				`Webinar ${webinar.webinar_id} shows its sessions in the time zone of each attendee. ${timezone.displayName} is empty, so the dates are in EST (GMT-5).`,
			);
		}
		if (!parameters.collection(options).flag(addStartTimes)) return [webinar];
		const withStart = (session: Session) => ({ ...session, starts_at: startsAt(session, zone) });
		return [{ ...webinar, ...(webinar.schedules && { schedules: webinar.schedules.map(withStart) }) }];
	},
};
