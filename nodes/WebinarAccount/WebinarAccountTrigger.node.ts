import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { searchSchedules } from './lists/searchSessions';
import { searchWebinars } from './lists/searchWebinars';
import { testWebinarAccount } from './testCredential';
import { poll } from './trigger/poll';
import { triggerProperties, triggerSubtitle } from './trigger/triggerFields';
import { outputFields } from './utils/outputFields';
import output from './__schema__/v1.0.0/live.json';

export class WebinarAccountTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'WebinarJam and EverWebinar Trigger',
		name: 'webinarAccountTrigger',
		icon: { light: 'file:../../icons/webinarAccount.svg', dark: 'file:../../icons/webinarAccount.dark.svg' },
		group: ['trigger'],
		version: 1,
		polling: true,
		subtitle: triggerSubtitle,
		// Describes both nodes, because n8n's node panel shows them as one entry with this text.
		description:
			'Register people for WebinarJam and EverWebinar webinars, or start a workflow when they register, attend or buy',
		defaults: { name: 'WebinarJam and EverWebinar Trigger' },
		// For n8n 2.x, which reads it when it builds a workflow from a prompt. n8n 1.x ignores it.
		builderHint: {
			searchHint:
				'Starts a workflow when people register for a webinar, attend it, do not attend it, or buy in it, before a session starts, or after it ended. WebinarJam webinars have the resource "live", and EverWebinar webinars have the resource "automated".',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-webinarjam-everwebinar.webinarAccount',
					relationHint: 'Registers people, and reads webinars, sessions and registrants',
				},
			],
			extraTypeDefContent: [
				{
					content: `Output fields, of which each event has those of its registrant, session or webinar: ${outputFields(output)}`,
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webinarAccountApi', required: true, testedBy: 'testWebinarAccount' }],
		properties: triggerProperties,
		// Replaces n8n's own text, which says that a test returns one mock event.
		triggerPanel: {
			executionsHelp:
				'<b>While you build the workflow</b>, the fetch button returns up to three real events, or one event that is marked as a sample. If you run the next nodes, they work with the people in these events.<br /><br /><b>After you publish the workflow</b>, n8n checks the webinar account regularly, and runs the workflow for new events.',
			activationHint: {
				inactive:
					'After you publish the workflow, n8n checks the webinar account at the interval in Poll Times. The trigger reports only what happens from then on.',
				active:
					'n8n checks the webinar account at the interval in Poll Times. The trigger reports only what happens after you published the workflow.',
			},
		},
	};

	methods = { credentialTest: { testWebinarAccount }, listSearch: { searchSchedules, searchWebinars } };

	poll = poll;
}
