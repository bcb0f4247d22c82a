import { deepCopy } from 'n8n-workflow';

import type { Values } from '../fields/field';
import { displayTimezone, timezoneHint, webinarId } from '../fields/webinarFields';
import { inOutputOrder } from '../utils/values';
import { toWebinarOutput } from '../webinars/webinar';
import type { Operation } from './operation';
import output from '../__schema__/v1.0.0/live/get.json';

const fields = { webinarId, timezone: displayTimezone };

export const get: Operation<Values<typeof fields>> = {
	value: 'get',
	name: 'Get',
	description: 'Get one webinar with its sessions, presenters and room links',
	builderHint: 'The output field schedules contains the schedule ID of each session.',
	action: ({ noun }) => `Get one ${noun}`,
	fields,
	output,

	async execute({ webinars, report }, { timezone: zone, webinarId: reference }) {
		const webinar = await webinars.fetch(reference, zone);
		const hint = timezoneHint(webinar);
		if (hint) report.addHint(hint, `webinar ${webinar.id}`);
		// Copied, because several items may get the same webinar.
		return [deepCopy(inOutputOrder(toWebinarOutput(webinar)))];
	},
};
