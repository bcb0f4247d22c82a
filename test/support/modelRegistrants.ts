import { readAccount } from '../../nodes/WebinarAccount/service/account';
import {
	type CallParameters,
	endpoints,
	type ServiceClient,
} from '../../nodes/WebinarAccount/service/endpoints';

/** Where a host puts a new row. */
export const orders = ['ascending', 'descending', 'shuffled'] as const;
/** What a host says of the length of a list. */
export const counts = ['both', 'total', 'lastPage', 'none'] as const;

export interface ModelOptions {
	order: (typeof orders)[number];
	counts: (typeof counts)[number];
	perPage: number;
	ignoresFilters?: boolean;
}

interface Person {
	id: number;
	/** Its place in a shuffled list. */
	place: number;
	schedule: number;
	attended_live: boolean;
	attended_replay: boolean;
	purchased: boolean;
}

const FILTERS = ['attended_live', 'attended_replay', 'purchased'] as const;

/** The registrants of one webinar as a host lists them, in this process and at any pace. */
export class ModelRegistrants {
	people: Person[] = [];
	/** The page numbers asked for. */
	readonly pages: number[] = [];
	/** Awaited before each page is worked out, with the number of the call; may change the list, or throw. */
	beforePage: (call: number) => void | Promise<void> = () => {};
	private lastId = 1000;

	constructor(readonly options: ModelOptions) {}

	register(place = 0, schedule = 7): Person {
		const id = ++this.lastId;
		const nothing = { attended_live: false, attended_replay: false, purchased: false };
		const person = { id, place, schedule, ...nothing };
		this.people.push(person);
		return person;
	}

	get service(): ServiceClient {
		return {
			account: readAccount({ apiKey: 'key' }),
			call: async (_product, name, parameters = {}) => {
				this.pages.push(Number(parameters.page));
				await this.beforePage(this.pages.length);
				return endpoints[name].answer.parse({ status: 'success', registrants: this.paginator(parameters) });
			},
		};
	}

	private paginator(parameters: CallParameters) {
		const { order, counts: says, perPage, ignoresFilters = false } = this.options;
		const wanted = FILTERS.filter((name) => !ignoresFilters && parameters[name] === '1');
		const direction = order === 'descending' ? -1 : 1;
		const byId = (one: Person, other: Person) => direction * (one.id - other.id);
		const listed = this.people
			.filter((person) => wanted.every((name) => person[name]))
			.filter(({ schedule }) => [undefined, String(schedule)].includes(parameters.schedule_id?.toString()))
			.sort((one, other) => (order === 'shuffled' && one.place - other.place) || byId(one, other));
		const page = Number(parameters.page);
		return {
			data: listed.slice((page - 1) * perPage, page * perPage).map(rowOf),
			...((says === 'both' || says === 'lastPage') && {
				last_page: Math.max(1, Math.ceil(listed.length / perPage)),
			}),
			...((says === 'both' || says === 'total') && { total: listed.length }),
		};
	}
}

function rowOf({ id, schedule, attended_live, attended_replay, purchased }: Person) {
	const flag = (value: boolean) => (value ? 'Yes' : 'No');
	return {
		...{ id, lead_id: id + 5_000_000, schedule_id: schedule },
		attended_live: flag(attended_live),
		attended_replay: flag(attended_replay),
		purchased_live: flag(purchased),
		purchased_replay: 'No',
	};
}
