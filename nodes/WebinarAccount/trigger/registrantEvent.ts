import { FixedOffsetZone, type Zone } from 'luxon';
import { z } from 'zod/v4';

import { pageReader, registrationNumber } from '../registrants/pages';
import { inReadingOrder, sessionStart, simplified } from '../registrants/simplify';
import type { CallParameters } from '../service/endpoints';
import { InputError } from '../service/errors';
import type { Registrant } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { quoted } from '../utils/text';
import { isScalar } from '../utils/values';
import { EST } from '../webinars/dates';
import { type Settings, type WebinarContext, type WebinarEvent, webinarEvent } from './event';
import {
	byKey,
	checkpoint,
	type ListReading,
	readBaseline,
	readDelta,
	readEnds,
	type WatchedList,
} from './rows';
import { readKeys, storeKeys } from './state';

const MINUTE_MS = 60_000;

/** An event that happens to each registrant once, as data. */
export interface RegistrantEventRules extends Pick<
	WebinarEvent,
	'value' | 'name' | 'description' | 'isAtAnyTime'
> {
	/** The settings that it takes besides `simplify`. With `minutesAfterStart`, it happens when attendance is final. */
	takes: ReadonlyArray<'minutesInRoom' | 'minutesAfterStart'>;
	/** The service's filters for each list to watch. The event happened to everyone in any of the lists. */
	filters: (secondsInRoom: number) => readonly CallParameters[];
	/** Whether only registrations add rows. If the list is in that order, new rows are at one end. */
	appendOnly: boolean;
	/** Whether the event happened to a row; needed because a host may ignore the filters. */
	matches: (row: Registrant, secondsInRoom: number) => boolean;
	/** What a sample has that somebody who only registered has not. */
	sample: (secondsInRoom: number) => Registrant;
}

const registrantState = z.object({
	/** Dedupe keys of the registrants to whom the event happened. */
	known: z.string(),
	/** One per list. */
	checkpoints: z.array(checkpoint.nullable()),
	/**
	 * Dedupe keys of the listed registrants whose attendance is not final, by the start of their session in milliseconds
	 * since 1970; NaN for a session without a date.
	 */
	waiting: z.record(z.string(), z.string()),
});

/** Creates the event from its data. */
export function registrantEvent(rules: RegistrantEventRules): WebinarEvent {
	const { filters, matches, sample, appendOnly, takes, ...texts } = rules;
	const isFinalLater = takes.includes('minutesAfterStart');

	const listsOf = (context: WebinarContext): WatchedList[] => {
		const { product, service, webinarId, schedule, minutesInRoom } = context;
		const seconds = minutesInRoom * 60;
		const session = schedule !== undefined && { schedule_id: String(schedule) };
		return filters(seconds).map((filter) => {
			const parameters = { webinar_id: webinarId, ...session, ...filter };
			return {
				readPage: pageReader(service, { product, parameters }),
				appendOnly,
				matches: (row) =>
					matches(row, seconds) && (schedule === undefined || (row.schedule_id ?? schedule) === schedule),
			};
		});
	};
	const startReader = (zone: Zone | undefined) => (isFinalLater ? startsIn(zone ?? EST) : () => -Infinity);

	return webinarEvent<z.output<typeof registrantState>>({
		...texts,
		takes: [...takes, 'simplify'],
		state: registrantState,
		initial: { known: '', checkpoints: [], waiting: {} },

		async poll(context, before) {
			const waiting = Object.entries(before?.waiting ?? {});
			const seen = new Set(
				[before?.known ?? '', ...waiting.map(([, keys]) => keys)].flatMap((keys) => [...readKeys(keys)]),
			);
			const isDue = waiting.some(([start]) => isFinal(Number(start), context));
			const lists = listsOf(context);
			const read = async (since: typeof before) =>
				await mapConcurrent(lists, lists.length, (list, index) =>
					since
						? readDelta(list, isDue ? null : (since.checkpoints[index] ?? null), seen)
						: readBaseline(list),
				);
			let readings = await read(before);
			// Read again, because a scan during which rows move may miss those that are known.
			if (isAnotherList(seen, readings)) readings = await read(undefined);
			const state = isAnotherList(seen, readings) ? undefined : before;
			const known = readKeys(state?.known ?? '');
			const rows = new Map(readings.flatMap((reading) => [...reading.rows]));
			const isFull = readings.some((reading) => reading.isFull);
			const added = [...rows].filter(([key]) => !(isFull ? known : seen).has(key));
			const needsZone = added.length > 0 && (isFinalLater || (context.simplify && state !== undefined));
			const zone = needsZone ? await context.statedZone() : undefined;
			const startOf = startReader(zone);
			const happened: Registrant[] = [];
			const unreadable: Registrant[] = [];
			const undecided = new Set<string>();
			// After a full scan, only those who are still listed wait.
			const stillWaiting = new Map(
				isFull ? [] : waiting.map(([start, keys]) => [start, [...readKeys(keys)]]),
			);
			for (const [key, row] of added) {
				const start = startOf(row);
				if (start !== undefined && isFinal(start, context)) {
					happened.push(row);
					continue;
				}
				undecided.add(key);
				if (start === undefined) {
					unreadable.push(row);
					continue;
				}
				const keys = stillWaiting.get(`${start}`) ?? [];
				keys.push(key);
				stillWaiting.set(`${start}`, keys);
			}
			if (!isFull) for (const key of seen) if (!known.has(key)) undecided.add(key);
			const decided = new Set([...rows.keys()].filter((key) => !undecided.has(key)));
			return {
				events: state ? byRegistration(happened).map(itemOf(context, zone)) : [],
				state: {
					known: state && happened.length === 0 ? state.known : storeKeys(known, decided),
					// The next poll reads everything to find the unreadable rows again.
					checkpoints: readings.map((reading) => (unreadable.length > 0 ? null : reading.checkpoint)),
					waiting: Object.fromEntries([...stillWaiting].map(([start, keys]) => [start, keys.join(' ')])),
				},
				problem: unreadable[0] && unreadableDate(unreadable[0]),
			};
		},

		async examples(context) {
			const lists = listsOf(context);
			const rows = (await mapConcurrent(lists, lists.length, readEnds)).flat();
			const needsZone = rows.length > 0 && (isFinalLater || context.simplify);
			const zone = needsZone ? await context.statedZone() : undefined;
			const startOf = startReader(zone);
			const happened = rows.filter((row) => isFinal(startOf(row) ?? NaN, context));
			return byRegistration(byKey(happened).values()).reverse().map(itemOf(context, zone));
		},

		sample: (settings) =>
			itemOf(
				settings,
				FixedOffsetZone.utcInstance,
			)({ ...registered, ...sample(settings.minutesInRoom * 60) }),
	});
}

/** Whether nothing that was known is listed any more: the key is that of another account. */
function isAnotherList(known: ReadonlySet<string>, readings: readonly ListReading[]): boolean {
	const keys = readings.flatMap(({ rows }) => [...rows.keys()]);
	const isFull = readings.some((reading) => reading.isFull);
	return isFull && known.size > 0 && keys.length > 0 && !keys.some((key) => known.has(key));
}

/** Whether the attendance of a session is final. @param start milliseconds since 1970; NaN for never */
function isFinal(
	start: number,
	{ minutesAfterStart, now }: Pick<WebinarContext, 'minutesAfterStart' | 'now'>,
): boolean {
	return start + minutesAfterStart * MINUTE_MS <= now;
}

/**
 * Reads the start of a row's session in milliseconds since 1970: NaN if it has no date, undefined if its date cannot be
 * read. Many rows are of one session, and a date takes a while to read.
 */
function startsIn(zone: Zone): (row: Registrant) => number | undefined {
	const starts = new Map<string, number | undefined>();
	return (row) => {
		const key = JSON.stringify([row.event, row.schedule]);
		if (!starts.has(key))
			starts.set(key, sessionStart(row, zone) ?? (dateText(row) === undefined ? NaN : undefined));
		return starts.get(key);
	};
}

/** What looks like a date: unlike "Every day, 01:00 PM", it has a year, or three numbers. */
function dateText({ event, schedule }: Registrant): string | undefined {
	return [event, schedule]
		.flatMap((value) => (isScalar(value) ? String(value) : []))
		.find((text) => /\d{4}|\d\D+\d+\D+\d/.test(text));
}

function unreadableDate(row: Registrant): InputError {
	return new InputError(
		`The date of a registrant's session cannot be read: ${quoted(dateText(row))}`,
		'Set the language of the webinar to English in the webinar account, or report this form of a date to the authors of the package. Nobody is lost: such registrants are reported once their dates can be read, and all others are reported as usual.',
	);
}

const itemOf =
	({ simplify }: Pick<Settings, 'simplify'>, zone: Zone | undefined) =>
	(row: Registrant): Registrant =>
		simplify ? simplified(row, zone) : inReadingOrder(row);

function byRegistration(rows: Iterable<Registrant>): Registrant[] {
	const numberOf = (row: Registrant) => registrationNumber(row) ?? 0;
	return [...rows].sort((one, other) => numberOf(one) - numberOf(other));
}

const SESSION = 'Fri, 31 Oct 2025, 12:00 PM';
const SIGN_UP = 'Mon, 27 Oct 2025, 09:30 AM';

const links = {
	live_room: 'https://event.example.com/go/live/6/sample',
	replay_room: 'https://event.example.com/go/replay/6/sample',
	unsubscribe: 'https://event.example.com/unsubscribe/sample',
};

/** An invented registrant with all members that are known of the service's rows. */
const registered: Registrant = {
	...{ id: 1001, lead_id: 5001, schedule_id: 56, event_id: 9001, webinar: 'Sample Webinar' },
	...{ schedule: SESSION, event: SESSION, signup_date: SIGN_UP },
	...{ first_name: 'Ada', last_name: 'Sample', email: 'ada@example.com' },
	...{ phone_country_code: '+44', phone: '2079460000', phone_number: '2079460000', ip: '192.0.2.1' },
	...{ country: null, state: null },
	...{ attended_live: 'No', date_live: null, entered_live: null, time_live: '00:00:00' },
	...{ attended_replay: 'No', date_replay: null, time_replay: '00:00:00' },
	...{ purchased_live: 'No', revenue_live: '0.00', purchased_replay: 'No', revenue_replay: '0.00' },
	...{ subscribed: 'Yes', gdpr_status: 'Yes', gdpr_status_date: SIGN_UP, gdpr_status_ip: '192.0.2.1' },
	...{ gdpr_communications: 'Yes', twilio_consented_at: null },
	...{
		utm_source: 'newsletter',
		utm_medium: 'email',
		utm_campaign: 'autumn',
		utm_term: null,
		utm_content: null,
	},
	...{ ...links, links },
};
