import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { searchSchedules } from './lists/searchSchedules';
import { searchWebinars } from './lists/searchWebinars';
import { testWebinarAccount } from './operations/testCredential';
import { triggerBuilderContent } from './trigger/builderContent';
import { poll } from './trigger/poll';
import { triggerProperties, triggerSubtitle } from './trigger/triggerFields';

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
			extraTypeDefContent: triggerBuilderContent,
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webinarAccountApi', required: true, testedBy: 'testWebinarAccount' }],
		properties: triggerProperties,
		// In place of n8n's own text, which promises a single mock event.
		triggerPanel: {
			executionsHelp:
				'<b>While you build the workflow</b>, the fetch button returns up to three real events, or one that is marked as a sample. Nodes that you run after it work with these people.<br /><br /><b>Once you publish the workflow</b>, n8n checks the webinar account regularly, and runs the workflow for new events.',
		},
	};

	methods = { credentialTest: { testWebinarAccount }, listSearch: { searchSchedules, searchWebinars } };

	poll = poll;
}
