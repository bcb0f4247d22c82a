import { KnownIds, MAX_IDS } from '../../nodes/WebinarAccount/trigger/events/knownIds';
import {
	registrantAdded,
	registrantAttended,
} from '../../nodes/WebinarAccount/trigger/events/registrantEvents';
import { counts, ModelRegistrants, type ModelOptions } from '../support/modelRegistrants';
import { Watcher } from '../support/watcher';

/** A host with so many registrants, all of whom attended, and a watch that has seen them. */
async function watching(people: number, options: Partial<ModelOptions> = {}, event = registrantAdded) {
	const model = new ModelRegistrants({ order: 'ascending', counts: 'both', perPage: 25, ...options });
	for (let place = 0; place < people; place++) {
		Object.assign(model.register(scattered(place)), {
			attended_live: true,
			attended_replay: place % 2 === 0,
		});
	}
	const watcher = new Watcher(event, model.service);
	await watcher.poll();
	const poll = async () => {
		model.pages.length = 0;
		const events = await watcher.poll();
		return { ids: events.map(({ id }) => id), calls: model.pages.length };
	};
	return { model, watcher, poll };
}

const scattered = (place: number) => (place * 7919) % 1000;

const ordered = ['ascending', 'descending'] as const;

describe('the calls of a poll', () => {
	it.each(
		[...ordered, 'shuffled' as const].flatMap((order) =>
			[registrantAdded, registrantAttended].flatMap((event) =>
				['both' as const, 'total' as const, 'lastPage' as const].flatMap((says) =>
					[0, 1, 25, 26, 110].map((people) => ({ order, event, counts: says, people, name: event.name })),
				),
			),
		),
	)(
		'are two at most when nothing is new: $name, $people people, $order, says $counts',
		async ({ event, people, ...options }) => {
			const { poll } = await watching(people, options, event);
			for (let count = 0; count < 3; count++) {
				const { ids, calls } = await poll();
				expect(ids).toEqual([]);
				expect(calls).toBeLessThanOrEqual(2);
			}
		},
	);

	it.each(ordered)('are few for one new row in 40 pages, %s', async (order) => {
		for (const says of ['both', 'total', 'lastPage'] as const) {
			const { model, poll } = await watching(1000, { order, counts: says });
			const first = model.register();
			const one = await poll();
			const second = model.register();
			const other = await poll();
			expect([one.ids, other.ids]).toEqual([[first.id], [second.id]]);
			expect(Math.max(one.calls, other.calls)).toBeLessThanOrEqual(3);
		}
	});

	it.each(ordered)('are those of the new pages for many new rows, %s', async (order) => {
		const { model, poll } = await watching(200, { order });
		const added = Array.from({ length: 60 }, () => model.register().id);
		const { ids, calls } = await poll();
		expect(ids).toEqual(added);
		// Where a new row can make up for a removed one, the ends are looked at twice.
		expect(calls).toBeLessThanOrEqual(order === 'ascending' ? 6 : 4);
	});

	it('are those of the whole list where new rows appear anywhere', async () => {
		const { model, poll } = await watching(200, { order: 'shuffled' });
		const { id } = model.register(500);
		await expect(poll()).resolves.toMatchObject({ ids: [id] });
		await expect(poll()).resolves.toEqual({ ids: [], calls: 1 });
	});

	it('are those of two readings at first on a host that counts nothing', async () => {
		const { model } = await watching(60, { counts: 'none' });
		expect(model.pages).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
	});

	it('are those of the whole list on a host that counts nothing', async () => {
		const { poll } = await watching(60, { counts: 'none' });
		await expect(poll()).resolves.toEqual({ ids: [], calls: 4 });
	});
});

/** What happens to a list while it is read. A row that goes is the first of all, so that all others move. */
const changes = ordered.flatMap((order) => {
	const remove = ({ people }: ModelRegistrants) => people.splice(order === 'ascending' ? 0 : -1, 1);
	return [
		{ order, what: 'somebody registers', change: (model: ModelRegistrants) => model.register() },
		{ order, what: 'somebody is removed', change: remove },
		{
			order,
			what: 'somebody is removed and somebody registers',
			change: (model: ModelRegistrants) => remove(model).map(() => model.register()),
		},
	];
});

/** Before which call of a poll it happens, and what the host says of the length of the list. */
const moments = counts.flatMap((says) => [2, 3, 4, 5, 6].map((at) => ({ says, at })));

describe('the calls of a first poll', () => {
	it.each([...ordered, 'shuffled' as const])(
		'are few more than the pages when nothing changes, %s',
		async (order) => {
			const { watcher, model } = await watching(100, { order });
			const before = model.pages.length;
			expect(before).toBeLessThanOrEqual(6);
			await watcher.poll();
			expect(model.pages.length - before).toBe(1);
		},
	);

	it.each([
		['ascending' as const, 44],
		['descending' as const, 42],
		['shuffled' as const, 4 * 44],
	])('are bounded when somebody registers all the time, %s', async (order, calls) => {
		const model = new ModelRegistrants({ order, counts: 'both', perPage: 25 });
		for (let place = 0; place < 1000; place++) model.register(scattered(place));
		const watcher = new Watcher(registrantAdded, model.service);
		model.beforePage = (call) => void (call % 5 === 0 && model.register(scattered(call)));
		await watcher.poll();
		expect(model.pages.length).toBeLessThanOrEqual(calls);
	});
});

describe('the reading of a list that changes meanwhile', () => {
	it.each(counts)('is not believed when a row slipped from page to page, host says %s', async (says) => {
		const { model, poll } = await watching(0, { order: 'shuffled', counts: says, perPage: 2 });
		for (let place = 10; place <= 70; place += 10) model.register(place);
		// The pages 2 and 4 are answered after page 3, and after somebody came to the front.
		model.beforePage = async (call) => {
			const page = model.pages[call - 1];
			if (page === 2 || page === 4) for (let wait = 0; wait < 20; wait++) await Promise.resolve();
			if (page === 2 && model.people.length === 7) model.register(5);
		};
		const first = await poll();
		model.beforePage = () => {};
		const second = await poll();
		const reported = [...first.ids, ...second.ids];
		expect(new Set(reported).size).toBe(reported.length);
		expect([...reported].sort()).toEqual(model.people.map(({ id }) => id).sort());
	});

	it.each(changes)(
		'reports nobody of before the first poll when $what meanwhile, $order',
		async ({ order, change }) => {
			for (const { says, at } of moments) {
				const model = new ModelRegistrants({ order, counts: says, perPage: 25 });
				for (let place = 0; place < 100; place++) model.register();
				const before = model.people.map(({ id }) => id);
				const watcher = new Watcher(registrantAdded, model.service);
				model.beforePage = (call) => void (call === at && change(model));
				await expect(watcher.poll()).resolves.toEqual([]);
				model.beforePage = () => {};
				const ids: unknown[] = [];
				for (let poll = 0; poll < 3; poll++) {
					ids.push(...(await watcher.poll()).map(({ id }) => id));
					if (poll === 0) model.register();
					// The next poll reads the whole list.
					if (poll === 1) model.people.splice(50, 1);
				}
				expect(ids.filter((id) => before.includes(Number(id)))).toEqual([]);
				expect(ids).toContain(model.people.at(-1)?.id);
			}
		},
	);

	it.each(changes)('misses nobody when $what meanwhile, $order', async ({ order, change }) => {
		for (const { says, at } of moments) {
			for (const readsWhole of [true, false]) {
				const { model, watcher } = await watching(40, { order, counts: says });
				if (readsWhole) model.people.splice(0, 1);
				const due = new Set(Array.from({ length: 60 }, () => model.register().id));
				const begun = model.pages.length;
				model.beforePage = (call) => void (call === begun + at && change(model));
				const ids = (await watcher.poll()).map(({ id }) => id);
				for (let poll = 0; poll < 3; poll++) {
					model.register();
					ids.push(...(await watcher.poll()).map(({ id }) => id));
				}
				const stayed = model.people.map(({ id }) => id).filter((id) => due.has(id));
				expect(stayed.filter((id) => !ids.includes(id))).toEqual([]);
			}
		}
	});

	it('finds what came while as much went, though the total says nothing', async () => {
		for (const order of ordered) {
			const { model, poll } = await watching(100, { order });
			model.people.splice(3, 1);
			const { id } = model.register();
			await expect(poll()).resolves.toMatchObject({ ids: [id] });
		}
	});

	it('finds it in the end where new rows appear anywhere', async () => {
		const { model, poll } = await watching(100, { order: 'shuffled' });
		model.people.splice(3, 1);
		const { id } = model.register(500);
		const found: unknown[] = [];
		for (let count = 0; count < 40; count++) found.push(...(await poll()).ids);
		expect(found).toEqual([id]);
	});
});

describe('hosts that ignore filters', () => {
	it('report only who attended, and read the list each time', async () => {
		const { model, poll } = await watching(0, { ignoresFilters: true }, registrantAttended);
		for (let place = 0; place < 60; place++) model.register();
		await expect(poll()).resolves.toMatchObject({ ids: [] });
		const person = model.people[30];
		if (person) person.attended_replay = true;
		await expect(poll()).resolves.toMatchObject({ ids: [person?.id] });
		await expect(poll()).resolves.toMatchObject({ ids: [] });
	});
});

describe('what is remembered', () => {
	const random = (count: number) => {
		let seed = 1;
		// A generator of Lehmer's, so that the ids are the same each time.
		const next = () => (seed = (seed * 48_271) % 2_147_483_647);
		return Array.from({ length: count }, () => next() * 2 ** 22 + (next() % 2 ** 22));
	};

	it('takes less than 1 MB for 100,000 random ids, and is read again as it was', () => {
		const ids = random(100_000);
		const stored = JSON.stringify(KnownIds.none.with(ids).store());
		expect(stored.length).toBeLessThan(1_000_000);
		const read = KnownIds.read(JSON.parse(stored) as ReturnType<KnownIds['store']>);
		expect(ids.every((id) => read.has(id))).toBe(true);
		expect(read.has((ids[0] ?? 0) + 1)).toBe(false);
	});

	it('lets the lowest sink into the floor when there are more, so that none is new again', () => {
		const ids = Array.from({ length: MAX_IDS + 10 }, (_, place) => 3 * place);
		const known = KnownIds.none.with(ids);
		const { floor, steps } = known.store();
		expect(floor).toBe(27);
		expect(steps.split(',')).toHaveLength(MAX_IDS);
		expect(ids.every((id) => known.has(id))).toBe(true);
		expect(known.has(3 * MAX_IDS + 1)).toBe(false);
		expect(known.with([1, 2]).store()).toEqual({ floor, steps });
	});

	it.each([
		'nothing',
		{},
		{ known: { floor: -1, steps: 'A!' }, extents: [null] },
		{ known: { floor: -1, steps: '1' }, extents: [{ total: 'many' }] },
	])('is begun afresh when it cannot be read: %j', async (memory) => {
		const { model, watcher, poll } = await watching(3);
		watcher.stored = JSON.stringify(memory);
		await expect(poll()).resolves.toMatchObject({ ids: [] });
		const { id } = model.register();
		await expect(poll()).resolves.toMatchObject({ ids: [id] });
	});
});
