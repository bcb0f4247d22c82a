import { linkParameters } from './parameters';
import type { Schema } from './schema';

/** The one-click registration link, which is no operation of the API. */

const LINK = `For an email that an autoresponder sends to a contact who is in it already; any other use is forbidden and can end the account.
The person is registered in the background. Just-in-time and instant-replay sessions cannot be linked, because they have no
session number. Parameters of data that the webinar does not require may be left out; that custom fields are parameters under their labels
is assumed.`;

const pathParameter = (name: string, description: string) => ({
	name,
	in: 'path',
	required: true,
	description,
	schema: { type: 'string', pattern: '^[\\w-]+$' },
	'x-confidence': 'seen',
});

export const oneClickLink: Schema = {
	get: {
		operationId: 'oneClickRegistration',
		tags: ['Attendee'],
		summary: 'One-click registration link',
		description: LINK,
		servers: [{ url: 'https://event.webinarjam.com' }],
		parameters: [
			pathParameter('number', 'The webinar_id in all code that was seen; not documented.'),
			pathParameter('token', 'The webinar_hash in all code that was seen; not documented.'),
			...Object.entries(linkParameters).map(
				([name, { description, schema, confidence, always = false }]) => ({
					name,
					in: 'query',
					required: always,
					description,
					schema,
					'x-confidence': confidence,
				}),
			),
		],
		responses: {
			302: { description: 'To the thank-you page, which gives the access link.', 'x-confidence': 'assumed' },
			'4XX': {
				description: 'A page that says why nobody is registered.',
				'x-confidence': 'assumed',
				content: { 'text/html': { schema: { type: 'string' } } },
			},
		},
	},
};
