import { Settings } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { Sibling } from '../fields/field';
import { FILTERS, hasInTitle, titleContains } from '../fields/filters';
import { collection, count, flag } from '../fields/kinds';
import { paging } from '../fields/paging';
import { timezone } from '../fields/session';
import { scopeField, webinarId, withScope } from '../fields/webinar';
import { mapConcurrent } from '../utils/async';
import type { WebinarReference } from '../webinars/read';
import { DAY_MS, EST, minutesUntil, nameOfZone } from '../webinars/dates';
import { type Session, startText, type Webinar } from '../webinars/webinar';
import { IN_EST } from './get';
import { cutBy } from './getAll';
import type { Operation, OperationContext } from './operation';

/** Webinars read at once; the queue limits the rate. */
const WEBINARS_AT_ONCE = 50;

const withinDays = count('Within Days', {
	default: 7,
	description: 'Return only sessions that start within this number of days',
});

const fields = {
	webinarScope: scopeField(
		'Webinars',
		'Takes one call per webinar of the account, and a second one for automated webinars of a region',
		{ default: 'all', description: 'Whose sessions to return' },
	),
	webinarId: withScope('one', webinarId),
	timezone,
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
			withinDays: {
				...withinDays,
				read: (given: unknown, sibling: Sibling) =>
					given === undefined ? Infinity : withinDays.read(given, sibling),
			},
		},
		{ placeholder: 'Add filter' },
	),
};

interface UpcomingSession extends Session {
	webinar: Webinar;
}

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
		const read = async (reference: WebinarReference): Promise<UpcomingSession[]> => {
			const webinar = await webinars.webinar(product, reference, zone);
			if (!hasInTitle(filters.titleContains, webinar.detail)) return [];
			const isAhead = ({ kind, startsAt }: Session) =>
				kind !== 'dated' || startsAt === undefined || startsAt > now;
			const sessions = webinar.sessions.filter(isAhead);
			if (sessions.length > 0 && !webinar.zone)
				report.notice(
					'The start of the sessions is not known, because the webinar has no time zone.',
					webinar.id,
				);
			if (sessions.length > 0 && !zone && webinar.followsAttendee) report.notice(IN_EST, webinar.id);
			return sessions.map((session) => ({ ...session, webinar }));
		};
		const sessions = one ? await read(one) : await readAll(context, filters.titleContains, read);
		const until = now + filters.withinDays * DAY_MS;
		const startOf = ({ kind, startsAt }: Session) => (kind === 'dated' ? startsAt : undefined);
		const rows = sessions
			.filter((session) => {
				const start = startOf(session);
				return start === undefined ? filters.includeUndated : start <= until;
			})
			.sort((one, other) => (startOf(one) ?? Infinity) - (startOf(other) ?? Infinity) || 0);
		if (rows.length > limit) report.notice(cutBy(limit));
		return rows.slice(0, limit).map((session) => rowOf(session, now));
	},
};

/** Reads the sessions of all webinars of the account. One that fails does not take the others with it. */
async function readAll(
	{ product, webinars, report }: OperationContext,
	wanted: string,
	read: (reference: WebinarReference) => Promise<UpcomingSession[]>,
): Promise<UpcomingSession[]> {
	const listed = (await webinars.list(product)).filter((webinar) => hasInTitle(wanted, webinar));
	const sessions = await mapConcurrent(listed, WEBINARS_AT_ONCE, async ({ webinar_id }) =>
		read({ id: String(webinar_id) }).catch((error: unknown) => {
			report.partFailed(`Webinar ${webinar_id}`, error);
			return [];
		}),
	);
	return sessions.flat();
}

function rowOf({ webinar, ...session }: UpcomingSession, now: number): IDataObject {
	const { detail, zone, followsAttendee } = webinar;
	const { startsAt, schedule, date, comment } = session;
	const start = session.kind === 'dated' ? startText(webinar, startsAt) : null;
	return {
		webinar_id: webinar.id,
		webinar_hash: detail.webinar_hash ?? null,
		name: detail.name ?? null,
		title: detail.title ?? null,
		type: detail.type ?? null,
		schedule,
		date,
		comment,
		timezone: followsAttendee ? nameOfZone(zone ?? EST, startsAt ?? now) : (detail.timezone ?? null),
		starts_at: start,
		minutes_until_start: start === null ? null : minutesUntil(Date.parse(start), now),
		registration_url: detail.registration_url ?? null,
		direct_live_room_url: detail.direct_live_room_url ?? null,
		direct_replay_room_url: detail.direct_replay_room_url ?? null,
	};
}
