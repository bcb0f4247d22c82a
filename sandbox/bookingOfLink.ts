import { bookSchedule } from './bookSessions';
import { unreplacedMergeField } from './unreplacedMergeField';
import { customAnswers, listsOf } from './customFields';
import type { Booking } from './registrants';
import { numberedSessions, sessionNumberOf } from './sessionNumbers';
import { autoDetectsTimezone } from './timezones';
import type { Account, Parameters, Webinar } from './types';
import { fieldsRequiredBy, formats, given, missingFields, personIn } from './validation';

/** The names in a link of two parameters that have other names in the register operation. */
const linkNameOf = new Map([
	['phone', 'phone_number'],
	['schedule', 'schedule_id'],
]);

export interface OneClickLink {
	/** Absent in a link that is a registration page and `/1click`. */
	webinarId?: string;
	hash: string;
	/** The part after the `?`, not decoded. */
	query: string;
}

/** Says why a link registers nobody, in words for the person who created it. */
export class InvalidLink extends Error {}

/** Returns the booking that a link asks for. @throws InvalidLink if the link violates a rule */
export function bookingOfLink(link: OneClickLink, account: Account): Booking {
	checkShape(link);
	const webinar = linkedWebinar(link, account);
	const pairs = [...new URLSearchParams(link.query)];
	const parameters = Object.fromEntries(pairs);
	const contact = withRegisterNames(parameters);
	checkPresence(contact, webinar);
	checkFormats(contact);
	const { answers, errors } = customAnswers(listsOf(pairs), webinar);
	const [problem] = Object.values(errors).flat();
	if (problem !== undefined) throw new InvalidLink(problem);

	const schedule = linkedSchedule(contact, webinar);
	const timezone = given(contact, 'timezone');
	const booked = bookSchedule(webinar, { schedule, timezone, now: account.now() });
	if (!booked) throw new InvalidLink('The session with this number is over.');
	const person = personIn(contact);
	return { webinar, person, schedule, ...booked, via: 'oneClickLink', parameters, answers };
}

function checkShape({ hash, query }: OneClickLink): void {
	if (hash.includes('&') || hash.includes('=')) {
		throw new InvalidLink('The ? before the parameters is missing.');
	}
	if (query.includes('&&')) {
		throw new InvalidLink('The link has && between two parameters. Use a single &.');
	}
	if (/^[?&]|&$/.test(query)) {
		throw new InvalidLink('Use one ? before the parameters, and & only between two of them.');
	}
	const mergeField = unreplacedMergeField(query);
	if (mergeField !== undefined) {
		throw new InvalidLink(
			`The merge field ${mergeField} has no value. The link works only in an email that an autoresponder sends to its contacts.`,
		);
	}
}

function linkedWebinar({ webinarId, hash }: OneClickLink, { webinars }: Account): Webinar {
	if (webinarId === undefined) {
		const linked = webinars.find((candidate) => candidate.hash === hash);
		if (linked) return linked;
		throw new InvalidLink(`There is no webinar with the code ${hash}.`);
	}
	const withId = webinars.filter(({ id }) => String(id) === webinarId);
	if (withId.length === 0) throw new InvalidLink(`There is no webinar with the number ${webinarId}.`);
	const webinar = withId.find((candidate) => candidate.hash === hash);
	if (!webinar) throw new InvalidLink(`The token ${hash} does not belong to webinar ${webinarId}.`);
	return webinar;
}

/** Renames the link's parameters to those of the register operation. Those names have no effect in a link. */
function withRegisterNames(parameters: Parameters): Parameters {
	const { phone_number: phone = '', schedule_id: schedule = '' } = parameters;
	return { ...parameters, phone, schedule };
}

function checkPresence(contact: Parameters, webinar: Webinar): void {
	const required = ['first_name', 'email', 'schedule', ...fieldsRequiredBy(webinar, 'link')];
	const missing = Object.keys(missingFields(contact, required));
	if (missing.length > 0) {
		const list = missing.map((field) => linkNameOf.get(field) ?? field).join(', ');
		throw new InvalidLink(`The link has no value for: ${list}. This webinar requires it.`);
	}
	if (autoDetectsTimezone(webinar) && given(contact, 'timezone') === undefined) {
		throw new InvalidLink(
			"The link has no timezone. This webinar takes place in each attendee's own time zone, so the link must contain it, e.g. timezone=GMT-7.",
		);
	}
}

function checkFormats(contact: Parameters): void {
	const plusHint = 'Write + as %2B in a link.';
	const hints = {
		email: `The email parameter is not an email address. ${plusHint}`,
		timezone: `The timezone must have the form GMT-7 or GMT+7. ${plusHint}`,
		phone_country_code: `The phone_country_code must be a + and digits. ${plusHint}`,
		phone: 'The phone_number must be digits only.',
	} as const;
	for (const field of ['email', 'timezone', 'phone_country_code', 'phone'] as const) {
		const value = given(contact, field);
		if (value !== undefined && !formats[field].test(value)) throw new InvalidLink(hints[field]);
	}
}

/** Returns the schedule of the session whose number the link contains. */
function linkedSchedule(contact: Parameters, webinar: Webinar): number {
	if (webinar.sessions.length === 0) throw new InvalidLink('This webinar has no sessions.');
	const numbered = numberedSessions(webinar);
	if (numbered.length === 0) {
		throw new InvalidLink(
			'A one-click link cannot lead to this webinar. It has only just-in-time and instant-replay sessions, which have no session number.',
		);
	}
	const wanted = given(contact, 'schedule') ?? '';
	const found = numbered.find(({ number }) => String(number) === wanted);
	if (found) return found.rule.schedule;
	const numbers = numbered.map(({ number }) => number).join(', ');
	throw new InvalidLink(`${whyNoSession(wanted, webinar)} The numbers of this webinar: ${numbers}.`);
}

function whyNoSession(wanted: string, webinar: Webinar): string {
	const rule = webinar.sessions.find(({ schedule }) => String(schedule) === wanted);
	if (!rule) return `The schedule_id ${wanted} is not a session number of this webinar.`;
	return sessionNumberOf(webinar, rule.schedule) === undefined
		? `The schedule_id ${wanted} is the ID of a just-in-time or instant-replay session, which has no session number.`
		: `The schedule_id ${wanted} is a schedule ID of the API. A link needs the session number of the dashboard.`;
}
