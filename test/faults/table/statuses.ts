import { sends } from '../bytes';
import { absent, explains, redirected, rejected, STATUS_PAGE, succeeds, TRIES, unclear } from '../outcomes';
import { words } from '../words';
import { actAndWrite, type Fault, FEW, respond } from './fault';

const APPROVAL = 'API access needs approval (apply in the Profile section of the account) and a paid plan.';
const rejectedKey = explains(
	'The service rejected the API key',
	`A newer key may have replaced it, because generating a key ends the old one. Copy the current key from the main webinar dashboard, under the Advanced link of any webinar. ${APPROVAL}`,
);

const PAGE = '<!doctype html><title>Not here</title><h1>Not here</h1>';

const failed = (reason: string) => unclear(reason, `Try again later. ${STATUS_PAGE}`, TRIES);
const serverError = failed('the service failed (HTTP 500): Server Error');

/** 422 in the forms in which the service says what is wrong. */
const unprocessable: Fault[] = [
	{
		name: '422, lists by parameter',
		effect: respond(422, { status: 'error', errors: { webinar_id: ['The webinar is closed.'] } }),
		outcome: rejected('Webinar: The webinar is closed.'),
	},
	{
		name: '422, a string by parameter',
		effect: respond(422, { status: 'error', errors: { schedule: 'Unknown.' } }),
		outcome: rejected('Session: Unknown.'),
	},
	{
		name: '422, `errors` is a string',
		effect: respond(422, { status: 'error', errors: 'Not now.' }),
		outcome: rejected('Not now.'),
	},
	{
		name: '422, `errors` is a list',
		effect: respond(422, { status: 'error', errors: ['Not now.', 'Not now.'] }),
		outcome: rejected('Not now.'),
	},
	{
		name: '422, `errors` with a `message`',
		effect: respond(422, { status: 'error', errors: { message: 'Not now.' } }),
		outcome: rejected('Not now.'),
	},
	{
		name: '422, only `message`',
		effect: respond(422, { status: 'error', message: 'Not now.' }),
		outcome: rejected('Not now.'),
	},
	{
		name: '422, only `error`',
		effect: respond(422, { status: 'error', error: 'Not now.' }),
		outcome: rejected('Not now.'),
	},
	{
		name: '422, `error` with a `message`',
		effect: respond(422, { status: 'error', error: { code: 7, message: 'Not now.' } }),
		outcome: rejected('Not now.'),
	},
	{
		name: '422 with plain text that repeats the key',
		effect: ({ apiKey }) => respond(422, `Not now, ${apiKey}.\n`, { 'content-type': 'text/plain' }),
		outcome: rejected('Not now, [redacted].'),
	},
	{
		name: '422 of unknown form',
		effect: respond(422, { code: 17 }),
		outcome: rejected('{"code":17}'),
	},
	{
		name: '422 for an unknown webinar',
		effect: respond(422, {
			status: 'error',
			errors: { webinar_id: 'The selected webinar id is invalid.' },
		}),
		outcome: (request) =>
			request === words.webinars
				? rejected('Webinar: The selected webinar id is invalid.')(request)
				: explains('Webinar 2 is not in this account', words.webinar.advice)(request),
	},
	{
		name: '422 without a reason',
		effect: respond(422, {}),
		outcome: rejected('the service gave no reason (HTTP 422)'),
	},
	{
		name: '422 that repeats the key',
		effect: ({ apiKey }) =>
			respond(422, { status: 'error', errors: { api_key: [`${apiKey} may not do this.`] } }),
		outcome: rejectedKey,
	},
];

/** 429 twice, and then a success. */
const throttledTwice: Fault[] = [
	{
		name: '429',
		effect: { ...respond(429, ''), times: 2 },
		outcome: succeeds(3),
		of: FEW,
	},
	{
		name: '429, Retry-After in seconds',
		effect: { ...respond(429, '', { 'retry-after': '3' }), times: 2 },
		outcome: succeeds(3),
		of: FEW,
	},
	{
		name: '429, Retry-After as a date',
		effect: {
			...respond(429, '', { 'retry-after': new Date(Date.now() + 5000).toUTCString() }),
			times: 2,
		},
		outcome: succeeds(3),
		of: FEW,
	},
];

const throttledForLong = explains(
	'The service throttled requests for 5 minutes',
	'Run the failed items again: nothing was done for them. Other software may use up the limit of this account, so pause it or slow it down first.',
	'many',
);

const redirects = [301, 302, 303, 307, 308].map((status): Fault => ({
	name: `${status} to another host`,
	effect: ({ hosts }) => respond(status, '', { location: `${hosts.addresses.bystander}/live/register` }),
	outcome: redirected(status),
}));

/** Responses with another status than 200. */
export const statuses: Fault[] = [
	{
		name: '400, no key arrived',
		effect: respond(400, { status: 'error', errors: { api_key: ['The api key field is required.'] } }),
		outcome: (request) =>
			rejected(
				'API Key: The api key field is required.',
				`Fill in API Key in the credential. ${request.advice}`,
			)(request),
	},
	{
		name: '401',
		effect: respond(401, { status: 'error', errors: { api_key: 'You must specify a valid API key' } }),
		outcome: rejectedKey,
	},
	{
		name: '403 for a replaced key',
		effect: respond(403, { status: 'error', message: 'API access is not allowed!' }),
		outcome: rejectedKey,
	},
	{
		name: '403',
		effect: respond(403, { status: 'error', message: 'Forbidden' }),
		outcome: rejected('Forbidden', APPROVAL),
	},
	{
		name: '403 of a firewall',
		effect: respond(403, PAGE),
		outcome: rejected(
			'a proxy or firewall blocked the request (HTTP 403)',
			'Ask the operator of the network of this n8n, and check the service in the credential. If nothing there blocks the request, the firewall of the service may: ask the support of the service.',
		),
	},
	{
		name: '404 with a page',
		effect: respond(404, PAGE),
		outcome: absent,
	},
	{
		name: '405',
		effect: respond(405, { status: 'error', message: 'Use another method.' }),
		outcome: rejected('Use another method.'),
	},
	{
		name: '408 after the service acted',
		effect: actAndWrite(sends(() => '{"message":"Request Timeout"}', {}, 408)),
		acts: true,
		outcome: failed('the service did not receive the request in time (HTTP 408): Request Timeout'),
	},
	...unprocessable,
	...throttledTwice,
	{
		name: '429 for five minutes',
		// With a longer cooldown there are fewer requests.
		effect: respond(429, {}, { 'retry-after': '20' }),
		outcome: throttledForLong,
		of: ['Session list', 'Webinar list'],
	},
	{
		name: '429 always, while others are admitted',
		effect: respond(429, {}),
		outcome: throttledForLong,
		// A poll ends at its own time limit.
		of: ['Get', 'Register'],
		isBusy: true,
	},
	{
		name: '500',
		effect: respond(500, { status: 'error', message: 'Server Error' }),
		outcome: serverError,
	},
	{
		name: '500 after the service acted',
		effect: actAndWrite(sends(() => '{"message":"Server Error"}', {}, 500)),
		acts: true,
		outcome: serverError,
	},
	{
		name: '503 with a page',
		effect: respond(503, PAGE, { 'retry-after': '9' }),
		outcome: failed('the service failed (HTTP 503)'),
	},
	...redirects,
];
