import { limit, returnAll } from './fields';
import type { Operation } from './operation';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	description: 'List the webinars of the account',
	action: ({ noun }) => `Get many ${noun}s`,
	fields: [returnAll, limit],

	async execute({ product, parameters, webinars }) {
		const all = await webinars.list(product);
		return parameters.flag(returnAll) ? all : all.slice(0, parameters.count(limit));
	},
};
