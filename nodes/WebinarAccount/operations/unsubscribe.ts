import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { InputError } from '../service/errors';
import { quoted } from '../utils/text';
import { ID } from '../utils/values';
import { webinarId } from './fields';
import { reading, text, webinar } from './input';
import type { Operation } from './operation';

export const leadId: INodeProperties = {
	displayName: 'Lead ID',
	name: 'leadId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 1234567',
	description: 'The lead_id from Get Registrants. It is not the user_id of a registration.',
};

const input = z.object({ leadId: reading(text(leadId), readLeadId), webinarId: webinar });

export const unsubscribe: Operation = {
	value: 'unsubscribe',
	name: 'Unsubscribe',
	description: 'Stop the emails of a webinar to a registrant',
	action: ({ aNoun }) => `Unsubscribe a registrant of ${aNoun}`,
	fields: [webinarId, leadId],

	async execute({ product, service, webinars, ...context }) {
		const { leadId: lead_id, webinarId: reference } = context.input(input);
		const webinar_id = await webinars.id(product, reference);
		await service.call(product.name, 'unsubscribe', { webinar_id, lead_id });
		return [{ success: true, webinar_id: Number(webinar_id), lead_id: Number(lead_id) }];
	},
};

function readLeadId(value: string): string {
	if (ID.test(value)) return value;
	throw new InputError(
		value === '' ? 'Lead ID is empty' : `${quoted(value)} is not a lead ID`,
		'A lead ID is a number. Use the lead_id from Get Registrants.',
		['Lead ID is not an ID'],
	);
}
