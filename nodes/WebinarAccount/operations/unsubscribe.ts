import type { IDataObject } from 'n8n-workflow';

import { listedEmail } from '../fields/contactFields';
import { choice, noticeField, onlyWith, requiredText, type Values } from '../fields/field';
import { webinarId } from '../fields/webinarFields';
import { findByEmail, personIdOf, registrantsQuery } from '../registrants/registrantList';
import { sessionStart } from '../registrants/registrantOutput';
import type { Registrant } from '../service/endpoints';
import { InputError, ServiceError } from '../service/errors';
import { mapConcurrent, MAX_CONCURRENT, oneAtATime } from '../utils/async';
import { isId, quoted, readFlag } from '../utils/values';
import { startText } from '../webinars/dates';
import { type Operation, type OperationContext } from './operation';
import output from '../__schema__/v1.0.0/live/unsubscribe.json';

const leadId = requiredText(
	'Lead ID',
	{
		parameter: 'lead_id',
		placeholder: 'e.g. 1234567',
		description: 'The lead_id from Get Registrants. It is not the user_id of a registration.',
	},
	(value) => {
		if (isId(value)) return value;
		throw new InputError(
			`${quoted(value)} is not a lead ID`,
			'A lead ID is a number. Use the lead_id from Get Registrants.',
		);
	},
);

const fields = {
	webinarId,
	unsubscribeBy: choice(
		'Unsubscribe By',
		{
			Email: ['email', 'Unsubscribes every registrant of the webinar with this email address'],
			'Lead ID': ['leadId', 'Unsubscribes one registrant'],
		},
		{
			default: 'email',
			description: 'How to find the registrant',
			hint: "Stops this webinar's emails. The registration and the room link remain.",
		},
	),
	allSessionsNotice: onlyWith(
		'unsubscribeBy',
		['email'],
		noticeField(
			'Stops all emails of this webinar to this address, also for other sessions. To move a person, unsubscribe first, then register.',
		),
	),
	email: onlyWith('unsubscribeBy', ['email'], listedEmail),
	leadId: onlyWith('unsubscribeBy', ['leadId'], leadId),
};

export const unsubscribe: Operation<Values<typeof fields>> = {
	value: 'unsubscribe',
	name: 'Unsubscribe',
	description: "Stop a webinar's emails to a registrant",
	builderHint: "Stops one webinar's emails. The person stays registered, and the room link keeps working.",
	action: ({ aNoun }) => `Unsubscribe a registrant of ${aNoun}`,
	fields,
	output,

	// The user chose to enter either an email address or a lead ID. The other value is undefined.
	async execute(context, { webinarId: reference, email: address, leadId: lead_id = '' }) {
		const { service, webinars, report } = context;
		const webinar_id = await webinars.fetchId(reference);
		if (address === undefined) {
			await service.call('unsubscribe', { webinar_id, lead_id });
			report.addOutcome('unsubscribed');
			return [{ success: true, webinar_id: Number(webinar_id), lead_id: Number(lead_id) }];
		}
		const personId = personIdOf(service, Number(webinar_id), address);
		// Items with the same email address wait for each other, so that only the first one unsubscribes the person.
		const work = () => unsubscribeByEmail(context, webinar_id, address);
		const output = await oneAtATime(personId, context.signal, work);
		report.addOutcome('unsubscribed');
		return [output];
	},
};

/**
 * Unsubscribes all registrants with an email address who are still subscribed. Returns an output item with the lead IDs
 * and sessions of all registrants with the address, including those who were already unsubscribed.
 * @throws InputError if there is no registrant with the address
 * @throws ServiceError if anyone could not be unsubscribed. Others may be unsubscribed then.
 */
async function unsubscribeByEmail(
	context: OperationContext,
	webinar_id: string,
	address: string,
): Promise<IDataObject> {
	const { service } = context;
	const found = await findByEmail(service, registrantsQuery(webinar_id), address);
	if (found.length === 0) throw noRegistrantError(webinar_id, address);
	const leads = leadsIn(found);
	// Read before anybody is unsubscribed, so that a cancellation ends the item before it has changed anything.
	const zone = await context.webinars.fetchRowZone(webinar_id);
	const subscribed = [...leads].filter(([, isSubscribed]) => isSubscribed).map(([lead]) => String(lead));
	await mapConcurrent(subscribed, MAX_CONCURRENT, async (lead_id) =>
		service.call('unsubscribe', { webinar_id, lead_id }),
	);
	return {
		success: true,
		webinar_id: Number(webinar_id),
		email: address,
		lead_ids: [...leads.keys()],
		// The emails about all of these sessions stop.
		sessions: found.map((row) => ({
			schedule: row.schedule ?? null,
			event: row.event ?? null,
			starts_at: startText(zone && sessionStart(row, zone), zone),
			schedule_id: row.schedule_id ?? null,
		})),
	};
}

function noRegistrantError(webinarId: string, address: string): InputError {
	return new InputError(
		`Webinar ${webinarId} has no registrant with the email address ${quoted(address)}`,
		'Check the email address and the webinar. Get Registrants lists the people registered for a webinar.',
		'email',
	);
}

/**
 * Returns the lead IDs of a person's rows, each with whether the lead may be subscribed in any of the rows.
 * @throws ServiceError if a row has no lead ID, because the person could then not be unsubscribed completely
 */
function leadsIn(rows: readonly Registrant[]): Map<number, boolean> {
	const leads = new Map<number, boolean>();
	for (const { lead_id, subscribed } of rows) {
		if (typeof lead_id !== 'number') {
			throw new ServiceError('The service returned no lead_id for a registrant with this email address', {
				description: 'No one was unsubscribed. Unsubscribe the person in the webinar account.',
			});
		}
		// Without a readable flag, the lead may be subscribed. To unsubscribe it once more changes nothing.
		const mayBeSubscribed = readFlag(subscribed) !== false;
		leads.set(lead_id, leads.get(lead_id) === true || mayBeSubscribed);
	}
	return leads;
}
