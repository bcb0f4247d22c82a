import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	IDisplayOptions,
	INodeProperties,
} from 'n8n-workflow';

import { withKey } from '../nodes/WebinarAccount/transport/authenticate';
import { API_KEY_LENGTH, MAX_CALLS_PER_SECOND } from '../nodes/WebinarAccount/service/account';

const customOnly: IDisplayOptions = { show: { service: ['custom'] } };

const TEST_FAILED = 'The service did not answer with the list of live webinars';

export class WebinarAccountApi implements ICredentialType {
	name = 'webinarAccountApi';

	displayName = 'Webinar Account API';

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
			description: `Found in the main webinar dashboard, under the Advanced link of any webinar (up to ${API_KEY_LENGTH} characters). API access must be approved first, in the Profile section of the account; trial accounts have none.`,
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
			description: 'Where the account is. Choose Other Host for the sandbox that comes with this package.',
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
			description: 'Address of the pages that attendees see, needed for one-click registration links',
			displayOptions: customOnly,
		},
		{
			displayName: 'Live Path',
			name: 'livePath',
			type: 'string',
			required: true,
			default: 'live',
			description: 'Path of the live webinars behind the Service URL',
			displayOptions: customOnly,
		},
		{
			displayName: 'Automated Path',
			name: 'automatedPath',
			type: 'string',
			required: true,
			default: 'automated',
			description: 'Path of the automated webinars behind the Service URL',
			displayOptions: customOnly,
		},
		{
			displayName: 'Calls per Second',
			name: 'callsPerSecond',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_CALLS_PER_SECOND },
			default: MAX_CALLS_PER_SECOND,
			description: `How many calls a second this n8n may make. The service allows an account ${MAX_CALLS_PER_SECOND}; lower it when other software uses the same key.`,
		},
	];

	authenticate: IAuthenticate = (credential, request) =>
		Promise.resolve().then(() => withKey(credential, request));

	test: ICredentialTestRequest = {
		request: {
			method: 'POST',
			baseURL:
				'={{ $credentials.service === "custom" ? $credentials.baseUrl : "https://api.webinarjam.com" }}',
			url: '=/{{ $credentials.service === "custom" ? $credentials.livePath : "webinarjam" }}/webinars',
			headers: { accept: 'application/json' },
			disableFollowRedirect: true,
		},
		rules: [
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'status',
					value: 'error',
					message: `${TEST_FAILED}, but with an error. Check the API key, and that API access is approved.`,
				},
			},
			// n8n compares a member with one value only: an answer without webinars is no success whatever it says.
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'status',
					value: undefined,
					message: `${TEST_FAILED}. Check the Service URL and the paths.`,
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'webinars',
					value: undefined,
					message: `${TEST_FAILED}. Check the API key, the Service URL and the paths.`,
				},
			},
		],
	};
}
