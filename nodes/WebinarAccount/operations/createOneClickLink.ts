import type { IDataObject } from 'n8n-workflow';

import { CUSTOM_FIELDS, isParameter } from '../fields/contactFields';
import { collection, noticeField, readFields, type Values } from '../fields/field';
import {
	DASHBOARD_LINK,
	dashboardLink,
	type LinkPerson,
	linkPersonOf,
	linkSession,
	linkTimezone,
	personFields,
} from '../fields/linkFields';
import { SESSION, webinarId } from '../fields/webinarFields';
import { InputError } from '../service/errors';
import { enumerated, shortened } from '../utils/values';
import { firstUpcoming } from '../webinars/chooseSession';
import { findCustomFields } from '../webinars/customFields';
import { EST } from '../webinars/dates';
import {
	addressOfLink,
	buildOneClickLink,
	checkHost,
	type DashboardLink,
	isLinkParameter,
	isSampleData,
	type LinkParameters,
	type LinkValue,
	type OneClickLink,
	sessionNumberIn,
} from '../webinars/oneClickLink';
import { numberedSchedules } from '../webinars/sessionNumbers';
import { isOver, needsTimezone, type Session, type Webinar, zoneText } from '../webinars/webinar';
import { canHaveHash } from '../webinars/webinarReference';
import type { Operation, OperationContext } from './operation';
import output from '../__schema__/v1.0.0/live/createOneClickLink.json';

const fields = {
	notice: noticeField(
		'The service allows one-click links only in emails that your email tool (autoresponder) sends to its existing contacts. If you use a link elsewhere, the service may close your account.',
	),
	webinarId,
	timezone: linkTimezone,
	schedule: linkSession,
	...personFields,
	options: collection('Options', { dashboardLink }, { placeholder: 'Add option' }),
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

	read: (given, stored) => readFields(fields, given, stored),

	async execute(context, input) {
		const attendeeUrl = attendeeUrlOf(context);
		const copied = input.options.dashboardLink;
		if (copied) checkHost(copied, attendeeUrl);
		const linked = await findLinkedSession(context, input, copied);
		const { webinar } = linked;
		const person = linkPersonOf(input, webinar);
		const address = copied?.address ?? addressOf(webinar, attendeeUrl);
		const parameters = parametersOf(input, linked, person, copied);
		const link = buildOneClickLink(address, parameters, person.answers, keptParameters(webinar, copied));
		checkCustomFields(context, webinar, link);
		addSessionHints(context, input, linked, copied, link);
		if (copied) addDashboardLinkHints(context, webinar, copied, person, link);
		else addTestHint(context, person, link);
		return [toOutput(link, linked, copied)];
	},
};

/** Returns the output item for a link. */
function toOutput(
	{ url }: OneClickLink,
	{ webinar, session, number, isSeries }: LinkedSession,
	copied: DashboardLink | undefined,
): IDataObject {
	return {
		url,
		webinar_title: webinar.detail.title ?? null,
		date: session?.date || null,
		timezone: session ? zoneText(webinar, session.startsAt) : null,
		series: isSeries,
		webinar_id: webinar.id,
		webinar_hash: webinar.detail.webinar_hash,
		schedule_id: number,
		derived: copied === undefined,
	};
}

/** Returns the root URL of the attendee pages. @throws InputError if the credential has none */
function attendeeUrlOf({ service }: OperationContext): string {
	const { attendeeUrl } = service.account;
	if (attendeeUrl !== '') return attendeeUrl;
	throw new InputError(
		'Attendee Pages URL is empty',
		'Open the credential and fill in Attendee Pages URL. One-click links need it.',
	);
}

/** Returns the address of a link to the webinar. @throws InputError if the service did not return what it needs */
function addressOf({ detail }: Webinar, attendeeUrl: string): string {
	const address = addressOfLink(detail, attendeeUrl);
	if (address !== undefined) return address;
	throw new InputError(
		'The service returned no webinar_hash, which a one-click link needs',
		`Copy a one-click link from the webinar's dashboard into ${DASHBOARD_LINK} under Options.`,
	);
}

/** The webinar and session that a link leads to. */
interface LinkedSession {
	webinar: Webinar;
	/** The session number in the webinar's dashboard, which is the value of `schedule_id` in the link. */
	number: number;
	/** The number of the webinar's schedules that have a session number. */
	scheduleCount: number;
	/** The first session that the link registers people for; undefined if the session number does not reveal it. */
	session: Session | undefined;
	/** Whether the link registers people for several sessions; null if the session number does not reveal it. */
	isSeries: boolean | null;
	/** The value of `timezone` in the link: the GMT offset of the attendee's time zone; undefined if no zone is known. */
	timezone: string | undefined;
}

/**
 * Reads the webinar, and finds the session that the link leads to if possible. The API returns no session numbers. The
 * session is therefore known only for session number 1, if the webinar has a single schedule.
 *
 * @param copied the link that the user copied from the dashboard, if any
 * @throws InputError if no session of the webinar has a session number
 */
async function findLinkedSession(
	{ product, webinars, now }: OperationContext,
	input: Input,
	copied: DashboardLink | undefined,
): Promise<LinkedSession> {
	const number = input.schedule ?? (copied ? requiredNumberIn(copied) : 1);
	// If the copied link has a time zone merge field, the webinar can be read in any time zone.
	const anyZone = copied && hasTimezoneOfContact(copied) ? EST : undefined;
	const zone = input.timezone ?? anyZone;
	const { webinar, schedules } = await webinars.resolve(product, input.webinarId, zone, (found) => ({
		webinar: found,
		schedules: numberedSchedules(found),
	}));
	if (!zone && needsTimezone(webinar)) throw missingTimezoneError();
	const [only] = schedules;
	const isOfWebinar = !copied || leadsTo(webinar, copied);
	const isSessionKnown = number === 1 && isOfWebinar && schedules.length === 1;
	const session = isSessionKnown ? nextOf(only, now()) : undefined;
	const isWholeSeries = isOfWebinar && schedules.flat().every(({ coversWebinar }) => coversWebinar);
	return {
		webinar,
		number,
		scheduleCount: schedules.length,
		session,
		isSeries: session?.isSeries ?? (isWholeSeries ? true : null),
		timezone: (session ?? only[0]).timezone,
	};
}

/** Creates the error for a link without a time zone, to a webinar whose dates might depend on the attendee's zone. */
function missingTimezoneError(): InputError {
	return new InputError(
		'The link needs a time zone',
		"The webinar's session dates depend, or might depend, on each attendee's time zone. Fill in Timezone, e.g. Europe/London or GMT-5, or add a merge field for the time zone under Merge Fields.",
	);
}

/** Returns the next session of a schedule, or else one that is running, or else the first one. */
function nextOf(schedule: readonly [Session, ...Session[]], now: number): Session {
	const running = schedule.find((session) => !isOver(session, now));
	return firstUpcoming(schedule, now) ?? running ?? schedule[0];
}

/** Returns the session number in a dashboard link. @throws InputError if the link has none */
function requiredNumberIn(copied: DashboardLink): number {
	const number = sessionNumberIn(copied);
	if (number !== undefined) return number;
	throw new InputError(
		`${DASHBOARD_LINK} has no session number`,
		`Copy the whole link from the webinar's dashboard, including schedule_id, or enter the session number in ${SESSION}.`,
	);
}

/** Whether a dashboard link leads to the webinar, as far as its address shows. */
function leadsTo({ id, detail }: Webinar, { reference }: DashboardLink): boolean {
	if ('code' in reference) return canHaveHash(detail, reference.code);
	return reference.id === String(id) && canHaveHash(detail, reference.hash);
}

/** Whether a dashboard link has a merge field for each contact's time zone. */
function hasTimezoneOfContact({ parameters }: DashboardLink): boolean {
	return parameters.some((parameter) => parameter.name === 'timezone' && !isSampleData(parameter));
}

/** Returns the link's documented query parameters, which contain the person's data, the time zone and the session. */
function parametersOf(
	input: Input,
	linked: LinkedSession,
	person: LinkPerson,
	copied: DashboardLink | undefined,
): LinkParameters {
	return {
		...person.parameters,
		last_name: person.parameters.last_name ?? lastNameFor(copied, person),
		timezone: timezoneFor(linked, input, person, copied),
		schedule_id: { literal: String(linked.number) },
	};
}

/** Returns the email tool's merge field for the last name, but only if the dashboard link contains a last name. */
function lastNameFor(copied: DashboardLink | undefined, person: LinkPerson): LinkValue | undefined {
	const hasLastName = copied?.parameters.some(({ name }) => name === 'last_name');
	return hasLastName ? person.lastNameIfAsked : undefined;
}

/**
 * Returns the time zone for the link: the merge field if there is one, otherwise the GMT offset of the zone in Timezone.
 * Returns undefined if the link needs no time zone: the webinar's dates do not depend on the attendee's time zone, and the
 * dashboard link has none.
 */
function timezoneFor(
	{ webinar, timezone: offset }: LinkedSession,
	input: Input,
	person: LinkPerson,
	copied: DashboardLink | undefined,
): LinkValue | undefined {
	const hasTimezone = copied?.parameters.some(({ name }) => name === 'timezone');
	if (!webinar.followsAttendee && !hasTimezone) return undefined;
	const { timezone: mergeField } = person.parameters;
	if (mergeField) return mergeField;
	const isZoneGiven = input.timezone !== undefined;
	return isZoneGiven && offset !== undefined ? { literal: offset } : undefined;
}

/**
 * Returns the dashboard link's parameters that the new link keeps, unless the node itself sets them. A time zone is sample
 * data only if the webinar's dates depend on the attendee's time zone.
 */
function keptParameters(webinar: Webinar, copied: DashboardLink | undefined) {
	return copied?.parameters.filter(
		(parameter) => !isSampleData(parameter) || (parameter.name === 'timezone' && !webinar.followsAttendee),
	);
}

/**
 * Checks that the link contains the custom fields that the webinar requires. If the service does not say whether a custom
 * field is required, adds a hint.
 * @throws InputError if a required custom field is missing
 */
function checkCustomFields({ report }: OperationContext, webinar: Webinar, { names }: OneClickLink): void {
	const notInLink = findCustomFields(webinar.detail).filter(
		({ label }) => !names.has(label) && !isParameter(label),
	);
	const required = notInLink.filter((field) => field.required).map(({ label }) => shortened(label));
	if (required.length > 0) {
		const labels = enumerated(required);
		throw new InputError(
			`Webinar ${webinar.id} requires ${labels}`,
			`Add ${labels} under ${CUSTOM_FIELDS}. In a link for all contacts, first set Email Tool to "Other (Own Merge Fields)". ${CUSTOM_FIELDS} then appears under Merge Fields.`,
		);
	}
	if (notInLink.some((field) => field.required === undefined)) {
		report.addHint(
			`The webinar has custom fields that the link does not fill in. Add those that the webinar requires under ${CUSTOM_FIELDS}.`,
			webinar.id,
		);
	}
}

/** Adds hints about the session that the link leads to. */
function addSessionHints(
	{ report, now }: OperationContext,
	{ schedule, mergeFields }: Input,
	linked: LinkedSession,
	copied: DashboardLink | undefined,
	{ names }: OneClickLink,
): void {
	const { webinar, isSeries } = linked;
	const addHint = (text: string) => report.addHint(text, webinar.id);
	const numberHint = sessionNumberHint(schedule, linked, copied, now());
	if (numberHint !== undefined) addHint(numberHint);
	if (isSeries) addHint('In a series, the link registers people for all sessions.');
	if (mergeFields?.parameters.timezone && !names.has('timezone')) {
		addHint(
			"The link contains no time zone, because the webinar's dates do not depend on the attendee's time zone.",
		);
	}
}

/** Returns a hint if the link might lead to an unexpected session or register nobody; otherwise undefined. */
function sessionNumberHint(
	schedule: Input['schedule'],
	{ webinar, number, scheduleCount, isSeries }: LinkedSession,
	copied: DashboardLink | undefined,
	now: number,
): string | undefined {
	const isOfWebinar = !copied || leadsTo(webinar, copied);
	const isNumberAssumed = !copied && schedule === undefined;
	const isScheduleId = webinar.sessions.some((session) => session.schedule === number);
	if (isOfWebinar && isScheduleId && !isNumberAssumed) {
		return `The session number ${number} is also a schedule ID of the webinar. A link needs the number that the webinar's dashboard shows (1, 2, 3), not a schedule ID.`;
	}
	if (isOfWebinar && number > scheduleCount) {
		const count = scheduleCount === 1 ? 'only one schedule' : `only ${scheduleCount} schedules`;
		return `The session number is ${number}, but the service lists ${count} with a number. Compare the number with the webinar's dashboard, because a link with a wrong number registers nobody.`;
	}
	if (webinar.sessions.every((session) => isOver(session, now))) {
		return 'All sessions of the webinar are over, so the link might not register anyone.';
	}
	if (isNumberAssumed && !isSeries && scheduleCount > 1) {
		return `The webinar has several sessions, and the link leads to number 1. Number 1 is the first session, which may be over. A link to a session that is over registers nobody. For a different session, enter its number from the webinar's dashboard in ${SESSION}.`;
	}
	return undefined;
}

/**
 * Adds hints about a link that the user copied from the dashboard: what the new link omits, and what the user has to
 * check.
 */
function addDashboardLinkHints(
	{ report }: OperationContext,
	webinar: Webinar,
	copied: DashboardLink,
	{ howToAdd }: LinkPerson,
	{ names, copiedNames }: OneClickLink,
): void {
	if (!leadsTo(webinar, copied)) {
		report.addHint(
			`${DASHBOARD_LINK} seems to belong to a different webinar than the chosen one. The new link leads to the webinar in ${DASHBOARD_LINK}.`,
			webinar.id,
		);
	}
	const notCopied = copied.parameters.filter((each) => isSampleData(each) && !names.has(each.name));
	if (notCopied.length > 0) {
		const list = enumerated(notCopied.map(({ name }) => name));
		report.addHint(
			`${DASHBOARD_LINK} has sample data for ${list}, which is not copied. If the webinar requires this data, ${howToAdd.phone}.`,
		);
	}
	const mergeFields = copied.parameters.filter(
		(each) => copiedNames.has(each.name) && isLinkParameter(each.name) && !isSampleData(each),
	);
	const kept = [...new Set(mergeFields.map(({ name }) => name))];
	if (kept.length > 0) {
		report.addHint(
			`The link keeps the merge fields from ${DASHBOARD_LINK} for ${enumerated(kept)}. Check that your email tool fills them in.`,
		);
	}
}

/** Adds a hint to test the link, because the API does not report which fields the webinar requires. */
function addTestHint({ report }: OperationContext, { howToAdd }: LinkPerson, { names }: OneClickLink): void {
	const missing = [
		...(names.has('last_name') ? [] : [{ what: 'a last name', how: howToAdd.lastName }]),
		...(names.has('phone_number') ? [] : [{ what: 'a phone number', how: howToAdd.phone }]),
	];
	const ways = [...new Set(missing.map(({ how }) => how))];
	const advice = ways.map((way) => {
		const items = missing.filter(({ how }) => how === way).map(({ what }) => what);
		return `If the webinar requires ${items.join(' or ')}, ${way}.`;
	});
	const test = 'To test the link, send it to yourself from your email tool, and click it in the email.';
	report.addHint([test, ...advice].join(' '));
}
