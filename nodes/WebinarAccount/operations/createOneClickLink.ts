import { Settings } from 'luxon';

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
import { enumerated, sentences, shortened } from '../utils/values';
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
	type OneClickLink,
	sessionNumberIn,
} from '../webinars/oneClickLink';
import { numberedSchedules } from '../webinars/sessionNumbers';
import { isOver, needsTimezone, type Webinar, zoneText } from '../webinars/webinar';
import { canHaveHash } from '../webinars/webinarReference';
import type { Operation } from './operation';
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

	async execute({ service, webinars, report }, input) {
		const { attendeeUrl } = service.account;
		if (attendeeUrl === '') {
			throw new InputError(
				'Attendee Pages URL is empty',
				'Open the credential and fill in Attendee Pages URL. One-click links need it.',
			);
		}
		const copied = input.options.dashboardLink;
		if (copied) checkHost(copied, attendeeUrl);
		const number = input.schedule ?? (copied ? sessionNumberIn(copied) : 1);
		if (number === undefined) {
			throw new InputError(
				`${DASHBOARD_LINK} has no session number`,
				`Copy the whole link from the webinar's dashboard, including schedule_id, or enter the session number in ${SESSION}.`,
			);
		}

		// If the copied link has a time zone merge field, the webinar can be read in any time zone.
		const hasTimezoneField = copied?.parameters.some(
			(each) => each.name === 'timezone' && !isSampleData(each),
		);
		const zone = input.timezone ?? (hasTimezoneField ? EST : undefined);
		const { webinar, schedules } = await webinars.resolve(input.webinarId, zone, (found) => ({
			webinar: found,
			schedules: numberedSchedules(found),
		}));
		if (!zone && needsTimezone(webinar)) {
			throw new InputError(
				'The link needs a time zone',
				"The webinar's session dates depend, or might depend, on each attendee's time zone. Fill in Timezone, e.g. Europe/London or GMT-5, or add a merge field for the time zone under Merge Fields.",
			);
		}
		const { id, detail } = webinar;
		const address = copied?.address ?? addressOfLink(detail, attendeeUrl);
		if (address === undefined) {
			throw new InputError(
				'The service returned no webinar_hash, which a one-click link needs',
				`Copy a one-click link from the webinar's dashboard into ${DASHBOARD_LINK} under Options.`,
			);
		}

		// The API returns no session numbers. The session is therefore known only for number 1 of a single schedule.
		const [only] = schedules;
		const isOfWebinar = !copied || leadsTo(webinar, copied);
		const isSessionKnown = number === 1 && isOfWebinar && schedules.length === 1;
		const running = only.find((each) => !isOver(each, Settings.now()));
		const session = isSessionKnown ? (firstUpcoming(only, Settings.now()) ?? running ?? only[0]) : undefined;
		const isWholeSeries = isOfWebinar && schedules.flat().every(({ coversWebinar }) => coversWebinar);
		const isSeries = session?.isSeries ?? (isWholeSeries ? true : null);

		const person = linkPersonOf(input, webinar);
		const isCopied = (name: string) => copied?.parameters.some((each) => each.name === name);
		const takesTimezone = webinar.followsAttendee || isCopied('timezone');
		const { timezone: offset } = session ?? only[0];
		const literalZone = input.timezone && offset !== undefined ? { literal: offset } : undefined;
		const link = buildOneClickLink(
			address,
			{
				...person.parameters,
				last_name:
					person.parameters.last_name ?? (isCopied('last_name') ? person.lastNameIfAsked : undefined),
				timezone: takesTimezone ? (person.parameters.timezone ?? literalZone) : undefined,
				schedule_id: { literal: String(number) },
			},
			person.answers,
			// A time zone is sample data only if the webinar's dates depend on the attendee's time zone.
			copied?.parameters.filter(
				(each) => !isSampleData(each) || (each.name === 'timezone' && !webinar.followsAttendee),
			),
		);

		const notInLink = findCustomFields(detail).filter(
			({ label }) => !link.names.has(label) && !isParameter(label),
		);
		const required = notInLink.filter((field) => field.required).map(({ label }) => shortened(label));
		if (required.length > 0) {
			const labels = enumerated(required);
			throw new InputError(
				`Webinar ${id} requires ${labels}`,
				`Add ${labels} under ${CUSTOM_FIELDS}. In a link for all contacts, first set Email Tool to "Other (Own Merge Fields)". ${CUSTOM_FIELDS} then appears under Merge Fields.`,
			);
		}

		const addHint = (text: string) => report.addHint(text, id);
		if (notInLink.some((field) => field.required === undefined)) {
			addHint(
				`The webinar has custom fields that the link does not fill in. Add those that the webinar requires under ${CUSTOM_FIELDS}.`,
			);
		}
		// Only the first of these hints that applies is shown.
		const isNumberAssumed = !copied && input.schedule === undefined;
		const isScheduleId = webinar.sessions.some(({ schedule }) => schedule === number);
		if (isOfWebinar && isScheduleId && !isNumberAssumed) {
			addHint(
				`The session number ${number} is also a schedule ID of the webinar. A link needs the number that the webinar's dashboard shows (1, 2, 3), not a schedule ID.`,
			);
		} else if (isOfWebinar && number > schedules.length) {
			const count = schedules.length === 1 ? 'only one schedule' : `only ${schedules.length} schedules`;
			addHint(
				`The session number is ${number}, but the service lists ${count} with a number. Compare the number with the webinar's dashboard, because a link with a wrong number registers nobody.`,
			);
		} else if (webinar.sessions.every((each) => isOver(each, Settings.now()))) {
			addHint('All sessions of the webinar are over, so the link might not register anyone.');
		} else if (isNumberAssumed && !isSeries && schedules.length > 1) {
			addHint(
				`The webinar has several sessions, and the link leads to number 1. Number 1 is the first session, which may be over. A link to a session that is over registers nobody. For a different session, enter its number from the webinar's dashboard in ${SESSION}.`,
			);
		}
		if (isSeries) addHint('In a series, the link registers people for all sessions.');
		if (input.mergeFields?.parameters.timezone && !link.names.has('timezone')) {
			addHint(
				"The link contains no time zone, because the webinar's dates do not depend on the attendee's time zone.",
			);
		}
		if (!isOfWebinar) {
			addHint(
				`${DASHBOARD_LINK} seems to belong to a different webinar than the chosen one. The new link leads to the webinar in ${DASHBOARD_LINK}.`,
			);
		}
		const hints = copied ? dashboardLinkHints(copied, person, link) : [testHint(person, link)];
		for (const hint of hints) report.addHint(hint);
		return [
			{
				url: link.url,
				webinar_title: detail.title ?? null,
				date: session?.date || null,
				timezone: session ? zoneText(webinar, session.startsAt) : null,
				series: isSeries,
				webinar_id: id,
				webinar_hash: detail.webinar_hash,
				schedule_id: number,
				derived: copied === undefined,
			},
		];
	},
};

/** Whether a dashboard link leads to the webinar, as far as its address shows. */
function leadsTo({ id, detail }: Webinar, { reference }: DashboardLink): boolean {
	if ('code' in reference) return canHaveHash(detail, reference.code);
	return reference.id === String(id) && canHaveHash(detail, reference.hash);
}

/**
 * Returns hints about a link that the user copied from the dashboard: what the new link omits, and what the user has to
 * check.
 */
function dashboardLinkHints(
	copied: DashboardLink,
	{ howToAdd }: LinkPerson,
	{ names, copiedNames }: OneClickLink,
): string[] {
	const hints: string[] = [];
	const notCopied = copied.parameters.filter((each) => isSampleData(each) && !names.has(each.name));
	if (notCopied.length > 0) {
		const list = enumerated(notCopied.map(({ name }) => name));
		hints.push(
			`${DASHBOARD_LINK} has sample data for ${list}, which is not copied. If the webinar requires this data, ${howToAdd.phone}.`,
		);
	}
	const mergeFields = copied.parameters.filter(
		(each) => copiedNames.has(each.name) && isLinkParameter(each.name) && !isSampleData(each),
	);
	const kept = [...new Set(mergeFields.map(({ name }) => name))];
	if (kept.length > 0) {
		hints.push(
			`The link keeps the merge fields from ${DASHBOARD_LINK} for ${enumerated(kept)}. Check that your email tool fills them in.`,
		);
	}
	return hints;
}

/** Returns the hint to test the link, because the API does not report which fields the webinar requires. */
function testHint({ howToAdd }: LinkPerson, { names }: OneClickLink): string {
	return sentences([
		'To test the link, send it to yourself from your email tool, and click it in the email.',
		names.has('last_name') ? '' : `If the webinar requires a last name, ${howToAdd.lastName}.`,
		names.has('phone_number') ? '' : `If the webinar requires a phone number, ${howToAdd.phone}.`,
	]);
}
