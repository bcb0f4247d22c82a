import type { INodeProperties } from 'n8n-workflow';

import type { Problem } from '../service/errors';
import { shortened } from '../service/quoted';
import * as contact from './contactFields';
import { customFields } from './customFields';
import { schedule, timezone, webinarId } from './fields';
import * as filter from './registrantFilters';
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
const additional = within(contact.additionalFields);
const filtered = within(filter.filters);

/** The service's request parameters, by the fields that a user fills them in with. */
const labels = new Map<string, Label>(
	Object.entries({
		api_key: { name: 'API Key', place: 'the credential' },
		webinar_id: top(webinarId),
		schedule: top(schedule),
		timezone: top(timezone),
		first_name: top(contact.firstName),
		email: top(contact.email),
		last_name: additional(contact.lastName),
		phone: additional(contact.phone),
		phone_country_code: additional(contact.phoneCountryCode),
		ip_address: additional(contact.ipAddress),
		country: additional(contact.country),
		state: additional(contact.state),
		timezone_id: additional(contact.timezoneId),
		twilio_consent: additional(contact.smsConsent),
		// Sent with every choice of a session; Session Date only narrows it.
		date: top(schedule),
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

/** Any other name can be that of a custom field of the webinar's registration form. */
function labelOf(parameter: string): Label {
	return (
		labels.get(parameter) ?? {
			name: shortened(parameter),
			place: `${customFields.displayName} of ${contact.additionalFields.displayName}`,
		}
	);
}

/** Whether the name is one that the service itself gives a meaning to. */
export function isRequestParameter(name: string): boolean {
	return labels.has(name);
}

/** The fields that the service complained about. */
export function fieldsOf(problems: readonly Problem[]): string[] {
	return [
		...new Set(problems.flatMap(({ parameter }) => (parameter === undefined ? [] : labelOf(parameter).name))),
	];
}

/** What the service said, in one sentence, under the fields' names. */
export function describeProblems(problems: readonly Problem[]): string {
	return problems
		.map(({ parameter, text }) => (parameter === undefined ? text : `${labelOf(parameter).name}: ${text}`))
		.join(' ');
}

/**
 * Where the fields are that the service complained about, if they are not in plain sight.
 * @param mayNameCustomFields whether a name that is not known is that of a custom field
 */
export function locateProblems(problems: readonly Problem[], mayNameCustomFields: boolean): string {
	const named = problems.flatMap(({ parameter }) =>
		parameter !== undefined && (mayNameCustomFields || isRequestParameter(parameter))
			? labelOf(parameter)
			: [],
	);
	const places = [...new Set(named.map(({ place }) => place))].filter((place) => place !== undefined);
	return places
		.map((place) => {
			const names = new Set(named.filter((label) => label.place === place).map(({ name }) => name));
			return `Fill in ${[...names].join(' and ')} in ${place}.`;
		})
		.join(' ');
}
