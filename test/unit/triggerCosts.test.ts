import { DateTime } from 'luxon';

import { ModelRegistrants, type ModelOptions, orders } from '../support/modelRegistrants';
import { eventNamed, Watcher } from '../support/watcher';

const registrantAdded = eventNamed('registrantAdded');
const registrantAttended = eventNamed('registrantAttended');

const PER_PAGE = 5;
const ordered = ['ascending', 'descending'] as const;

/** A host whose registrants all attended live and every second one the replay, and a trigger after its first poll. */
async function watching(people: number, options: Partial<ModelOptions> = {}, event = registrantAdded) {
	const model = new ModelRegistrants({
		order: 'ascending',
		counts: 'both',
		perPage: PER_PAGE,
		...options,
	});
	for (let place = 0; place < people; place++) {
		const attended = { attended_live: true, attended_replay: place % 2 === 0 };
		Object.assign(model.register(scattered(place)), attended);
	}
	const watcher = new Watcher(event, model.service);
	await watcher.poll();
	const firstPoll = model.pages.length;
	const poll = async () => {
		model.pages.length = 0;
		const events = await watcher.poll();
		return { ids: events.map(({ id }) => id), calls: model.pages.length };
	};
	return { model, poll, firstPoll };
}

const scattered = (place: number) => (place * 7919) % 1000;

it('the date of a session is read once for all of its registrants', async () => {
	const read = jest.spyOn(DateTime, 'fromSQL');
	await watching(500, {}, eventNamed('registrantLeftEarly'));
	expect(read.mock.calls.length).toBeGreaterThan(0);
	expect(read.mock.calls.length).toBeLessThan(10);
	read.mockRestore();
});

describe('the calls of a poll', () => {
	it.each(orders.flatMap((order) => [0, 1, 5, 6, 22].map((people) => ({ order, people }))))(
		'are one for each list when nothing is new: $people people, $order',
		async ({ order, people }) => {
			const added = await watching(people, { order });
			const attended = await watching(people, { order }, registrantAttended);
			await expect(added.poll()).resolves.toEqual({ ids: [], calls: 1 });
			await expect(attended.poll()).resolves.toEqual({ ids: [], calls: 2 });
			await expect(added.poll()).resolves.toEqual({ ids: [], calls: 1 });
		},
	);

	it.each(ordered)('are few for one new row in 20 pages, %s', async (order) => {
		const { model, poll } = await watching(100, { order });
		for (let count = 0; count < 3; count++) {
			const { id } = model.register();
			const { ids, calls } = await poll();
			expect(ids).toEqual([id]);
			expect(calls).toBeLessThanOrEqual(2);
		}
	});

	it.each(ordered)('are those of the new pages for many new rows, %s', async (order) => {
		const { model, poll } = await watching(100, { order });
		const added = Array.from({ length: 12 }, () => model.register().id);
		const { ids, calls } = await poll();
		expect(ids).toEqual(added);
		expect(calls).toBeLessThanOrEqual(4);
	});

	it('are those of the whole list where new rows appear anywhere', async () => {
		const { model, poll } = await watching(50, { order: 'shuffled' });
		const { id } = model.register(500);
		await expect(poll()).resolves.toEqual({ ids: [id], calls: 12 });
		await expect(poll()).resolves.toEqual({ ids: [], calls: 1 });
	});

	it.each(['total', 'lastPage', 'none'] as const)(
		'are those of the whole list on a host that does not count rows and pages: %s',
		async (counts) => {
			const { poll } = await watching(20, { counts });
			const { ids, calls } = await poll();
			expect(ids).toEqual([]);
			expect([4, 5]).toContain(calls);
		},
	);

	it('are those of the whole list on a host that ignores filters, which reports only who attended', async () => {
		const { model, poll } = await watching(0, { ignoresFilters: true }, registrantAttended);
		for (let place = 0; place < 20; place++) model.register();
		await expect(poll()).resolves.toMatchObject({ ids: [] });
		const person = model.people[10];
		if (person) person.attended_replay = true;
		await expect(poll()).resolves.toEqual({ ids: [person?.id], calls: 8 });
		await expect(poll()).resolves.toEqual({ ids: [], calls: 8 });
	});
});

describe('the calls of a first poll', () => {
	it.each(orders)('are the pages when nothing changes, %s', async (order) => {
		expect((await watching(22, { order })).firstPoll).toBe(5);
	});

	it('are three scans at most, however many register meanwhile', async () => {
		const model = new ModelRegistrants({ order: 'descending', counts: 'both', perPage: PER_PAGE });
		for (let place = 0; place < 100; place++) model.register();
		const watcher = new Watcher(registrantAdded, model.service);
		model.beforePage = (call) => void (call % 5 === 0 && model.register());
		await watcher.poll();
		expect(model.pages.length).toBeGreaterThan(60);
		expect(model.pages.length).toBeLessThan(80);
	});
});
