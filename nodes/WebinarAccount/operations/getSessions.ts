import { Settings } from 'luxon';

import { choice, collection, count, flag, type Values } from '../fields/field';
import { FILTERS, paging, titleContains } from '../fields/listFields';
import { displayTimezone, forOneWebinar, scopeField, timezoneHint, webinarId } from '../fields/webinarFields';
import { quoted } from '../utils/values';
import { type ComingPeriod, dateFilter, DAY_MS, EST, normalizedDate } from '../webinars/dates';
import {
	hasBegun,
	type Entry,
	hasInTitle,
	type Session,
	toSessionOutput,
	unusableEntryHints,
	type Webinar,
} from '../webinars/webinar';
import type { WebinarReference } from '../webinars/webinarReference';
import { type Operation, type OperationContext, fetchFromEachWebinar } from './operation';
import output from '../__schema__/v1.0.0/live/getSessions.json';

const fields = {
	webinarScope: scopeField(
		'Sends one request per live webinar in the account, or one to four per automated webinar',
		{ default: 'all', description: 'The webinars whose sessions to return' },
	),
	webinarId: forOneWebinar(webinarId),
	timezone: displayTimezone,
	...paging,
	filters: collection(
		FILTERS,
		{
			includeUndated: flag('Include Undated', {
				default: false,
				description:
					'Whether to also return sessions without a start time: always on, right now, just in time and instant replay',
			}),
			sessionDate: choice<ComingPeriod>(
				'Session Date',
				{
					Today: 'today',
					Tomorrow: 'tomorrow',
					'Next 7 Days': 'next7Days',
					'This Month': 'thisMonth',
				},
				{
					default: 'today',
					description:
						"Return only sessions in this period that are still to come. The days are those of each session's own time zone. Next 7 Days includes today.",
				},
			),
			titleContains,
			withinDays: count('Within Days', {
				default: 7,
				description: 'Return only sessions that start within this number of days',
			}),
		},
		{ placeholder: 'Add filter' },
	),
};

type Input = Values<typeof fields>;

export const getSessions: Operation<Input> = {
	value: 'getSessions',
	name: 'Get Many Sessions',
	description: 'List the upcoming sessions of one webinar or of all webinars, sorted by start time',
	builderHint: 'Returns one item per session, for all webinars unless webinarScope is "one".',
	action: ({ noun }) => `Get many sessions of ${noun}s`,
	fields,
	output,

	async execute(context, input) {
		// Limit is undefined if Return All is on.
		const { webinarId: reference, filters, limit = Infinity } = input;
		const { report, itemName } = context;
		const now = Settings.now();
		const fetchOne = async (webinar: WebinarReference) => await fetchSessionsOf(context, input, webinar, now);
		const found = reference
			? await fetchOne(reference)
			: await fetchFromEachWebinar(context, filters.titleContains, ({ webinar_id }) =>
					fetchOne({ id: String(webinar_id) }),
				);
		found.sort(compareByStart);
		const sessions = found.filter(({ matchesFilters }) => matchesFilters);
		const hint = sessions.length === 0 ? emptyResultHint(found, filters.titleContains) : undefined;
		if (hint !== undefined) report.addHint(hint, itemName);
		if (sessions.length > limit) context.limitReached(limit);
		return sessions.slice(0, limit).map(({ json }) => json);
	},
};

/** Compares two sessions for sorting by start. Sessions without a start come last. */
function compareByStart({ startsAt: one }: FoundSession, { startsAt: other }: FoundSession): number {
	if (one === other) return 0;
	if (one === undefined) return 1;
	if (other === undefined) return -1;
	return one - other;
}

/**
 * Returns the hint for a result without sessions; undefined if it is empty without any filter.
 * @param found the sessions before the filters for dates, sorted by start
 */
function emptyResultHint(
	found: readonly FoundSession[],
	titleContains: string | undefined,
): string | undefined {
	const [first] = found;
	if (first) return noMatchHint(first);
	if (titleContains === undefined) return undefined;
	return 'No webinar with upcoming sessions matches Title Contains.';
}

/** Returns the hint for filters that no session matches. The parameter is the first session without these filters. */
function noMatchHint({ startsAt, json: { title, date, date_text } }: FoundSession): string {
	// Sessions without a start come last, so if the first one has none, no session has one.
	if (startsAt === undefined) {
		return 'No upcoming session has a start time. To return sessions without one, such as always-on sessions, add the filter Include Undated.';
	}
	return `No session matches the filters. The next one is ${quoted(title)} on ${date_text ?? date}.`;
}

/** A session that is still to come, or that has no start. */
interface FoundSession {
	/** Milliseconds since 1970; undefined for a session without a start. */
	startsAt: number | undefined;
	/** Whether the session matches the filters Include Undated, Session Date and Within Days. */
	matchesFilters: boolean;
	json: ReturnType<typeof toSessionOutput>;
}

/**
 * Fetches a webinar, and returns its sessions that are still to come or have no start. Sessions that do not match the filters
 * are returned too, because a hint may name one. Returns an empty list if the webinar's title does not match. Adds hints
 * about the sessions.
 */
async function fetchSessionsOf(
	context: OperationContext,
	{ timezone: zone, filters }: Input,
	reference: WebinarReference,
	now: number,
): Promise<FoundSession[]> {
	const webinar = await context.webinars.fetch(reference, zone);
	if (!hasInTitle(filters.titleContains, webinar.detail)) return [];
	const matchesFilters = filterOf(filters, webinar, now);
	const sessions = webinar.sessions
		// The start of just-in-time and always-on sessions depends on when a person registers.
		.map((session): Session => (session.kind === 'dated' ? session : { ...session, startsAt: undefined }))
		.filter((session) => !hasBegun(session, now));
	const hints = unusableEntryHints(webinar);
	// Without a session in the output, no start needs a time zone.
	if (sessions.some(matchesFilters)) hints.push(...zoneHints(webinar));
	for (const hint of hints) context.report.addHint(hint, `webinar ${webinar.id}`);
	// An entry that cannot be booked, such as the text "Just in time" without an ID, has no start, so it cannot have begun.
	return [...sessions, ...webinar.unbookable].map((entry) => ({
		startsAt: entry.startsAt,
		matchesFilters: matchesFilters(entry),
		json: toSessionOutput(webinar, entry, now),
	}));
}

/** Returns the hint about the time zone of the sessions, if one is missing. */
function zoneHints(webinar: Webinar): string[] {
	const attendeeZoneHint = timezoneHint(webinar);
	if (attendeeZoneHint !== undefined) return [attendeeZoneHint];
	if (webinar.dates.zone) return [];
	return ["The start times are unknown, because the webinar's time zone is unknown."];
}

/** Returns a function that applies Session Date and Within Days to a session, or Include Undated if it has no start. */
function filterOf(
	{ sessionDate, withinDays = Infinity, includeUndated = false }: Input['filters'],
	{ dates: { zone } }: Webinar,
	now: number,
) {
	const until = now + withinDays * DAY_MS;
	// The dates are in this zone: the webinar's own or the attendee's. If it is unknown, they are in the service's default.
	const isInPeriod = sessionDate === undefined ? () => true : dateFilter(sessionDate, now, zone ?? EST);
	return ({ startsAt, date }: Entry) => {
		if (startsAt === undefined) return includeUndated;
		// The date of a session with a start can be read, so it is never ''.
		return startsAt <= until && isInPeriod(normalizedDate(date) ?? '');
	};
}
