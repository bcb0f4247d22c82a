import { Settings } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import {
	CONSENT_ADVICE,
	customFields,
	email,
	firstName,
	optionalContactFields,
} from '../fields/contactFields';
import {
	asFlag,
	choice,
	collection,
	expressionIn,
	type Field,
	readFields,
	sentValues,
	type Values,
} from '../fields/field';
import { bookedSession, SESSION, sessionDate, timezone, webinarId } from '../fields/webinarFields';
import { asRegistration, findExisting, findRows } from '../registrants/existingRegistration';
import { findByEmail, isOfSchedule, normalizedEmail, registrantsQuery } from '../registrants/registrantList';
import { type Contact, type Registered, registerPerson } from '../registrants/registerPerson';
import { cacheKey } from '../service/endpoints';
import { InputError, ServiceError } from '../service/errors';
import type { Registrant } from '../service/schemas';
import { oneAtATime } from '../utils/async';
import { inOrder, REGISTRATION_FIRST } from '../utils/outputOrder';
import { isBlank, isRecord, scalarText, shortened } from '../utils/values';
import { chooseSession, type SessionChoice } from '../webinars/chooseSession';
import { withOptionIds } from '../webinars/customFields';
import { isJustInTimeOrReplay, unusableEntryHints } from '../webinars/webinar';
import type { Operation, OperationContext } from './operation';
import output from '../__schema__/v1.0.0/live/register.json';

const CONSENT = 'Attendee Consent';

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
		if (given === undefined) return true;
		return isBlank(given) ? undefined : asFlag(CONSENT, given, CONSENT_ADVICE);
	},
};

/** If the option is not added, its value is an empty string, which means Register Again. The default applies when it is added. */
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

const fields = {
	webinarId,
	timezone,
	schedule: bookedSession,
	firstName,
	email,
	// Right below Email, so that users do not overlook Attendee Consent.
	options: collection(
		'Options',
		{ attendeeConsent, ifAlreadyRegistered },
		{ placeholder: 'Add option', default: { attendeeConsent: true } },
	),
	additionalFields: collection(
		'Additional Fields',
		{ ...optionalContactFields, customFields, sessionDate },
		// Last Name is shown by default, because most registration forms require it. It is not sent while it is empty.
		{ placeholder: 'Add field', default: { lastName: '' } },
	),
};

/** The consent alone. Without it, nothing else is checked. */
const consentOnly = collection('Options', { attendeeConsent });

/** An item without consent. The person's data is not checked, because it is not sent. */
interface InputWithoutConsent {
	hasConsent: false;
	firstName: string;
	lastName: string;
	email: string;
	/** The expression in Attendee Consent, if it returned no value, e.g. because its column name is wrong. */
	consentExpression: string | undefined;
}

/** An item with consent. */
type InputWithConsent = Values<typeof fields> & {
	hasConsent: true;
	/** The chosen session, with the date in Session Date. */
	choice: SessionChoice;
};

export const register: Operation<InputWithoutConsent | InputWithConsent> = {
	value: 'register',
	name: 'Register',
	description: 'Register a person for a session and get their room links',
	builderHint:
		'Registers one person per input item. Set ifAlreadyRegistered to "return" to avoid registering anyone twice.',
	action: ({ aNoun }) => `Register a person for ${aNoun}`,
	fields,
	output,
	readsAllItemsFirst: true,

	read(given, stored) {
		const { options } = readFields({ options: consentOnly }, given, stored);
		if (!options.attendeeConsent) {
			const { options: storedOptions } = stored;
			const { firstName: name, additionalFields, email: address } = given;
			return {
				hasConsent: false,
				firstName: scalarText(name).trim(),
				lastName: isRecord(additionalFields) ? scalarText(additionalFields.lastName).trim() : '',
				email: scalarText(address).trim(),
				consentExpression:
					options.attendeeConsent === undefined && isRecord(storedOptions)
						? expressionIn(storedOptions.attendeeConsent)
						: undefined,
			};
		}
		const input = readFields(fields, given, stored);
		const date = input.additionalFields.sessionDate;
		let choice = input.schedule;
		if (date !== undefined && choice.kind === 'schedule') {
			choice = { kind: 'date', schedule: choice.schedule, date };
		}
		if (date === undefined || (choice.kind === 'date' && choice.date === date)) {
			return { ...input, hasConsent: true, choice };
		}
		throw new InputError(
			choice.kind === 'date'
				? `${sessionDate.label} ${date} is not the date of the chosen session`
				: `${sessionDate.label} needs a schedule`,
			`Choose the session with its date in the ${SESSION} field, and leave ${sessionDate.label} empty.`,
		);
	},

	async execute(context, input) {
		const { product, report, service, signal, webinars } = context;
		if (!input.hasConsent) {
			report.addOutcome('skipped (no consent)');
			if (input.consentExpression !== undefined) {
				report.addHint(
					`The expression ${shortened(input.consentExpression)} in ${CONSENT} returned no value.`,
					'contact',
				);
			}
			return [skippedPerson('no consent', input.firstName, input.lastName, input.email)];
		}

		const { options, additionalFields } = input;
		// A live registration takes no date.
		const choice = product.registersOneDate ? input.choice : input.schedule;
		const contact = await webinars.resolve(input.webinarId, input.timezone, (found): Contact => {
			const chosen = chooseSession(found, choice, input.timezone, Settings.now());
			// A registration for a whole schedule has no date. In the vendor's example, registrations for just-in-time sessions
			// and instant replays have no date either.
			const isForOneDate =
				product.registersOneDate && choice.kind !== 'schedule' && !isJustInTimeOrReplay(chosen);
			return {
				webinar: found,
				session: chosen,
				email: input.email,
				parameters: {
					...sentValues(fields, input),
					...withOptionIds(found, additionalFields.customFields),
				},
				date: isForOneDate ? chosen.date : '',
			};
		});
		addSessionHints(context, choice, contact);

		// Nobody else in this n8n process can register the same person between the look-up and the registration.
		const { webinar, session } = contact;
		const personKey = cacheKey(service, webinar.id, normalizedEmail(input.email));
		const { registered, origin } = await oneAtATime(personKey, signal, () =>
			registerOnce(context, input, contact, personKey),
		);

		const isSkipped = options.ifAlreadyRegistered === 'skip' && origin !== 'new';
		if (origin === 'new') {
			report.addOutcome('registered');
			report.addChange('registered', RERUN_ADVICE[options.ifAlreadyRegistered] ?? RERUN_ADVICE_FOR_REGISTER);
		} else {
			const outcome = origin === 'run' ? 'duplicate' : 'already registered';
			report.addOutcome(isSkipped ? `skipped (${outcome})` : outcome);
		}
		if (isSkipped) {
			return [
				{
					...skippedPerson('already registered', input.firstName, additionalFields.lastName, input.email),
					webinar_id: webinar.id,
					schedule: session.schedule,
					// Null for a duplicate within this run, because the response to its registration has no lead_id.
					lead_id: registered.lead_id ?? null,
				},
			];
		}
		if (isBlank(registered.live_room_url)) {
			report.addHint('The service returned no link to the live room.', 'contact');
		}
		const registration = {
			...registered,
			skipped: false,
			...(origin !== 'new' && { existing: true }),
			webinar_title: webinar.detail.title ?? null,
		};
		return [inOrder(registration, REGISTRATION_FIRST)];
	},
};

/** Returns the fields that the output has for every skipped person. */
function skippedPerson(reason: string, name: string, lastName: string, address: string): IDataObject {
	return { first_name: name || null, last_name: lastName || null, email: address, skipped: true, reason };
}

/** Adds hints about the webinar and the chosen session. */
function addSessionHints(
	{ product, report }: OperationContext,
	choice: SessionChoice,
	{ webinar, session }: Contact,
): void {
	const addHint = (text: string) => report.addHint(text, webinar.id);
	unusableEntryHints(webinar).forEach(addHint);
	// The hint suggests choosing one date, so the session must have one.
	const hasDate = session.kind === 'dated' && session.startsAt !== undefined;
	if (product.registersOneDate && choice.kind === 'schedule' && hasDate) {
		const { schedule } = choice;
		addHint(
			`People are registered for every session of schedule ${schedule}. To register them only for the next one, enter ${schedule}|next in ${SESSION}.`,
		);
	}
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

/** A new or an existing registration of a contact. */
interface Registration {
	registered: Registered;
	/** Where the registration comes from: sent now, sent earlier in this run, or found in the registrant list. */
	origin: 'new' | 'run' | 'list';
}

/**
 * Registers a contact, unless this run has already registered the person for the session. If the user chose Skip or
 * Return Existing, the person is looked up in the registrant list first.
 * @param personKey identifies the person and the webinar
 * @throws ServiceError if the registration fails, or if an earlier one in this run failed with an unknown outcome
 */
async function registerOnce(
	context: OperationContext,
	{ options }: InputWithConsent,
	contact: Contact,
	personKey: string,
): Promise<Registration> {
	const { service, registrants, report } = context;
	const key = sessionKey(contact);
	const sentForPerson = registrants.sent.get(personKey) ?? new Map<string, Registered | ServiceError>();
	const earlier = sentForPerson.get(key);
	if (earlier instanceof ServiceError) throw earlier;
	if (earlier) return { registered: earlier, origin: 'run' };

	const mode = options.ifAlreadyRegistered;
	const isLookedUp = mode === 'skip' || mode === 'return';
	const existing = isLookedUp ? await lookUp(context, contact, sentForPerson.size > 0) : undefined;
	if (existing) return { registered: asRegistration(existing, contact), origin: 'list' };

	registrants.sent.set(personKey, sentForPerson);
	const { registered, hint } = await registerPerson(service, contact).catch((error: unknown) => {
		// After a rejection, nobody is registered, so a duplicate of this contact is sent again.
		if (error instanceof ServiceError && error.mayHaveActed) sentForPerson.set(key, error);
		throw error;
	});
	sentForPerson.set(key, registered);
	if (hint) report.addHint(hint, 'contact');
	return { registered, origin: 'new' };
}

/**
 * Returns the key of a session within its webinar. If a person has two registrations with the same key, the second one
 * is a duplicate. The key omits values that keep changing: the IDs and dates of just-in-time and instant-replay
 * sessions, and the date of a session that is always open.
 */
export function sessionKey({ session, date }: Pick<Contact, 'session' | 'date'>): string {
	const { kind, schedule, startsAt, coversWebinar } = session;
	if (coversWebinar) return 'series';
	if (isJustInTimeOrReplay(session)) return kind;
	if (kind === 'anyTime' || date === '') return `${schedule}`;
	// The key contains the start, not the date, because attendees in different time zones have different dates for the
	// same session.
	return `${schedule}|${startsAt ?? date}`;
}

/**
 * Looks a contact up in the registrant list, and returns the row that counts as a registration.
 * @param wasSent whether this run has registered the person for another session, which a list that was read before does
 * not contain
 */
async function lookUp(
	{ service, registrants, report, signal, itemsLeft }: OperationContext,
	contact: Contact,
	wasSent: boolean,
): Promise<Registrant | undefined> {
	const { webinar, session, email: address } = contact;
	// Rows for just-in-time and instant-replay sessions never count as existing registrations.
	if (isJustInTimeOrReplay(session)) return undefined;
	// In a live series, a registration for a different schedule counts too, so all schedules are searched.
	const schedule = session.coversWebinar ? undefined : session.schedule;
	const query = registrantsQuery(webinar.id, schedule);
	const contactsLeft = itemsLeft('webinarId', 'schedule', 'timezone');
	const rows = wasSent
		? await findByEmail(service, query, address)
		: await findRows(registrants.wholeLists, service, query, address, contactsLeft, signal);
	// Rows of other schedules do not count, if the service returns any.
	const rowsOfSchedule = rows.filter((row) => isOfSchedule(row, schedule));
	const { existing, hasUnreadableDate } = findExisting(rowsOfSchedule, contact, Settings.now());
	if (hasUnreadableDate) {
		report.addHint(
			"The registrant list has a registration with an unreadable date. The node treats the person as registered only for that registration's schedule.",
			'contact',
		);
	}
	return existing;
}

/**
 * Tells users how to run the items again after an error that stopped the run. The keys are the values of If Already
 * Registered, which is empty if the user did not add the option.
 */
const RERUN_ADVICE: Readonly<Record<string, string>> = {
	return:
		'Run the items again. Except for just-in-time sessions and instant replays, nobody is registered twice.',
	skip: 'Run the items again. Except for just-in-time sessions and instant replays, people who are already registered are skipped.',
};
const RERUN_ADVICE_FOR_REGISTER = `Before you run the items again, add ${ifAlreadyRegistered.label} under Options and set it to Skip, so that these contacts are not registered again. Skip has no effect on just-in-time sessions and instant replays.`;
