import type { Zone } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { readEmail, readRequired } from '../../service/contact';
import { type CallParameters, withoutEmpty } from '../../service/endpoints';
import { InputError } from '../../service/errors';
import { InputChecks } from '../inputChecks';
import type { Product } from '../../service/products';
import { readDate } from '../../service/sessions/sessionDate';
import { readSessionChoice, type SessionChoice } from '../../service/sessions/sessions';
import type { WebinarReference } from '../../service/webinars';
import * as contact from '../contactFields';
import { readContactPhone } from '../contactPhone';
import { readCustomFields } from '../customFields';
import { addStartTimes } from '../fields';
import type { CollectionEntries, NodeParameters } from '../nodeParameters';
import { isRegistrationParameter } from '../parameterLabels';
import { ifAlreadyRegistered, options } from './options';

/** What one item says of a registration, checked as far as that goes without the service. */
interface RegisterInput {
	email: string;
	/** The person under the service's names, the e-mail address included; nothing empty. */
	person: CallParameters;
	reference: WebinarReference;
	choice: SessionChoice;
	zone: Zone | undefined;
	/** The choice of If Already Registered. */
	ifRegistered: string;
	/** Whether the start in UTC is wanted, too. */
	withStart: boolean;
}

/** @throws InputError that says everything that is wrong with the item */
export function readRegisterInput(product: Product, parameters: NodeParameters): RegisterInput {
	const more = parameters.collection(contact.additionalFields);
	const checks = new InputChecks();
	const text = (field: INodeProperties) => checks.read(() => more.text(field), '');
	const firstName = checks.read(() => readFirstName(parameters), '');
	const email = checks.read(() => readEmail(parameters.text(contact.email)), '');
	const person = {
		first_name: firstName,
		email,
		last_name: text(contact.lastName),
		...checks.read(() => phoneParameters(more), {}),
		ip_address: text(contact.ipAddress),
		country: text(contact.country),
		state: text(contact.state),
		timezone_id: checks.read(() => readTexasZone(more), ''),
		twilio_consent: checks.read(() => readSmsConsent(more), ''),
		...checks.read(() => readCustomFields(more, isRegistrationParameter), {}),
	};
	const reference = checks.read(() => parameters.webinar(), { id: '' });
	const zone = checks.read(() => parameters.attendeeZone(product), undefined);
	const choice = checks.read<SessionChoice>(() => readChoice(product, parameters, more), { kind: 'next' });
	const chosen = parameters.collection(options);
	const ifRegistered = checks.read(() => chosen.option(ifAlreadyRegistered), '');
	const withStart = checks.read(() => chosen.flag(addStartTimes), false);
	checks.end();
	return { email, person: withoutEmpty(person), reference, choice, zone, ifRegistered, withStart };
}

function readFirstName(parameters: NodeParameters): string {
	return readRequired(contact.firstName.displayName, parameters.text(contact.firstName));
}

function phoneParameters(more: CollectionEntries): CallParameters {
	const phone = readContactPhone(more);
	return phone ? { phone_country_code: phone.countryCode ?? '', phone: phone.digits } : {};
}

function readTexasZone(more: CollectionEntries): string {
	return more.text(contact.timezoneId) === '' ? '' : more.option(contact.timezoneId);
}

function readSmsConsent(more: CollectionEntries): string {
	if (!more.has(contact.smsConsent)) return '';
	return more.flag(contact.smsConsent) ? '1' : '0';
}

/** The Session field, narrowed by Session Date where the product has that. */
function readChoice(product: Product, parameters: NodeParameters, more: CollectionEntries): SessionChoice {
	const choice = readSessionChoice(parameters.session());
	const dateText = product.takesDate ? more.text(contact.sessionDate) : '';
	if (dateText === '') return choice;
	const date = readDate(dateText);
	if (choice.kind === 'schedule' && (choice.date === undefined || choice.date === date))
		return { ...choice, date };
	throw new InputError(
		choice.kind === 'schedule'
			? `Session Date ${date} is not the date of the chosen session`
			: 'Session Date needs a schedule',
		'Choose the session with its date in the Session field, and leave Session Date empty.',
	);
}
