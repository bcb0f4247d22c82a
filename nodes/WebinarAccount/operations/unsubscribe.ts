import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/errors';
import { ID } from '../utils/id';
import { quoted } from '../utils/quoted';
import { webinarId } from './fields';
import type { NodeParameters } from './nodeParameters';
import type { Operation } from './operation';

export const leadId: INodeProperties = {
	displayName: 'Lead ID',
	name: 'leadId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 1234567',
	description:
		'The lead_id that Get Registrants returns for the person. It is not the user_id of a registration.',
};

export const unsubscribe: Operation = {
	value: 'unsubscribe',
	name: 'Unsubscribe',
	description: 'Stop the e-mails of a webinar to one registrant',
	action: ({ aNoun }) => `Unsubscribe a registrant of ${aNoun}`,
	fields: [webinarId, leadId],

	async execute({ product, parameters, service, webinars }) {
		const lead = readLeadId(parameters);
		const webinar = await webinars.id(product, parameters.webinar());
		await service.call(product.name, 'unsubscribe', { webinar_id: webinar, lead_id: lead });
		return [{ success: true, webinar_id: Number(webinar), lead_id: Number(lead) }];
	},
};

function readLeadId(parameters: NodeParameters): string {
	const text = parameters.text(leadId).trim();
	if (ID.test(text)) return text;
	throw new InputError(
		text === '' ? 'Lead ID is empty' : `${quoted(text)} is not a lead ID`,
		'A lead ID is a number: the lead_id that Get Registrants returns for the person.',
		['Lead ID is not an ID'],
	);
}
