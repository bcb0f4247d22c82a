import type { INodeProperties } from 'n8n-workflow';

import { credentialLabels } from '../service/account';
import { InputError, type ServiceError } from '../service/errors';
import { isLinkParameter } from '../service/links/oneClickLink';
import { quoted, sentences, shortened } from '../utils/text';
import * as contact from './contactFields';
import { customFields } from './customFields';
import { schedule, timezone, webinarId } from './fields';
import * as filter from './getRegistrants/filters';
import * as registration from './register/fields';
import { leadId } from './unsubscribe';

/** The editor's fields of a call, by the service's parameter names. */
interface Form {
	top: Readonly<Record<string, INodeProperties>>;
	collection: INodeProperties;
	inCollection: Readonly<Record<string, INodeProperties>>;
}

const registrationForm: Form = {
	top: {
		webinar_id: webinarId,
		schedule,
		// Every choice of a session sends a date; Session Date is only one way to choose it.
		date: schedule,
		timezone,
		first_name: contact.firstName,
		email: contact.email,
	},
	collection: registration.additionalFields,
	inCollection: {
		last_name: contact.lastName,
		phone: contact.phone,
		phone_country_code: contact.phoneCountryCode,
		ip_address: registration.ipAddress,
		country: registration.country,
		state: registration.state,
		timezone_id: registration.timezoneId,
		twilio_consent: registration.smsConsent,
	},
};

const otherForms: Form = {
	top: { webinar_id: webinarId, schedule, schedule_id: schedule, timezone, lead_id: leadId },
	collection: filter.filters,
	inCollection: {
		attended_live: filter.attendedLive,
		attended_live_timestamp: filter.attendedLiveSeconds,
		attended_replay: filter.attendedReplay,
		attended_replay_timestamp: filter.attendedReplaySeconds,
		purchased: filter.purchased,
		date_range: filter.dateRange,
		search: filter.search,
	},
};

/** The problems that the service reported, and whether they may be about custom fields, which can have any name. */
type Complaint = Pick<ServiceError, 'problems' | 'mayNameCustomFields'>;

/** Whether a registration or a link has a parameter of that name; a custom field cannot have the same. */
export function isRegistrationParameter(name: string): boolean {
	const { top, inCollection } = registrationForm;
	const isOfCall = name === 'api_key' || Object.hasOwn(top, name) || Object.hasOwn(inCollection, name);
	return isOfCall || isLinkParameter(name);
}

/**
 * Returns the answers to custom fields, by label.
 * @throws InputError if one of them would replace a parameter
 */
export function withoutParameterNames<Answers extends object>(answers: Answers): Answers {
	const taken = Object.keys(answers).find(isRegistrationParameter);
	if (taken === undefined) return answers;
	throw new InputError(
		`${quoted(taken)} is not a custom field`,
		`Remove it from ${customFields.displayName} and fill in its own field of the node.`,
		['A custom field has the name of another parameter'],
	);
}

/** The field's label in the editor, and its place unless it is at the top. */
function labelOf(parameter: string, isRegistration: boolean): { name: string; place?: string } {
	if (parameter === 'api_key') return { name: credentialLabels.apiKey, place: 'the credential' };
	const { top, collection, inCollection } = isRegistration ? registrationForm : otherForms;
	const place = collection.displayName;
	const atTop = Object.hasOwn(top, parameter) && top[parameter];
	if (atTop) return { name: atTop.displayName };
	const within = Object.hasOwn(inCollection, parameter) && inCollection[parameter];
	if (within) return { name: within.displayName, place };
	const name = shortened(parameter);
	return isRegistration ? { name, place: `${customFields.displayName} of ${place}` } : { name };
}

function labelsOf({ problems, mayNameCustomFields }: Complaint) {
	const parameters = problems.flatMap(({ parameter }) => parameter ?? []);
	return parameters.map((parameter) => labelOf(parameter, mayNameCustomFields));
}

/** The labels of the fields that the service reported. */
export function fieldsOf(complaint: Complaint): string[] {
	return [...new Set(labelsOf(complaint).map(({ name }) => name))];
}

/** The service's texts, with the labels of the fields. */
export function describeProblems({ problems, mayNameCustomFields }: Complaint): string {
	const texts = problems.map(({ parameter, text }) =>
		parameter === undefined ? text : `${labelOf(parameter, mayNameCustomFields).name}: ${text}`,
	);
	return sentences(texts);
}

/** Says where to find the reported fields that are not at the top. */
export function locateProblems(complaint: Complaint): string {
	const labels = labelsOf(complaint);
	const places = new Set(labels.flatMap(({ place }) => place ?? []));
	const texts = [...places].map((place) => {
		const names = new Set(labels.filter((label) => label.place === place).map(({ name }) => name));
		return `Fill in ${[...names].join(' and ')} in ${place}.`;
	});
	return texts.join(' ');
}
