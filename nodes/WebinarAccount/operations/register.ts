import type { IDataObject } from 'n8n-workflow';

import { customFields, email, firstName, optionalContactFields } from '../fields/contactFields';
import {
	asFlag,
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
import { type IfRegistered, type Registration, registerOnce } from '../registrants/registerOnce';
import { namesSession, registerPerson } from '../registrants/registration';
import { InputError, ServiceError } from '../service/errors';
import { inOrder, isBlank, isRecord, scalarText } from '../utils/values';
import { findSession, findIn, type FoundSession, isRule, type SessionQuery } from '../webinars/chooseSession';
import { answersFor } from '../webinars/customFields';
import { unusableEntries } from '../webinars/unusableEntries';
import { lacksPermanentId, type Session } from '../webinars/webinar';
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
	read: (given) => given === undefined || asFlag(CONSENT, given),
};

const ifAlreadyRegistered = choice(
	'If Already Registered',
	undefined,
	{
		'Register Again': ['register', 'Registers everyone. May create duplicates.'],
		'Return Existing': [
			'return',
			'Returns the existing registration with its room links. Takes up to one more call per person.',
		],
		Skip: [
			'skip',
			'Skips people who are already registered. They have no room links in the output. Takes up to one more call per person.',
		],
	},
	{
		default: 'return',
		description:
			'What to do with people who are already registered for the schedule. A schedule of an automated webinar may have several dates. In a live series, a registration for any session counts. With double opt-in, people may count only after they confirmed. Duplicate contacts in a run are always registered once.',
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
			check: (webinar) => void answersFor(webinar, answers),
		};
		const found = await findSession(webinars, query);
		addHints(context, query, found);
		const isWholeSchedule = !product.registersOneDate || query.choice.kind === 'schedule';
		const person = sentValues(fields, input);
		const mode = modeOf(input.options.ifAlreadyRegistered);
		const registration = await registerOnce(
			{
				...context,
				contactsLeft: context.itemsLeft('webinarId', 'schedule', 'timezone'),
				send: async (to) => {
					const sent = { ...person, ...answersFor(to.webinar, answers) };
					const user = await registerPerson(context.service, to, sent, isWholeSchedule);
					const sendsDate = !isWholeSchedule && to.session.date !== '' && !lacksPermanentId(to.session);
					if (sendsDate && !namesSession(user)) {
						const text = 'The service did not confirm the session of a registration';
						report.addHint(`${text}: compare it in the webinar account.`, 'contact');
					}
					return user;
				},
				chooseAgain: async (error, rejected) => {
					if (!isRejection(error)) return undefined;
					const again = await findIn(webinars.forProof(), query, webinars.now()).catch((failure: unknown) => {
						// Says which sessions there are if it is not on offer any more.
						throw failure instanceof InputError ? failure : error;
					});
					return isRule(query.choice) && !isSameSession(again.session, rejected.session) ? again : undefined;
				},
			},
			{ ...found, email: input.email, isWholeSchedule },
			mode,
		);
		return [outputOf(context, registration, mode, input)];
	},
};

const modeOf = (value: string): IfRegistered => (value === 'skip' || value === 'return' ? value : 'register');

/** Whether the service registered nobody: its words do not show whether that was because of the session. */
function isRejection(error: unknown): boolean {
	if (!(error instanceof ServiceError) || error.mayHaveActed || error.isTransient) return false;
	return error.httpCode !== 401 && error.httpCode !== 429;
}

function isSameSession(one: Session, other: Session): boolean {
	return one.schedule === other.schedule && one.date === other.date && one.timezone === other.timezone;
}

const ADVICE: Readonly<Record<IfRegistered, string>> = {
	register: `Add ${ifAlreadyRegistered.label} under Options and set it to Skip before you run the items again, to avoid duplicates.`,
	return: 'Run the items again: nobody is registered twice.',
	skip: 'Run the items again: people who are already registered are skipped.',
};

function skipped(reason: string, firstName: string, lastName: string, email: string): IDataObject {
	return { first_name: firstName || null, last_name: lastName || null, email, skipped: true, reason };
}

const OUTCOMES = {
	new: 'registered',
	run: 'duplicate',
	process: 'already registered',
	list: 'already registered',
} as const satisfies Record<Registration['origin'], Outcome>;

function outputOf(
	{ report }: OperationContext,
	registration: Registration,
	mode: IfRegistered,
	{ firstName, additionalFields, email: address }: Values<typeof fields>,
): IDataObject {
	const { found, registered, origin } = registration;
	const { webinar, session } = found;
	const outcome = OUTCOMES[origin];
	const isSkipped = mode === 'skip' && outcome !== 'registered';
	report.outcome(isSkipped ? `skipped (${outcome})` : outcome);
	if (isSkipped) {
		return {
			...skipped('already registered', firstName, additionalFields.lastName, address),
			webinar_id: webinar.id,
			schedule: session.schedule,
			...(origin === 'list' && { lead_id: registered.lead_id ?? null }),
		};
	}
	if (origin === 'new') report.changed('registered', ADVICE[mode]);
	if (isBlank(registered.live_room_url))
		report.addHint('The service returned no link to the live room.', 'contact');
	const shown = { ...registered, skipped: false, webinar_title: webinar.detail.title ?? null };
	return { ...inOrder(shown, FIRST, LAST), ...(origin !== 'new' && { existing: true }) };
}

const FIRST = [
	'first_name',
	'last_name',
	'email',
	'skipped',
	'live_room_url',
	'phone_country_code',
	'phone',
	'date',
	'timezone',
	'starts_at',
	'replay_room_url',
	'thank_you_url',
	'webinar_title',
];
const LAST = [
	'id',
	'lead_id',
	'user_id',
	'webinar_id',
	'webinar_hash',
	'schedule',
	'schedule_id',
	'event_id',
];

function addHints(
	{ product, report }: OperationContext,
	{ choice }: SessionQuery,
	{ webinar, session }: FoundSession,
) {
	const hintIf = (isSo: boolean, text: string) => isSo && report.addHint(text, webinar.id);
	for (const text of unusableEntries(webinar)) report.addHint(text, webinar.id);
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
