import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { poll } from './actions/poll';
import { triggerProperties, triggerSubtitle } from './actions/triggerDescription';
import { searchSchedules } from './methods/searchSchedules';
import { searchWebinars } from './methods/searchWebinars';

export class WebinarAccountTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Webinar Account Trigger',
		name: 'webinarAccountTrigger',
		icon: { light: 'file:../../icons/webinarAccount.svg', dark: 'file:../../icons/webinarAccount.dark.svg' },
		group: ['trigger'],
		version: 1,
		polling: true,
		subtitle: triggerSubtitle,
		description:
			'Starts the workflow when people register, attend or buy in WebinarJam and EverWebinar webinars',
		defaults: { name: 'Webinar Account Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webinarAccountApi', required: true }],
		properties: triggerProperties,
	};

	methods = { listSearch: { searchSchedules, searchWebinars } };

	poll = poll;
}
