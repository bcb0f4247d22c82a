import { Settings } from 'luxon';

import { collection, count, flag } from '../fields/field';
import { FILTERS, hasInTitle, paging, titleContains } from '../fields/listFields';
import { scopeField, shownTimezone, webinarId, withScope } from '../fields/webinarFields';
import { DAY_MS } from '../webinars/dates';
import type { WebinarReference } from '../webinars/webinarReader';
import { type Session, sessionRow } from '../webinars/webinar';
import { IN_EST } from './get';
import { cutBy, readOfAll } from './getAll';
import type { Operation } from './operation';

/** Enough for the full rate with slow answers. */
const WEBINARS_AT_ONCE = 50;

const fields = {
	webinarScope: scopeField(
		'Webinars',
		'Takes one call per webinar of the account, and a second one for automated webinars of a region',
		{ default: 'all', description: 'Whose sessions to return' },
	),
	webinarId: withScope('one', webinarId),
	timezone: shownTimezone,
	...paging,
	filters: collection(
		FILTERS,
		{
			includeUndated: flag('Include Undated', {
				default: false,
				description:
					'Whether to return sessions without a start too: always on, right now, just in time, instant replay',
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

export const getSessions: Operation = {
	value: 'getSessions',
	name: 'Get Many Sessions',
	description: 'List the upcoming sessions of one webinar or of all webinars, by start',
	action: ({ noun }) => `Get many sessions of ${noun}s`,
	fields,

	async execute(context) {
		const { product, webinars, report } = context;
		const { webinarId: one, timezone: zone, filters, limit } = context.input(fields);
		const now = Settings.now();
		const until = now + filters.withinDays * DAY_MS;
		const isWanted = ({ startsAt }: Session) =>
			startsAt === undefined ? filters.includeUndated : startsAt > now && startsAt <= until;
		const read = async (reference: WebinarReference) => {
			const webinar = await webinars.webinar(product, reference, zone);
			if (!hasInTitle(filters.titleContains, webinar.detail)) return [];
			// Only a session with a date of its own has a start to plan for.
			const sessions = webinar.sessions
				.map((session) => (session.kind === 'dated' ? session : { ...session, startsAt: undefined }))
				.filter(isWanted);
			if (sessions.length > 0 && !webinar.zone)
				report.addHint(
					'The start of the sessions is not known, because the webinar has no time zone.',
					webinar.id,
				);
			if (sessions.length > 0 && !zone && webinar.followsAttendee) report.addHint(IN_EST, webinar.id);
			return sessions.map((session) => ({ webinar, session, start: session.startsAt ?? Infinity }));
		};
		const rows = one
			? await read(one)
			: await readOfAll(context, filters.titleContains, WEBINARS_AT_ONCE, ({ webinar_id }) =>
					read({ id: String(webinar_id) }),
				);
		if (rows.length > limit) report.addHint(cutBy(limit));
		return rows
			.sort((one, other) => one.start - other.start || 0)
			.slice(0, limit)
			.map(({ webinar, session }) => sessionRow(webinar, session, now));
	},
};
