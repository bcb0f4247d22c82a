import {
	CONSENT_ADVICE,
	customFields,
	email,
	firstName,
	optionalContactFields,
	PHONE_ENTRIES,
	withConvertedData,
} from './contactFields';
import { asFlag, choice, collection, combining, type Field, flag } from './field';
import { chosenSession, timezone, webinarId } from './webinarFields';

// The fields of the Register operation.

const CONSENT = 'Attendee Consent';

/** Without the option, every person is registered. An empty value means no consent. */
const attendeeConsent: Field<boolean> = {
	...flag(CONSENT, {
		default: true,
		hint: 'Drag your consent field here. People without consent are skipped.',
		description:
			'Whether the person agreed to be registered, to have their data processed and to be contacted. A fixed value applies to everyone.',
	}),
	read: (given) => asFlag(CONSENT, given, CONSENT_ADVICE),
};

/** Without the option, people are registered again. The default applies when it is added. */
export const ifAlreadyRegistered = choice(
	'If Already Registered',
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

/** Without the option, the item fails. The default applies when it is added. */
const ifPhoneInvalid = choice(
	'If Phone Is Invalid',
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

export const registerFields = {
	webinarId,
	timezone,
	schedule: chosenSession,
	firstName,
	email,
	// Right below Email, so that users do not overlook Attendee Consent. Above Additional Fields, because `withConvertedData`
	// reads If Phone Is Invalid.
	options: collection(
		'Options',
		{ attendeeConsent, ifAlreadyRegistered, ifPhoneInvalid },
		{ placeholder: 'Add option', default: { attendeeConsent: true } },
	),
	additionalFields: combining(
		collection(
			'Additional Fields',
			{ ...optionalContactFields, customFields },
			// Last Name is shown by default, because most registration forms require it. It is not sent while it is empty.
			{ placeholder: 'Add field', default: { lastName: '' } },
		),
		PHONE_ENTRIES,
		withConvertedData,
	),
};
