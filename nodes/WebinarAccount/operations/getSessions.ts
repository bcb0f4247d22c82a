import { Settings } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { WebinarListItem } from '../service/schemas';
import { minutesUntil, type UpcomingSession, upcomingSessions } from '../service/sessions/upcoming';
import type { WebinarReference } from '../service/webinarReference';
import { followsAttendee } from '../service/webinars';
import { mapConcurrent } from '../utils/async';
import { limit, returnAll, timezone, webinarId } from './fields';
import {
	attendeeZone,
	collection,
	count,
	flag,
	limitOf,
	option,
	paging,
	reading,
	text,
	webinar,
} from './input';
import type { Operation, OperationContext } from './operation';

/** Webinars read at once; the queue limits the rate. */
const WEBINARS_AT_ONCE = 50;

const DAY_MS = 24 * 60 * 60_000;

const webinarScope: INodeProperties = {
	displayName: 'Webinars',
	name: 'webinarScope',
	type: 'options',
	options: [
		{ name: 'All Webinars', value: 'all', description: 'Takes one call per webinar of the account' },
		{ name: 'One Webinar', value: 'one' },
	],
	default: 'all',
	description: 'Whose sessions to return',
};

const withinDays: INodeProperties = {
	displayName: 'Within Days',
	name: 'withinDays',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 7,
	description: 'Return only sessions that start within this number of days',
};

const titleContains: INodeProperties = {
	displayName: 'Title Contains',
	name: 'titleContains',
	type: 'string',
	default: '',
	placeholder: 'e.g. onboarding',
	description: 'Return only sessions of webinars with this text in the title or the name',
};

const includeUndated: INodeProperties = {
	displayName: 'Include Undated',
	name: 'includeUndated',
	type: 'boolean',
	default: false,
	description:
		'Whether to return sessions without a start too: always on, right now, just in time, instant replay',
};

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [includeUndated, titleContains, withinDays],
};

const scope = z.object({ webinarScope: option(webinarScope) });

const inputOf = (isOne: boolean) =>
	z.object({
		webinarId: isOne ? webinar : reading(z.unknown(), () => undefined),
		timezone: attendeeZone,
		...paging,
		filters: collection({
			includeUndated: flag(includeUndated),
			titleContains: text(titleContains),
			withinDays: count(withinDays).optional(),
		}),
	});

type Named = Pick<WebinarListItem, 'title' | 'name'>;

export const getSessions: Operation = {
	value: 'getSessions',
	name: 'Get Many Sessions',
	description: 'List the upcoming sessions of one webinar or of all webinars, by start',
	action: ({ noun }) => `Get many sessions of ${noun}s`,
	fields: [
		webinarScope,
		{ ...webinarId, displayOptions: { show: { webinarScope: ['one'] } } },
		timezone,
		returnAll,
		limit,
		filters,
	],

	async execute(context) {
		const isOne = context.input(scope).webinarScope === 'one';
		const { webinarId: reference, timezone: zone, filters, ...most } = context.input(inputOf(isOne));
		const { product, webinars } = context;
		const now = Settings.now();
		const wanted = filters.titleContains.toLowerCase();
		const isWanted = ({ title, name }: Named) =>
			[title, name].some((label) => (label ?? '').toLowerCase().includes(wanted));
		const read = async (one: WebinarReference) => {
			const sessions = await upcomingSessions(webinars, { product, reference: one, zone }, now);
			noticeOf(context, sessions);
			return sessions.filter(({ reading }) => isWanted(reading.webinar));
		};
		const sessions = reference ? await read(reference) : await readAll(context, isWanted, read);
		const until = now + (filters.withinDays ?? Infinity) * DAY_MS;
		return sessions
			.filter(({ startsAt }) => (startsAt === undefined ? filters.includeUndated : startsAt <= until))
			.sort((one, other) => (one.startsAt ?? Infinity) - (other.startsAt ?? Infinity) || 0)
			.slice(0, limitOf(most))
			.map((session) => rowOf(session, now));
	},
};

/** Reads the sessions of all webinars of the account. One that fails does not take the others with it. */
async function readAll(
	{ product, webinars, partFailed }: OperationContext,
	isWanted: (webinar: Named) => boolean,
	read: (reference: WebinarReference) => Promise<UpcomingSession[]>,
): Promise<UpcomingSession[]> {
	const listed = (await webinars.list(product)).filter(isWanted);
	const sessions = await mapConcurrent(listed, WEBINARS_AT_ONCE, async ({ webinar_id }) =>
		read({ id: String(webinar_id) }).catch((error: unknown) => {
			partFailed(`Webinar ${webinar_id}`, error);
			return [];
		}),
	);
	return sessions.flat();
}

function noticeOf({ product, notice }: OperationContext, [session]: UpcomingSession[]) {
	if (!session) return;
	const { reading, isGuessed } = session;
	const { webinar } = reading;
	if (isGuessed) {
		notice(`Webinar ${webinar.webinar_id} has no time zone, so the start of its sessions is not known.`);
	}
	if (followsAttendee(product, webinar) && reading.timezone === undefined) {
		notice(
			`Some webinars show their sessions in each attendee's own time zone. ${timezone.displayName} is empty, so their dates are in EST (GMT-5).`,
		);
	}
}

function rowOf(
	{ reading, session, startsAt, isGuessed, timezone }: UpcomingSession,
	now: number,
): IDataObject {
	const { webinar } = reading;
	const hasStart = startsAt !== undefined && !isGuessed;
	return {
		webinar_id: webinar.webinar_id,
		webinar_hash: webinar.webinar_hash ?? null,
		name: webinar.name ?? null,
		title: webinar.title ?? null,
		type: webinar.type ?? null,
		schedule: session.schedule,
		date: session.date,
		comment: session.comment ?? null,
		timezone,
		starts_at: hasStart ? reading.inUtc(session.date) : null,
		minutes_until_start: hasStart ? minutesUntil(startsAt, now) : null,
		registration_url: webinar.registration_url ?? null,
		direct_live_room_url: webinar.direct_live_room_url ?? null,
		direct_replay_room_url: webinar.direct_replay_room_url ?? null,
	};
}
