import type { INodeProperties } from 'n8n-workflow';

import type { ServiceError } from '../service/errors';
import { shortened } from '../utils/text';
import { sentences } from '../utils/text';
import * as contact from './contactFields';
import { customFields } from './customFields';
import { schedule, timezone, webinarId } from './fields';
import * as filter from './getRegistrants/filters';
import * as registration from './register/fields';
import { leadId } from './unsubscribe';

interface Label {
	/** The field's name in the editor. */
	name: string;
	/** Where a user finds it, if not at the top. */
	place?: string;
}

const top = ({ displayName }: INodeProperties): Label => ({ name: displayName });
const within =
	(collection: INodeProperties) =>
	({ displayName }: INodeProperties): Label => ({ name: displayName, place: collection.displayName });
const additional = within(registration.additionalFields);
const filtered = within(filter.filters);

/** Parameters of any call, by the fields that a user fills them in with. */
const ofAnyCall = {
	api_key: { name: 'API Key', place: 'the credential' },
	webinar_id: top(webinarId),
	schedule: top(schedule),
	timezone: top(timezone),
};

const ofRegistration = new Map<string, Label>(
	Object.entries({
		...ofAnyCall,
		first_name: top(contact.firstName),
		email: top(contact.email),
		last_name: additional(contact.lastName),
		phone: additional(contact.phone),
		phone_country_code: additional(contact.phoneCountryCode),
		ip_address: additional(registration.ipAddress),
		country: additional(registration.country),
		state: additional(registration.state),
		timezone_id: additional(registration.timezoneId),
		twilio_consent: additional(registration.smsConsent),
		// Sent with every choice of a session; Session Date only narrows it.
		date: top(schedule),
	}),
);

const ofOtherCalls = new Map<string, Label>(
	Object.entries({
		...ofAnyCall,
		schedule_id: top(schedule),
		lead_id: top(leadId),
		attended_live: filtered(filter.attendedLive),
		attended_live_timestamp: filtered(filter.attendedLiveSeconds),
		attended_replay: filtered(filter.attendedReplay),
		attended_replay_timestamp: filtered(filter.attendedReplaySeconds),
		purchased: filtered(filter.purchased),
		date_range: filtered(filter.dateRange),
		search: filtered(filter.search),
	}),
);

/** What the service complained about, and whether it can be a registration form, whose fields have any name. */
type Complaint = Pick<ServiceError, 'problems' | 'mayNameCustomFields'>;

function labelOf(parameter: string, mayNameCustomFields: boolean): Label {
	const name = shortened(parameter);
	if (!mayNameCustomFields) return ofOtherCalls.get(parameter) ?? { name };
	return (
		ofRegistration.get(parameter) ?? {
			name,
			place: `${customFields.displayName} of ${registration.additionalFields.displayName}`,
		}
	);
}

/** Whether a registration has a parameter of that name, so that no custom field can. */
export function isRegistrationParameter(name: string): boolean {
	return ofRegistration.has(name);
}

function labelsOf({ problems, mayNameCustomFields }: Complaint): Label[] {
	return problems.flatMap(({ parameter }) =>
		parameter === undefined ? [] : labelOf(parameter, mayNameCustomFields),
	);
}

/** The names of the fields that the service complained about. */
export function fieldsOf(complaint: Complaint): string[] {
	return [...new Set(labelsOf(complaint).map(({ name }) => name))];
}

/** What the service said, under the fields' names. */
export function describeProblems({ problems, mayNameCustomFields }: Complaint): string {
	const texts = problems.map(({ parameter, text }) =>
		parameter === undefined ? text : `${labelOf(parameter, mayNameCustomFields).name}: ${text}`,
	);
	return sentences(texts);
}

/** Where the fields are that the service complained about, if they are not in plain sight. */
export function locateProblems(complaint: Complaint): string {
	const named = labelsOf(complaint);
	const places = [...new Set(named.map(({ place }) => place))].filter((place) => place !== undefined);
	return places
		.map((place) => {
			const names = new Set(named.filter((label) => label.place === place).map(({ name }) => name));
			return `Fill in ${[...names].join(' and ')} in ${place}.`;
		})
		.join(' ');
}
