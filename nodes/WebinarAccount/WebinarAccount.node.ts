import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { testWebinarAccount } from './operations/testCredential';
import { properties, subtitle } from './operations';
import { router } from './operations/router';
import { builderContent } from './operations/builderContent';
import { searchSchedules } from './lists/searchSchedules';
import { searchCustomFieldOptions, searchCustomFields } from './lists/searchCustomFields';
import { searchWebinars } from './lists/searchWebinars';

export class WebinarAccount implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'WebinarJam / EverWebinar',
		name: 'webinarAccount',
		icon: { light: 'file:../../icons/webinarAccount.svg', dark: 'file:../../icons/webinarAccount.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle,
		description: 'Register people for live and automated webinars of WebinarJam and EverWebinar',
		defaults: { name: 'WebinarJam / EverWebinar' },
		usableAsTool: true,
		// Read by n8n 2.x when it builds a workflow from a prompt; n8n 1.x ignores it.
		builderHint: {
			searchHint:
				'WebinarJam webinars are the resource "live", EverWebinar ones "automated". To register people, keep the session "next" unless a session is asked for, and set Timezone for automated webinars.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-webinar-account.webinarAccountTrigger',
					relationHint: 'Starts a workflow when people register, attend, miss or buy',
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
		listSearch: { searchCustomFieldOptions, searchCustomFields, searchSchedules, searchWebinars },
	};

	execute = router;
}
