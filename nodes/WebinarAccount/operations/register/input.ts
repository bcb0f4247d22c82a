import { z } from 'zod/v4';

import { InputError } from '../../service/errors';
import { readDate, type SessionChoice } from '../../service/sessions/choice';
import { isBlank, withoutEmpty } from '../../utils/values';
import * as contact from '../contactFields';
import { customFieldsInput } from '../customFields';
import { addStartTimes } from '../fields';
import * as input from '../input';
import type { OperationContext } from '../operation';
import { withoutParameterNames } from '../parameterLabels';
import * as field from './fields';

/** Read first: without consent, no other value of the person is read. */
export const consentInput = z.object({
	email: input.text(contact.email),
	options: input.collection({ attendeeConsent: input.flag(field.attendeeConsent) }),
});

const registerInput = z.object({
	firstName: input.requiredText(contact.firstName),
	email: input.emailAddress(contact.email),
	additionalFields: input.contactCollection({
		lastName: input.text(contact.lastName),
		ipAddress: input.text(field.ipAddress),
		country: input.text(field.country),
		state: input.text(field.state),
		timezoneId: input.reading(z.unknown(), (value) =>
			isBlank(value) ? '' : input.asOption(field.timezoneId, value),
		),
		smsConsent: input.reading(z.unknown(), (value) => {
			if (value === undefined) return '';
			return input.asFlag(field.smsConsent, value) ? '1' : '0';
		}),
		customFields: input.reading(customFieldsInput, withoutParameterNames),
		sessionDate: input.text(field.sessionDate),
	}),
	webinarId: input.webinar,
	timezone: input.attendeeZone,
	schedule: input.session,
	options: input.collection({
		ifAlreadyRegistered: input.option(field.ifAlreadyRegistered),
		addStartTimes: input.flag(addStartTimes),
		addWebinarTitle: input.flag(field.addWebinarTitle),
	}),
});

/**
 * Reads one item and checks it as far as possible without the service.
 * @throws InputError that lists all problems of the item
 */
export function readRegisterInput({ input: read, product }: OperationContext) {
	const { firstName, email, additionalFields, options, ...input } = read(registerInput);
	const { phone, customFields, sessionDate, ...more } = additionalFields;
	return {
		email,
		/** Under the service's names, without empty values. */
		person: withoutEmpty({
			first_name: firstName,
			email,
			last_name: more.lastName,
			phone_country_code: phone.countryCode ?? '',
			phone: phone.digits ?? '',
			ip_address: more.ipAddress,
			country: more.country,
			state: more.state,
			timezone_id: more.timezoneId,
			twilio_consent: more.smsConsent,
			...customFields,
		}),
		reference: input.webinarId,
		zone: input.timezone,
		choice: product.takesDate ? onDate(input.schedule, sessionDate) : input.schedule,
		...options,
	};
}

/** The chosen session, narrowed by Session Date. */
function onDate(choice: SessionChoice, text: string): SessionChoice {
	if (text === '') return choice;
	const date = readDate(text);
	if (choice.kind === 'schedule' && (choice.date === undefined || choice.date === date)) {
		return { ...choice, date };
	}
	throw new InputError(
		choice.kind === 'schedule'
			? `Session Date ${date} is not the date of the chosen session`
			: 'Session Date needs a schedule',
		'Choose the session with its date in the Session field, and leave Session Date empty.',
	);
}
