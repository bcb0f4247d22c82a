import { isDate } from './sessions';
import { gmtOffset } from './timezones';
import type { Parameters, Person, Webinar } from './types';

export type FieldErrors = Record<string, string[]>;

interface Format {
	test: (value: string) => boolean;
	/** The second half of "The phone must contain digits only." */
	message: string;
}

const integer: Format = { test: (value) => /^\d+$/.test(value), message: 'must be an integer.' };

export const formats = {
	email: {
		test: (value) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value),
		message: 'must be a valid email address.',
	},
	phone_country_code: { test: (value) => /^\+\d{1,4}$/.test(value), message: 'format is invalid.' },
	phone: { test: (value) => /^\d+$/.test(value), message: 'must contain digits only.' },
	timezone: { test: (value) => gmtOffset(value) !== undefined, message: 'format is invalid.' },
	date: { test: isDate, message: 'does not match the format Y-m-d H:i.' },
	twilio_consent: {
		test: (value) => ['0', '1', 'true', 'false'].includes(value),
		message: 'field must be true or false.',
	},
	schedule_id: integer,
	attended_live: upTo(4),
	attended_live_timestamp: integer,
	attended_replay: upTo(4),
	attended_replay_timestamp: integer,
	purchased: upTo(2),
	date_range: upTo(8),
	page: { test: (value) => /^[1-9]\d*$/.test(value), message: 'must be an integer from 1.' },
} satisfies Record<string, Format>;

export type FormattedField = keyof typeof formats;

/** Returns a parameter trimmed, or undefined if it is empty. */
export function given(parameters: Parameters, field: string): string | undefined {
	return parameters[field]?.trim() || undefined;
}

/** Returns an error for each required parameter that is missing or empty. */
export function missingFields(parameters: Parameters, required: readonly string[]): FieldErrors {
	const missing = required.filter((field) => given(parameters, field) === undefined);
	return Object.fromEntries(missing.map((field) => [field, [`The ${words(field)} field is required.`]]));
}

/** Returns an error for each of these parameters that has another format. */
export function malformedFields(parameters: Parameters, fields: readonly FormattedField[]): FieldErrors {
	const malformed = fields.filter((field) => {
		const value = given(parameters, field);
		return value !== undefined && !formats[field].test(value);
	});
	return Object.fromEntries(
		malformed.map((field) => [field, [`The ${words(field)} ${formats[field].message}`]]),
	);
}

export function invalidSelection(field: string): FieldErrors {
	return { [field]: [`The selected ${words(field)} is invalid.`] };
}

export function hasErrors(errors: FieldErrors): boolean {
	return Object.keys(errors).length > 0;
}

/** Maximum digits of a phone number together with its country code (service: V). */
const MAX_PHONE_DIGITS = 15;

/** Returns an error for a phone number that is too long, which rejects the whole registration (service: V). */
export function phoneLengthErrors(parameters: Parameters): FieldErrors {
	const digits = `${parameters.phone_country_code ?? ''}${parameters.phone ?? ''}`.replace(/\D/g, '');
	if (digits.length <= MAX_PHONE_DIGITS) return {};
	return { phone: [`The phone may not have more than ${MAX_PHONE_DIGITS} digits.`] };
}

/**
 * Returns the contact fields that the webinar requires besides first name and email. The register operation requires
 * country code and phone wherever the form has a phone (service: D), but no consent (service: C, against D).
 */
export function fieldsRequiredBy({ fields }: Webinar, by: 'api' | 'link'): string[] {
	const phone = ['phone_country_code', 'phone'];
	return [
		...(fields.lastName === 'required' ? ['last_name'] : []),
		...(by === 'api' && fields.phone !== 'off' ? phone : []),
		...(by === 'link' && fields.phone === 'required' ? phone : []),
	];
}

export function personIn(parameters: Parameters): Person {
	return {
		firstName: given(parameters, 'first_name') ?? '',
		lastName: given(parameters, 'last_name'),
		email: given(parameters, 'email') ?? '',
		phoneCountryCode: given(parameters, 'phone_country_code'),
		phone: given(parameters, 'phone'),
	};
}

function upTo(highest: number): Format {
	return {
		test: (value) => /^\d$/.test(value) && Number(value) <= highest,
		message: `must be between 0 and ${highest}.`,
	};
}

function words(field: string): string {
	return field.replaceAll('_', ' ');
}
