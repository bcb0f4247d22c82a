import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { testWebinarAccount } from './operations/testCredential';
import { triggerProperties, triggerSubtitle } from './trigger/fields';
import { poll } from './trigger/poll';
import { searchSchedules } from './lists/searchSchedules';
import { searchWebinars } from './lists/searchWebinars';

export class WebinarAccountTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'WebinarJam / EverWebinar Trigger',
		name: 'webinarAccountTrigger',
		icon: { light: 'file:../../icons/webinarAccount.svg', dark: 'file:../../icons/webinarAccount.dark.svg' },
		group: ['trigger'],
		version: 1,
		polling: true,
		subtitle: triggerSubtitle,
		// n8n's node panel shows both nodes as one entry, with this text.
		description:
			'Register people for WebinarJam and EverWebinar webinars, or start a workflow when they register, attend or buy',
		defaults: { name: 'WebinarJam / EverWebinar Trigger' },
		// Read by n8n 2.x when it builds a workflow from a prompt; n8n 1.x ignores it.
		builderHint: {
			searchHint:
				'Starts a workflow when people register for, attend, miss or buy in a webinar, or before a session starts. WebinarJam is the resource "live", EverWebinar "automated".',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-webinar-account.webinarAccount',
					relationHint: 'Registers people, and reads webinars, sessions and registrants',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webinarAccountApi', required: true, testedBy: 'testWebinarAccount' }],
		properties: triggerProperties,
	};

	methods = { credentialTest: { testWebinarAccount }, listSearch: { searchSchedules, searchWebinars } };

	poll = poll;
}
