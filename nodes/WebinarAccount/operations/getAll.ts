import { readFields, type Values } from '../fields/field';
import { limitHint, paging } from '../fields/listFields';
import { withIdsLast } from '../webinars/webinar';
import type { Operation } from './operation';

export const getAll: Operation<Values<typeof paging>> = {
	value: 'getAll',
	name: 'Get Many',
	description: 'List the webinars of the account',
	action: ({ noun }) => `Get many ${noun}s`,
	fields: paging,

	read: (given, stored) => readFields(paging, given, stored),

	async execute({ product, webinars, report }, { limit }) {
		const { webinars: all, unreadable = 0 } = await webinars.wholeList(product);
		if (all.length > limit) report.addHint(limitHint(limit));
		if (unreadable > 0) report.addHint(unreadableHint(unreadable));
		return all.slice(0, limit).map((webinar) => withIdsLast(webinar));
	},
};

/** Returns the hint for entries in the service's webinar list that have no readable ID. */
function unreadableHint(count: number): string {
	const entries = count === 1 ? '1 webinar' : `${count} webinars`;
	return `The output omits ${entries} for which the service returned no readable webinar ID.`;
}
