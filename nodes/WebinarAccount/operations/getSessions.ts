import { Settings } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { collection, count, flag, readFields, type Values } from '../fields/field';
import { FILTERS, paging, titleContains } from '../fields/listFields';
import { displayTimezone, scopeField, timezoneHint, webinarId, withScope } from '../fields/webinarFields';
import { DAY_MS } from '../webinars/dates';
import { hasInTitle, type Session, toSessionOutput, unusableEntryHints } from '../webinars/webinar';
import type { WebinarReference } from '../webinars/webinarReference';
import { type Operation, type OperationContext, readEachWebinar } from './operation';
import output from '../__schema__/v1.0.0/live/getSessions.json';

const fields = {
	webinarScope: scopeField(
		'Scope',
		'Sends one request per webinar in the account, plus one or two more per automated webinar',
		{ default: 'all', description: 'The webinars whose sessions to return' },
	),
	webinarId: withScope('one', webinarId),
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
			titleContains,
			withinDays: count(
				'Within Days',
				{ default: 7, description: 'Return only sessions that start within this number of days' },
				{ absent: Infinity },
			),
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

	read: (given, expressions) => readFields(fields, given, expressions),

	async execute(context, input) {
		const { webinarId: reference, filters, limit = Infinity } = input;
		const now = Settings.now();
		const readOne = async (webinar: WebinarReference) => await readSessionsOf(context, input, webinar, now);
		const sessions = reference
			? await readOne(reference)
			: await readEachWebinar(context, filters.titleContains, ({ webinar_id }) =>
					readOne({ id: String(webinar_id) }),
				);
		if (sessions.length > limit) context.limitReached(limit);
		// `|| 0`, because the difference of two infinite starts is NaN.
		const sorted = sessions.sort((one, other) => one.start - other.start || 0);
		return sorted.slice(0, limit).map(({ json }) => json);
	},
};

/** A session in the output, with the start by which the output is sorted. */
interface SortableSession {
	/** Milliseconds since 1970; Infinity for a session without a start. */
	start: number;
	json: IDataObject;
}

/** Reads a webinar and returns its sessions that match the filters. */
async function readSessionsOf(
	context: OperationContext,
	{ timezone: zone, filters }: Input,
	reference: WebinarReference,
	now: number,
): Promise<SortableSession[]> {
	const webinar = await context.webinars.read(reference, zone);
	if (!hasInTitle(filters.titleContains, webinar.detail)) return [];
	const until = now + filters.withinDays * DAY_MS;
	const sessions = webinar.sessions
		// The start of just-in-time and always-on sessions depends on when a person registers.
		.map((session): Session => (session.kind === 'dated' ? session : { ...session, startsAt: undefined }))
		.filter(({ startsAt }) =>
			startsAt === undefined ? filters.includeUndated : startsAt > now && startsAt <= until,
		);
	const hints = unusableEntryHints(webinar);
	const aboutTimezone = zone ? undefined : timezoneHint(webinar);
	if (sessions.length > 0 && aboutTimezone) hints.push(aboutTimezone);
	else if (sessions.length > 0 && !webinar.zone) {
		hints.push("The start times are unknown, because the webinar's time zone is unknown.");
	}
	for (const hint of hints) context.report.addHint(hint, webinar.id);
	const entries = filters.includeUndated ? [...sessions, ...webinar.unbookable] : sessions;
	return entries.map((entry) => ({
		start: entry.startsAt ?? Infinity,
		json: toSessionOutput(webinar, entry, now),
	}));
}
