import { notPhone, readEmail, readPhone } from './contactValues';
import { type Field, parametersOf } from './field';
import { asFlag, asText, choice, requiredText, text } from './kinds';

/** A person's data. To add a field to Register, add its record to `details`. */

export const firstName = requiredText('First Name', 'first_name', {
	placeholder: 'e.g. Ann',
	description: 'First name of the person',
});

const EMAIL = { placeholder: 'e.g. name@email.com', description: 'Email address of the person' };

export const email = requiredText('Email', 'email', EMAIL, readEmail);

/** The address as it is, for an item that is skipped whatever it is. */
export const anyEmail = text('Email', undefined, EMAIL);

/** Number and country code are read together: either may contain the other. */
const phonePart = (field: Field<string>, part: 'digits' | 'countryCode'): Field<string> => ({
	...field,
	read: (_given, sibling) => {
		const [number, code] = [sibling('phone'), sibling('phoneCountryCode')];
		// As a text, decimals would be digits.
		if (Number.isFinite(number) && !Number.isInteger(number)) throw notPhone(String(number));
		return readPhone(asText('Phone', number), asText('Phone Country Code', code))[part] ?? '';
	},
});

const SMS_CONSENT = 'SMS Consent';

const smsConsent: Field<string> = {
	label: SMS_CONSENT,
	shown: {
		type: 'boolean',
		default: false,
		description:
			'Whether the person agreed to text messages. Required if the webinar asks for a phone number.',
	},
	read: (given) => (given === undefined ? '' : asFlag(SMS_CONSENT, given) ? '1' : '0'),
	parameters: ['twilio_consent'],
	send: (value) => ({ twilio_consent: value }),
};

/** What a registration can have besides first name and address. */
export const details = {
	country: text('Country', 'country', {
		placeholder: 'e.g. Germany',
		description: 'Country of the person, as the registration form of the webinar spells it',
	}),
	ipAddress: text('IP Address', 'ip_address', {
		placeholder: 'e.g. 203.0.113.7',
		description: 'IP address from which the person registers',
	}),
	lastName: text('Last Name', 'last_name', {
		placeholder: 'e.g. Smith',
		description: 'Last name of the person. Some webinars require it.',
	}),
	phone: phonePart(
		text('Phone', 'phone', {
			placeholder: 'e.g. +44 20 7946 0000',
			description: 'Phone number of the person. Some webinars require it.',
		}),
		'digits',
	),
	phoneCountryCode: phonePart(
		text('Phone Country Code', 'phone_country_code', {
			placeholder: 'e.g. +44',
			description: 'Leave empty if Phone begins with + and the country code',
		}),
		'countryCode',
	),
	smsConsent,
	state: text('State', 'state', {
		placeholder: 'e.g. Texas',
		description: 'State or province of the person, as the registration form of the webinar spells it',
	}),
	timezoneId: choice(
		'Texas Time Zone',
		'timezone_id',
		{ Central: 3, Mountain: 2 },
		{ default: 3, description: 'Time zone of an attendee in Texas, which has two of them' },
	),
};

/** The names of all parameters of a registration that are no custom fields. */
export const registrationParameters: ReadonlySet<string> = new Set([
	...['api_key', 'webinar_id', 'schedule', 'date', 'timezone'],
	...parametersOf({ firstName, email, ...details }),
]);
