import { paging } from '../fields/filters';
import type { Operation } from './operation';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	description: 'List the webinars of the account',
	action: ({ noun }) => `Get many ${noun}s`,
	fields: paging,

	async execute({ product, webinars, input, report }) {
		const { limit } = input(paging);
		const all = await webinars.list(product);
		if (all.length > limit) report.notice(cutBy(limit));
		return all.slice(0, limit);
	},
};

/** Tells that a result was cut. */
export function cutBy(limit: number): string {
	return `There are more than ${limit}: turn on Return All or raise Limit.`;
}
