import { displayTimezone, webinarId } from '../fields/webinarFields';
import { toWebinarOutput, withIdsLast } from '../webinars/webinar';
import type { Operation } from './operation';
import { timezoneHint } from './timezoneHint';

const fields = { webinarId, timezone: displayTimezone };

export const get: Operation = {
	value: 'get',
	name: 'Get',
	description: 'Get one webinar with its sessions, presenters and room links',
	action: ({ noun }) => `Get one ${noun}`,
	fields,

	async execute({ product, webinars, input, report }) {
		const { timezone: zone, webinarId: reference } = input(fields);
		const webinar = await webinars.forDisplay().webinar(product, reference, zone);
		const hint = zone ? undefined : timezoneHint(webinar);
		if (hint !== undefined) report.addHint(hint, webinar.id);
		return [withIdsLast(toWebinarOutput(webinar))];
	},
};
