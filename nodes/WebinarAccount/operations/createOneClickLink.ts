import { Settings } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { collection, noticeField, type Values } from '../fields/field';
import {
	DASHBOARD_LINK,
	dashboardLinkField,
	linkAnswersOf,
	linkPersonOf,
	linkSession,
	personFields,
} from '../fields/linkFields';
import { SESSION, timezone, webinarId } from '../fields/webinarFields';
import { InputError } from '../service/errors';
import { enumerated } from '../utils/values';
import { firstUpcoming, missingTimezoneError, noSessionsError } from '../webinars/chooseSession';
import { type Answers, unknownLabelHints } from '../webinars/customFields';
import { EST } from '../webinars/dates';
import {
	addressOfLink,
	buildOneClickLink,
	checkOrigin,
	type DashboardLink,
	isSampleData,
	type LinkParameters,
	type LinkValue,
	type OneClickLink,
	type QueryParameter,
} from '../webinars/oneClickLink';
import { dependsOnAttendee, zoneText } from '../webinars/sessionDates';
import {
	isJustInTimeOrReplay,
	lacksAttendeeZone,
	isOver,
	type Session,
	type Webinar,
} from '../webinars/webinar';
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
		const person = linkPersonOf(input);
		// If the email tool fills in the time zone, the webinar can be read in any, such as the service's default, EST.
		const zone = input.timezone ?? (hasTimezoneMergeField(person, source) ? EST : undefined);
		// After an InputError in this callback, `resolve` calls it again with the webinar's latest data.
		const link = await webinars.resolve(input.webinarId, zone, (webinar) => {
			if (lacksAttendeeZone(webinar)) throw missingTimezoneError();
			return createLink(webinar, source, person, input);
		});
		// A set, because a link can contain a parameter several times.
		const sampleData = new Set(source.copied.filter(isSampleData).map(({ name }) => name));
		const omitted = [...sampleData].filter((name) => !link.names.has(name));
		const hints = [
			...unknownLabelHints(link.webinar, Object.keys(link.answers)),
			...targetHints(link, source, input),
		];
		for (const hint of hints) report.addHint(hint, `webinar ${link.webinar.id}`);
		report.addHints([
			[source.derived, TEST_ADVICE],
			[
				omitted.length > 0,
				`${DASHBOARD_LINK} has sample data for ${enumerated(omitted)}, which is not copied. If the webinar requires this data, add it to the fields of this node.`,
			],
		]);
		return [toOutput(link, source, input)];
	},
};

const TEST_ADVICE =
	'To test the link, click it in an email to yourself. The API does not report what the webinar requires. If it requires a last name or a phone number, add them to the fields of this node.';

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
	// The node puts the address together from the webinar's details, so the link leads to this webinar.
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
	{ address, hash, parameters, sessionNumber: copiedNumber }: DashboardLink,
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
		leadsTo: ({ detail }) => detail.webinar_hash === hash,
	};
}

/** Whether a copied link has a parameter. */
function hasParameter({ copied }: LinkSource, name: string): boolean {
	return copied.some((parameter) => parameter.name === name);
}

/** Whether the link's time zone is a merge field: the user's own, or one in the copied link. */
function hasTimezoneMergeField({ timezone }: LinkParameters, { copied }: LinkSource): boolean {
	if (timezone !== undefined) return true;
	return copied.some((parameter) => parameter.name === 'timezone' && !isSampleData(parameter));
}

/** A link to a webinar, and what it consists of. */
interface FinishedLink extends OneClickLink {
	webinar: Webinar;
	/** The webinar's schedules that have a session number, in no particular order. */
	schedules: Schedules;
	/** The session's number in the webinar's dashboard. In a link, the service calls it `schedule_id`. */
	sessionNumber: number;
	target: Target;
	/** The answers to custom fields in the link. */
	answers: Answers<LinkValue>;
}

/** The webinar's sessions by schedule. */
type Schedules = readonly [Schedule, ...Schedule[]];

/** The sessions of a schedule. */
type Schedule = readonly [Session, ...Session[]];

/**
 * What a link leads to, as far as it is known. The API returns no session numbers.
 * - `session`: this session, and all others of its schedule or series
 * - `liveSeries`: all sessions of a live series
 * - `unknownSession`: a session of the webinar, but it is not known which one
 * - `otherWebinar`: a different webinar than the chosen one
 */
type Target =
	| { kind: 'session'; session: Session }
	| { kind: 'liveSeries' | 'unknownSession' | 'otherWebinar'; session?: undefined };

/**
 * Creates a link to a webinar.
 * @throws InputError if the link needs a session number or a hash that is unknown, or if the webinar does not accept an answer
 */
function createLink(
	webinar: Webinar,
	source: LinkSource,
	person: LinkParameters,
	input: Input,
): FinishedLink {
	const schedules = numberedSchedules(webinar);
	const sessionNumber = source.sessionNumber ?? defaultNumber(schedules);
	// A link to a different webinar is created too. A hint says so.
	const target: Target = source.leadsTo(webinar)
		? targetOf(sessionNumber, schedules)
		: { kind: 'otherWebinar' };
	// If the link's session is not known, the next one of the webinar probably has the same GMT offset.
	const { offset } = target.session ?? firstUpcoming(schedules.flat(), Settings.now()) ?? schedules[0][0];
	// The user's merge field, or else the GMT offset that the zone in Timezone has on the session's date.
	const timezone = person.timezone ?? (input.timezone ? offset : undefined);
	const takesTimezone = dependsOnAttendee(webinar) || hasParameter(source, 'timezone');
	const answers = linkAnswersOf(input, webinar);
	const link = buildOneClickLink(
		source.addressFor(webinar),
		{
			...person,
			timezone: takesTimezone ? timezone : undefined,
			schedule_id: String(sessionNumber),
		},
		answers,
		parametersToCopy(source, webinar),
	);
	return { ...link, webinar, schedules, sessionNumber, target, answers };
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

/** Returns the session number of a link for which none was given. @throws InputError if only the dashboard shows it */
function defaultNumber(schedules: Schedules): number {
	// A single schedule has the number 1. In a live series, number 1 registers people for all sessions.
	if (schedules.length === 1 || isLiveSeries(schedules)) return 1;
	throw new InputError(
		'The link needs a session number, because the webinar has several sessions',
		`Enter the session's number in ${SESSION}. The webinar's dashboard shows it (1, 2, 3) in the session's configuration. A link with the number of another session, or of one that is over, does not register people for the session that you mean.`,
	);
}

/** Whether a webinar is a live series, so that a registration for any session covers all of them. */
function isLiveSeries(schedules: Schedules): boolean {
	return schedules.flat().every((session) => session.coversWebinar);
}

/** Returns what a session number leads to. The API returns no numbers, but a single schedule has the number 1. */
function targetOf(sessionNumber: number, schedules: Schedules): Target {
	const [schedule, ...others] = schedules;
	if (sessionNumber === 1 && others.length === 0) {
		return { kind: 'session', session: nextSession(schedule) };
	}
	// In a live series, a registration for any session covers all of them.
	if (isLiveSeries(schedules)) return { kind: 'liveSeries' };
	return { kind: 'unknownSession' };
}

/** Returns the next session of a schedule, or else one that is not over, or else the first one. */
function nextSession(schedule: Schedule): Session {
	const now = Settings.now();
	const notOver = schedule.find((session) => !isOver(session, now));
	return firstUpcoming(schedule, now) ?? notOver ?? schedule[0];
}

/** Returns the parameters of the copied link that the new link keeps, unless the node fills them in. */
function parametersToCopy({ copied }: LinkSource, webinar: Webinar): QueryParameter[] {
	// In a webinar with its own time zone, `timezone` is not a sample person's.
	const isWebinarsZone = (name: string) => name === 'timezone' && !dependsOnAttendee(webinar);
	return copied.filter((each) => isWebinarsZone(each.name) || !isSampleData(each));
}

/** Returns the hints about what the link leads to. */
function targetHints(link: FinishedLink, source: LinkSource, input: Input): string[] {
	if (link.target.kind === 'otherWebinar') {
		return [
			`${DASHBOARD_LINK} seems to belong to a different webinar than the chosen one. The new link leads to the webinar in ${DASHBOARD_LINK}.`,
		];
	}
	const hints = numberHints(link, source, input);
	if (isSeries(link.target) === true) {
		hints.push('In a series, the link registers people for all sessions.');
	}
	return hints;
}

/** Returns a hint if the session number may be wrong. */
function numberHints(
	{ webinar, sessionNumber, schedules }: FinishedLink,
	source: LinkSource,
	{ schedule: enteredNumber }: Input,
): string[] {
	const now = Settings.now();
	const isPast = (schedule: Schedule) => schedule.every((session) => isOver(session, now));
	// The number of a copied link comes from the dashboard, so only an entered number can be a schedule ID.
	if (webinar.sessions.some(({ scheduleId }) => scheduleId === enteredNumber)) {
		return [
			`The session number ${sessionNumber} is also a schedule ID of the webinar. A link needs the number that the webinar's dashboard shows (1, 2, 3), not a schedule ID.`,
		];
	}
	// The API does not tell which schedule has a given number. If none was given, the number is 1, for all schedules.
	const isNumberGiven = source.sessionNumber !== undefined;
	if (isNumberGiven && schedules.some(isPast)) {
		return [
			`Some sessions of the webinar are over. A link with the number of such a session registers nobody, so compare the number ${sessionNumber} with the webinar's dashboard.`,
		];
	}
	return [];
}

/**
 * Returns the output for a link. A link for one contact has the contact's name and email address first, so that the next
 * node can send the email.
 */
function toOutput(link: FinishedLink, { derived }: LinkSource, input: Input): IDataObject {
	const { webinar, target } = link;
	const { session } = target;
	const output = {
		url: link.url,
		webinar_title: webinar.detail.title ?? null,
		// The date of a session that is always open is not its start, because it changes every minute.
		date: session?.kind === 'anyTime' ? null : session?.date || null,
		timezone: session ? zoneText(webinar) : null,
		series: isSeries(target),
		webinar_id: webinar.id,
		webinar_hash: webinar.detail.webinar_hash,
		// As in the link, where the session number is called `schedule_id`.
		schedule_id: link.sessionNumber,
		derived,
	};
	if (input.linkFor !== 'contact') return output;
	return { first_name: input.contactFirstName, email: input.contactEmail, ...output };
}

/** Whether a link registers people for several sessions; null if it is not known. */
function isSeries({ kind, session }: Target): boolean | null {
	if (session) return session.isRecurringOrInSeries;
	return kind === 'liveSeries' ? true : null;
}
