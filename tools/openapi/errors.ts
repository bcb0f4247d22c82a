import { ref, type Schema } from './schema';

/** The answers of calls that fail ("Errors": the body's shape is not documented). */

const texts = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };

export const error: Schema = {
	type: 'object',
	description: 'The value of a field is a text in one case and a list in another.',
	'x-confidence': 'seen',
	required: ['status'],
	properties: {
		status: {
			description: '"error" wherever it was seen; its values are not documented.',
			type: 'string',
			not: { const: 'success' },
		},
		errors: {
			description: 'By parameter. A text, a list and a message were seen once.',
			anyOf: [{ type: 'object', additionalProperties: texts }, ...texts.anyOf],
		},
		message: { type: 'string' },
	},
};

const json = (examples: Schema) => ({ 'application/json': { schema: ref('Error'), examples } });
const page = { 'text/html': { schema: { type: 'string' } } };

/** Shared by the operations, by name. */
export const errorAnswers = {
	MissingParameter: {
		description: 'Seen without a key. That it is the status for any other missing parameter is assumed.',
		'x-confidence': 'seen',
		content: json({
			key: { value: { status: 'error', errors: { api_key: ['The api key field is required.'] } } },
		}),
	},
	InvalidKey: {
		description: 'The key is wrong.',
		'x-confidence': 'seen',
		content: json({
			key: { value: { status: 'error', errors: { api_key: 'You must specify a valid API key' } } },
		}),
	},
	UnknownPath: {
		description: 'The host does not have this path.',
		'x-confidence': 'seenOnce',
		content: page,
	},
	InvalidParameter: {
		description: 'A parameter has a value that the service does not know, such as schedule 0.',
		'x-confidence': 'seenOnce',
		content: json({
			schedule: { value: { status: 'error', errors: { schedule: ['The selected schedule is invalid.'] } } },
		}),
	},
	TooManyRequests: {
		description:
			'More than 20 calls in one second for one account. Wait one second and repeat the call. The words are documented, the shape of the body is not, and no header with a limit was seen.',
		'x-confidence': 'documented',
		content: json({ limit: { value: { status: 'error', message: 'Too many requests' } } }),
	},
} as const satisfies Record<string, Schema>;

/** The answers of every operation, by status. */
export const errorsByStatus = {
	400: 'MissingParameter',
	401: 'InvalidKey',
	404: 'UnknownPath',
	422: 'InvalidParameter',
	429: 'TooManyRequests',
} as const satisfies Record<number, keyof typeof errorAnswers>;
