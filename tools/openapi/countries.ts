import { API_KEY_LENGTH } from '../../nodes/WebinarAccount/service/key';
import { objectOf } from './answers';
import { products } from '../../nodes/WebinarAccount/service/products';
import { parametersOf } from './parameters';
import type { Schema } from './schema';

/** The list of countries, which the nodes do not use. */
export const countries: Schema = {
	post: {
		operationId: 'countries',
		tags: [products.live.displayName],
		summary: 'List countries and states',
		description:
			'For `country` and `state` of a registration. The vendor gives this address in its text, and another one in its sample. Nobody has seen the answer.',
		'x-confidence': 'documented',
		requestBody: {
			required: true,
			content: {
				'application/x-www-form-urlencoded': {
					schema: { type: 'object', ...objectOf(parametersOf('webinars', products.live, API_KEY_LENGTH)) },
				},
			},
		},
		responses: {
			200: {
				description: 'Countries, states and the IDs of states, in a shape that is not documented.',
				content: { 'application/json': { schema: { type: 'object' } } },
			},
			'4XX': { $ref: '#/components/responses/InvalidKey' },
		},
	},
};
