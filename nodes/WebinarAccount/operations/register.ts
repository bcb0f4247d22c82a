import { Settings } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { contactHints } from '../fields/contactData';
import {
	CONSENT_ADVICE,
	customFields,
	email,
	firstName,
	optionalContactFields,
	PHONE_ENTRIES,
	withConvertedData,
} from '../fields/contactFields';
import {
	asFlag,
	choice,
	collection,
	combining,
	type Field,
	flag,
	type Parameters,
	readFields,
	sentValues,
	type Values,
} from '../fields/field';
import { chosenSession, SESSION, timezone, webinarId } from '../fields/webinarFields';
import { asRegistration, checkResponse } from '../registrants/registrations';
import { personIdOf } from '../registrants/registrantList';
import type { CallParameters, Responses } from '../service/endpoints';
import { rethrowUnless, ServiceError } from '../service/errors';
import { oneAtATime } from '../utils/async';
import { type Hint, inOutputOrder, isRecord, scalarText } from '../utils/values';
import { type Booking, chooseSession } from '../webinars/chooseSession';
import { unknownLabelHints, withOptionIds } from '../webinars/customFields';
import { hasBegun, isJustInTimeOrReplay, type Webinar } from '../webinars/webinar';
import { findIfOutcomeUnclear, lookUp } from './lookUp';
import { activeRuns, type Operation, type OperationContext, type Registration } from './operation';
import output from '../__schema__/v1.0.0/live/register.json';

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
const ifAlreadyRegistered = choice(
	'If Already Registered',
	{
		'Register Again': [
			'register',
			'Sends a registration for every contact. The service reportedly creates no duplicates for the same session.',
		],
		'Return Existing': [
			'return',
			'Returns the existing registration with its room links. Sends about one additional request per person.',
		],
		Skip: [
			'skip',
			'Skips people who are already registered. The output has no room links for them. Sends about one additional request per person.',
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
const consentOnly = { options: collection('Options', { attendeeConsent }) };

const registerFields = {
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

type ContactInput = Values<typeof registerFields>;

/** An item without consent: its finished output. */
interface SkippedInput {
	skipped: IDataObject;
}

export const register: Operation<ContactInput | SkippedInput> = {
	value: 'register',
	name: 'Register',
	description: 'Register a person for a session and get their room links',
	builderHint:
		'Registers one person per input item. Set ifAlreadyRegistered to "return" to avoid registering anyone twice.',
	action: ({ aNoun }) => `Register a person for ${aNoun}`,
	fields: registerFields,
	output,
	namedBy: 'email',

	read(given, expressions) {
		const { options } = readFields(consentOnly, given, expressions);
		if (options.attendeeConsent === false) return { skipped: outputWithoutConsent(given) };
		return readFields(registerFields, given, expressions);
	},

	async execute(context, input) {
		const { service, webinars, signal, report } = context;
		if ('skipped' in input) {
			report.addOutcome('skipped (no consent)');
			return [input.skipped];
		}
		const id = await webinars.fetchId(input.webinarId);
		const personId = personIdOf(service, Number(id), input.email);
		// Nobody else in this n8n process registers or unsubscribes the person meanwhile. The webinar is read inside too, so that
		// of several items for one person, the first always comes first.
		return await oneAtATime(personId, signal, async () => {
			const contact = await webinars.resolve({ id }, input.timezone, (webinar) =>
				toContact(webinar, input, personId),
			);
			const registration = await registerOnce(context, contact);
			return [reportedOutput(context, contact, registration)];
		});
	},
};

/** Returns the output for a person without consent. Values that are not text, numbers or booleans count as empty. */
function outputWithoutConsent({ firstName, additionalFields, email }: Parameters): IDataObject {
	const lastName = isRecord(additionalFields) ? additionalFields.lastName : undefined;
	const [first, last, address] = [firstName, lastName, email].map((value) => scalarText(value).trim());
	return skippedPerson('no consent', first, last, address);
}

/** Returns the fields that the output has for every skipped person. An empty name becomes null. */
function skippedPerson(
	reason: string,
	name: string | undefined,
	lastName: string | undefined,
	address: string | undefined,
): IDataObject {
	return { first_name: name || null, last_name: lastName || null, email: address, skipped: true, reason };
}

/** An item with consent, the session that was chosen for the person, and the register request for both. */
interface Contact extends Booking {
	input: ContactInput;
	/** The ID of `personIdOf`. */
	personId: string;
	request: CallParameters;
}

/**
 * Finds the chosen session in a webinar, and creates the register request.
 * @throws InputError if the webinar has no such session, or does not accept an answer to a custom field
 */
function toContact(webinar: Webinar, input: ContactInput, personId: string): Contact {
	const booking = chooseSession(webinar, input.schedule, Settings.now());
	return { ...booking, input, personId, request: toRequest(booking, input) };
}

/** Returns the parameters of the register request. Empty values are left out. */
function toRequest({ webinar, session, dateToSend }: Booking, input: ContactInput): CallParameters {
	const request: Record<string, string | readonly string[]> = {
		...sentValues(registerFields, input),
		...withOptionIds(webinar, input.additionalFields.customFields ?? {}),
		webinar_id: String(webinar.id),
		schedule: String(session.scheduleId),
	};
	// Without a date, the registration is for the schedule as a whole.
	if (dateToSend !== '') request.date = dateToSend;
	// The dates of an automated webinar were read with this offset. With another offset, the same date would mean another
	// moment. A session that was read without an offset is registered without one.
	if (session.offset !== undefined) request.timezone = session.offset;
	return request;
}

/**
 * Registers a contact, unless this run has already registered the person for the session. If the user chose Skip or
 * Return Existing, the person is looked up in the registrant list first. The caller runs this once at a time for each person.
 * @throws ServiceError if the registration fails, or if an earlier one in this run failed with an unknown outcome
 */
async function registerOnce(context: OperationContext, contact: Contact): Promise<Registration> {
	const key = `${contact.personId} ${sessionKey(contact)}`;
	const earlier = context.memory.sent.get(key);
	if (earlier instanceof ServiceError) throw earlier;
	if (earlier) return { ...earlier, outcome: 'already registered in this run' };

	const { email, options } = contact.input;
	const mode = options.ifAlreadyRegistered;
	const row = mode === 'skip' || mode === 'return' ? await lookUp(context, contact, email) : undefined;
	if (row) return { registered: asRegistration(row, contact), outcome: 'already registered' };
	return await sendAndRemember(context, contact, key);
}

/** Sends a registration. Remembers its outcome for duplicates in this run, and the person for all runs in progress. */
async function sendAndRemember(
	context: OperationContext,
	contact: Contact,
	key: string,
): Promise<Registration> {
	const { memory, report, signal } = context;
	const registration = await sendOrLeavePhoneOut(context, contact)
		.catch((error: unknown) => {
			if (error instanceof ServiceError && error.mayHaveActed) {
				memory.sent.set(key, error);
				// n8n does not show this error if the run was stopped meanwhile, so the note on changes counts it.
				if (signal.aborted) report.addOutcome('possibly registered');
			}
			throw error;
		})
		.finally(() => {
			// The lists that the runs have read may now lack the person, also after a failure.
			for (const run of activeRuns) run.peopleRegisteredDuringRun.add(contact.personId);
		});
	memory.sent.set(key, registration);
	return registration;
}

/**
 * Returns the key of a session within its webinar. If a person has two registrations with the same key, the second one
 * is a duplicate. The key omits values that keep changing: the IDs and dates of just-in-time and instant-replay
 * sessions, and the date of a session that is always open.
 */
export function sessionKey({ session, dateToSend }: Pick<Contact, 'session' | 'dateToSend'>): string {
	const { kind, scheduleId, startsAt, coversWebinar } = session;
	// In a live series, one registration covers all sessions.
	if (coversWebinar) return 'series';
	if (isJustInTimeOrReplay(session)) return kind;
	// A registration for a whole schedule has no date.
	if (kind === 'anyTime' || dateToSend === '') return `${scheduleId}`;
	// The key contains the start, not the date, because attendees in different time zones have different dates for the
	// same session.
	return `${scheduleId}|${startsAt ?? dateToSend}`;
}

/** Sends a registration, and once more without a phone number that the service rejected, if the user allows it. */
async function sendOrLeavePhoneOut(context: OperationContext, contact: Contact): Promise<Registration> {
	const { input, request } = contact;
	const mayLeavePhoneOut =
		input.options.ifPhoneInvalid === 'leaveOut' && PHONE_PARAMETERS.some((name) => name in request);
	try {
		const registration = await sendRequest(context, contact, request);
		addContactHints(context, input, input.additionalFields);
		return registration;
	} catch (error) {
		rethrowUnless(isRejection(error) && mayLeavePhoneOut && isAboutPhone(error), error);
		return await sendWithoutPhone(context, contact, error);
	}
}

const PHONE_PARAMETERS = ['phone', 'phone_country_code'];

/** Whether the phone number is the only reason of a rejection. */
function isAboutPhone({ problems }: ServiceError): boolean {
	// The rejection may also call the parameter `phone_number`, or name the phone number only in its text.
	return problems.every(({ parameter, text }) => /\bphone/i.test(parameter ?? text));
}

/** Whether the service reported what is wrong with a request, so that it certainly did not act on it. */
function isRejection(error: unknown): error is ServiceError {
	return error instanceof ServiceError && !error.mayHaveActed && error.problems.length > 0;
}

/** Sends a registration without its phone number. @param rejection the error of the registration with the phone number */
async function sendWithoutPhone(
	context: OperationContext,
	contact: Contact,
	rejection: ServiceError,
): Promise<Registration> {
	const others = Object.entries(contact.request).filter(([name]) => !PHONE_PARAMETERS.includes(name));
	const request = Object.fromEntries(others);
	const registration = await sendRequest(context, contact, request).catch((error: unknown) => {
		if (!isRejection(error)) throw error;
		// The service may now say that a phone number is required. The user needs to know what was wrong with the given one.
		throw new ServiceError(error.message, { ...error, problems: [...rejection.problems, ...error.problems] });
	});
	addContactHints(context, contact.input, { isPhoneLeftOut: true });
	return registration;
}

/**
 * Sends a register request and returns the registration. If the request failed and it is unclear whether the service has
 * acted, looks the person up once.
 * @throws ServiceError if the registration fails, or if the response is about a different person, webinar or session
 */
async function sendRequest(
	context: OperationContext,
	contact: Contact,
	request: CallParameters,
): Promise<Registration> {
	const { service, report, itemName } = context;
	let response: Responses['register'];
	try {
		response = await service.call('register', request);
	} catch (error) {
		const row = await findIfOutcomeUnclear(context, contact, contact.input.email, error);
		rethrowUnless(row !== undefined, error);
		report.addHint(
			'The service failed, but it lists the registration, so the person is registered.',
			itemName,
		);
		return { registered: asRegistration(row, contact), outcome: 'registered' };
	}
	const { registered, hints } = checkResponse(response.user, contact.input.email, contact);
	report.addHints(hints, itemName);
	return { registered, outcome: 'registered' };
}

/** Adds hints about the contact's data. @param isPhoneLeftOut whether the person was registered without the phone number */
function addContactHints(
	{ report, itemName }: OperationContext,
	{ firstName, additionalFields }: ContactInput,
	{ isPhoneLeftOut }: { isPhoneLeftOut: boolean },
): void {
	const { isIpAddressLeftOut, lastName, phone, phoneCountryCode } = additionalFields;
	const sentPhone = isPhoneLeftOut ? {} : { phone, phoneCountryCode };
	const hints: Hint[] = [
		...contactHints({ firstName, lastName, ...sentPhone }),
		[isIpAddressLeftOut, 'IP Address contains no IP address, so the person was registered without it.'],
		[isPhoneLeftOut, 'The phone number is invalid, so the person was registered without it.'],
	];
	report.addHints(hints, itemName);
}

/** Records what happened to the contact, adds the hints about it, and returns the output. */
function reportedOutput(
	context: OperationContext,
	contact: Contact,
	registration: Registration,
): IDataObject {
	const { outcome } = registration;
	const isNew = outcome === 'registered';
	const isSkipped = !isNew && contact.input.options.ifAlreadyRegistered === 'skip';
	context.report.addOutcome(isSkipped ? `skipped (${outcome})` : outcome);
	if (isSkipped) return skippedOutput(contact, registration);
	if (isNew) addSessionHints(context, contact);
	return registeredOutput(context, contact, registration);
}

/** Adds hints about the webinar and the chosen session. */
function addSessionHints(
	{ report }: OperationContext,
	{ input, webinar, session, dateToSend, isAssumedReplay }: Contact,
): void {
	const { schedule: choice, additionalFields } = input;
	const { registersOneDate, registersWholeSeries } = webinar.product;
	// A session that is always open, or whose date cannot be read, has no fixed date.
	const isOnFixedDate = session.kind === 'dated' && session.startsAt !== undefined;
	const hints: Hint[] = [
		...unknownLabelHints(webinar, Object.keys(additionalFields.customFields ?? {})),
		[
			isAssumedReplay,
			`Schedule ${session.scheduleId} has only one entry, which is not upcoming. The node assumes that it is a replay, and registers people for it without a date.`,
		],
		[
			registersOneDate && choice.kind === 'date' && isOnFixedDate && hasBegun(session, Settings.now()),
			`People are registered for a session that has begun (${dateToSend}, schedule ${session.scheduleId}). If it is not a replay, choose a later session, or the next session of a schedule.`,
		],
		[
			// A user who chose a whole schedule knows that it has several sessions.
			registersWholeSeries && session.isRecurringOrInSeries && ['next', 'date'].includes(choice.kind),
			`In a series, people are registered for all following sessions, not only for the one in ${SESSION}.`,
		],
		[
			// The user could also have chosen one date.
			registersOneDate && choice.kind === 'all' && isOnFixedDate,
			`People are registered for every session of schedule ${session.scheduleId}. To register them only for the next one, enter ${session.scheduleId} in ${SESSION}.`,
		],
		[
			webinar.detail.registration_type === 'paid',
			'This is a paid webinar, but registering a person here does not charge them. The checkout URL is in the output of Get.',
		],
	];
	report.addHints(hints, `webinar ${webinar.id}`);
}

/** Returns the output for a person who is registered already. */
function skippedOutput({ input, webinar, session }: Contact, { registered }: Registration): IDataObject {
	const { firstName, email, additionalFields } = input;
	return {
		...skippedPerson('already registered', firstName, additionalFields.lastName, email),
		webinar_id: webinar.id,
		// In a live series, the registration may be for another schedule.
		schedule: registered.schedule ?? session.scheduleId,
		// Null for a duplicate within this run, because the response to its registration has no lead_id.
		lead_id: registered.lead_id ?? null,
	};
}

/** Returns the output for a registered person, with `existing: true` if the person was registered before this item. */
function registeredOutput(
	{ report, itemName }: OperationContext,
	{ webinar }: Contact,
	{ registered, outcome }: Registration,
): IDataObject {
	// The registration succeeded, so a missing link is no error.
	if (!registered.live_room_url) {
		report.addHint(
			`The registration has no link to the live room. If the person was registered just now, run the item again, but not with ${ifAlreadyRegistered.label} set to Skip.`,
			itemName,
		);
	}
	const registration = {
		...registered,
		skipped: false,
		existing: outcome === 'registered' ? undefined : true,
		webinar_title: webinar.detail.title ?? null,
	};
	return inOutputOrder(registration, FIRST_REGISTRATION_FIELDS);
}

/** The first fields of a registration's output, which users need most. */
const FIRST_REGISTRATION_FIELDS = [
	'first_name',
	'last_name',
	'email',
	'skipped',
	'existing',
	'live_room_url',
	'phone_country_code',
	'phone',
	'date',
	'date_text',
	'timezone',
	'starts_at',
	'replay_room_url',
	'thank_you_url',
	'webinar_title',
];
