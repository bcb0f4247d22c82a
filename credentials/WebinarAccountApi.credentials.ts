import type { IAuthenticate, ICredentialType, Icon, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import {
	API_KEY_LENGTH,
	APPROVAL,
	credentialLabels,
	KEY_PLACE,
	MAX_CALLS_PER_SECOND,
	withKey,
} from '../nodes/WebinarAccount/service/account';
import { products } from '../nodes/WebinarAccount/service/products';

const customOnly: IDisplayOptions = { show: { service: ['custom'] } };

export class WebinarAccountApi implements ICredentialType {
	name = 'webinarAccountApi';

	displayName = 'WebinarJam / EverWebinar API';

	icon: Icon = { light: 'file:../icons/webinarAccount.svg', dark: 'file:../icons/webinarAccount.dark.svg' };

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-webinar-account#credential';

	properties: INodeProperties[] = [
		{
			displayName: credentialLabels.apiKey,
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: `Copy it from ${KEY_PLACE}`,
			description: `Up to ${API_KEY_LENGTH} characters. ${APPROVAL}`,
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
			description: 'Other Host is only for the sandbox of this package',
		},
		{
			displayName: credentialLabels.baseUrl,
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description: 'URL of the service, without the path of a product',
			displayOptions: customOnly,
		},
		{
			displayName: credentialLabels.eventUrl,
			name: 'eventUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://event.example.com',
			description: 'URL of the pages that attendees see. Required for one-click links.',
			displayOptions: customOnly,
		},
		...Object.values(products).map(({ name, noun }): INodeProperties => ({
			displayName: credentialLabels[`${name}Path`],
			name: `${name}Path`,
			type: 'string',
			required: true,
			default: name,
			description: `Path of the ${noun}s after the Service URL`,
			displayOptions: customOnly,
		})),
		{
			displayName: credentialLabels.callsPerSecond,
			name: 'callsPerSecond',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_CALLS_PER_SECOND },
			default: MAX_CALLS_PER_SECOND,
			description: `Maximum requests per second of each n8n process. The service allows ${MAX_CALLS_PER_SECOND} per account. Choose a lower number if other software uses the same key.`,
		},
		{
			// Replaces the fields that n8n adds for its HTTP Request node. That node cannot use this credential.
			displayName: 'Allowed HTTP Request Domains',
			name: 'allowedHttpRequestDomains',
			type: 'hidden',
			default: 'none',
		},
	];

	/** n8n sets this to the package's nodes, unless it loads the package from its folder for custom extensions. */
	supportedNodes?: string[];

	restrictToSupportedNodes?: true;

	constructor() {
		// n8n 2.x then gives the key only to supported nodes. A package in the folder for custom extensions has none.
		Object.defineProperty(this, 'restrictToSupportedNodes', {
			enumerable: true,
			get: () => (this.supportedNodes?.length ? true : undefined),
		});
	}

	authenticate: IAuthenticate = (credential, request) =>
		Promise.resolve().then(() => withKey(credential, request));
}
