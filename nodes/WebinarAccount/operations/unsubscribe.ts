import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { cacheKey } from '../service/account';
import { InputError, ServiceError } from '../service/errors';
import { findByEmail } from '../service/registrants/findByEmail';
import { readFlag } from '../service/registrants/simplify';
import { oneAtATime } from '../utils/async';
import { quoted } from '../utils/text';
import { ID } from '../utils/values';
import * as contact from './contactFields';
import { webinarId } from './fields';
import { emailAddress, option, reading, text, webinar } from './input';
import type { Operation, OperationContext } from './operation';

const unsubscribeBy: INodeProperties = {
	displayName: 'Unsubscribe By',
	name: 'unsubscribeBy',
	type: 'options',
	options: [
		{ name: 'Email', value: 'email', description: 'Everybody with this email address in the webinar' },
		{ name: 'Lead ID', value: 'leadId', description: 'One registrant' },
	],
	default: 'leadId',
	description: 'How to find whom to unsubscribe',
};

export const leadId: INodeProperties = {
	displayName: 'Lead ID',
	name: 'leadId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 1234567',
	description: 'The lead_id from Get Registrants. It is not the user_id of a registration.',
	displayOptions: { show: { unsubscribeBy: ['leadId'] } },
};

const email: INodeProperties = {
	...contact.email,
	description: 'Unsubscribes every registration of the webinar with exactly this address, in any schedule',
	displayOptions: { show: { unsubscribeBy: ['email'] } },
};

const choice = z.object({ unsubscribeBy: option(unsubscribeBy) });
const byLeadId = z.object({ leadId: reading(text(leadId), readLeadId), webinarId: webinar });
const byEmail = z.object({ email: emailAddress(email), webinarId: webinar });

export const unsubscribe: Operation = {
	value: 'unsubscribe',
	name: 'Unsubscribe',
	description: 'Stop the emails of a webinar to a registrant',
	action: ({ aNoun }) => `Unsubscribe a registrant of ${aNoun}`,
	fields: [webinarId, unsubscribeBy, leadId, email],

	async execute(context) {
		if (context.input(choice).unsubscribeBy === 'email') return [await unsubscribeAddress(context)];
		const { product, service, webinars } = context;
		const { leadId: lead_id, webinarId: reference } = context.input(byLeadId);
		const webinar_id = await webinars.id(product, reference);
		await service.call(product.name, 'unsubscribe', { webinar_id, lead_id });
		return [{ success: true, webinar_id: Number(webinar_id), lead_id: Number(lead_id) }];
	},
};

/** Unsubscribes all who have the address and are still subscribed, and names all who have it. */
async function unsubscribeAddress(context: OperationContext): Promise<IDataObject> {
	const { product, service, webinars } = context;
	const { email, webinarId: reference } = context.input(byEmail);
	const webinar_id = await webinars.id(product, reference);
	const key = cacheKey(service.account, product.name, 'unsubscribe', webinar_id, email.toLowerCase());
	// One at a time, so that a second item with the address finds it unsubscribed.
	return await oneAtATime(key, async () => {
		const found = await findByEmail(service, { product, parameters: { webinar_id } }, email);
		if (found.length === 0) throw nobodyWith(email, webinar_id);
		const leads = new Map<number, boolean>();
		for (const { lead_id, subscribed } of found) {
			if (typeof lead_id !== 'number') throw withoutLeadId();
			leads.set(lead_id, (leads.get(lead_id) ?? false) || readFlag(subscribed) !== false);
		}
		const calls = [...leads].map(async ([lead_id, isSubscribed]) => {
			if (isSubscribed)
				await service.call(product.name, 'unsubscribe', { webinar_id, lead_id: String(lead_id) });
		});
		await Promise.all(calls);
		return { success: true, webinar_id: Number(webinar_id), email, lead_ids: [...leads.keys()] };
	});
}

function nobodyWith(email: string, webinar: string): InputError {
	return new InputError(
		`Webinar ${webinar} has no registrant with the address ${quoted(email)}`,
		'Check the address and the webinar. Get Registrants lists the people registered for a webinar.',
		['nobody is registered with this address'],
	);
}

function withoutLeadId(): ServiceError {
	return new ServiceError('The service lists a registrant with this address without a lead_id', {
		description: 'Nobody was unsubscribed. Unsubscribe the person in the webinar account.',
	});
}

function readLeadId(value: string): string {
	if (ID.test(value)) return value;
	throw new InputError(
		value === '' ? 'Lead ID is empty' : `${quoted(value)} is not a lead ID`,
		'A lead ID is a number. Use the lead_id from Get Registrants.',
		['Lead ID is not an ID'],
	);
}
