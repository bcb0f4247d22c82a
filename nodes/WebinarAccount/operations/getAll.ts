import { readFields, type Values } from '../fields/field';
import { paging } from '../fields/listFields';
import { withIdsLast } from '../webinars/webinar';
import type { Operation } from './operation';
import output from '../__schema__/v1.0.0/live/getAll.json';

export const getAll: Operation<Values<typeof paging>> = {
	value: 'getAll',
	name: 'Get Many',
	description: 'List the webinars of the account',
	builderHint:
		'Use this operation to find a webinar_id by name. For sessions with dates and links, use getSessions.',
	action: ({ noun }) => `Get many ${noun}s`,
	fields: paging,
	output,

	read: (given, stored) => readFields(paging, given, stored),

	async execute({ product, webinars, report, limitReached }, { limit }) {
		const { webinars: all, unreadable = 0 } = await webinars.wholeList(product);
		if (all.length > limit) limitReached(limit);
		if (unreadable > 0) {
			const entries = unreadable === 1 ? '1 webinar' : `${unreadable} webinars`;
			report.addHint(`The output omits ${entries} for which the service returned no readable webinar ID.`);
		}
		return all.slice(0, limit).map((webinar) => withIdsLast(webinar));
	},
};
