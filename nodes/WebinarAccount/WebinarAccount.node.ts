import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { testWebinarAccount } from './testCredential';
import { builderContent, properties, subtitle } from './operations';
import { router } from './operations/router';
import { searchSchedules, searchSessions } from './lists/searchSessions';
import { searchCustomFieldOptions, searchCustomFields } from './lists/searchCustomFields';
import { searchWebinars } from './lists/searchWebinars';

export class WebinarAccount implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'WebinarJam and EverWebinar',
		name: 'webinarAccount',
		icon: { light: 'file:../../icons/webinarAccount.svg', dark: 'file:../../icons/webinarAccount.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle,
		description: 'Register people for live webinars (WebinarJam) and automated webinars (EverWebinar)',
		// n8n names a tool after its action and this name, e.g. "Register a person for a live webinar in Webinars". The editor
		// can execute a tool only if its name has at most 64 characters.
		defaults: { name: 'Webinars' },
		usableAsTool: true,
		// For n8n 2.x, which reads it when it builds a workflow from a prompt. n8n 1.x ignores it.
		builderHint: {
			searchHint:
				'WebinarJam webinars have the resource "live", and EverWebinar webinars have the resource "automated". To register people, keep the session "next" unless the user asks for a certain session. For automated webinars, also set Timezone.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-webinarjam-everwebinar.webinarAccountTrigger',
					relationHint: 'Starts a workflow when people register, attend, do not attend, or buy',
				},
				{ nodeType: 'n8n-nodes-base.formTrigger', relationHint: 'Registers each person who submits a form' },
			],
			extraTypeDefContent: builderContent,
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webinarAccountApi', required: true, testedBy: 'testWebinarAccount' }],
		properties,
	};

	methods = {
		credentialTest: { testWebinarAccount },
		listSearch: {
			searchCustomFieldOptions,
			searchCustomFields,
			searchSchedules,
			searchSessions,
			searchWebinars,
		},
	};

	execute = router;
}
