import type { IDataObject } from 'n8n-workflow';

import { customFields, email, firstName, optionalContactFields } from '../fields/contactFields';
import { expressionIn, noValue } from '../fields/expression';
import {
	choice,
	collection,
	type Field,
	type Fields,
	flag,
	sentValues,
	textAs,
	type Values,
} from '../fields/field';
import { asConsent } from '../fields/parameterValues';
import { bookedSession, onDate, SESSION, sessionDate, timezone, webinarId } from '../fields/webinarFields';
import type { IfRegistered } from '../registrants/decide';
import { type Registration, registerOnce } from '../registrants/registerOnce';
import { type Contact, hasScheduleAndDate } from '../registrants/registerPerson';
import type { Product } from '../service/products';
import { inOrder, REGISTRATION_FIRST, REGISTRATION_LAST } from '../utils/outputOrder';
import { isBlank, isRecord, scalarText } from '../utils/values';
import { findSession, type FoundSession, type SessionQuery } from '../webinars/chooseSession';
import { withOptionIds } from '../webinars/customFields';
import { unusableEntryHints } from '../webinars/unusableEntries';
import { isJustInTimeOrReplay, type Session } from '../webinars/webinar';
import type { Operation, OperationContext } from './operation';
import type { Outcome } from './runReport';

const CONSENT = 'Attendee Consent';

const attendeeConsent: Field<boolean> = {
	...flag(CONSENT, {
		default: true,
		hint: 'Drag your consent field here. People without consent are skipped.',
		description:
			'Whether the person agreed to be registered, to have their data processed and to be contacted. A fixed value applies to everyone.',
	}),
	// Unlike in `flag`, an empty value is not an error. It means no consent.
	read: (given) => given === undefined || asConsent(CONSENT, given),
};

const ifAlreadyRegistered = choice(
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

/** Creates the Options collection with the given entries. */
const optionsWith = <Entries extends Fields>(entries: Entries) =>
	collection('Options', entries, { placeholder: 'Add option', default: { attendeeConsent: true } });

const fields = {
	webinarId,
	timezone,
	schedule: bookedSession,
	firstName,
	email,
	// Right below Email, so that users do not overlook Attendee Consent.
	options: optionsWith({ attendeeConsent, ifAlreadyRegistered }),
	additionalFields: collection(
		'Additional Fields',
		{ ...optionalContactFields, customFields, sessionDate },
		// Last Name is shown by default, because most registration forms require it. It is not sent while it is empty.
		{ placeholder: 'Add field', default: { lastName: '' } },
	),
};

/** A field whose text is read without checks. */
const uncheckedText = textAs('', {}, scalarText);

/**
 * The fields that are read first: the consent, and the values for the output if the person did not consent. These
 * values are not checked, because they are not sent.
 */
const consentFields = {
	firstName: uncheckedText,
	additionalFields: textAs('', {}, (given) => scalarText(isRecord(given) ? given.lastName : undefined)),
	email: uncheckedText,
	options: optionsWith({ attendeeConsent }),
};

export const register: Operation = {
	value: 'register',
	name: 'Register',
	description: 'Register a person for a session and get their room links',
	action: ({ aNoun }) => `Register a person for ${aNoun}`,
	fields,

	check(input) {
		if (!input(consentFields).options.attendeeConsent) return;
		const { schedule, additionalFields } = input(fields);
		onDate(schedule, additionalFields.sessionDate);
	},

	async execute(context) {
		const {
			firstName: name,
			additionalFields: lastName,
			email: address,
			options,
		} = context.input(consentFields);
		if (!options.attendeeConsent) {
			context.report.addOutcome('skipped (no consent)');
			addMissingConsentHint(context);
			return [skippedPerson('no consent', name, lastName, address)];
		}
		const input = context.input(fields);
		const contact = await findContact(context, input);
		const mode = modeOf(input.options.ifAlreadyRegistered);
		const contactsLeft = context.itemsLeft('webinarId', 'schedule', 'timezone');
		const registration = await registerOnce({ ...context, contactsLeft }, contact, mode);
		reportRegistration(context, contact, registration, mode);
		if (registration.isSkipped) return [skippedOutput(contact, registration, input)];
		return [registrationOutput(contact, registration)];
	},
};

/** The expression in Attendee Consent if it returned no value for an item; undefined otherwise. */
const expressionWithoutConsent: Field<string | undefined> = {
	label: CONSENT,
	property: attendeeConsent.property,
	read: (given, _readParameter, stored) => (isBlank(given) ? expressionIn(stored) : undefined),
};

/**
 * Adds a hint if the expression in Attendee Consent returns no value for any item of the run. A wrong column name would
 * otherwise look as if everybody had refused.
 */
function addMissingConsentHint({ input, report }: OperationContext): void {
	const { options } = input({ options: optionsWith({ attendeeConsent: expressionWithoutConsent }) });
	if (options.attendeeConsent !== undefined) report.addHintForAll(noValue(CONSENT, options.attendeeConsent));
}

type Input = Values<typeof fields>;

/** Finds the chosen session, and returns it with the person's data to send. Adds hints about the session. */
async function findContact(context: OperationContext, input: Input): Promise<Contact> {
	const { product, webinars } = context;
	const { customFields: answers } = input.additionalFields;
	const chosen = onDate(input.schedule, input.additionalFields.sessionDate);
	const query: SessionQuery = {
		product,
		reference: input.webinarId,
		zone: input.timezone,
		choice: product.registersOneDate ? chosen : input.schedule,
		check: (webinar) => void withOptionIds(webinar, answers),
	};
	const found = await findSession(webinars, query);
	addSessionHints(context, query, found);
	return {
		...found,
		email: input.email,
		parameters: { ...sentValues(fields, input), ...withOptionIds(found.webinar, answers) },
		date: dateToSend(found, query),
	};
}

/** Returns the value of If Already Registered, or its default if the user did not add the option. */
const modeOf = (value: string): IfRegistered => (value === 'skip' || value === 'return' ? value : 'register');

/** Returns the date that selects one session of the schedule. Returns '' to register for the schedule as a whole. */
function dateToSend({ webinar, session }: FoundSession, { choice }: SessionQuery): string {
	const selectsSession = webinar.product.registersOneDate && choice.kind !== 'schedule';
	// In the vendor's example, registrations for just-in-time sessions and instant replays have no date.
	return selectsSession && !isJustInTimeOrReplay(session) ? session.date : '';
}

/** Returns the fields that the output has for every skipped person. */
function skippedPerson(reason: string, firstName: string, lastName: string, email: string): IDataObject {
	return { first_name: firstName || null, last_name: lastName || null, email, skipped: true, reason };
}

/** Returns the output item for a person who is skipped because they are already registered. */
function skippedOutput(
	{ webinar, session }: Contact,
	{ registered }: Registration,
	{ firstName, additionalFields, email: address }: Input,
): IDataObject {
	return {
		...skippedPerson('already registered', firstName, additionalFields.lastName, address),
		webinar_id: webinar.id,
		schedule: session.schedule,
		// Null for a duplicate within this run, because the response to its registration has no lead_id.
		lead_id: registered.lead_id ?? null,
	};
}

/** Returns the output item for a new or an existing registration. */
function registrationOutput({ webinar }: Contact, { registered, origin }: Registration): IDataObject {
	const output = {
		...registered,
		skipped: false,
		...(origin !== 'new' && { existing: true }),
		webinar_title: webinar.detail.title ?? null,
	};
	return inOrder(output, REGISTRATION_FIRST, REGISTRATION_LAST);
}

/**
 * Tells users how to run the items again after an error that stopped the run. The keys are the values of If Already
 * Registered.
 */
const RERUN_ADVICE: Readonly<Record<IfRegistered, string>> = {
	register: `Before you run the items again, add ${ifAlreadyRegistered.label} under Options and set it to Skip, so that these contacts are not registered again.`,
	return: 'Run the items again. People who are already registered are not registered twice.',
	skip: 'Run the items again. People who are already registered are skipped.',
};

/** The name in the run's summary for each origin of a registration. */
const OUTCOMES = {
	new: 'registered',
	run: 'duplicate',
	list: 'already registered',
} as const satisfies Record<Registration['origin'], Outcome>;

/** Adds a registration to the run's summary, and adds hints about data that the registration lacks. */
function reportRegistration(
	{ report }: OperationContext,
	{ date }: Contact,
	{ registered, origin, isSkipped, hasUnreadableDate }: Registration,
	mode: IfRegistered,
): void {
	const outcome = OUTCOMES[origin];
	report.addOutcome(isSkipped && outcome !== 'registered' ? `skipped (${outcome})` : outcome);
	if (origin === 'new') report.addChange('registered', RERUN_ADVICE[mode]);
	if (origin === 'new' && date !== '' && !hasScheduleAndDate(registered)) {
		report.addHint(
			'The service did not say which session it registered the person for. Check the session in the webinar account.',
			'contact',
		);
	}
	if (hasUnreadableDate) {
		report.addHint(
			"The registrant list has a registration with an unreadable date. The node treats the person as registered only for that registration's schedule.",
			'contact',
		);
	}
	if (!isSkipped && isBlank(registered.live_room_url))
		report.addHint('The service returned no link to the live room.', 'contact');
}

/** Adds hints about the webinar and the chosen session. */
function addSessionHints(
	{ product, report }: OperationContext,
	{ choice }: SessionQuery,
	{ webinar, session }: FoundSession,
): void {
	const addHint = (text: string) => report.addHint(text, webinar.id);
	unusableEntryHints(webinar).forEach(addHint);
	wholeScheduleHints(product, choice, session).forEach(addHint);
	const isForWholeSeries = product.registersWholeSeries && session.isSeries;
	// A user who chose a whole schedule does not need this hint.
	if (isForWholeSeries && choice.kind !== 'schedule') {
		addHint(
			`In a series, people are registered for all following sessions, not only for the one in ${SESSION}.`,
		);
	}
	if (choice.kind === 'next' && !webinar.zone) {
		addHint(
			'The next session was chosen as if all dates were in EST (GMT-5), because the webinar has no time zone.',
		);
	}
	if (webinar.detail.registration_type === 'paid') {
		addHint(
			'This is a paid webinar, but registering a person here does not charge them. The checkout URL is in the output of Get.',
		);
	}
}

/** Returns a hint if a registration for an automated webinar covers all sessions of a schedule. */
function wholeScheduleHints(product: Product, choice: SessionQuery['choice'], session: Session): string[] {
	if (!product.registersOneDate || choice.kind !== 'schedule') return [];
	// Such a session has no date that a registration could choose.
	if (session.kind !== 'dated' || session.startsAt === undefined) return [];
	const { schedule } = choice;
	return [
		`People are registered for every session of schedule ${schedule}. To register them only for the next one, enter ${schedule}|next in ${SESSION}.`,
	];
}
