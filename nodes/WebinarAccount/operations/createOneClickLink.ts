import type { IDataObject } from 'n8n-workflow';

import { CUSTOM_FIELDS, isParameter } from '../fields/contactFields';
import { collection, noticeField, type Values } from '../fields/field';
import {
	DASHBOARD_LINK,
	dashboardLink,
	hasTimezoneMergeField,
	type LinkPerson,
	linkPersonOf,
	linkSession,
	personFields,
} from '../fields/linkFields';
import { SESSION, timezone, webinarId } from '../fields/webinarFields';
import { InputError } from '../service/errors';
import { enumerated, shortened } from '../utils/values';
import { findCustomFields } from '../webinars/customFields';
import { EST } from '../webinars/dates';
import {
	findByChoice,
	findByNumber,
	hasSeveralSessionNumbers,
	isWholeWebinarOver,
	type LinkedSession,
} from '../webinars/linkedSession';
import {
	buildOneClickLink,
	type DashboardLink,
	isLinkParameter,
	isSampleData,
	type LinkParameters,
	type LinkTarget,
	type LinkValue,
	onAttendeePages,
	type OneClickLink,
	sessionNumberIn,
} from '../webinars/oneClickLink';
import { zoneText, type Webinar } from '../webinars/webinar';
import type { Operation, OperationContext } from './operation';

/**
 * The Timezone field. It may be empty if the user entered a time zone merge field, which the link then contains. Its
 * value is then EST, because some time zone is needed to read the webinar.
 */
const linkTimezone: typeof timezone = {
	...timezone,
	read(given, readParameter) {
		const anyZone = hasTimezoneMergeField(readParameter) ? EST : undefined;
		return timezone.read(given, readParameter) ?? anyZone;
	},
};

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
	action: ({ aNoun }) => `Create a one-click link to ${aNoun}`,
	fields,

	read: (values) => values(fields),

	async execute(context, input) {
		const attendeeUrl = attendeeUrlOf(context);
		const copied = input.options.dashboardLink && onAttendeePages(input.options.dashboardLink, attendeeUrl);
		const linked = await findLinkedSession(context, input, copied);
		const { webinar } = linked;
		const person = linkPersonOf(input, webinar);
		const target = copied ?? targetOf(webinar, attendeeUrl);
		const parameters = parametersOf(input, linked, person, copied);
		const link = buildOneClickLink(target, parameters, person.answers, keptParameters(webinar, copied));
		checkCustomFields(context, webinar, link);
		addSessionHints(context, input, linked, copied);
		if (copied) addDashboardLinkHints(context, webinar, copied, person, link);
		else addTestHint(context, person, link);
		return [toOutput(link, linked, copied)];
	},
};

/** Returns the output item for a link. */
function toOutput(
	{ url }: OneClickLink,
	{ webinar, session, scheduleId, isSeries }: LinkedSession,
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
		schedule_id: scheduleId,
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

/** Returns the parts of a link's URL that identify the webinar. @throws InputError if the service did not return them */
function targetOf({ id, detail }: Webinar, attendeeUrl: string): LinkTarget {
	if (detail.webinar_hash) return { attendeeUrl, number: String(id), token: detail.webinar_hash };
	throw new InputError(
		'The service returned no webinar_hash, which a one-click link needs',
		`Copy a one-click link from the webinar's dashboard into ${DASHBOARD_LINK} under Options.`,
	);
}

/**
 * Reads the webinar, and finds the session that the link leads to.
 * @param copied the link that the user copied from the dashboard, if any
 */
async function findLinkedSession(
	{ product, webinars, now }: OperationContext,
	input: Input,
	copied: DashboardLink | undefined,
): Promise<LinkedSession> {
	const { schedule } = input;
	// If the copied link has a time zone merge field, the webinar can be read in any time zone.
	const anyZone = copied && hasTimezoneOfContact(copied) ? EST : undefined;
	const query = { product, reference: input.webinarId, zone: input.timezone ?? anyZone };
	if ('choice' in schedule) {
		return await findByChoice(webinars, { ...query, choice: schedule.choice }, now());
	}
	const number = schedule.number ?? (copied ? requiredNumberIn(copied) : 1);
	const isForeign = (webinar: Webinar) => copied !== undefined && !leadsTo(webinar, copied);
	return await findByNumber(webinars, { ...query, number, isForeign }, now());
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

/** Whether a dashboard link leads to the webinar. */
function leadsTo({ id, detail }: Webinar, { number, token }: DashboardLink): boolean {
	return number === String(id) && (!detail.webinar_hash || token === detail.webinar_hash);
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
		timezone: timezoneFor(linked, input, person),
		schedule_id: { literal: String(linked.scheduleId) },
	};
}

/** Returns the email tool's merge field for the last name, but only if the dashboard link contains a last name. */
function lastNameFor(copied: DashboardLink | undefined, person: LinkPerson): LinkValue | undefined {
	const hasLastName = copied?.parameters.some(({ name }) => name === 'last_name');
	return hasLastName ? person.lastNameIfAsked : undefined;
}

/**
 * Returns the time zone for the link: the merge field if there is one, otherwise the GMT offset of the zone in Timezone.
 * Returns undefined if the webinar's dates do not depend on the attendee's time zone.
 */
function timezoneFor(
	{ webinar, timezone: offset }: LinkedSession,
	input: Input,
	person: LinkPerson,
): LinkValue | undefined {
	if (!mayNeedTimezone(webinar)) return undefined;
	const { timezone: mergeField } = person.parameters;
	if (mergeField) return mergeField;
	const isZoneGiven = input.timezone !== undefined;
	return isZoneGiven && offset !== undefined ? { literal: offset } : undefined;
}

/**
 * Whether a link to the webinar needs the attendee's time zone, because the webinar's dates depend, or might depend, on
 * it.
 */
function mayNeedTimezone({ followsAttendee }: Webinar): boolean {
	return followsAttendee;
}

/** Returns the dashboard link's parameters that the new link keeps, unless the node itself sets them. */
function keptParameters(webinar: Webinar, copied: DashboardLink | undefined) {
	return copied?.parameters.filter(
		(parameter) => !isSampleData(parameter) && (parameter.name !== 'timezone' || mayNeedTimezone(webinar)),
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
): void {
	const { webinar, isSeries } = linked;
	const addHint = (text: string) => report.addHint(text, webinar.id);
	const numberHint = sessionNumberHint(schedule, linked, copied, now());
	if (numberHint !== undefined) addHint(numberHint);
	if (isSeries) addHint('In a series, the link registers people for all sessions.');
	if (mergeFields?.parameters.timezone && !mayNeedTimezone(webinar)) {
		addHint(
			"The link contains no time zone, because the webinar's dates do not depend on the attendee's time zone.",
		);
	}
}

/** Returns a hint if the link might lead to an unexpected session or register nobody; otherwise undefined. */
function sessionNumberHint(
	schedule: Input['schedule'],
	{ webinar, scheduleId, isSeries }: LinkedSession,
	copied: DashboardLink | undefined,
	now: number,
): string | undefined {
	if ('choice' in schedule) {
		return `The link contains the API's schedule ID, but the service expects the session number from the webinar's dashboard. Test the link, or set ${SESSION} to By Number.`;
	}
	const isAlsoScheduleId = webinar.sessions.some((session) => session.schedule === scheduleId);
	if (isAlsoScheduleId) {
		return `${scheduleId} in ${SESSION} is also the schedule ID of a session. Make sure that it is the session number from the webinar's dashboard, not a schedule ID.`;
	}
	if (isWholeWebinarOver(webinar, now)) {
		return 'All sessions of the webinar are over, so the link might not register anyone.';
	}
	const isNumberAssumed = !copied && schedule.number === undefined;
	if (isNumberAssumed && !isSeries && hasSeveralSessionNumbers(webinar)) {
		return `The webinar has several sessions, and the link leads to session 1. For a different session, enter its number from the webinar's dashboard in ${SESSION}.`;
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
			`${DASHBOARD_LINK} belongs to a different webinar than the chosen one. The new link leads to the webinar in ${DASHBOARD_LINK}.`,
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
	const kept = [...copiedNames].filter(isLinkParameter);
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
