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
	isLinkParameter,
	isSampleData,
	type LinkValue,
	type OneClickLink,
	sessionNumberIn,
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
		const { attendeeUrl } = service.account;
		checkAttendeePages(attendeeUrl, input);
		const person = linkPersonOf(input);
		// If the email tool fills in the time zone, the webinar can be read in any, such as the service's default, EST.
		const zone = input.timezone ?? (hasTimezoneMergeField(input) ? EST : undefined);
		// After an InputError in this callback, `resolve` calls it again with the webinar's latest data.
		const finishedLink = await webinars.resolve(input.webinarId, zone, (webinar) => {
			if (!zone && needsTimezone(webinar)) throw missingTimezoneError();
			return toLink(webinar, input, person, attendeeUrl);
		});
		const { link, target } = finishedLink;
		const { dashboardLink } = input.options;
		report.addHints(webinarHints(finishedLink, input), target.webinar.id);
		if (dashboardLink) report.addHints(dashboardLinkHints(dashboardLink, person, link));
		else report.addHint(testHint(person, link, input));
		return [toOutput(finishedLink, input)];
	},
};

/**
 * Checks that the account has attendee pages. If there is a dashboard link, also checks that it leads to these pages, and
 * that the link or Session has a session number.
 * @throws InputError
 */
function checkAttendeePages(attendeeUrl: string, { schedule, options }: Input): void {
	if (attendeeUrl === '') {
		throw new InputError(
			'Attendee Pages URL is empty',
			'Open the credential and fill in Attendee Pages URL. One-click links need it.',
		);
	}
	const { dashboardLink } = options;
	if (!dashboardLink) return;
	checkOrigin(dashboardLink, attendeeUrl);
	const sessionNumber = schedule ?? sessionNumberIn(dashboardLink);
	if (sessionNumber === undefined) {
		throw new InputError(
			`${DASHBOARD_LINK} has no session number`,
			`Copy the whole link from the webinar's dashboard, including schedule_id, or enter the session number in ${SESSION}.`,
		);
	}
}

function missingTimezoneError(): InputError {
	return new InputError(
		'The link needs a time zone',
		"The webinar's session dates depend, or might depend, on each attendee's time zone. Fill in Timezone, e.g. Europe/London or GMT-5, or add a merge field for the time zone under Merge Fields.",
	);
}

/** Whether the link's time zone is a merge field: the user's own, or one in the dashboard link. */
function hasTimezoneMergeField({ mergeFields, options }: Input): boolean {
	const copied = options.dashboardLink?.parameters.find(({ name }) => name === 'timezone');
	return mergeFields?.timezone !== undefined || (copied !== undefined && !isSampleData(copied));
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
function toLink(webinar: Webinar, input: Input, person: LinkPerson, attendeeUrl: string): FinishedLink {
	const target = findTarget(webinar, input);
	const answers = linkAnswersOf(input, webinar);
	const link = buildLink(target, person, answers, input, attendeeUrl);
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
function findTarget(webinar: Webinar, input: Input): Target {
	const { dashboardLink } = input.options;
	const schedules = numberedSchedules(webinar);
	const sessionNumber = chooseSessionNumber(input, schedules);
	const leadsToChosenWebinar = !dashboardLink || leadsTo(webinar, dashboardLink);
	const target = { webinar, sessionNumber, schedules, leadsToChosenWebinar };
	// The sessions of a different webinar are unknown.
	if (!leadsToChosenWebinar) return { ...target, session: undefined, isSeries: null };
	const session = sessionWithNumber(sessionNumber, schedules);
	if (session) return { ...target, session, isSeries: session.isOneOfSeveral };
	return { ...target, session, isSeries: isLiveSeries(schedules) ? true : null };
}

/** Returns the session number for a link: the entered one, that of the dashboard link, or 1. @throws InputError */
function chooseSessionNumber({ schedule: enteredNumber, options }: Input, schedules: Schedules): number {
	const { dashboardLink } = options;
	const chosenNumber = enteredNumber ?? (dashboardLink && sessionNumberIn(dashboardLink));
	if (chosenNumber !== undefined) return chosenNumber;
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

/** Whether a dashboard link leads to the webinar, as far as its address shows. */
function leadsTo({ id, detail }: Webinar, { reference }: DashboardLink): boolean {
	if ('code' in reference) return canHaveHash(detail, reference.code);
	return reference.id === String(id) && canHaveHash(detail, reference.hash);
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
	{ parameters, lastNameForDashboardLink }: LinkPerson,
	answers: Answers<LinkValue>,
	input: Input,
	attendeeUrl: string,
): OneClickLink {
	const { webinar, sessionNumber } = target;
	const { dashboardLink } = input.options;
	const base = dashboardLink
		? baseOfDashboardLink(dashboardLink, webinar)
		: baseOfWebinar(webinar, attendeeUrl);
	const timezone = parameters.timezone ?? offsetOfTimezone(target, input);
	const lastName = parameters.last_name ?? (base.needsLastName ? lastNameForDashboardLink : undefined);
	return buildOneClickLink(
		base.address,
		{
			...parameters,
			last_name: lastName,
			timezone: base.takesTimezone ? timezone : undefined,
			// The service's name for the session number.
			schedule_id: String(sessionNumber),
		},
		answers,
		base.keptParameters,
	);
}

/** What a link is built on. */
interface LinkBase {
	/** The link's address, without its query parameters. */
	address: string;
	/** Whether the webinar asks for a last name, as far as a dashboard link shows. */
	needsLastName: boolean;
	/** Whether the new link takes a time zone: if the dates depend on the attendee's, or if the dashboard link has one. */
	takesTimezone: boolean;
	/** The parameters of a dashboard link that the new link keeps, unless the node fills them in. */
	keptParameters: DashboardLink['parameters'];
}

/** Returns the base of a link whose address the node puts together. @throws InputError without a webinar_hash */
function baseOfWebinar(webinar: Webinar, attendeeUrl: string): LinkBase {
	const address = addressOfLink(webinar.detail, attendeeUrl);
	if (address === undefined) throw noHashError();
	return { address, needsLastName: false, takesTimezone: dependsOnAttendee(webinar), keptParameters: [] };
}

/** Returns the base of a link that takes over a dashboard link. */
function baseOfDashboardLink({ address, parameters }: DashboardLink, webinar: Webinar): LinkBase {
	const has = (parameter: string) => parameters.some(({ name }) => name === parameter);
	// In a webinar with its own time zone, `timezone` is not a sample person's.
	const isWebinarsZone = (name: string) => name === 'timezone' && !dependsOnAttendee(webinar);
	return {
		address,
		needsLastName: has('last_name'),
		takesTimezone: dependsOnAttendee(webinar) || has('timezone'),
		keptParameters: parameters.filter((each) => isWebinarsZone(each.name) || !isSampleData(each)),
	};
}

function noHashError(): InputError {
	return new InputError(
		'The service returned no webinar_hash, which a one-click link needs',
		`Copy a one-click link from the webinar's dashboard into ${DASHBOARD_LINK} under Options.`,
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
function webinarHints({ target, answers, link, fieldsNotInLink }: FinishedLink, input: Input): Hint[] {
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
			input.mergeFields?.timezone !== undefined && !link.names.has('timezone'),
			"The link contains no time zone, because the webinar's dates do not depend on the attendee's time zone.",
		],
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

/** Returns the hints about a dashboard link: what the new link omits, and what the user has to check. */
function dashboardLinkHints(
	{ parameters }: DashboardLink,
	{ howToAdd }: LinkPerson,
	link: OneClickLink,
): Hint[] {
	// Only these parameters have sample data or a merge field.
	const documented = parameters.filter(({ name }) => isLinkParameter(name));
	const sampleData = documented.filter((each) => isSampleData(each));
	const mergeFields = documented.filter((each) => !isSampleData(each));
	// Sets, because a link can contain a parameter several times.
	const sampleNames = [...new Set(sampleData.map(({ name }) => name))];
	const mergeNames = [...new Set(mergeFields.map(({ name }) => name))];
	const notCopied = sampleNames.filter((name) => !link.names.has(name));
	const kept = mergeNames.filter((name) => link.copiedNames.has(name));
	return [
		[
			notCopied.length > 0,
			`${DASHBOARD_LINK} has sample data for ${enumerated(notCopied)}, which is not copied. If the webinar requires this data, ${howToAdd}.`,
		],
		[
			kept.length > 0,
			`The link keeps the merge fields from ${DASHBOARD_LINK} for ${enumerated(kept)}. Check that your email tool fills them in.`,
		],
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
function toOutput({ target, link }: FinishedLink, input: Input): IDataObject {
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
		// Whether the node put the address together itself.
		derived: input.options.dashboardLink === undefined,
	};
	if (input.linkFor !== 'contact') return output;
	return { first_name: input.contactFirstName, email: input.contactEmail, ...output };
}
