import type {
	IAuthenticate,
	IAuthenticateRuleResponseSuccessBody,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	IDisplayOptions,
	INodeProperties,
} from 'n8n-workflow';

import { withKey } from '../nodes/WebinarAccount/client/authenticate';
import {
	API_KEY_LENGTH,
	APPROVAL,
	KEY_PLACE,
	MAX_CALLS_PER_SECOND,
	VENDOR_SERVICE_URL,
} from '../nodes/WebinarAccount/service/account';
import { products } from '../nodes/WebinarAccount/service/products';

const customOnly: IDisplayOptions = { show: { service: ['custom'] } };

const UNEXPECTED_ANSWER =
	'The answer is not the list of live webinars. Check the API key, the Service URL and the paths.';

const REJECTED =
	'The service rejected the call. Check the API key, and that API access is approved; trial accounts have none.';

/** Each of n8n's rules compares with one value, so this lists likely values other than "success". */
const OTHER_THAN_SUCCESS = [
	...['error', 'errors', 'fail', 'failed', 'failure', 'invalid', 'denied'].flatMap((word) => [
		word,
		word.toUpperCase(),
		word.charAt(0).toUpperCase() + word.slice(1),
	]),
	'',
	null,
	false,
];

/** Statuses that the rules below explain; n8n itself would only show "Unauthorized" or "Not Found". */
const EXPLAINED = [301, 302, 303, 307, 308, 400, 401, 403, 404, 405];
const FAILED_STATUSES = Array.from({ length: 300 }, (_, index) => 300 + index).filter(
	(status) => !EXPLAINED.includes(status),
);

export class WebinarAccountApi implements ICredentialType {
	name = 'webinarAccountApi';

	displayName = 'WebinarJam / EverWebinar API';

	icon: Icon = { light: 'file:../icons/webinarAccount.svg', dark: 'file:../icons/webinarAccount.dark.svg' };

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-webinar-account#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: `Found ${KEY_PLACE} (up to ${API_KEY_LENGTH} characters). ${APPROVAL}`,
		},
		{
			displayName: 'Service',
			name: 'service',
			type: 'options',
			options: [
				{ name: 'WebinarJam and EverWebinar', value: 'webinarJam' },
				{ name: 'Other Host', value: 'custom' },
			],
			default: 'webinarJam',
			description: 'Other Host is only for the sandbox of this package',
		},
		{
			displayName: 'Service URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description: 'Address of the service, without the path of a product',
			displayOptions: customOnly,
		},
		{
			displayName: 'Attendee Pages URL',
			name: 'eventUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://event.example.com',
			description: 'Address of the pages that attendees see. Required for one-click links.',
			displayOptions: customOnly,
		},
		{
			displayName: 'Live Path',
			name: 'livePath',
			type: 'string',
			required: true,
			default: 'live',
			description: 'Path of the live webinars after the Service URL',
			displayOptions: customOnly,
		},
		{
			displayName: 'Automated Path',
			name: 'automatedPath',
			type: 'string',
			required: true,
			default: 'automated',
			description: 'Path of the automated webinars after the Service URL',
			displayOptions: customOnly,
		},
		{
			displayName: 'Calls per Second',
			name: 'callsPerSecond',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_CALLS_PER_SECOND },
			default: MAX_CALLS_PER_SECOND,
			description: `Maximum calls per second from this n8n. The service allows ${MAX_CALLS_PER_SECOND} per account: choose a lower number if other software uses the same key.`,
		},
		{
			// Replaces the fields that n8n adds for its HTTP Request node, which cannot use this credential.
			displayName: 'Allowed HTTP Request Domains',
			name: 'allowedHttpRequestDomains',
			type: 'hidden',
			default: 'none',
		},
	];

	authenticate: IAuthenticate = (credential, request) =>
		Promise.resolve().then(() => withKey(credential, request));

	test: ICredentialTestRequest = {
		request: {
			method: 'POST',
			baseURL: `={{ $credentials.service === 'custom' ? $credentials.baseUrl : '${VENDOR_SERVICE_URL}' }}`,
			url: `=/{{ $credentials.service === 'custom' ? $credentials.livePath.replace(/^[\\s\\/]+|[\\s\\/]+$/g, '') : '${products.live.vendorPath}' }}/webinars`,
			headers: { accept: 'application/json' },
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: { ignore: true, except: FAILED_STATUSES },
		},
		rules: [
			...OTHER_THAN_SUCCESS.map((status) => failsIf('status', status, REJECTED)),
			failsIf('status', undefined, UNEXPECTED_ANSWER),
			failsIf('webinars', undefined, UNEXPECTED_ANSWER),
		],
	};
}

function failsIf(key: string, value: unknown, message: string): IAuthenticateRuleResponseSuccessBody {
	return { type: 'responseSuccessBody', properties: { key, value, message } };
}
