import { DateTime } from 'luxon';

import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { type CallParameters, type ServiceClient } from '../../nodes/WebinarAccount/service/endpoints';
import { responseSchemas } from '../../nodes/WebinarAccount/service/schemas';

/** Where a host puts a new row. */
export const orders = ['ascending', 'descending', 'shuffled'] as const;
/** What a host says of the length of a list. */
export const counts = ['both', 'lastPage'] as const;

export interface ModelOptions {
	order: (typeof orders)[number];
	counts: (typeof counts)[number];
	perPage: number;
	ignoresFilters?: boolean;
}

export interface Person {
	id: number;
	webinar: number;
	/** Its place in a shuffled list. */
	place: number;
	schedule: number;
	/** Start of the session, in milliseconds since 1970. */
	startsAt: number;
	attended_live: boolean;
	attended_replay: boolean;
	purchased: boolean;
	/** The second of the session in which they left the live room. */
	leftAt: number;
	/** In milliseconds since 1970. */
	signedUpAt: number;
}

interface ModelWebinar {
	title: string;
	/** The descriptions of its sessions in the list. */
	schedules: string[];
}

/** The registrants of an account as a host lists them, in this process and at any pace. */
export class ModelRegistrants {
	people: Person[] = [];
	webinars = new Map<number, ModelWebinar>([[1, { title: 'One', schedules: ['Every day, 01:00 PM'] }]]);
	/** The page numbers asked for. */
	readonly pages: number[] = [];
	/** Awaited before each page is worked out, with the number of the call; may change the list, or throw. */
	beforePage: (call: number) => void | Promise<void> = () => {};
	/** The start of the session of whoever registers next. */
	sessionStart = Date.UTC(2026, 2, 2, 12);
	/** When they do. */
	now = Date.UTC(2026, 2, 2, 12);
	private lastId = 1000;

	constructor(readonly options: ModelOptions) {}

	register(place = 0, schedule = 7, webinar = 1): Person {
		const id = ++this.lastId;
		const nothing = { attended_live: false, attended_replay: false, purchased: false, leftAt: 0 };
		const when = { startsAt: this.sessionStart, signedUpAt: this.now };
		const person = { id, webinar, place, schedule, ...when, ...nothing };
		this.people.push(person);
		return person;
	}

	get service(): ServiceClient {
		return {
			account: readAccount({ apiKey: 'key' }),
			call: async (_product, name, parameters = {}) => {
				if (name === 'registrants') {
					this.pages.push(Number(parameters.page));
					await this.beforePage(this.pages.length);
				}
				return responseSchemas[name].parse({ status: 'success', ...this.answer(name, parameters) });
			},
		};
	}

	private answer(name: string, parameters: CallParameters): object {
		if (name === 'registrants') return { registrants: this.paginator(parameters) };
		const all = [...this.webinars].map(([webinar_id, webinar]) => ({
			webinar_id,
			webinar_hash: `h${webinar_id}`,
			timezone: 'UTC',
			...webinar,
		}));
		if (name === 'webinars') return { webinars: all };
		const [webinar] = all.filter(({ webinar_id }) => String(webinar_id) === parameters.webinar_id);
		return { webinar: { ...webinar, schedules: [] } };
	}

	private paginator(parameters: CallParameters) {
		const { order, counts: says, perPage, ignoresFilters = false } = this.options;
		const direction = order === 'descending' ? -1 : 1;
		const byId = (one: Person, other: Person) => direction * (one.id - other.id);
		const webinarId = Number(parameters.webinar_id);
		const listed = this.people
			.filter(({ webinar }) => webinar === webinarId)
			.filter((person) => ignoresFilters || passes(person, parameters))
			.filter(({ schedule }) => [undefined, String(schedule)].includes(parameters.schedule_id?.toString()))
			.sort((one, other) => (order === 'shuffled' && one.place - other.place) || byId(one, other));
		const page = Number(parameters.page);
		return {
			data: listed.slice((page - 1) * perPage, page * perPage).map(rowOf),
			last_page: Math.max(1, Math.ceil(listed.length / perPage)),
			...(says === 'both' && { total: listed.length }),
		};
	}
}

/** A date as the service writes it. */
export const phraseOf = (time: number) =>
	DateTime.fromMillis(time, { zone: 'utc', locale: 'en' }).toFormat('ccc, d LLL yyyy, hh:mm a');

function rowOf({ id, schedule, startsAt, leftAt, signedUpAt, ...flags }: Person) {
	const flag = (value: boolean) => (value ? 'Yes' : 'No');
	return {
		id,
		lead_id: id + 5_000_000,
		schedule_id: schedule,
		event: phraseOf(startsAt),
		signup_date: phraseOf(signedUpAt),
		attended_live: flag(flags.attended_live),
		attended_replay: flag(flags.attended_replay),
		time_live: new Date(leftAt * 1000).toISOString().slice(11, 19),
		purchased_live: flag(flags.purchased),
		purchased_replay: 'No',
	};
}

/** Whether a person passes the service's filters. */
function passes(person: Person, parameters: CallParameters): boolean {
	const { attended_live, attended_live_timestamp, attended_replay, purchased } = parameters;
	const limit = Number(attended_live_timestamp);
	const tests: Record<string, boolean> = {
		'1': person.attended_live,
		'2': !person.attended_live,
		'3': person.attended_live && person.leftAt < limit,
		'4': person.attended_live && person.leftAt >= limit,
	};
	return (
		(attended_live === undefined || tests[String(attended_live)] === true) &&
		(attended_replay !== '1' || person.attended_replay) &&
		(purchased === undefined || person.purchased === (purchased === '1'))
	);
}
