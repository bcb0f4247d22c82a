import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { testWebinarAccount } from './credentialTest/testCredential';
import { properties, subtitle } from './operations';
import { router } from './router/router';
import { searchCustomFields } from './listSearch/searchCustomFields';
import { searchSchedules } from './listSearch/searchSchedules';
import { searchWebinars } from './listSearch/searchWebinars';

export class WebinarAccount implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Webinar Account',
		name: 'webinarAccount',
		icon: { light: 'file:../../icons/webinarAccount.svg', dark: 'file:../../icons/webinarAccount.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle,
		description: 'Register people for live and automated webinars of WebinarJam and EverWebinar',
		defaults: { name: 'Webinar Account' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webinarAccountApi', required: true, testedBy: 'testWebinarAccount' }],
		properties,
	};

	methods = {
		credentialTest: { testWebinarAccount },
		listSearch: { searchCustomFields, searchSchedules, searchWebinars },
	};

	execute = router;
}
