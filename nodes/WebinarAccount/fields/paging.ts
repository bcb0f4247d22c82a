import type { Field } from './field';
import { count, flag } from './kinds';

const all = flag('Return All', {
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

const most = count('Limit', {
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
});

/** The maximum number of results: Infinity with Return All, which hides Limit. */
const limit: Field<number> = {
	...most,
	read: (given, sibling) => (all.read(sibling('returnAll'), sibling) ? Infinity : most.read(given, sibling)),
};

export const paging = { returnAll: all, limit };
