import type { INodeProperties } from 'n8n-workflow';

import { credentialLabels } from '../service/account';
import { namesInPhp } from '../service/customFields';
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
	top: Readonly<Record<string, Pick<INodeProperties, 'displayName'>>>;
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

/** Whether a host may read this label of a custom field as another parameter of a registration or of a link. */
export function isRegistrationParameter(label: string): boolean {
	return namesInPhp(label).some(
		(name) => isLinkParameter(name) || knownLabel(name, registrationForm) !== undefined,
	);
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

interface Label {
	name: string;
	/** Absent at the top. */
	place?: string;
}

/** The label in the editor of a parameter that the form has. */
function knownLabel(parameter: string, { top, collection, inCollection }: Form): Label | undefined {
	if (parameter === 'api_key') return { name: credentialLabels.apiKey, place: 'the credential' };
	const atTop = Object.hasOwn(top, parameter) && top[parameter];
	if (atTop) return { name: atTop.displayName };
	const within = Object.hasOwn(inCollection, parameter) && inCollection[parameter];
	return within ? { name: within.displayName, place: collection.displayName } : undefined;
}

/** The same; any other name is that of a custom field, or is shown as it is. */
function labelOf(parameter: string, isRegistration: boolean): Label {
	const form = isRegistration ? registrationForm : otherForms;
	const name = shortened(parameter);
	const other = isRegistration
		? { name, place: `${customFields.displayName} of ${form.collection.displayName}` }
		: { name };
	return knownLabel(parameter, form) ?? other;
}

function labelsOf({ problems, mayNameCustomFields }: Complaint) {
	const parameters = problems.flatMap(({ parameter }) => parameter ?? []);
	return parameters.map((parameter) => labelOf(parameter, mayNameCustomFields));
}

/** The labels of the fields that the service reported. Other names are left out: they can be anything. */
export function fieldsOf({ problems, mayNameCustomFields }: Complaint): string[] {
	const form = mayNameCustomFields ? registrationForm : otherForms;
	const other = mayNameCustomFields ? 'a custom field' : 'a value';
	const parameters = problems.flatMap(({ parameter }) => parameter ?? []);
	return [...new Set(parameters.map((parameter) => knownLabel(parameter, form)?.name ?? other))];
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
