import { deepCopy } from 'n8n-workflow';

import type { Values } from '../fields/field';
import { paging } from '../fields/listFields';
import { inOutputOrder } from '../utils/values';
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

	async execute({ webinars, limitReached }, { limit = Infinity }) {
		// The list has no pages, so Limit is applied here.
		const all = await webinars.fetchList();
		if (all.length > limit) limitReached(limit);
		// Copied, because several items may get the same webinars.
		return all.slice(0, limit).map((webinar) => deepCopy(inOutputOrder(webinar)));
	},
};
