import { Settings } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { CUSTOM_FIELDS, isParameter } from '../fields/contactFields';
import { collection, noticeField, type Values } from '../fields/field';
import {
	DASHBOARD_LINK,
	dashboardLinkField,
	linkAnswersOf,
	type LinkPerson,
	linkPersonOf,
	linkSession,
	personFields,
} from '../fields/linkFields';
import { SESSION, timezone, webinarId } from '../fields/webinarFields';
import { InputError } from '../service/errors';
import type { Hint } from '../utils/hint';
import { enumerated, sentences, shortened } from '../utils/values';
import { firstUpcoming, noSessionsError } from '../webinars/chooseSession';
import {
	type Answers,
	type CustomField,
	findCustomFields,
	unknownLabelHints,
} from '../webinars/customFields';
import { EST } from '../webinars/dates';
import {
	addressOfLink,
	buildOneClickLink,
	checkOrigin,
	type DashboardLink,
	isSampleData,
	type LinkValue,
	type OneClickLink,
	type QueryParameter,
} from '../webinars/oneClickLink';
import {
	dependsOnAttendee,
	isJustInTimeOrReplay,
	isOver,
	needsTimezone,
	type Session,
	type Webinar,
	zoneText,
} from '../webinars/webinar';
import { canHaveHash } from '../webinars/webinarReference';
import type { Operation } from './operation';
import output from '../__schema__/v1.0.0/live/createOneClickLink.json';

const fields = {
	notice: noticeField(
		'The service allows one-click links only in emails that your email tool (autoresponder) sends to its existing contacts. If you use a link elsewhere, the service may close your account.',
	),
	webinarId,
	timezone,
	schedule: linkSession,
	...personFields,
	options: collection('Options', { dashboardLink: dashboardLinkField }, { placeholder: 'Add option' }),
};

type Input = Values<typeof fields>;

export const createOneClickLink: Operation<Input> = {
	value: 'createOneClickLink',
	name: 'Create One-Click Link',
	description: 'Create a link for your emails that registers the recipient with one click',
	builderHint:
		'Creates one link for all contacts in an email tool. To register people directly from the workflow, use register.',
	action: ({ aNoun }) => `Create a one-click link to ${aNoun}`,
	fields,
	output,

	async execute({ service, webinars, report }, input) {
		const source = sourceOf(input, service.account.attendeeUrl);
		const person = linkPersonOf(input, copiedParameter(source, 'last_name') !== undefined);
		// If the email tool fills in the time zone, the webinar can be read in any, such as the service's default, EST.
		const zone = input.timezone ?? (hasTimezoneMergeField(person, source) ? EST : undefined);
		// After an InputError in this callback, `resolve` calls it again with the webinar's latest data.
		const finishedLink = await webinars.resolve(input.webinarId, zone, (webinar) => {
			if (!zone && needsTimezone(webinar)) throw missingTimezoneError();
			return toLink(webinar, source, person, input);
		});
		const { link, target } = finishedLink;
		report.addHints(webinarHints(finishedLink, input), target.webinar.id);
		if (source.derived) report.addHint(testHint(person, link, input));
		else report.addHints([omissionHint(source, person, link)]);
		return [toOutput(finishedLink, source, input)];
	},
};

/** What a link is built from: a link that the user copied from the dashboard, or else the webinar itself. */
interface LinkSource {
	/** Whether the node puts the link's address together itself. */
	derived: boolean;
	/** The session number that the user entered, or else the copied link's; undefined if there is neither. */
	sessionNumber: number | undefined;
	/** The query parameters of the copied link. */
	copied: readonly QueryParameter[];
	/** Returns the link's address, without its query parameters. @throws InputError if the webinar has none */
	addressFor: (webinar: Webinar) => string;
	/** Whether the link leads to the webinar, as far as the address shows. */
	leadsTo: (webinar: Webinar) => boolean;
}

/** Returns what the link is built from. @throws InputError */
function sourceOf({ schedule: enteredNumber, options }: Input, attendeeUrl: string): LinkSource {
	if (attendeeUrl === '') {
		throw new InputError(
			'Attendee Pages URL is empty',
			'Open the credential and fill in Attendee Pages URL. One-click links need it.',
		);
	}
	const { dashboardLink } = options;
	if (dashboardLink) return copiedSource(dashboardLink, enteredNumber, attendeeUrl);
	return {
		derived: true,
		sessionNumber: enteredNumber,
		copied: [],
		addressFor: ({ detail }) => addressOfLink(detail, attendeeUrl),
		leadsTo: () => true,
	};
}

/**
 * Returns the source for a link that was copied from the dashboard.
 * @throws InputError if it does not lead to the attendee pages, or if neither it nor the user gives a session number
 */
function copiedSource(
	{ address, reference, parameters, sessionNumber: copiedNumber }: DashboardLink,
	enteredNumber: number | undefined,
	attendeeUrl: string,
): LinkSource {
	checkOrigin(address, attendeeUrl);
	const sessionNumber = enteredNumber ?? copiedNumber;
	if (sessionNumber === undefined) {
		throw new InputError(
			`${DASHBOARD_LINK} has no session number`,
			`Copy the whole link from the webinar's dashboard, including schedule_id, or enter the session number in ${SESSION}.`,
		);
	}
	return {
		derived: false,
		sessionNumber,
		copied: parameters,
		addressFor: () => address,
		leadsTo({ id, detail }) {
			if ('code' in reference) return canHaveHash(detail, reference.code);
			return reference.id === String(id) && canHaveHash(detail, reference.hash);
		},
	};
}

/** Returns a parameter of the copied link; undefined if there is none. */
function copiedParameter({ copied }: LinkSource, name: string): QueryParameter | undefined {
	return copied.find((parameter) => parameter.name === name);
}

/** Whether the link's time zone is a merge field: the user's own, or one in the copied link. */
function hasTimezoneMergeField({ parameters }: LinkPerson, source: LinkSource): boolean {
	const copied = copiedParameter(source, 'timezone');
	return parameters.timezone !== undefined || (copied !== undefined && !isSampleData(copied));
}

function missingTimezoneError(): InputError {
	return new InputError(
		'The link needs a time zone',
		"The webinar's session dates depend, or might depend, on each attendee's time zone. Fill in Timezone, e.g. Europe/London or GMT-5, or add a merge field for the time zone under Merge Fields.",
	);
}

/** A finished link, and what it consists of. */
interface FinishedLink {
	target: Target;
	/** The answers to custom fields in the link. */
	answers: Answers<LinkValue>;
	link: OneClickLink;
	/** The webinar's custom fields that the link does not fill in. */
	fieldsNotInLink: readonly CustomField[];
}

/**
 * Creates a link to a webinar.
 * @throws InputError if the link lacks a custom field that the webinar requires, if it needs a session number or a hash that
 * is unknown, or if the webinar does not accept an answer
 */
function toLink(webinar: Webinar, source: LinkSource, person: LinkPerson, input: Input): FinishedLink {
	const target = findTarget(webinar, source);
	const answers = linkAnswersOf(input, webinar);
	const link = buildLink(target, source, person, answers, input);
	// `findCustomFields` may also find built-in fields. Their labels are names of parameters.
	const customFields = findCustomFields(webinar.detail).filter(({ label }) => !isParameter(label));
	const fieldsNotInLink = customFields.filter(({ label }) => !link.names.has(label));
	const required = fieldsNotInLink.filter((field) => field.required).map(({ label }) => shortened(label));
	if (required.length > 0) throw requiredFieldsError(webinar, required);
	return { target, answers, link, fieldsNotInLink };
}

/** What a link leads to. */
interface Target {
	webinar: Webinar;
	/** The session's number in the webinar's dashboard. */
	sessionNumber: number;
	/** The webinar's schedules that have a session number, in no particular order. Each is the list of its sessions. */
	schedules: Schedules;
	/** Whether the link leads to the chosen webinar. True unless the dashboard link's address shows a different one. */
	leadsToChosenWebinar: boolean;
	/** The session with the number. Undefined if it is unknown, because the API returns no session numbers. */
	session: Session | undefined;
	/** Whether the link registers people for several sessions; null if it is unknown. */
	isSeries: boolean | null;
}

/** The sessions of a schedule. */
type Schedule = readonly [Session, ...Session[]];

type Schedules = readonly [Schedule, ...Schedule[]];

/**
 * Finds what a link to the webinar leads to.
 * @throws InputError if the webinar has no session with a number, or if the number is missing
 */
function findTarget(webinar: Webinar, source: LinkSource): Target {
	const schedules = numberedSchedules(webinar);
	const sessionNumber = source.sessionNumber ?? defaultNumber(schedules);
	const leadsToChosenWebinar = source.leadsTo(webinar);
	const target = { webinar, sessionNumber, schedules, leadsToChosenWebinar };
	// The sessions of a different webinar are unknown.
	if (!leadsToChosenWebinar) return { ...target, session: undefined, isSeries: null };
	const session = sessionWithNumber(sessionNumber, schedules);
	if (session) return { ...target, session, isSeries: session.isOneOfSeveral };
	return { ...target, session, isSeries: isLiveSeries(schedules) ? true : null };
}

/** Returns the session number of a link for which none was given. @throws InputError if only the dashboard shows it */
function defaultNumber(schedules: Schedules): number {
	// A single schedule has the number 1. In a live series, number 1 registers people for all sessions.
	if (schedules.length === 1 || isLiveSeries(schedules)) return 1;
	throw missingNumberError(schedules);
}

/** Whether a webinar is a live series, so that a registration for any session covers all of them. */
function isLiveSeries(schedules: Schedules): boolean {
	return schedules.flat().every((session) => session.coversWebinar);
}

/**
 * Returns the session with a number, which is known only for number 1 of a webinar with one schedule. Of several
 * sessions, returns the next one, or else one that is not over, or else the first one.
 */
function sessionWithNumber(sessionNumber: number, [onlySchedule, ...others]: Schedules): Session | undefined {
	if (sessionNumber !== 1 || others.length > 0) return undefined;
	const now = Settings.now();
	const notOver = onlySchedule.find((session) => !isOver(session, now));
	return firstUpcoming(onlySchedule, now) ?? notOver ?? onlySchedule[0];
}

/**
 * Returns a webinar's sessions by schedule, including past ones. The dashboard gives each schedule a session number.
 * Just-in-time and instant-replay sessions have none, and are left out.
 * @throws InputError if no session is left
 */
function numberedSchedules(webinar: Webinar): Schedules {
	const byId = new Map<number, [Session, ...Session[]]>();
	for (const session of webinar.sessions) {
		if (isJustInTimeOrReplay(session)) continue;
		const schedule = byId.get(session.scheduleId);
		if (schedule) schedule.push(session);
		else byId.set(session.scheduleId, [session]);
	}
	const [first, ...others] = byId.values();
	if (first) return [first, ...others];
	throw noNumberedSessionError(webinar);
}

/** Creates the error for a webinar without a session that has a number. */
function noNumberedSessionError(webinar: Webinar): InputError {
	// Sessions without a schedule ID are in `unbookable`.
	const listed = [...webinar.sessions, ...webinar.unbookable];
	if (!listed.some(isJustInTimeOrReplay)) return noSessionsError(webinar);
	return new InputError(
		'A one-click link cannot lead to a just-in-time or instant-replay session',
		'Just-in-time and instant-replay sessions have no session number. Add a session with a date to the webinar, or choose another webinar.',
	);
}

/** Maximum number of schedules that an error lists. */
const MAX_SCHEDULES_LISTED = 10;

/** Creates the error for a link without a session number. */
function missingNumberError(schedules: Schedules): InputError {
	// A schedule is named by its first session.
	const names = schedules.map(
		([{ scheduleId, date, comment }]) => `${date || comment || 'no date'} (schedule ID ${scheduleId})`,
	);
	return new InputError(
		'The link needs a session number, because the webinar has several sessions',
		`Enter the session's number in ${SESSION}. The webinar's dashboard shows it (1, 2, 3) in the session's configuration. A link with the number of another session, or of one that is over, does not register people for the session that you mean. The webinar's sessions: ${enumerated(names, MAX_SCHEDULES_LISTED)}.`,
	);
}

/** Builds the link. @throws InputError if the service returned no webinar_hash */
function buildLink(
	target: Target,
	source: LinkSource,
	{ parameters }: LinkPerson,
	answers: Answers<LinkValue>,
	input: Input,
): OneClickLink {
	const { webinar, sessionNumber } = target;
	const takesTimezone = dependsOnAttendee(webinar) || copiedParameter(source, 'timezone') !== undefined;
	const timezone = parameters.timezone ?? offsetOfTimezone(target, input);
	// In a webinar with its own time zone, `timezone` is not a sample person's.
	const isWebinarsZone = (name: string) => name === 'timezone' && !dependsOnAttendee(webinar);
	return buildOneClickLink(
		source.addressFor(webinar),
		{
			...parameters,
			timezone: takesTimezone ? timezone : undefined,
			// The service's name for the session number.
			schedule_id: String(sessionNumber),
		},
		answers,
		source.copied.filter((each) => isWebinarsZone(each.name) || !isSampleData(each)),
	);
}

/**
 * Returns the value of Timezone as a GMT offset at the session's date, or at the date of any session if the link's session
 * is not known. Returns undefined if Timezone is empty.
 */
function offsetOfTimezone({ session, schedules }: Target, { timezone: zone }: Input): string | undefined {
	const { offset } = session ?? schedules[0][0];
	return zone && offset;
}

function requiredFieldsError({ id }: Webinar, required: readonly string[]): InputError {
	const labels = enumerated(required);
	return new InputError(
		`Webinar ${id} requires ${labels}`,
		`Add ${labels} under ${CUSTOM_FIELDS}. In a link for all contacts, first set Email Tool to "Other (Own Merge Fields)". ${CUSTOM_FIELDS} then appears under Merge Fields.`,
	);
}

/** Returns the hints about the webinar and what the link lacks. */
function webinarHints({ target, answers, fieldsNotInLink }: FinishedLink, input: Input): Hint[] {
	// The service does not say whether these fields are required. A missing required field has already caused an error.
	const mayLackRequired = fieldsNotInLink.some((field) => field.required === undefined);
	return [
		[
			mayLackRequired,
			`The webinar has custom fields that the link does not fill in. Add those that the webinar requires under ${CUSTOM_FIELDS}.`,
		],
		...unknownLabelHints(target.webinar, Object.keys(answers)).map((text): Hint => [true, text]),
		...sessionNumberHints(target, input),
		[target.isSeries === true, 'In a series, the link registers people for all sessions.'],
		[
			!target.leadsToChosenWebinar,
			`${DASHBOARD_LINK} seems to belong to a different webinar than the chosen one. The new link leads to the webinar in ${DASHBOARD_LINK}.`,
		],
	];
}

/** Returns the hints about the session number. Only the first one that applies is shown. */
function sessionNumberHints(
	{ webinar, sessionNumber, schedules, leadsToChosenWebinar }: Target,
	{ schedule: enteredNumber }: Input,
): Hint[] {
	// The schedules of a different webinar are unknown.
	if (!leadsToChosenWebinar) return [];
	const now = Settings.now();
	// A number in the dashboard link comes from the dashboard, so it is no schedule ID.
	const isEntered = enteredNumber !== undefined;
	const isScheduleId = webinar.sessions.some((each) => each.scheduleId === sessionNumber);
	const isPast = (sessions: Schedule) => sessions.every((each) => isOver(each, now));
	const count = schedules.length === 1 ? 'only one schedule' : `only ${schedules.length} schedules`;
	const hints: Hint[] = [
		[
			isEntered && isScheduleId,
			`The session number ${sessionNumber} is also a schedule ID of the webinar. A link needs the number that the webinar's dashboard shows (1, 2, 3), not a schedule ID.`,
		],
		[
			sessionNumber > schedules.length,
			`The session number is ${sessionNumber}, but the service lists ${count} with a number. Compare the number with the webinar's dashboard, because a link with a wrong number registers nobody.`,
		],
		[schedules.every(isPast), 'All sessions of the webinar are over, so the link might not register anyone.'],
		// The API does not tell which schedule has the number.
		[
			schedules.some(isPast),
			`Some sessions of the webinar are over. A link with the number of such a session registers nobody, so compare the number ${sessionNumber} with the webinar's dashboard.`,
		],
	];
	return hints.filter(([applies]) => applies).slice(0, 1);
}

/** Returns the hint about data that the copied link has for a person, but the new link has not. */
function omissionHint({ copied }: LinkSource, { howToAdd }: LinkPerson, link: OneClickLink): Hint {
	const sampleData = copied.filter(isSampleData).map(({ name }) => name);
	const omitted = sampleData.filter((name) => !link.names.has(name));
	return [
		omitted.length > 0,
		`${DASHBOARD_LINK} has sample data for ${enumerated(omitted)}, which is not copied. If the webinar requires this data, ${howToAdd}.`,
	];
}

/** Returns the hint to test the link, because the API does not report which fields the webinar requires. */
function testHint({ howToAdd }: LinkPerson, { names }: OneClickLink, { linkFor }: Input): string {
	const howToTest =
		linkFor === 'contact'
			? 'To test the link, create one with your own data, and click it in an email.'
			: 'To test the link, send it to yourself from your email tool, and click it in the email.';
	const isComplete = names.has('last_name') && names.has('phone_number');
	const ifRequired = `If the webinar requires a last name or a phone number, ${howToAdd}.`;
	return sentences([howToTest, isComplete ? '' : ifRequired]);
}

/**
 * Returns the output for a link. Fields about the session are null if the link's session is unknown. A link for one contact
 * has the contact's name and email address first, so that the next node can send the email.
 */
function toOutput({ target, link }: FinishedLink, { derived }: LinkSource, input: Input): IDataObject {
	const { webinar, session } = target;
	// The date of a session that is always open is not its start, because it changes every minute.
	const date = session?.kind === 'anyTime' ? null : session?.date || null;
	const output = {
		url: link.url,
		webinar_title: webinar.detail.title ?? null,
		date,
		timezone: session ? zoneText(webinar) : null,
		series: target.isSeries,
		webinar_id: webinar.id,
		webinar_hash: webinar.detail.webinar_hash,
		schedule_id: target.sessionNumber,
		derived,
	};
	if (input.linkFor !== 'contact') return output;
	return { first_name: input.contactFirstName, email: input.contactEmail, ...output };
}
