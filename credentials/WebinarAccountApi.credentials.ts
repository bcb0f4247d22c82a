import type { IAuthenticate, ICredentialType, Icon, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import {
	ACCESS_REQUIREMENTS,
	API_KEY_LENGTH,
	credentialLabels,
	KEY_PLACE,
	MAX_CALLS_PER_SECOND,
	withKey,
} from '../nodes/WebinarAccount/service/account';
import { products } from '../nodes/WebinarAccount/service/products';

const onlyForOtherHost: IDisplayOptions = { show: { service: ['custom'] } };

export class WebinarAccountApi implements ICredentialType {
	name = 'webinarAccountApi';

	displayName = 'WebinarJam and EverWebinar API';

	icon: Icon = { light: 'file:../icons/webinarAccount.svg', dark: 'file:../icons/webinarAccount.dark.svg' };

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-webinarjam-everwebinar#credential';

	properties: INodeProperties[] = [
		{
			displayName: credentialLabels.apiKey,
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: `Copy it from ${KEY_PLACE}`,
			description: `Up to ${API_KEY_LENGTH} characters. ${ACCESS_REQUIREMENTS}`,
		},
		{
			displayName: credentialLabels.service,
			name: 'service',
			type: 'options',
			options: [
				{ name: 'WebinarJam and EverWebinar', value: 'webinarJam' },
				{ name: 'Other Host', value: 'custom' },
			],
			default: 'webinarJam',
			description: "Other Host is only for this package's sandbox, a local test server",
		},
		{
			displayName: credentialLabels.baseUrl,
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description: 'URL of the service, without the path for live or automated webinars',
			displayOptions: onlyForOtherHost,
		},
		{
			displayName: credentialLabels.eventUrl,
			name: 'eventUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://event.example.com',
			description: 'URL of the pages that attendees open. Required for one-click links.',
			displayOptions: onlyForOtherHost,
		},
		...Object.values(products).map(({ name, noun }): INodeProperties => ({
			displayName: credentialLabels[`${name}Path`],
			name: `${name}Path`,
			type: 'string',
			required: true,
			default: name,
			description: `Path that follows the Service URL in requests for ${noun}s`,
			displayOptions: onlyForOtherHost,
		})),
		{
			displayName: credentialLabels.callsPerSecond,
			name: 'callsPerSecond',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_CALLS_PER_SECOND },
			default: MAX_CALLS_PER_SECOND,
			description: `Maximum requests per second from each n8n process. The service allows ${MAX_CALLS_PER_SECOND} per account. Enter a lower number if other software uses the same account.`,
		},
		{
			// Hides a field that n8n would otherwise add for its HTTP Request node, which cannot use this credential.
			displayName: 'Allowed HTTP Request Domains',
			name: 'allowedHttpRequestDomains',
			type: 'hidden',
			default: 'none',
		},
	];

	/** The nodes that can use the credential. n8n sets this, except for a package in its custom extensions folder. */
	supportedNodes?: string[];

	restrictToSupportedNodes?: true;

	constructor() {
		// With this flag, n8n 2.x gives the credential only to the supported nodes. It is a getter, because n8n sets
		// `supportedNodes` after the constructor. If n8n does not set them, the flag stays off, because it would exclude
		// this package's own nodes too.
		Object.defineProperty(this, 'restrictToSupportedNodes', {
			enumerable: true,
			get: () => (this.supportedNodes?.length ? true : undefined),
		});
	}

	/** Adds the API key to a request. An invalid credential rejects the promise. */
	authenticate: IAuthenticate = async (credential, request) => withKey(credential, request);
}
