import { sends } from '../bytes';
import * as outcomes from '../outcomes';
import { absent, redirected, rejected, STATUS_PAGE, succeeds, TRIES, unclear } from '../outcomes';
import { words } from '../words';
import { acted, answer, answered, type Fault, FEW } from './fault';

const APPROVAL =
	'API access must be approved first, in the Profile section of the account; trial accounts have none.';
const rejectedKey = outcomes.says(
	'The service does not accept the API key',
	`The key has 64 characters. ${APPROVAL} You find the key in the main webinar dashboard, under the Advanced link of any webinar. Creating a new key disables the old one.`,
);
const PAGE = '<!doctype html><title>Not here</title><h1>Not here</h1>';
const TEXT = { 'content-type': 'text/plain' };

const hugePage = Buffer.alloc(50 * 1024 * 1024, '<p>');

const error = (member: object) => ({ status: 'error', ...member });
const failed = (reason: string) =>
	unclear(reason, `The cause is on the side of the service. Try again later. ${STATUS_PAGE}`, TRIES);

const serverError = failed('the service failed (HTTP 500): Server Error');

const rejectedFor = (name: string, member: object, reason = 'Not now.') =>
	answered(`422, ${name}`, answer(422, error(member)), rejected(reason));
const GONE = 'The selected webinar id is invalid.';
const CLOSED = 'The webinar is closed.';

/** The forms in which the service names what is wrong. */
const unprocessable: Fault[] = [
	rejectedFor('lists by parameter', { errors: { webinar_id: [CLOSED] } }, `Webinar: ${CLOSED}`),
	rejectedFor('a text by parameter', { errors: { schedule: 'Unknown.' } }, 'Session: Unknown.'),
	rejectedFor('`errors` a text', { errors: 'Not now.' }),
	rejectedFor('`errors` a list', { errors: ['Not now.', 'Not now.'] }),
	rejectedFor('`errors` with a `message`', { errors: { message: 'Not now.' } }),
	rejectedFor('`message` alone', { message: 'Not now.' }),
	rejectedFor('`error` alone', { error: 'Not now.' }),
	rejectedFor('`error` with a `message`', { error: { code: 7, message: 'Not now.' } }),
	answered(
		'422 with plain text that repeats the key',
		({ apiKey }) => answer(422, `Not now, ${apiKey}.\n`, TEXT),
		rejected('Not now, (API key).'),
	),
	answered('422 of unknown form', answer(422, { code: 17 }), rejected('{"code":17}')),
	answered('422 for a webinar that is gone', answer(422, error({ errors: { webinar_id: GONE } })), (call) =>
		call === words.webinars
			? rejected(`Webinar: ${GONE}`)(call)
			: outcomes.says('Webinar 2 is not in this account', words.webinar.advice)(call),
	),
	answered('422 without a reason', answer(422, {}), rejected('the service gave no reason (HTTP 422)')),
	answered(
		'422 that repeats the key',
		({ apiKey }) => answer(422, error({ errors: { api_key: [`${apiKey} may not do this.`] } })),
		rejectedKey,
	),
];

/** Waits and tries again, whatever is asked for. */
const tooMany = [
	['429'],
	['429, Retry-After in seconds', '3'],
	['429, Retry-After as a date', new Date(Date.now() + 5000).toUTCString()],
].map(([name = '', after]) => {
	const headers: Record<string, string> = after === undefined ? {} : { 'retry-after': after };
	return answered(name, { ...answer(429, '', headers), times: 2 }, succeeds(3), { of: FEW });
});

export const statuses: Fault[] = [
	answered(
		'400, no key arrived',
		answer(400, error({ errors: { api_key: ['The api key field is required.'] } })),
		(call) =>
			rejected(
				'API Key: The api key field is required.',
				`Fill in API Key in the credential. ${call.advice}`,
			)(call),
	),
	answered(
		'401',
		answer(401, error({ errors: { api_key: 'You must specify a valid API key' } })),
		rejectedKey,
	),
	answered('403', answer(403, error({ message: 'Forbidden' })), rejected('Forbidden', APPROVAL)),
	answered(
		'403 of a proxy',
		answer(403, PAGE),
		rejected(
			'something between n8n and the service refused the call (HTTP 403)',
			'A proxy or a firewall answered in place of the service. Ask who runs the network of this n8n, and check the service in the credential.',
		),
	),
	answered('404 with a page', answer(404, PAGE), absent),
	answered('405', answer(405, error({ message: 'Use another method.' })), rejected('Use another method.')),
	acted(
		'408 after the service acted',
		sends(() => '{"message":"Request Timeout"}', {}, 408),
		failed('the service did not receive the call in time (HTTP 408): Request Timeout'),
	),
	...unprocessable,
	...tooMany,
	answered(
		'429 for five minutes',
		// Asked to wait longer, it makes fewer calls.
		answer(429, {}, { 'retry-after': '20' }),
		outcomes.says(
			'The service throttled every call for 5 minutes: too many requests',
			'Other software uses up the calls of this account. Pause it or slow it down, then run the failed items again.',
			'many',
		),
		{ of: ['Session list', 'Webinar list'] },
	),
	answered(
		'429 always, while others are admitted',
		answer(429, {}),
		outcomes.says(
			'The service throttled this call 10 times while it admitted others',
			'Nothing was done for this item; the others continued. Run this item again later.',
			10,
		),
		{ of: FEW, isBusy: true },
	),
	answered('500', answer(500, error({ message: 'Server Error' })), serverError),
	acted(
		'500 after the service acted',
		sends(() => '{"message":"Server Error"}', {}, 500),
		serverError,
	),
	acted(
		'500 with 50 MB',
		sends(() => hugePage, {}, 500),
		failed('the service failed (HTTP 500)'),
		{ of: FEW },
	),
	answered(
		'503 with a page',
		answer(503, PAGE, { 'retry-after': '9' }),
		failed('the service failed (HTTP 503)'),
	),
	...[301, 302, 303, 307, 308].map((status) =>
		answered(
			`${status} to another host`,
			({ hosts }) => answer(status, '', { location: `${hosts.addresses.bystander}/live/register` }),
			redirected(status),
		),
	),
];
