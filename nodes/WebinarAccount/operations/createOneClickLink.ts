import { Settings, type Zone } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { contactHints } from '../fields/contactData';
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
import { enumerated, type Hint } from '../utils/values';
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
import {
	isJustInTimeOrReplay,
	isScheduled,
	lacksAttendeeZone,
	isOver,
	type Session,
	type Webinar,
	zoneText,
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

	async execute({ service, webinars, report, itemName }, input) {
		const { attendeeUrl } = service.account;
		if (attendeeUrl === '') {
			throw new InputError(
				'Attendee Pages URL is empty',
				'Open the credential and fill in Attendee Pages URL. One-click links need it.',
			);
		}
		const { dashboardLink } = input.options;
		if (dashboardLink) checkOrigin(dashboardLink.address, attendeeUrl);
		// In this operation, Session is the session's number in the dashboard.
		const givenNumber = input.schedule ?? dashboardLink?.sessionNumber;
		if (dashboardLink && givenNumber === undefined) {
			throw missingNumberError(`${DASHBOARD_LINK} has no session number`);
		}
		const person = linkPersonOf(input);
		// If the email tool fills in the time zone, the webinar can be read in any, such as the service's default, EST.
		const zone = input.timezone ?? (hasTimezoneMergeField(person, dashboardLink) ? EST : undefined);
		// After an InputError in this callback, `resolve` calls it again with the webinar's latest data.
		const link = await webinars.resolve(input.webinarId, zone, (webinar) => {
			if (lacksAttendeeZone(webinar)) {
				throw missingTimezoneError(
					'A link for all contacts can have a merge field for the time zone instead.',
				);
			}
			return createLink(webinar, givenNumber, person, input, attendeeUrl);
		});
		report.addHints(
			[...targetHints(link, givenNumber, input), ...dataHints(link, input)],
			`webinar ${link.webinar.id}`,
		);
		report.addHints(contactHints({ ...input.contactFields, firstName: input.contactFirstName }), itemName);
		return [toOutput(link, input)];
	},
};

/** Whether the link's time zone is a merge field: the user's own, or one in the copied link. */
function hasTimezoneMergeField({ timezone }: LinkParameters, copied: DashboardLink | undefined): boolean {
	if (timezone !== undefined) return true;
	const { parameters = [] } = copied ?? {};
	return parameters.some((parameter) => parameter.name === 'timezone' && !isSampleData(parameter));
}

/** A link to a webinar, and what it consists of. */
interface FinishedLink extends OneClickLink {
	webinar: Webinar;
	numbered: NumberedSessions;
	/** The session's number in the webinar's dashboard. In a link, the service calls it `schedule_id`. */
	sessionNumber: number;
	target: Target;
	/** Whether the link's time zone is the offset that the zone in Timezone has at the next session. */
	hasOffsetOfNext: boolean;
	/** The answers to custom fields in the link. */
	answers: Answers<LinkValue>;
}

/**
 * Creates a link to a webinar.
 * @param givenNumber the session number that the user entered, or that the copied link has; undefined if there is neither
 * @throws InputError if the link needs a session number or a hash that is unknown, or if the webinar does not accept an answer
 */
function createLink(
	webinar: Webinar,
	givenNumber: number | undefined,
	person: LinkParameters,
	input: Input,
	attendeeUrl: string,
): FinishedLink {
	const { dashboardLink } = input.options;
	const copied = dashboardLink?.parameters ?? [];
	const numbered = numberedSessionsOf(webinar);
	const sessionNumber = givenNumber ?? onlyNumberOf(numbered);
	const target = targetOf(webinar, numbered, sessionNumber, dashboardLink);

	const address = dashboardLink?.address ?? addressOfLink(webinar.detail, attendeeUrl);
	const timezone = timezoneOfLink(webinar, numbered.next, person, input.timezone, copied);
	const parameters = { ...person, timezone, schedule_id: String(sessionNumber) };
	const answers = linkAnswersOf(input, webinar);
	const link = buildOneClickLink(address, parameters, answers, keptParameters(webinar, copied));
	const hasOffsetOfNext = timezone !== undefined && timezone !== person.timezone;
	return { ...link, webinar, numbered, sessionNumber, target, hasOffsetOfNext, answers };
}

/** Returns the parameters of the copied link that the new link keeps: all but those with a person's sample data. */
function keptParameters({ dates }: Webinar, copied: readonly QueryParameter[]): QueryParameter[] {
	// In a webinar with its own time zone, `timezone` names this zone, and no person's.
	const isOwnZone = ({ name }: QueryParameter) => name === 'timezone' && dates.kind === 'inWebinarZone';
	return copied.filter((each) => !isSampleData(each) || isOwnZone(each));
}

/**
 * Returns the time zone in a link: the email tool's merge field, or else the offset at the next session, which the other sessions
 * probably have too. Undefined if the link needs none.
 * @param zone the value of Timezone
 */
function timezoneOfLink(
	{ dates }: Webinar,
	next: Session,
	person: LinkParameters,
	zone: Zone | undefined,
	copied: readonly QueryParameter[],
): LinkValue | undefined {
	const isNeeded = dates.kind !== 'inWebinarZone' || copied.some(({ name }) => name === 'timezone');
	if (!isNeeded) return undefined;
	return person.timezone ?? (zone && next.offset);
}

/** The sessions of a webinar that have a session number. */
interface NumberedSessions {
	/** Those that are not over. */
	open: readonly Session[];
	/** The next session. If none is upcoming: one that may still be running, or else the first one. */
	next: Session;
	hasOneSchedule: boolean;
	/** Whether a link registers people for all sessions, whichever number it has. */
	isLiveSeries: boolean;
	/** Whether all sessions of a schedule are over. */
	hasPastSchedule: boolean;
}

/** Describes a webinar's sessions that have a session number. @throws InputError if there are none */
function numberedSessionsOf(webinar: Webinar): NumberedSessions {
	const now = Settings.now();
	const sessions = webinar.sessions.filter(isScheduled);
	const open = sessions.filter((session) => !isOver(session, now));
	const next = firstUpcoming(open, now) ?? open[0] ?? sessions[0];
	if (!next) throw noNumberedSessionError(webinar);
	const isOpen = (id: number) => open.some(({ scheduleId }) => scheduleId === id);
	return {
		open,
		next,
		hasOneSchedule: sessions.every(({ scheduleId }) => scheduleId === next.scheduleId),
		isLiveSeries: sessions.every(({ coversWebinar }) => coversWebinar),
		hasPastSchedule: sessions.some(({ scheduleId }) => !isOpen(scheduleId)),
	};
}

/** Creates the error for a webinar without a session that has a number. */
function noNumberedSessionError(webinar: Webinar): InputError {
	// Sessions without a schedule ID are in `unbookable`.
	const listed = [...webinar.sessions, ...webinar.unbookable];
	if (!listed.some(isJustInTimeOrReplay)) return noSessionsError(webinar);
	return new InputError(
		'A one-click link cannot lead to a just-in-time or instant-replay session',
		'Just-in-time and instant-replay sessions have no session number. Add a session with a date to the webinar, or choose another webinar.',
		'webinarId',
	);
}

function missingNumberError(message: string): InputError {
	return new InputError(
		message,
		`Enter the session's number in ${SESSION}. The webinar's dashboard shows it (1, 2, 3) in the session's configuration. A link with the number of another session, or of one that is over, does not register people for the session that you mean.`,
		'schedule',
	);
}

/** Returns the number of a single schedule, or of a live series. @throws InputError for any other webinar */
function onlyNumberOf({ hasOneSchedule, isLiveSeries }: NumberedSessions): number {
	if (hasOneSchedule || isLiveSeries) return 1;
	throw missingNumberError('The webinar has several schedules, so the link needs a session number');
}

/** What a link leads to, as far as it is known. The API returns no session numbers. */
interface Target {
	/** Whether the copied link leads to a different webinar than the chosen one. */
	isOtherWebinar: boolean;
	/** The session with the link's number; undefined if it is not known. */
	session?: Session;
	/** Whether the link registers people for several sessions; null, as in the output, if it is not known. */
	isSeries: boolean | null;
}

/** Finds out what a link leads to: the copied link's webinar, and the session with the link's number. */
function targetOf(
	webinar: Webinar,
	{ hasOneSchedule, isLiveSeries, next }: NumberedSessions,
	sessionNumber: number,
	dashboardLink: DashboardLink | undefined,
): Target {
	const { webinar_hash: hash } = webinar.detail;
	// Not every copied link has an ID, and not every webinar a hash.
	const hasOtherId = dashboardLink?.id !== undefined && dashboardLink.id !== String(webinar.id);
	const hasOtherHash = dashboardLink && hash && dashboardLink.hash !== hash;
	if (hasOtherId || hasOtherHash) return { isOtherWebinar: true, isSeries: null };
	// A single schedule has the number 1.
	if (hasOneSchedule && sessionNumber === 1) {
		return { isOtherWebinar: false, session: next, isSeries: next.isRecurringOrInSeries };
	}
	// With any number, the link registers people for a whole live series. Otherwise, it is not known what the number means.
	return { isOtherWebinar: false, isSeries: isLiveSeries ? true : null };
}

/** Returns the hints about what the link leads to. */
function targetHints(
	{ webinar, numbered, sessionNumber, target, hasOffsetOfNext }: FinishedLink,
	givenNumber: number | undefined,
	{ schedule: enteredNumber }: Input,
): Hint[] {
	if (target.isOtherWebinar) {
		return [
			[
				true,
				`${DASHBOARD_LINK} seems to belong to a different webinar than the chosen one. The new link leads to the webinar in ${DASHBOARD_LINK}.`,
			],
		];
	}
	// The number of a copied link comes from the dashboard, so only an entered number can be a schedule ID.
	const isScheduleId = webinar.sessions.some(({ scheduleId }) => scheduleId === enteredNumber);
	const { open, next, hasPastSchedule } = numbered;
	// Without a given number, the link is for the only schedule or a whole series, of which a session is still open.
	const isSurelyOpen = givenNumber === undefined && open.length > 0;
	const offsets = new Set(open.map(({ offset }) => offset));
	return [
		[
			isScheduleId,
			`The session number ${sessionNumber} is also a schedule ID of the webinar. A link needs the number that the webinar's dashboard shows (1, 2, 3), not a schedule ID.`,
		],
		[
			hasPastSchedule && !isSurelyOpen,
			`The webinar has sessions that are over. A link with the number of such a session registers nobody, so compare the number ${sessionNumber} with the webinar's dashboard.`,
		],
		[
			hasOffsetOfNext && !target.session && offsets.size > 1,
			`The link has the GMT offset of the next session, ${next.offset}. If session ${sessionNumber} is after a clock change, enter its offset in Timezone.`,
		],
		[target.isSeries === true, 'In a series, the link registers people for all sessions.'],
	];
}

/** Returns the hints about data that the link may lack. */
function dataHints({ names, webinar, answers }: FinishedLink, { options: { dashboardLink } }: Input): Hint[] {
	const sampleData = (dashboardLink?.parameters ?? []).filter(isSampleData).map(({ name }) => name);
	const omitted = [...new Set(sampleData)].filter((name) => !names.has(name));
	return [
		[
			dashboardLink === undefined,
			'To test the link, send it to yourself from your email tool, and click it in the email. If the webinar requires data that the link lacks, such as a last name or a phone number, add it to the fields of this node.',
		],
		[
			omitted.length > 0,
			`${DASHBOARD_LINK} has sample data for ${enumerated(omitted)}, which is not copied. If the webinar requires this data, add it to the fields of this node.`,
		],
		...unknownLabelHints(webinar, Object.keys(answers)),
	];
}

/**
 * Returns the output for a link. A link for one contact has the contact's name and email address first, so that the next
 * node can send the email.
 */
function toOutput({ url, webinar, target, sessionNumber }: FinishedLink, input: Input): IDataObject {
	const { session, isSeries } = target;
	const output = {
		url,
		webinar_title: webinar.detail.title ?? null,
		// The date of a session that is always open is not its start, because it changes every minute.
		date: session?.kind === 'anyTime' ? null : session?.date || null,
		timezone: session ? zoneText(webinar) : null,
		series: isSeries,
		webinar_id: webinar.id,
		webinar_hash: webinar.detail.webinar_hash ?? null,
		// As in the link, where the session number is called `schedule_id`.
		schedule_id: sessionNumber,
		// Whether the node put the address together itself.
		derived: input.options.dashboardLink === undefined,
	};
	if (input.linkFor !== 'contact') return output;
	return { first_name: input.contactFirstName, email: input.contactEmail, ...output };
}
