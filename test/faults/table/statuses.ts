import { name as packageName, version } from '../../../package.json';
import {
	ATTEMPTS_OF_A_READ,
	failsWith,
	isRedirected,
	isRejected,
	isRejectedWithoutJson,
	isUncertain,
	LIST_WITHOUT_RESPONSE,
	STATUS_PAGE,
	succeeds,
} from '../expectations';
import { sendBody } from '../responseWriters';
import { actAndWrite, type Fault, READ_AND_WRITE, respond } from './fault';

const userAgent = `Mozilla/5.0 (compatible; ${packageName}/${version})`;

const APPROVAL =
	'API access needs approval (apply in the Profile section of your webinar account) and a paid plan.';

const keyIsRejected = failsWith({
	message: 'The service rejected the API key',
	description: `A newer key may have replaced this one, because generating a key disables the old one. Copy the current key from the main webinar dashboard: click the Advanced link of any webinar. ${APPROVAL}`,
});

const PAGE = '<!doctype html><title>Not here</title><h1>Not here</h1>';

/** A transient failure of the service. */
const serviceFailed = (reason: string) =>
	isUncertain({
		reason,
		description: `Try again later. ${STATUS_PAGE}`,
		requestsForRead: ATTEMPTS_OF_A_READ,
	});

const rejections: Fault[] = [
	{
		name: 'HTTP 422 with the same problem twice',
		effect: respond(422, { status: 'error', errors: ['Not now.', 'Not now.'] }),
		expected: isRejected('Not now.'),
	},
	{
		name: 'HTTP 422 with a list of problems for each parameter',
		effect: respond(422, { status: 'error', errors: { timezone: ['The zone is unknown.'] } }),
		expected: isRejected('Timezone: The zone is unknown.'),
		// These two have the field.
		onlyFor: READ_AND_WRITE,
	},
	{
		name: 'HTTP 422 for an unknown webinar',
		effect: respond(422, {
			status: 'error',
			errors: { webinar_id: 'The selected webinar id is invalid.' },
		}),
		expected: (texts) =>
			isRejected(
				'Webinar: The selected webinar id is invalid.',
				`${texts.advice} Check the expression {{ $json.webinarId }} in Webinar.`,
			)(texts),
		// Requests for the webinar list name no webinar.
		onlyFor: READ_AND_WRITE,
	},
	{
		name: 'HTTP 422 with plain text that repeats the API key',
		effect: ({ apiKey }) => respond(422, `Not now, ${apiKey}.\n`, { 'content-type': 'text/plain' }),
		expected: isRejectedWithoutJson('not JSON (HTTP 422): "Not now, [redacted]."'),
	},
	{
		name: 'HTTP 422 that rejects and repeats the API key',
		effect: ({ apiKey }) =>
			respond(422, { status: 'error', errors: { api_key: [`${apiKey} may not do this.`] } }),
		expected: keyIsRejected,
	},
];

const throttled: Fault[] = [
	{
		name: 'two HTTP 429 with a cooldown',
		effect: { ...respond(429, '', { 'retry-after': '5' }), times: 2 },
		expected: succeeds({ requests: 3 }),
		onlyFor: READ_AND_WRITE,
	},
	{
		name: 'HTTP 429 until a list gives up',
		effect: respond(429, {}, { 'retry-after': '20' }),
		expected: () => ({ error: LIST_WITHOUT_RESPONSE, requests: 1 }),
		onlyFor: ['Webinar list'],
	},
	{
		name: 'HTTP 429 for five minutes',
		// With a longer cooldown there are fewer requests.
		effect: respond(429, {}, { 'retry-after': '20' }),
		expected: () => throttledForFiveMinutes,
		onlyFor: ['Get'],
	},
];

const throttledForFiveMinutes = {
	error: {
		message: 'The service throttled requests for 5 minutes',
		description:
			"Other software may be using up this account's limit. Pause it or slow it down, then run the failed items again. The service did not act on them.",
	},
	requests: 'many',
} as const;

/**
 * The forms in which Cloudflare, the firewall in front of the service, refuses a request. The examples of responses in
 * test/workflow/publicExamples have the form of JSON.
 */
const firewallResponses = [
	{
		form: 'a page',
		error: 'Cloudflare error 1020',
		body: '<!doctype html><title>Access denied | example.com used Cloudflare to restrict access</title><h1><span>Error</span> <span>1020</span></h1>',
	},
	{
		form: 'a page without a number',
		error: 'Cloudflare',
		body: '<title>Attention Required! | Cloudflare</title>',
	},
	{ form: 'text', error: 'Cloudflare error 1010', body: 'error code: 1010' },
].map(({ form, error, body }): Fault => ({
	name: `HTTP 403 of the service's firewall, as ${form}`,
	effect: respond(403, body),
	expected: isRejected(
		`the service's firewall refused the request (${error})`,
		`The API key is not the reason. Ask the service's support to allow requests from your n8n instance. Tell them this error, the public IP address of the instance, and its user agent "${userAgent}".`,
	),
	onlyFor: READ_AND_WRITE,
}));

/** Responses with another status than 200. */
export const statuses: Fault[] = [
	{
		name: 'HTTP 400 for a request without an API key',
		effect: respond(400, { status: 'error', errors: { api_key: ['The api key field is required.'] } }),
		expected: isRejected('api_key: The api key field is required.'),
	},
	{
		name: 'HTTP 401',
		effect: respond(401, { status: 'error', errors: { api_key: 'You must specify a valid API key' } }),
		expected: keyIsRejected,
	},
	{
		name: 'HTTP 403',
		effect: respond(403, { status: 'error', message: 'Forbidden' }),
		expected: isRejected('Forbidden', APPROVAL),
	},
	{
		name: 'HTTP 403 of a firewall',
		effect: respond(403, PAGE),
		expected: isRejectedWithoutJson('a web page (HTTP 403)'),
	},
	...firewallResponses,
	{
		name: 'HTTP 404 with a web page',
		effect: respond(404, PAGE),
		expected: isRejectedWithoutJson('a web page (HTTP 404)'),
	},
	{
		name: 'HTTP 408 after the service acted',
		effect: actAndWrite(sendBody(() => '{"message":"Request Timeout"}', 408)),
		serviceActs: true,
		expected: serviceFailed('the service did not receive the request in time (HTTP 408): Request Timeout'),
	},
	...rejections,
	...throttled,
	{
		name: 'HTTP 500',
		effect: respond(500, { status: 'error', message: 'Server Error' }),
		expected: serviceFailed('the service failed (HTTP 500): Server Error'),
	},
	{
		name: 'HTTP 308 with a redirect to another host',
		effect: ({ hosts }) => respond(308, '', { location: `${hosts.urls.redirectTarget}/live/register` }),
		expected: isRedirected(308),
	},
];
