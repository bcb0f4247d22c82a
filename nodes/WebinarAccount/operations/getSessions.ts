import { Settings } from 'luxon';

import { choice, collection, count, flag, type Values } from '../fields/field';
import { FILTERS, paging, titleContains } from '../fields/listFields';
import { displayTimezone, forOneWebinar, scopeField, timezoneHint, webinarId } from '../fields/webinarFields';
import { type ComingPeriod, dateFilter, DAY_MS, EST, normalizedDate } from '../webinars/dates';
import { hasBegun, type Entry, hasInTitle, toSessionOutput, type Webinar } from '../webinars/webinar';
import type { WebinarReference } from '../webinars/webinars';
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
			: await fetchFromEachWebinar(
					context,
					({ webinar_id }) => fetchOne({ id: String(webinar_id) }),
					filters.titleContains,
				);
		if (found.length === 0) {
			report.addHint(
				'No upcoming session matches. Sessions without a start time, such as always-on sessions, are returned only with the filter Include Undated.',
				itemName,
			);
		}
		if (found.length > limit) context.limitReached(limit);
		found.sort((one, other) => (one.startsAt ?? NEVER) - (other.startsAt ?? NEVER));
		return found.slice(0, limit).map(({ json }) => json);
	},
};

/** Sorts sessions without a start behind all others. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** A session that matches the filters. */
interface FoundSession {
	/** Milliseconds since 1970; undefined for a session without a start. */
	startsAt: number | undefined;
	json: ReturnType<typeof toSessionOutput>;
}

/**
 * Fetches a webinar, and returns its sessions that are still to come, or have no start, and match the filters. Adds hints
 * about the time zone of the sessions.
 */
async function fetchSessionsOf(
	context: OperationContext,
	{ timezone: zone, filters }: Input,
	reference: WebinarReference,
	now: number,
): Promise<FoundSession[]> {
	const webinar = await context.webinars.fetch(reference, zone);
	if (!hasInTitle(filters.titleContains, webinar.detail)) return [];
	const found = [...webinar.sessions, ...webinar.unbookable]
		// The start of just-in-time and always-on sessions depends on when a person registers.
		.map((entry): Entry => (entry.kind === 'dated' ? entry : { ...entry, startsAt: undefined }))
		.filter((entry) => !hasBegun(entry, now))
		.filter(filterOf(filters, webinar, now));
	const hint = timezoneHint(webinar);
	if (found.length > 0 && hint !== undefined) context.report.addHint(hint, `webinar ${webinar.id}`);
	return found.map((entry) => ({ startsAt: entry.startsAt, json: toSessionOutput(webinar, entry, now) }));
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
