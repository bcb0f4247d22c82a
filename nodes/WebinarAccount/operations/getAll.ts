import { z } from 'zod/v4';

import { limit, returnAll } from './fields';
import { limitOf, paging } from './input';
import type { Operation } from './operation';

const input = z.object(paging);

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	description: 'List the webinars of the account',
	action: ({ noun }) => `Get many ${noun}s`,
	fields: [returnAll, limit],

	async execute({ product, webinars, ...context }) {
		const most = limitOf(context.input(input));
		return (await webinars.list(product)).slice(0, most);
	},
};
