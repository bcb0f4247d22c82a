import type { INodeProperties } from 'n8n-workflow';

import type { Problem } from '../service/errors';
import * as contact from './contactFields';
import { schedule, timezone, webinarId } from './fields';

interface Label {
	/** The field's name in the editor. */
	name: string;
	/** Where a user finds it, if not at the top. */
	place?: string;
}

const top = ({ displayName }: INodeProperties): Label => ({ name: displayName });
const additional = ({ displayName }: INodeProperties): Label => ({
	name: displayName,
	place: contact.additionalFields.displayName,
});

/** The service's request parameters, by the fields that a user fills them in with. */
const labels: Readonly<Record<string, Label>> = {
	api_key: { name: 'API Key', place: 'the credential' },
	webinar_id: top(webinarId),
	schedule: top(schedule),
	schedule_id: top(schedule),
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
	date: additional(contact.sessionDate),
};

/** What the service said, in one sentence, under the fields' names. */
export function describeProblems(problems: readonly Problem[]): string {
	return problems
		.map(({ parameter, text }) =>
			parameter === undefined ? text : `${labels[parameter]?.name ?? parameter}: ${text}`,
		)
		.join(' ');
}

/** Where the fields are that the service complained about, if they are not in plain sight. */
export function locateProblems(problems: readonly Problem[]): string {
	const named = problems.flatMap(({ parameter = '' }) => labels[parameter] ?? []);
	const places = [...new Set(named.map(({ place }) => place))].filter((place) => place !== undefined);
	return places
		.map((place) => {
			const names = new Set(named.filter((label) => label.place === place).map(({ name }) => name));
			return `Fill in ${[...names].join(' and ')} in ${place}.`;
		})
		.join(' ');
}
