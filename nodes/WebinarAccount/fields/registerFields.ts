import { isBlank, isRecord, scalarText } from '../utils/values';
import {
	CONSENT_ADVICE,
	customFields,
	email,
	firstName,
	optionalContactFields,
	PHONE_ENTRIES,
	withSplitPhone,
	withValidPhone,
} from './contactFields';
import { asFlag, choice, collection, combining, type Field } from './field';
import { chosenSession, timezone, webinarId } from './webinarFields';

// The fields of the Register operation.

export const CONSENT = 'Attendee Consent';

/** The value is true if the option is not added, and undefined if it is empty, which means no consent. */
const attendeeConsent: Field<boolean | undefined> = {
	label: CONSENT,
	property: {
		type: 'boolean',
		default: true,
		hint: 'Drag your consent field here. People without consent are skipped.',
		description:
			'Whether the person agreed to be registered, to have their data processed and to be contacted. A fixed value applies to everyone.',
	},
	read(given) {
		// Without the option, every person is registered.
		if (given === undefined) return true;
		return isBlank(given) ? undefined : asFlag(CONSENT, given, CONSENT_ADVICE);
	},
};

/** If the option is not added, its value is an empty string, which means Register Again. The default applies when it is added. */
export const ifAlreadyRegistered = choice(
	'If Already Registered',
	undefined,
	{
		'Register Again': [
			'register',
			'Sends a registration for every contact. The service reportedly creates no duplicates for the same session.',
		],
		'Return Existing': [
			'return',
			'Returns the existing registration with its room links. Sends at most one additional request per person.',
		],
		Skip: [
			'skip',
			'Skips people who are already registered. The output has no room links for them. Sends at most one additional request per person.',
		],
	},
	{
		default: 'return',
		description:
			'What to do with people who are already registered for the schedule, on any of its dates. In a live series, this includes people who are registered for any of its sessions. The node ignores registrations for just-in-time sessions and instant replays. With double opt-in, it may not find people until they confirm. Duplicates within one run are always registered only once.',
	},
);

/** If the option is not added, its value is an empty string, which means Fail. The default applies when it is added. */
const ifPhoneInvalid = choice(
	'If Phone Is Invalid',
	undefined,
	{
		Fail: ['fail', 'The item fails with an error'],
		'Leave Out': ['leaveOut', 'Registers the person without phone number and country code'],
	},
	{
		default: 'leaveOut',
		description:
			'What to do with a phone number that is not valid, or that the service rejects. If the webinar requires a phone number, people without one cannot be registered.',
	},
);

/** The consent alone. Without it, nothing else is checked. */
export const consentOnly = { options: collection('Options', { attendeeConsent }) };

// Last Name is shown by default, because most registration forms require it. It is not sent while it is empty.
const additionalFields = collection(
	'Additional Fields',
	{ ...optionalContactFields, customFields },
	{ placeholder: 'Add field', default: { lastName: '' } },
);

export const registerFields = {
	webinarId,
	timezone,
	schedule: chosenSession,
	firstName,
	email,
	// Right below Email, so that users do not overlook Attendee Consent.
	options: collection(
		'Options',
		{ attendeeConsent, ifAlreadyRegistered, ifPhoneInvalid },
		{ placeholder: 'Add option', default: { attendeeConsent: true } },
	),
	additionalFields: combining(additionalFields, PHONE_ENTRIES, withSplitPhone),
};

/** The same fields, for people whose invalid phone number is left out. */
export const registerFieldsWithoutInvalidPhone = {
	...registerFields,
	additionalFields: combining(additionalFields, PHONE_ENTRIES, withValidPhone),
};

/** Whether the user chose to leave out invalid phone numbers. @param options the value of Options, before it is checked */
export function leavesPhoneOut(options: unknown): boolean {
	return isRecord(options) && scalarText(options.ifPhoneInvalid).trim() === 'leaveOut';
}
