import { shownTimezone, TIMEZONE, webinarId } from '../fields/webinarFields';
import { inOrder } from '../utils/outputOrder';
import { shownWebinar } from '../webinars/webinar';
import type { Operation } from './operation';

const fields = { webinarId, timezone: shownTimezone };

/** They come last, because people look for the other members. */
export const IDS = ['webinar_id', 'webinar_hash'];

export const get: Operation = {
	value: 'get',
	name: 'Get',
	description: 'Get one webinar with its sessions, presenters and room links',
	action: ({ noun }) => `Get one ${noun}`,
	fields,

	async execute({ product, webinars, input, report }) {
		const { timezone: zone, webinarId: reference } = input(fields);
		const webinar = await webinars.webinar(product, reference, zone);
		if (!zone && webinar.followsAttendee) report.addHint(IN_EST, webinar.id);
		return [inOrder(shownWebinar(webinar), [], IDS)];
	},
};

export const IN_EST = `The dates depend on each attendee's time zone. ${TIMEZONE} is empty, so the dates are in EST (GMT-5).`;
