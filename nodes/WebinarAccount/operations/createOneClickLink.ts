import { CUSTOM_FIELDS, isParameter } from '../fields/contactFields';
import { collection, noticeField, type Values } from '../fields/field';
import {
	DASHBOARD_LINK,
	dashboardLink,
	hasZoneMergeField,
	type LinkPerson,
	linkSession,
	personFields,
	personOf,
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
	type LinkTarget,
	type LinkValue,
	onAttendeePages,
	type OneClickLink,
	sessionNumberIn,
} from '../webinars/oneClickLink';
import { zoneText, type Webinar } from '../webinars/webinar';
import type { Operation, OperationContext } from './operation';

// If the link has a merge field for each contact's zone, the webinar can be read in any zone.
const linkTimezone: typeof timezone = {
	...timezone,
	read: (given, sibling) => timezone.read(given, sibling) ?? (hasZoneMergeField(sibling) ? EST : undefined),
};

const fields = {
	notice: noticeField(
		'The service allows one-click links only in emails that your email tool (autoresponder) sends to its existing contacts. Other use can get your account closed.',
	),
	webinarId,
	timezone: linkTimezone,
	schedule: linkSession,
	...personFields,
	options: collection('Options', { dashboardLink }, { placeholder: 'Add option' }),
};

type Input = Values<typeof fields>;

export const createOneClickLink: Operation = {
	value: 'createOneClickLink',
	name: 'Create One-Click Link',
	description: 'Create a link that registers a contact of an email tool with one click',
	action: ({ aNoun }) => `Create a one-click link to ${aNoun}`,
	fields,

	async execute(context) {
		const input = context.input(fields);
		const attendeeUrl = attendeeUrlOf(context);
		const copied = input.options.dashboardLink && onAttendeePages(input.options.dashboardLink, attendeeUrl);
		const linked = await findLinkedSession(context, input, copied);
		const { webinar, session, scheduleId } = linked;
		const person = personOf(input, webinar);
		const parameters = {
			...person.parameters,
			last_name: person.parameters.last_name ?? lastNameAskedBy(copied, person),
			timezone: zoneFor(linked, input, person),
			schedule_id: { literal: String(scheduleId) },
		};
		const target = copied ?? targetOf(webinar, attendeeUrl);
		const built = buildOneClickLink(target, parameters, person.answers, copiedFor(webinar, copied));
		checkCustomFields(context, webinar, built);
		addHints(context, input, linked, copied);
		if (copied) addHintsOnCopied(context, webinar, copied, person, built);
		else addTestHint(context, person, built);
		return [
			{
				url: built.url,
				webinar_title: webinar.detail.title ?? null,
				date: session?.date || null,
				timezone: session ? zoneText(webinar, session.startsAt) : null,
				series: linked.isSeries,
				webinar_id: webinar.id,
				webinar_hash: webinar.detail.webinar_hash,
				schedule_id: scheduleId,
				derived: copied === undefined,
			},
		];
	},
};

function attendeeUrlOf({ service }: OperationContext): string {
	const { attendeeUrl } = service.account;
	if (attendeeUrl !== '') return attendeeUrl;
	throw new InputError(
		'Attendee Pages URL is empty',
		'Open the credential and fill in Attendee Pages URL. One-click links need it.',
	);
}

function targetOf({ id, detail }: Webinar, attendeeUrl: string): LinkTarget {
	if (detail.webinar_hash) return { attendeeUrl, number: String(id), token: detail.webinar_hash };
	throw new InputError(
		'The webinar has no hash for a one-click link',
		`Copy a one-click link from the webinar's dashboard into ${DASHBOARD_LINK} under Options.`,
	);
}

async function findLinkedSession(
	{ product, webinars }: OperationContext,
	input: Input,
	copied: DashboardLink | undefined,
): Promise<LinkedSession> {
	const { schedule } = input;
	const query = {
		product,
		reference: input.webinarId,
		zone: input.timezone ?? (copied && hasOwnZone(copied) ? EST : undefined),
	};
	if ('choice' in schedule) {
		const check = (read: Webinar) => void personOf(input, read);
		return await findByChoice(webinars, { ...query, choice: schedule.choice, check });
	}
	const number = schedule.number ?? (copied ? numberIn(copied) : 1);
	const isForeign = (webinar: Webinar) => copied !== undefined && !leadsTo(webinar, copied);
	return await findByNumber(webinars, { ...query, number, isForeign });
}

function numberIn(copied: DashboardLink): number {
	const number = sessionNumberIn(copied);
	if (number !== undefined) return number;
	throw new InputError(
		`${DASHBOARD_LINK} has no session number`,
		`Copy the whole link from the webinar's dashboard, with schedule_id, or enter the number of the session in ${SESSION}.`,
	);
}

function leadsTo({ id, detail }: Webinar, { number, token }: DashboardLink): boolean {
	return number === String(id) && (!detail.webinar_hash || token === detail.webinar_hash);
}

/** Whether a copied link has a merge field for each contact's time zone. */
function hasOwnZone({ parameters }: DashboardLink): boolean {
	return parameters.some((parameter) => parameter.name === 'timezone' && !isSampleData(parameter));
}

/** Returns the last name's merge field of a preset, if the dashboard link has a last name. */
function lastNameAskedBy(copied: DashboardLink | undefined, person: LinkPerson): LinkValue | undefined {
	return copied?.parameters.some(({ name }) => name === 'last_name') ? person.lastNameIfAsked : undefined;
}

/** Whether a link to the webinar contains the attendee's time zone. It does if it is unclear whether it is needed. */
function takesZone({ followsAttendee }: { followsAttendee: boolean | undefined }): boolean {
	return followsAttendee !== false;
}

/** Returns the link's time zone: the merge field, or else the zone in Timezone. */
function zoneFor({ webinar, timezone: gmtForm }: LinkedSession, input: Input, person: LinkPerson) {
	if (!takesZone(webinar)) return undefined;
	const given = input.timezone && gmtForm !== undefined ? { literal: gmtForm } : undefined;
	return person.parameters.timezone ?? given;
}

/** Returns the parameters of a dashboard link that the new link may keep. */
function copiedFor(webinar: Webinar, copied: DashboardLink | undefined) {
	return copied?.parameters.filter(
		(parameter) => !isSampleData(parameter) && (parameter.name !== 'timezone' || takesZone(webinar)),
	);
}

/** Checks that the link has all required custom fields. The service does not always say which ones are required. */
function checkCustomFields({ report }: OperationContext, webinar: Webinar, { names }: OneClickLink): void {
	const open = findCustomFields(webinar.detail).filter(
		({ label }) => !names.has(label) && !isParameter(label),
	);
	const required = open.filter((field) => field.required).map(({ label }) => shortened(label));
	if (required.length > 0) {
		throw new InputError(
			`Webinar ${webinar.id} requires ${required.join(' and ')}`,
			`Add it under ${CUSTOM_FIELDS}. For an email tool, these are in Merge Fields: set Email Tool to "Other (Own Merge Fields)".`,
		);
	}
	if (open.some((field) => field.required === undefined)) {
		report.addHint(
			`The webinar has custom fields that the link does not fill in. Add those that it requires under ${CUSTOM_FIELDS}.`,
			webinar.id,
		);
	}
}

function addHints(
	{ report, now }: OperationContext,
	{ schedule, mergeFields }: Input,
	{ webinar, scheduleId, isSeries }: LinkedSession,
	copied: DashboardLink | undefined,
): void {
	const hint = (text: string) => report.addHint(text, webinar.id);
	if ('choice' in schedule) {
		hint(
			`The link contains the API's schedule ID, but the service expects the session number of the dashboard. Test the link, or set ${SESSION} to By Number.`,
		);
	} else if (webinar.sessions.some((session) => session.schedule === scheduleId)) {
		hint(
			`${SESSION} ${scheduleId} is also a schedule ID of the API. Check that the dashboard shows it as the number of the session.`,
		);
	} else if (isWholeWebinarOver(webinar, now())) {
		hint('All sessions of the webinar are over, so the link may register nobody.');
	} else if (!copied && schedule.number === undefined && !isSeries && hasSeveralSessionNumbers(webinar)) {
		hint(
			`The webinar has several sessions, and the link leads to number 1. For another one, enter its number from the dashboard in ${SESSION}.`,
		);
	}
	if (isSeries) hint('In a series, the link registers people for all sessions.');
	if (mergeFields?.parameters.timezone && !takesZone(webinar)) {
		hint("The link contains no time zone, because the webinar's dates do not depend on the attendee's.");
	}
}

function addHintsOnCopied(
	{ report }: OperationContext,
	webinar: Webinar,
	copied: DashboardLink,
	{ howToAdd }: LinkPerson,
	{ names, copiedNames }: OneClickLink,
): void {
	if (!leadsTo(webinar, copied)) {
		report.addHint(
			`${DASHBOARD_LINK} is not a link of the chosen webinar. The new link leads to the webinar of ${DASHBOARD_LINK}.`,
			webinar.id,
		);
	}
	const leftOut = copied.parameters.filter((each) => isSampleData(each) && !names.has(each.name));
	if (leftOut.length > 0) {
		const list = enumerated(leftOut.map(({ name }) => name));
		report.addHint(
			`The link leaves out the sample data of ${DASHBOARD_LINK} for ${list}. If the webinar requires it, ${howToAdd.phone}.`,
		);
	}
	const kept = [...copiedNames].filter(isLinkParameter);
	if (kept.length > 0) {
		report.addHint(
			`The link keeps what ${DASHBOARD_LINK} has for ${kept.join(', ')}. Check that your email tool fills it in.`,
		);
	}
}

/** Adds the advice to test the link. The API does not return which parameters the webinar requires. */
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
	report.addHint(['Send the link to yourself from your email tool and click it there.', ...advice].join(' '));
}
