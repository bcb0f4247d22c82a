import { sends } from '../bytes';
import { absent, type OutcomeOf, redirected, rejected, STATUS_PAGE, succeeds, unclear } from '../outcomes';
import type { Words } from '../words';
import { acted, answer, answered, type Fault, FEW, type Surroundings } from './fault';

const APPROVAL =
	'API access must be approved first, in the Profile section of the account; trial accounts have none.';
const REJECTED_KEY = {
	message: 'The service does not accept the API key',
	description: `The key has 64 characters. ${APPROVAL} You find the key in the main webinar dashboard, under the Advanced link of any webinar. Creating a new key disables the old one.`,
};
const PAGE = '<!doctype html><title>Not here</title><h1>Not here</h1>';

const hugePage = Buffer.alloc(50 * 1024 * 1024, '<p>');

const error = (member: object) => ({ status: 'error', ...member });
const advice = (words: Words) => words.advice;
const inCredential = (words: Words) => `Fill in API Key in the credential. ${words.advice}`;
const failed = (reason: string) =>
	unclear(reason, `The cause is on the side of the service. Try again later. ${STATUS_PAGE}`, {
		repeated: true,
	});

const serverError = failed('the service failed (HTTP 500): Server Error');

/** The forms in which the service names what is wrong. */
const unprocessable: Fault[] = [
	answered(
		'422, lists by parameter',
		answer(422, error({ errors: { webinar_id: ['The webinar is closed.'] } })),
		rejected('Webinar: The webinar is closed.', advice),
	),
	answered(
		'422, a text by parameter',
		answer(422, error({ errors: { schedule: 'The selected schedule is invalid.' } })),
		rejected('Session: The selected schedule is invalid.', advice),
	),
	...[
		{ name: '`errors` a text', errors: 'Not now.' },
		{ name: '`errors` a list', errors: ['Not now.', 'Not now.'] },
		{ name: '`errors` with a `message`', errors: { message: 'Not now.' } },
		{ name: '`message` alone', message: 'Not now.' },
		{ name: '`error` alone', error: 'Not now.' },
		{ name: '`error` with a `message`', error: { code: 7, message: 'Not now.' } },
	].map(({ name, ...member }) =>
		answered(`422, ${name}`, answer(422, error(member)), rejected('Not now.', advice)),
	),
	answered(
		'422 with plain text',
		answer(422, 'Not now.\n', { 'content-type': 'text/plain' }),
		rejected('Not now.', advice),
	),
	{
		name: '422 with plain text that repeats the key',
		answers: ({ apiKey }) => answer(422, `Not now, ${apiKey}.`, { 'content-type': 'text/plain' }),
		outcome: rejected('Not now, (API key).', advice),
	},
	answered('422 of unknown form', answer(422, { code: 17 }), rejected('{"code":17}', advice)),
	answered(
		'422 for a webinar that is gone',
		answer(422, error({ errors: { webinar_id: 'The selected webinar id is invalid.' } })),
		(words) =>
			words.purpose === 'list the webinars'
				? rejected('Webinar: The selected webinar id is invalid.', advice)(words)
				: {
						told: {
							message: 'Webinar 2 is not in this account',
							description:
								'Choose the webinar again: it may have been deleted, or belong to the other product.',
						},
						calls: 1,
					},
	),
	answered(
		'422 without a reason',
		answer(422, {}),
		rejected('the service gave no reason (HTTP 422)', advice),
	),
	{
		name: '422 that repeats the key',
		answers: ({ apiKey }) => answer(422, error({ errors: { api_key: [`${apiKey} may not do this.`] } })),
		outcome: () => ({ told: REJECTED_KEY, calls: 1 }),
	},
];

/** Waits and tries again, whatever is asked for. */
const tooMany: Fault[] = [
	{ name: '429' },
	{ name: '429, Retry-After in seconds', after: '3' },
	{ name: '429, Retry-After as a date', after: new Date(Date.now() + 5000).toUTCString() },
	{ name: '429, Retry-After nonsense', after: 'soon, -1; NaN' },
].map(({ name, after }) => ({
	name,
	answers: {
		kind: 'answer',
		status: 429,
		times: 2,
		...(after !== undefined && { headers: { 'retry-after': after } }),
	},
	of: FEW,
	outcome: succeeds(3),
}));

/** The service throttles one item only. */
const alone: OutcomeOf = () => ({
	told: {
		message: 'The service throttled this call 10 times while it admitted others',
		description: 'Nothing was done for this item; the others continued. Run this item again later.',
	},
	calls: 10,
});

export const statuses: Fault[] = [
	answered(
		'400, no key arrived',
		answer(400, error({ errors: { api_key: ['The api key field is required.'] } })),
		rejected('API Key: The api key field is required.', inCredential),
	),
	answered('401', answer(401, error({ errors: { api_key: 'You must specify a valid API key' } })), () => ({
		told: REJECTED_KEY,
		calls: 1,
	})),
	answered(
		'403',
		answer(403, error({ message: 'Forbidden' })),
		rejected('Forbidden', () => APPROVAL),
	),
	answered(
		'403 of a proxy',
		answer(403, PAGE),
		rejected(
			'something between n8n and the service refused the call (HTTP 403)',
			() =>
				'A proxy or a firewall answered in place of the service. Ask who runs the network of this n8n, and check the service in the credential.',
		),
	),
	answered('404 with a page', answer(404, PAGE), absent),
	answered(
		'405',
		answer(405, error({ message: 'The POST method is not supported.' })),
		rejected('The POST method is not supported.', advice),
	),
	acted(
		'408 after the service acted',
		sends(() => '{"message":"Request Timeout"}', {}, 408),
		failed('the service did not receive the call in time (HTTP 408): Request Timeout'),
	),
	...unprocessable,
	...tooMany,
	{
		name: '429 for five minutes',
		of: ['Session list', 'Webinar list'],
		// Asked to wait longer, it makes fewer calls.
		answers: answer(429, {}, { 'retry-after': '20' }),
		outcome: () => ({
			told: {
				message: 'The service throttled every call for 5 minutes: too many requests',
				description:
					'Other software uses up the calls of this account. Pause it or slow it down, then run the failed items again.',
			},
			calls: 'many',
		}),
	},
	{
		name: '429 always, while others are admitted',
		...{ of: FEW, isBusy: true, answers: answer(429, {}), outcome: alone },
	},
	answered('500', answer(500, error({ message: 'Server Error' })), serverError),
	acted(
		'500 after the service acted',
		sends(() => '{"message":"Server Error"}', {}, 500),
		serverError,
	),
	{
		...acted(
			'500 with 50 MB',
			sends(() => hugePage, {}, 500),
			failed('the service failed (HTTP 500)'),
		),
		of: FEW,
	},
	answered(
		'503 with a page',
		answer(503, PAGE, { 'retry-after': '120' }),
		failed('the service failed (HTTP 503)'),
	),
	...[301, 302, 303, 307, 308].map((status) => ({
		name: `${status} to another host`,
		answers: ({ hosts }: Surroundings) =>
			answer(status, '', { location: `${hosts.addresses.bystander}/live/register` }),
		outcome: redirected(status),
	})),
];
