import type { Paginator } from '../../sandbox';
import { useSandbox } from '../support/sandboxStage';

const onboarding = { product: 'live', webinarId: 1 } as const;
const stage = useSandbox();
const { list, post } = stage;
/** The first names of those on the first page of the list. */
const names = async (filter: Record<string, string>) =>
	(await list(filter)).data.map(({ first_name: name }) => name);

describe('the filters', () => {
	const people = (...names: string[]) =>
		names.map((firstName) => ({ firstName, lastName: 'Lee', email: `${firstName}@Example.com` }));

	it('tells who attended, who left early and who left late, for each room', async () => {
		stage.sandbox.addRegistrants(onboarding, people('Early', 'Late', 'Absent', 'Replay'));
		stage.sandbox.attend('early@example.com', { live: 599 });
		stage.sandbox.attend('late@example.com', { live: 600 });
		stage.sandbox.attend('replay@example.com', { replay: 60 });
		expect(await names({ attended_live: '0' })).toHaveLength(4);
		expect(await names({ attended_live: '1' })).toEqual(['Early', 'Late']);
		expect(await names({ attended_live: '2' })).toEqual(['Absent', 'Replay']);
		const limit = { attended_live_timestamp: '600' };
		expect(await names({ attended_live: '3', ...limit })).toEqual(['Early']);
		expect(await names({ attended_live: '4', ...limit })).toEqual(['Late']);
		expect(await names({ attended_live: '2', attended_replay: '1' })).toEqual(['Replay']);
	});

	it('tells who bought, in either room', async () => {
		stage.sandbox.addRegistrants(onboarding, people('Live', 'Replay', 'Nothing'));
		stage.sandbox.buy('live@example.com', { live: 10 });
		stage.sandbox.buy('replay@example.com', { replay: 10 });
		expect(await names({ purchased: '1' })).toEqual(['Live', 'Replay']);
		expect(await names({ purchased: '2' })).toEqual(['Nothing']);
	});

	it('finds a part of the name or the email, in any case, and nothing by pattern', async () => {
		stage.sandbox.addRegistrants(onboarding, people('Ann', 'Bo'));
		for (const [search, found] of [
			['aNN l', ['Ann']],
			['@EXAMPLE', ['Ann', 'Bo']],
			['.*', []],
			['', ['Ann', 'Bo']],
		] as const) {
			expect(await names({ search })).toEqual(found);
		}
	});

	it('goes by the day of the signup in the zone of the webinar', async () => {
		for (const [name, at] of [
			['LastMonth', '02-02T05'],
			['30Days', '02-11T05'],
			['LastWeek', '03-02T05'],
			['7Days', '03-07T05'],
			['Monday', '03-09T04'],
			['Yesterday', '03-12T04'],
			['Today', '03-13T04'],
		] as const) {
			stage.now = Date.parse(`2026-${at}:00:00Z`);
			stage.sandbox.addRegistrants(onboarding, people(name));
		}
		stage.now = Date.parse('2026-03-13T12:00:00Z');
		const ranges = Array.from({ length: 9 }, (_, range) => names({ date_range: String(range) }));
		expect(await Promise.all(ranges)).toEqual([
			['LastMonth', '30Days', 'LastWeek', '7Days', 'Monday', 'Yesterday', 'Today'],
			['Today'],
			['Yesterday'],
			['Monday', 'Yesterday', 'Today'],
			['LastWeek', '7Days'],
			['7Days', 'Monday', 'Yesterday', 'Today'],
			['LastWeek', '7Days', 'Monday', 'Yesterday', 'Today'],
			['LastMonth', '30Days'],
			['LastWeek', '7Days', 'Monday', 'Yesterday', 'Today'],
		]);
	});
});

describe('the pages of the list', () => {
	it('hold 25 rows, the newest last, and end with an empty page, which is the first with nobody in the list', async () => {
		expect(await list()).toMatchObject({ data: [], last_page: 1, total: 0, next_page_url: null });
		const added = stage.sandbox.addRegistrants(onboarding, 51);
		const pages = await Promise.all(['1', '2', '3', '4'].map((number) => list({ page: number })));
		expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(added.map(({ id }) => id));
		expect(pages.map(({ data, ...rest }) => ({ rows: data.length, ...rest }))).toEqual(
			[25, 25, 1, 0].map((rows, index) => ({
				...{ rows, current_page: index + 1, last_page: 3, per_page: 25, total: 51 },
				next_page_url: index < 2 ? `${stage.sandbox.url}/live/registrants?page=${index + 2}` : null,
			})),
		);
	});

	it('can begin with the newest', async () => {
		const added = stage.sandbox.addRegistrants(onboarding, 30);
		stage.sandbox.setRegistrantsList({ newestFirst: true });
		const { data } = await list({ page: '2' });
		const oldest = added.slice(0, 5).map(({ id }) => id);
		expect(data.map(({ id }) => id)).toEqual(oldest.reverse());
	});

	it.each<[Paginator, (rows: number) => object]>([
		['bareArray', () => ({ registrants: { length: 30 } })],
		['users', () => ({ users: { length: 30 } })],
		['user', () => ({ user: { length: 30 } })],
		['minimal', (rows) => ({ registrants: { current_page: 2, last_page: 2, data: { length: rows } } })],
		['withoutLastPage', (rows) => ({ registrants: { current_page: 2, data: { length: rows } } })],
		['repeating', () => ({ registrants: { current_page: 1, data: { length: 25 } } })],
	])('can have the shape %s', async (paginator, shape) => {
		stage.sandbox.addRegistrants(onboarding, 30);
		stage.sandbox.setRegistrantsList({ paginator });
		const { json } = await post('/live/registrants', { webinar_id: '1', page: '2' });
		const counted = JSON.parse(JSON.stringify(json), (_, value: unknown) =>
			Array.isArray(value) ? { length: value.length } : value,
		) as unknown;
		expect(counted).toEqual({ status: 'success', ...shape(5) });
	});
});
