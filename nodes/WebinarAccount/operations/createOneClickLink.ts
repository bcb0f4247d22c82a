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
} from '../webinars/oneClickLink';
import { zoneText } from '../webinars/sessionDates';
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
		const { attendeeUrl } = service.account;
		if (attendeeUrl === '') {
			throw new InputError(
				'Attendee Pages URL is empty',
				'Open the credential and fill in Attendee Pages URL. One-click links need it.',
			);
		}
		const { dashboardLink } = input.options;
		if (dashboardLink) checkOrigin(dashboardLink.address, attendeeUrl);
		const person = linkPersonOf(input);
		// If the email tool fills in the time zone, the webinar can be read in any, such as the service's default, EST.
		const zone = input.timezone ?? (hasTimezoneMergeField(person, dashboardLink) ? EST : undefined);
		// After an InputError in this callback, `resolve` calls it again with the webinar's latest data.
		const link = await webinars.resolve(input.webinarId, zone, (webinar) => {
			if (lacksAttendeeZone(webinar)) throw missingTimezoneError();
			return createLink(webinar, person, input, attendeeUrl);
		});
		const subject = `webinar ${link.webinar.id}`;
		report.addHints(hintsAbout(link, input), subject);
		for (const hint of unknownLabelHints(link.webinar, Object.keys(link.answers))) {
			report.addHint(hint, subject);
		}
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
	/** The webinar's sessions that have a session number, including past ones. */
	numbered: readonly Session[];
	/** The session's number in the webinar's dashboard. In a link, the service calls it `schedule_id`. */
	sessionNumber: number;
	/** Whether the copied link leads to a different webinar than the chosen one. */
	isOfOtherWebinar: boolean;
	/** The session that the link leads to; undefined if that is not known, because the API returns no session numbers. */
	session: Session | undefined;
	/** Whether the link registers people for several sessions; null if that is not known. */
	isSeries: boolean | null;
	/** The answers to custom fields in the link. */
	answers: Answers<LinkValue>;
}

/**
 * Creates a link to a webinar.
 * @throws InputError if the link needs a session number or a hash that is unknown, or if the webinar does not accept an answer
 */
function createLink(
	webinar: Webinar,
	person: LinkParameters,
	input: Input,
	attendeeUrl: string,
): FinishedLink {
	const { dashboardLink } = input.options;
	const numbered = webinar.sessions.filter((session) => !isJustInTimeOrReplay(session));
	const now = Settings.now();
	const next =
		firstUpcoming(numbered, now) ?? numbered.find((session) => !isOver(session, now)) ?? numbered[0];
	if (!next) throw noNumberedSessionError(webinar);
	const hasOneSchedule = numbered.every(({ scheduleId }) => scheduleId === next.scheduleId);
	// In a live series, a link registers people for all sessions, whichever number it has.
	const isLiveSeries = numbered.every(({ coversWebinar }) => coversWebinar);

	const givenNumber = input.schedule ?? dashboardLink?.sessionNumber;
	const sessionNumber = givenNumber ?? (hasOneSchedule || isLiveSeries ? 1 : undefined);
	if (sessionNumber === undefined || (dashboardLink && givenNumber === undefined)) {
		throw missingNumberError();
	}
	// A link to a different webinar is created too. A hint says so.
	const isOfOtherWebinar = dashboardLink !== undefined && dashboardLink.hash !== webinar.detail.webinar_hash;
	// A single schedule has the number 1.
	const session = hasOneSchedule && sessionNumber === 1 && !isOfOtherWebinar ? next : undefined;
	const isKnownSeries = isLiveSeries && !isOfOtherWebinar ? true : null;

	const copied = dashboardLink?.parameters ?? [];
	const takesTimezone = webinar.dates.followAttendee || copied.some(({ name }) => name === 'timezone');
	// The user's merge field, or else the GMT offset that the zone in Timezone has on the session's date. If the session is
	// not known, the next one probably has the same offset.
	const timezone = person.timezone ?? (input.timezone ? next.offset : undefined);
	const answers = linkAnswersOf(input, webinar);
	const link = buildOneClickLink(
		dashboardLink?.address ?? addressOfLink(webinar.detail, attendeeUrl),
		{
			...person,
			timezone: takesTimezone ? timezone : undefined,
			schedule_id: String(sessionNumber),
		},
		answers,
		// In a webinar with its own time zone, `timezone` is not a sample person's.
		copied.filter(
			(each) => !isSampleData(each) || (each.name === 'timezone' && !webinar.dates.followAttendee),
		),
	);
	return {
		...link,
		webinar,
		numbered,
		sessionNumber,
		isOfOtherWebinar,
		session,
		isSeries: session ? session.isRecurringOrInSeries : isKnownSeries,
		answers,
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

function missingNumberError(): InputError {
	return new InputError(
		'The link needs a session number',
		`Enter the session's number in ${SESSION}. The webinar's dashboard shows it (1, 2, 3) in the session's configuration. A link with the number of another session, or of one that is over, does not register people for the session that you mean.`,
		'schedule',
	);
}

/** Returns the hints about what the link leads to, and about what it may lack. */
function hintsAbout(link: FinishedLink, { schedule: enteredNumber, options }: Input): Hint[] {
	const { isOfOtherWebinar, numbered, sessionNumber, webinar } = link;
	const { dashboardLink } = options;
	const isNumberGiven = (enteredNumber ?? dashboardLink?.sessionNumber) !== undefined;
	// The number of a copied link comes from the dashboard, so only an entered number can be a schedule ID.
	const isScheduleId = webinar.sessions.some(({ scheduleId }) => scheduleId === enteredNumber);
	const now = Settings.now();
	const isPast = (id: number) =>
		numbered.every((session) => session.scheduleId !== id || isOver(session, now));
	const hasPastSchedule = numbered.some(({ scheduleId }) => isPast(scheduleId));
	const sampleData = (dashboardLink?.parameters ?? []).filter(isSampleData).map(({ name }) => name);
	const omitted = [...new Set(sampleData)].filter((name) => !link.names.has(name));
	return [
		[
			isOfOtherWebinar,
			`${DASHBOARD_LINK} seems to belong to a different webinar than the chosen one. The new link leads to the webinar in ${DASHBOARD_LINK}.`,
		],
		[
			!isOfOtherWebinar && isScheduleId,
			`The session number ${sessionNumber} is also a schedule ID of the webinar. A link needs the number that the webinar's dashboard shows (1, 2, 3), not a schedule ID.`,
		],
		[
			!isOfOtherWebinar && isNumberGiven && hasPastSchedule,
			`Some sessions of the webinar are over. A link with the number of such a session registers nobody, so compare the number ${sessionNumber} with the webinar's dashboard.`,
		],
		[link.isSeries === true, 'In a series, the link registers people for all sessions.'],
		[
			dashboardLink === undefined,
			'To test the link, click it in an email to yourself. If the webinar requires data that the link lacks, such as a last name or a phone number, add it to the fields of this node.',
		],
		[
			omitted.length > 0,
			`${DASHBOARD_LINK} has sample data for ${enumerated(omitted)}, which is not copied. If the webinar requires this data, add it to the fields of this node.`,
		],
	];
}

/**
 * Returns the output for a link. A link for one contact has the contact's name and email address first, so that the next
 * node can send the email.
 */
function toOutput(link: FinishedLink, input: Input): IDataObject {
	const { session, webinar } = link;
	const output = {
		url: link.url,
		webinar_title: webinar.detail.title ?? null,
		// The date of a session that is always open is not its start, because it changes every minute.
		date: session?.kind === 'anyTime' ? null : session?.date || null,
		timezone: session ? zoneText(webinar) : null,
		series: link.isSeries,
		webinar_id: webinar.id,
		webinar_hash: webinar.detail.webinar_hash,
		// As in the link, where the session number is called `schedule_id`.
		schedule_id: link.sessionNumber,
		derived: input.options.dashboardLink === undefined,
	};
	if (input.linkFor !== 'contact') return output;
	return { first_name: input.contactFirstName, email: input.contactEmail, ...output };
}
