import type { IDataObject } from 'n8n-workflow';

import { anyEmail, details, email, firstName } from '../fields/contact';
import { customFields } from '../fields/customFields';
import { asFlag, choice, collection, type Field, type Fields, flag, sentValues } from '../fields/field';
import { bookedSession, onDate, SESSION, sessionDate, timezone, webinarId } from '../fields/webinar';
import { type IfRegistered, type Registration, registerOnce } from '../registrants/once';
import { asRegistration, type Registered, registerPerson } from '../registrants/register';
import { ServiceError } from '../service/errors';
import { inOrder, isBlank } from '../utils/values';
import { findSession, findIn, type FoundSession, isRule, type SessionQuery } from '../webinars/choose';
import { answersFor } from '../webinars/customFields';
import type { Webinar } from '../webinars/webinar';
import type { Operation, OperationContext } from './operation';

const CONSENT = 'Attendee Consent';

const attendeeConsent: Field<boolean> = {
	...flag(CONSENT, {
		default: true,
		hint: 'Drag your consent column here. People without consent are skipped. A fixed yes says that everybody agreed.',
		description:
			'Whether the person agreed to be registered, to have their data processed and to be contacted',
	}),
	// Nothing is an answer too: no consent.
	read: (given) => given === undefined || asFlag(CONSENT, given),
};

const ifAlreadyRegistered = choice(
	'If Already Registered',
	undefined,
	{
		'Register Again': ['register', 'Registers everyone; may create duplicates'],
		'Return Existing': [
			'return',
			'Returns the registration that people already have, with its room links. Takes up to one more call per person.',
		],
		Skip: [
			'skip',
			'Skips people who are already registered; they have no room links in the output. Takes up to one more call per person.',
		],
	},
	{
		default: 'return',
		description:
			'What to do with people who are already registered for the schedule, which may have several dates in an automated webinar. In a live series, a registration for any session counts. With double opt-in, people count once they have confirmed. A person who comes twice in one run is registered once in any case.',
	},
);

/** Consent is asked for from the beginning. */
const optionsWith = <Entries extends Fields>(entries: Entries) =>
	collection('Options', entries, { placeholder: 'Add option', default: { attendeeConsent: true } });

const fields = {
	webinarId,
	timezone,
	schedule: bookedSession,
	firstName,
	email,
	additionalFields: collection(
		'Additional Fields',
		{ ...details, customFields, sessionDate },
		// Most forms ask for it, and an empty one is not sent.
		{ placeholder: 'Add field', default: { lastName: '' } },
	),
	options: optionsWith({ attendeeConsent, ifAlreadyRegistered }),
};

/** Read first: without consent, no other value of the person is read. */
const consentFields = { email: anyEmail, options: optionsWith({ attendeeConsent }) };

export const register: Operation = {
	value: 'register',
	name: 'Register',
	description: 'Register a person for a session and get their room links',
	action: ({ aNoun }) => `Register a person for ${aNoun}`,
	fields,
	sessionList: { next: true, described: true, books: true, dates: true },

	async execute(context) {
		const { product, webinars, report } = context;
		const consent = context.input(consentFields);
		if (!consent.options.attendeeConsent) {
			report.outcome('skipped (no consent)');
			return [{ skipped: true, reason: 'no consent', email: consent.email }];
		}
		const input = context.input(fields);
		const { customFields: answers } = input.additionalFields;
		const chosen = onDate(input.schedule, input.additionalFields.sessionDate);
		const query: SessionQuery = {
			product,
			reference: input.webinarId,
			zone: input.timezone,
			choice: product.takesDate ? chosen : input.schedule,
			check: (webinar) => void answersFor(webinar, answers),
		};
		const found = await findSession(webinars, query);
		noticeOf(context, query, found);
		const isWholeSchedule = !product.takesDate || query.choice.kind === 'schedule';
		const person = sentValues(fields, input);
		const mode = modeOf(input.options.ifAlreadyRegistered);
		let sentAt = 0;
		const registration = await registerOnce(
			{
				...context,
				run: context.people,
				contactsLeft: () => context.itemsLeft('webinarId', 'schedule', 'timezone'),
			},
			{ ...found, email: input.email, isWholeSchedule },
			mode,
			{
				send: (to) => {
					sentAt = performance.now();
					const sent = { ...person, ...answersFor(to.webinar, answers) };
					return registerPerson(context.service, to, sent, isWholeSchedule);
				},
				// A rule is applied once more, to a reading that began after the service rejected what it had chosen.
				chooseAgain: async (error) => {
					if (!rejectsSession(error)) throw error;
					// Says which sessions there are if it is not on offer any more.
					const again = await findIn(webinars.notBefore(sentAt), query);
					if (!isRule(query.choice)) throw error;
					return again;
				},
			},
		);
		return [outputOf(context, registration, mode, input.email)];
	},
};

const modeOf = (value: string): IfRegistered => (value === 'skip' || value === 'return' ? value : 'register');

/** Whether the service rejected the session, and registered nobody. */
function rejectsSession(error: unknown): boolean {
	if (!(error instanceof ServiceError) || error.mayHaveActed) return false;
	return error.problems.some(({ parameter }) => parameter === 'schedule' || parameter === 'date');
}

const ADVICE: Readonly<Record<IfRegistered, string>> = {
	register: `Add ${ifAlreadyRegistered.label} under Options and set it to Skip before you run the items again, to avoid duplicates.`,
	return: 'Run the items again: nobody is registered twice.',
	skip: 'Run the items again: people who are already registered are skipped.',
};

function outputOf(
	{ report }: OperationContext,
	registration: Registration,
	mode: IfRegistered,
	address: string,
): IDataObject {
	const { found } = registration;
	if ('user' in registration) {
		const { user } = registration;
		report.changed('registered', ADVICE[mode]);
		report.outcome('registered');
		if (isBlank(user.live_room_url))
			report.notice('The service returned no link to the live room.', 'contact');
		return registrationOutput(user, found.webinar);
	}
	const isKnown = 'known' in registration;
	const outcome = isKnown && registration.cameTwice ? 'came twice' : 'registered already';
	report.outcome(mode === 'skip' ? `skipped (${outcome})` : outcome);
	if (mode === 'skip') {
		return {
			...{ skipped: true, reason: 'already registered', email: address },
			...{ webinar_id: found.webinar.id, schedule: found.session.schedule },
			...(!isKnown && { lead_id: registration.listed.lead_id ?? null }),
		};
	}
	const existing = isKnown ? registration.known : asRegistration(registration.listed, found);
	return { ...registrationOutput(existing, found.webinar), existing: true };
}

/** What people look for comes first, the IDs last. */
const FIRST = [
	...['first_name', 'last_name', 'email', 'phone_country_code', 'phone', 'date', 'timezone', 'starts_at'],
	...['live_room_url', 'replay_room_url', 'thank_you_url', 'webinar_title'],
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

function registrationOutput(members: Registered, { detail }: Webinar): IDataObject {
	return inOrder({ ...members, webinar_title: detail.title ?? null }, FIRST, LAST);
}

function noticeOf(
	{ product, report }: OperationContext,
	{ choice }: SessionQuery,
	{ webinar, session }: FoundSession,
) {
	// A registration without a date is for the whole series.
	if (!product.takesDate && choice.kind !== 'schedule' && session.isSeries) {
		report.notice(
			`In a series, people are registered for all following sessions, not only for the one in ${SESSION}.`,
			webinar.id,
		);
	}
	if (choice.kind === 'next' && !webinar.zone) {
		report.notice(
			'The next session was chosen as if all dates were in EST (GMT-5), because the webinar has no time zone.',
			webinar.id,
		);
	}
	if (webinar.detail.registration_type === 'paid') {
		report.notice(
			'The webinar is paid. A registration by this node does not pay: Get shows the address of the checkout.',
			webinar.id,
		);
	}
}
