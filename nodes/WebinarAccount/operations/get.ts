import { TIMEZONE, timezone, webinarId } from '../fields/webinar';
import { shownWebinar } from '../webinars/webinar';
import type { Operation } from './operation';

const fields = { webinarId, timezone };

export const get: Operation = {
	value: 'get',
	name: 'Get',
	description: 'Get one webinar with its sessions, presenters and room links',
	action: ({ noun }) => `Get one ${noun}`,
	fields,

	async execute({ product, webinars, input, report }) {
		const { timezone: zone, webinarId: reference } = input(fields);
		const webinar = await webinars.webinar(product, reference, zone);
		if (!zone && webinar.followsAttendee) report.notice(IN_EST, webinar.id);
		return [shownWebinar(webinar)];
	},
};

export const IN_EST = `The dates depend on each attendee's time zone. ${TIMEZONE} is empty, so the dates are in EST (GMT-5).`;
