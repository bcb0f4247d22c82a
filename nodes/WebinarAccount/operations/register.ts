import type { IDataObject } from 'n8n-workflow';

import { customFields, email, firstName, optionalContactFields } from '../fields/contactFields';
import {
	asConsent,
	choice,
	collection,
	type Field,
	type Fields,
	flag,
	sentValues,
	textAs,
	type Values,
} from '../fields/field';
import { bookedSession, onDate, SESSION, sessionDate, timezone, webinarId } from '../fields/webinarFields';
import type { IfRegistered } from '../registrants/decide';
import { type Registration, registerOnce } from '../registrants/registerOnce';
import { type Contact, hasScheduleAndDate } from '../registrants/registerPerson';
import { inOrder, REGISTRATION_FIRST, REGISTRATION_LAST } from '../utils/outputOrder';
import { isBlank, isRecord, scalarText } from '../utils/values';
import { findSession, type FoundSession, type SessionQuery } from '../webinars/chooseSession';
import { withOptionIds } from '../webinars/customFields';
import { unusableEntryHints } from '../webinars/unusableEntries';
import { isJustInTimeOrReplay } from '../webinars/webinar';
import type { Operation, OperationContext } from './operation';
import type { Outcome } from './runReport';

const CONSENT = 'Attendee Consent';

const attendeeConsent: Field<boolean> = {
	...flag(CONSENT, {
		default: true,
		hint: 'Drag your consent column here. People without consent are skipped. A fixed yes means that all agreed.',
		description:
			'Whether the person agreed to be registered, to have their data processed and to be contacted',
	}),
	// An empty value means no consent.
	read: (given) => given === undefined || asConsent(CONSENT, given),
};

const ifAlreadyRegistered = choice(
	'If Already Registered',
	undefined,
	{
		'Register Again': [
			'register',
			'Sends every contact. The service reportedly creates no duplicates for the same session.',
		],
		'Return Existing': [
			'return',
			'Returns the existing registration with its room links. Takes up to one more request per person.',
		],
		Skip: [
			'skip',
			'Skips people who are already registered. They have no room links in the output. Takes up to one more request per person.',
		],
	},
	{
		default: 'return',
		description:
			'What to do with people who are already registered for the schedule. In an automated webinar, a schedule may have several dates. In a live series, a registration for any session counts. Just in time and instant replay never count. With double opt-in, people may count only after they confirm. Duplicates in one run are always registered once.',
	},
);

const optionsWith = <Entries extends Fields>(entries: Entries) =>
	collection('Options', entries, { placeholder: 'Add option', default: { attendeeConsent: true } });

const fields = {
	webinarId,
	timezone,
	schedule: bookedSession,
	firstName,
	email,
	// Right below Email, so that nobody overlooks Attendee Consent.
	options: optionsWith({ attendeeConsent, ifAlreadyRegistered }),
	additionalFields: collection(
		'Additional Fields',
		{ ...optionalContactFields, customFields, sessionDate },
		// Shows Last Name at first, because most registration forms ask for it. An empty one is not sent.
		{ placeholder: 'Add field', default: { lastName: '' } },
	),
};

const asGiven = textAs('', {}, scalarText);

/** Read without validation: people without consent are passed through. */
const consentFields = {
	firstName: asGiven,
	additionalFields: textAs('', {}, (given) => scalarText(isRecord(given) ? given.lastName : undefined)),
	email: asGiven,
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
		const { product, webinars, report } = context;
		const consent = context.input(consentFields);
		if (!consent.options.attendeeConsent) {
			report.outcome('skipped (no consent)');
			return [skipped('no consent', consent.firstName, consent.additionalFields, consent.email)];
		}
		const input = context.input(fields);
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
		addHints(context, query, found);
		const contact = {
			...found,
			email: input.email,
			parameters: { ...sentValues(fields, input), ...withOptionIds(found.webinar, answers) },
			date: dateToSend(found, query),
		};
		const mode = modeOf(input.options.ifAlreadyRegistered);
		const contactsLeft = context.itemsLeft('webinarId', 'schedule', 'timezone');
		const registration = await registerOnce({ ...context, contactsLeft }, contact, mode);
		reportRegistration(context, contact, registration, mode);
		if (registration.isSkipped) return [skippedOutput(contact, registration, input)];
		return [registrationOutput(contact, registration)];
	},
};

/** Returns the default for an option that was not added. */
const modeOf = (value: string): IfRegistered => (value === 'skip' || value === 'return' ? value : 'register');

/** Returns the date that selects one session of the schedule; empty to register for the schedule as a whole. */
function dateToSend({ webinar, session }: FoundSession, { choice }: SessionQuery): string {
	const selectsSession = webinar.product.registersOneDate && choice.kind !== 'schedule';
	// Just in time and instant replay are registered without a date, as in the vendor's sample.
	return selectsSession && !isJustInTimeOrReplay(session) ? session.date : '';
}

function skipped(reason: string, firstName: string, lastName: string, email: string): IDataObject {
	return { first_name: firstName || null, last_name: lastName || null, email, skipped: true, reason };
}

function skippedOutput(
	{ webinar, session }: Contact,
	{ registered }: Registration,
	{ firstName, additionalFields, email: address }: Values<typeof fields>,
): IDataObject {
	return {
		...skipped('already registered', firstName, additionalFields.lastName, address),
		webinar_id: webinar.id,
		schedule: session.schedule,
		// The response to a registration has no lead_id, so a duplicate in this run has none either.
		lead_id: registered.lead_id ?? null,
	};
}

function registrationOutput({ webinar }: Contact, { registered, origin }: Registration): IDataObject {
	const output = {
		...registered,
		skipped: false,
		...(origin !== 'new' && { existing: true }),
		webinar_title: webinar.detail.title ?? null,
	};
	return inOrder(output, REGISTRATION_FIRST, REGISTRATION_LAST);
}

/** The advice for running the items again after an error that stopped the run. */
const ADVICE: Readonly<Record<IfRegistered, string>> = {
	register: `Before you run the items again, add ${ifAlreadyRegistered.label} under Options and set it to Skip, so that these contacts are not sent again.`,
	return: 'Run the items again: nobody is registered twice.',
	skip: 'Run the items again: people who are already registered are skipped.',
};

const OUTCOMES = {
	new: 'registered',
	run: 'duplicate',
	list: 'already registered',
} as const satisfies Record<Registration['origin'], Outcome>;

function reportRegistration(
	{ report }: OperationContext,
	{ date }: Contact,
	{ registered, origin, isSkipped, hasUnreadableDate }: Registration,
	mode: IfRegistered,
): void {
	const outcome = OUTCOMES[origin];
	report.outcome(isSkipped && outcome !== 'registered' ? `skipped (${outcome})` : outcome);
	if (origin === 'new') report.changed('registered', ADVICE[mode]);
	if (origin === 'new' && date !== '' && !hasScheduleAndDate(registered)) {
		report.addHint(
			'The service did not confirm the session of a registration. Check it in the webinar account.',
			'contact',
		);
	}
	if (hasUnreadableDate) {
		report.addHint(
			'The registrant list has a registration with an unreadable date. It counts only for its own schedule.',
			'contact',
		);
	}
	if (!isSkipped && isBlank(registered.live_room_url))
		report.addHint('The service returned no link to the live room.', 'contact');
}

function addHints(
	{ product, report }: OperationContext,
	{ choice }: SessionQuery,
	{ webinar, session }: FoundSession,
) {
	const hintIf = (applies: boolean, text: string) => applies && report.addHint(text, webinar.id);
	for (const text of unusableEntryHints(webinar)) report.addHint(text, webinar.id);
	hintIf(
		// A registration without a date is for the whole series.
		product.registersWholeSeries && choice.kind !== 'schedule' && session.isSeries,
		`In a series, people are registered for all following sessions, not only for the one in ${SESSION}.`,
	);
	hintIf(
		choice.kind === 'next' && !webinar.zone,
		'The next session was chosen as if all dates were in EST (GMT-5), because the webinar has no time zone.',
	);
	hintIf(
		webinar.detail.registration_type === 'paid',
		'The webinar is paid. Registering here does not charge the attendee. Get returns the checkout URL.',
	);
}
