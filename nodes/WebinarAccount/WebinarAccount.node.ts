import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { properties } from './actions/description';
import { operations } from './actions/operations';
import { router } from './actions/router';
import { subtitleOf } from './actions/subtitle';
import { searchCustomFields } from './methods/searchCustomFields';
import { searchSchedules } from './methods/searchSchedules';
import { searchWebinars } from './methods/searchWebinars';

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
