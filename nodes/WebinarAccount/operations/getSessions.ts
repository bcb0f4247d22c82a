import type { IDataObject } from 'n8n-workflow';

import { collection, count, flag, type Values } from '../fields/field';
import { FILTERS, paging, titleContains } from '../fields/listFields';
import { scopeField, displayTimezone, webinarId, withScope } from '../fields/webinarFields';
import { DAY_MS } from '../webinars/dates';
import { readEntryWithoutId, unusableEntryHints } from '../webinars/unusableEntries';
import { hasInTitle, type Session, toSessionOutput, type Webinar } from '../webinars/webinar';
import type { WebinarReference } from '../webinars/webinarReference';
import { limitHint } from './limitHint';
import type { Operation, OperationContext } from './operation';
import { readEachWebinar } from './readEachWebinar';
import { timezoneHint } from './timezoneHint';

/** Maximum webinars in progress. This many requests in flight reach the full rate even if responses are slow. */
const WEBINARS_AT_ONCE = 50;

const fields = {
	webinarScope: scopeField(
		'Webinars',
		'Takes one request per webinar of the account, and one or two more per automated webinar',
		{ default: 'all', description: 'Whose sessions to return' },
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
					'Whether to also return sessions without a start: always on, right now, just in time and instant replay',
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

export const getSessions: Operation = {
	value: 'getSessions',
	name: 'Get Many Sessions',
	description: 'List the upcoming sessions of one webinar or of all webinars, by start',
	action: ({ noun }) => `Get many sessions of ${noun}s`,
	fields,

	async execute(context) {
		const input = context.input(fields);
		const { webinarId: reference, filters, limit } = input;
		const now = context.now();
		const readOne = async (webinar: WebinarReference) => await readRows(context, input, webinar, now);
		const rows = reference
			? await readOne(reference)
			: await readEachWebinar(context, filters.titleContains, WEBINARS_AT_ONCE, ({ webinar_id }) =>
					readOne({ id: String(webinar_id) }),
				);
		if (rows.length > limit) context.report.addHint(limitHint(limit));
		return (
			rows
				// The difference of two infinite starts is NaN.
				.sort((a, b) => a.start - b.start || 0)
				.slice(0, limit)
				.map(({ json }) => json)
		);
	},
};

interface Row {
	/** Milliseconds since 1970; Infinity for a session without a start. */
	start: number;
	json: IDataObject;
}

async function readRows(
	context: OperationContext,
	{ timezone: zone, filters }: Input,
	reference: WebinarReference,
	now: number,
): Promise<Row[]> {
	const webinar = await context.webinars.forDisplay().webinar(context.product, reference, zone);
	if (!hasInTitle(filters.titleContains, webinar.detail)) return [];
	const sessions = webinar.sessions.map(withStartIfDated).filter(isWantedBy(filters, now));
	addHints(context, webinar, sessions, zone !== undefined);
	const entries = filters.includeUndated
		? [...sessions, ...webinar.unbookable.map((entry) => readEntryWithoutId(entry))]
		: sessions;
	return entries.map((entry) => ({
		start: entry.startsAt ?? Infinity,
		json: toSessionOutput(webinar, entry, now),
	}));
}

/** Removes the start of just-in-time and always-on sessions, because it depends on when people register. */
function withStartIfDated(session: Session): Session {
	return session.kind === 'dated' ? session : { ...session, startsAt: undefined };
}

function isWantedBy({ includeUndated, withinDays }: Input['filters'], now: number) {
	const until = now + withinDays * DAY_MS;
	return ({ startsAt }: Session) =>
		startsAt === undefined ? includeUndated : startsAt > now && startsAt <= until;
}

function addHints(
	{ report }: OperationContext,
	webinar: Webinar,
	sessions: readonly Session[],
	hasTimezone: boolean,
): void {
	const hints = unusableEntryHints(webinar);
	const ofTimezone = hasTimezone ? undefined : timezoneHint(webinar);
	if (sessions.length > 0 && ofTimezone !== undefined) hints.push(ofTimezone);
	else if (sessions.length > 0 && !webinar.zone) {
		hints.push('The start of the sessions is not known, because the webinar has no known time zone.');
	}
	for (const hint of hints) report.addHint(hint, webinar.id);
}
