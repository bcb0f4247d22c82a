import { InputError } from '../../service/errors';
import { pageReader } from '../../service/registrants/registrants';
import type { Registrant } from '../../service/registrants/schema';
import { readFlag } from '../../service/registrants/simplify';
import type { WatchedList } from './listNews';
import { readRecentRows } from './recentRows';
import { pollRegistrants, registrantMemory } from './registrantPoll';
import { type PollContext, type TriggerEvent, triggerEvent } from './triggerEvent';

/** The service's number for "those who did" in a filter. */
const YES = '1';

interface RegistrantEventRules extends Pick<TriggerEvent, 'value' | 'name' | 'description'> {
	/** A filter of the list for each way in which it can happen; none means the unfiltered list. */
	filters: readonly string[];
	/** Fields of a row of which one says "Yes" when it happened. */
	flags: readonly string[];
	/** Said when there is no example in the webinar, or in the chosen session. */
	noExample: Record<'webinar' | 'session', InputError>;
}

function registrantEvent({ filters, flags, noExample, ...texts }: RegistrantEventRules): TriggerEvent {
	const listsOf = ({ product, service, webinarId, schedule }: PollContext) => {
		const watched = {
			webinar_id: webinarId,
			...(schedule !== undefined && { schedule_id: String(schedule) }),
		};
		const holds = (row: Registrant) => isOf(row, schedule) && !isDenied(row, flags);
		const queries = filters.length === 0 ? [watched] : filters.map((name) => ({ ...watched, [name]: YES }));
		return queries.map((parameters): WatchedList => ({
			readPage: pageReader(service, { product, parameters }),
			growsByRegistration: filters.length === 0,
			holds,
		}));
	};
	return triggerEvent({
		...texts,
		watches: 'webinar',
		memory: registrantMemory,
		noExample: ({ schedule }) => noExample[schedule === undefined ? 'webinar' : 'session'],
		poll: (context, memory) => pollRegistrants(memory, listsOf(context), context.now.toMillis()),
		examples: (context) => readRecentRows(listsOf(context)),
	});
}

/** A host may ignore the filter by schedule. */
function isOf({ schedule_id }: Registrant, schedule: number | undefined): boolean {
	return schedule === undefined || schedule_id === undefined || schedule_id === schedule;
}

/** A host may ignore the filter by attendance or purchase. */
function isDenied(row: Registrant, flags: readonly string[]): boolean {
	return flags.length > 0 && flags.every((flag) => readFlag(row[flag]) === false);
}

export const registrantAdded = registrantEvent({
	value: 'registrantAdded',
	name: 'Registrant Added',
	description: 'When somebody registered to the webinar',
	filters: [],
	flags: [],
	noExample: {
		webinar: new InputError(
			'Nobody has registered to this webinar yet',
			'Register somebody, for example yourself on its registration page, and test again.',
		),
		session: new InputError(
			'Nobody has registered to this session yet',
			'Register somebody to it, for example yourself on the registration page of the webinar, and test again.',
		),
	},
});

export const registrantAttended = registrantEvent({
	value: 'registrantAttended',
	name: 'Registrant Attended',
	description: 'When a registrant has been in the live room or the replay room, once per registration',
	filters: ['attended_live', 'attended_replay'],
	flags: ['attended_live', 'attended_replay'],
	noExample: {
		webinar: new InputError(
			'Nobody has attended this webinar yet',
			'Test again after a session or a visit to the replay, or choose a webinar of the past.',
		),
		session: new InputError(
			'Nobody has attended this session yet',
			'Test again after the session or a visit to its replay, or choose another session.',
		),
	},
});

export const registrantPurchased = registrantEvent({
	value: 'registrantPurchased',
	name: 'Registrant Purchased',
	description: 'When a registrant has bought what the webinar offers, once per registration',
	filters: ['purchased'],
	flags: ['purchased_live', 'purchased_replay'],
	noExample: {
		webinar: new InputError(
			'Nobody has bought in this webinar yet',
			'Test again after the first purchase, or choose a webinar of the past.',
		),
		session: new InputError(
			'Nobody has bought in this session yet',
			'Test again after the first purchase, or choose another session.',
		),
	},
});
