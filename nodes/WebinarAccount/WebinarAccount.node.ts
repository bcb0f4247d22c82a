import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { properties } from './operations/description';
import { operations } from './operations';
import { router } from './router/router';
import { subtitleOf } from './operations/subtitle';
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
		subtitle: subtitleOf('operation', operations),
		description: 'Register people to WebinarJam and EverWebinar webinars, live and automated',
		defaults: { name: 'Webinar Account' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webinarAccountApi', required: true }],
		properties,
	};

	methods = { listSearch: { searchCustomFields, searchSchedules, searchWebinars } };

	execute = router;
}
