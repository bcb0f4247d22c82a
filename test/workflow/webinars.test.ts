import { byId, useHarness } from '../support/harness';
import { numbers } from '../support/manyWebinars';

const getAll = { resource: 'live', operation: 'getAll', returnAll: true };

describe('listing and reading webinars', () => {
	// Noon in New York on a Wednesday, before the clocks change.
	const harness = useHarness({ now: () => Date.UTC(2026, 1, 25, 17) });

	it('keeps a member of any name', async () => {
		const webinar = { webinar_id: 1, webinar_hash: 'x', json: 'abc', pairedItem: 7 };
		harness.succeed('webinars', { webinars: [webinar] });
		await expect(harness.output(getAll)).resolves.toEqual([webinar]);
	});

	it('shows a session without a date, which can be registered for by its ID', async () => {
		const schedules = [
			{ schedule: 11, comment: 'Any time' },
			{ date: null, schedule: 12 },
		];
		const webinar = { webinar_id: 1, timezone: 'UTC', schedules };
		harness.succeed('webinar', { webinar });
		const parameters = { resource: 'live', webinarId: byId(1) };
		const [output] = await harness.output({ ...parameters, operation: 'get' });
		expect(output?.schedules).toEqual([
			{ date: '', schedule: 11, comment: 'Any time', starts_at: null },
			{ date: '', schedule: 12, starts_at: null },
		]);
		const ann = { firstName: 'Ann', email: 'ann@example.com' };
		await harness.output({ ...parameters, ...ann, operation: 'register', schedule: byId(11) });
		expect(harness.sandbox.calls.at(-1)?.parameters).toMatchObject({ schedule: '11' });
	});

	it('lists the live webinars with their types in the documented spelling, and the automated without', async () => {
		const webinars = await harness.output(getAll);
		const single = 'Single presentation';
		const types = [
			single,
			'Series of presentations',
			'Always on',
			'Right now',
			...Array<string>(5).fill(single),
			// Several single dates.
			null,
		];
		expect(webinars.map(({ webinar_id, type }) => [webinar_id, type])).toEqual(
			types.map((type, index) => [index + 1, type]),
		);
		expect(webinars[1]).toMatchObject({
			webinar_hash: 'gxs2718',
			name: 'Growth Series',
			timezone: 'Europe/London',
			schedules: ['Tue, 3 Mar 2026, 06:00 PM', 'Tue, 10 Mar 2026, 06:00 PM', 'Tue, 17 Mar 2026, 06:00 PM'],
		});
		const automated = await harness.output({ ...getAll, resource: 'automated' });
		expect(automated.map(({ webinar_id }) => webinar_id)).toEqual(numbers(10, 101));
		expect(automated.filter((webinar) => 'type' in webinar)).toEqual([]);
		expect(automated[2]?.schedules).toEqual([]);
	});

	it('gives every input item its own list, paired to it, for one call', async () => {
		const { output } = await harness.run(
			{ ...getAll, returnAll: false, limit: '={{ $json.limit }}' },
			{ items: [{ limit: 2 }, { limit: 1 }] },
		);
		expect(output.map(({ json, pairedItem }) => [json.webinar_id, pairedItem])).toEqual([
			[1, { item: 0 }],
			[2, { item: 0 }],
			[1, { item: 1 }],
		]);
		expect(harness.calls).toEqual(['live/webinars']);
	});

	it('says that there are more than the limit, and not where there are just as many', async () => {
		const hintsWith = async (limit: number) =>
			(await harness.run({ ...getAll, returnAll: false, limit })).hints;
		expect(await hintsWith(9)).toEqual(['There are more than 9 results. Turn on Return All or raise Limit.']);
		expect(await hintsWith(10)).toEqual([]);
	});

	it('ends each webinar with its IDs', async () => {
		const [listed] = await harness.output(getAll);
		const [read] = await harness.output({ ...getAll, operation: 'get', webinarId: byId(1) });
		for (const webinar of [listed, read]) {
			expect(Object.keys(webinar ?? {}).slice(-2)).toEqual(['webinar_id', 'webinar_hash']);
			expect(Object.keys(webinar ?? {})[0]).toBe('name');
		}
	});

	it('gives no item for an account without webinars', async () => {
		harness.sandbox.setWebinars([]);
		await expect(harness.output(getAll)).resolves.toEqual([]);
	});

	it('reads one live webinar, with a type that is null and what its settings leave out', async () => {
		const [webinar] = await harness.output({ resource: 'live', operation: 'get', webinarId: byId(5) });
		expect(webinar).toMatchObject({
			webinar_id: 5,
			type: null,
			schedules: [
				{ date: '2026-02-28 10:00', schedule: 51 },
				{ date: '2026-03-03 16:00', schedule: 52 },
				{ date: '2026-03-07 10:00', schedule: 53 },
			],
			presenters: [{ name: 'Jonas Weber' }, { name: 'Priya Sharma' }],
		});
		expect(webinar).not.toHaveProperty('registration_checkout_url');
	});

	it('returns an automated webinar in the attendee’s time zone, in the GMT form of the day', async () => {
		const anywhere = { resource: 'automated', operation: 'get', webinarId: byId(102) };
		const [webinar] = await harness.output({ ...anywhere, timezone: 'Asia/Kathmandu' });
		expect(harness.sandbox.calls.map(({ parameters }) => parameters)).toEqual([
			{ webinar_id: '102', timezone: 'GMT+5:45' },
			{ webinar_id: '102' },
		]);
		const session = { date: '2026-02-26 21:45', starts_at: '2026-02-26T16:00:00Z' };
		expect(webinar?.schedules).toContainEqual(expect.objectContaining(session));
	});

	it('finds a webinar by the URL of its registration page, old and new', async () => {
		const get = (value: string) => ({
			...getAll,
			operation: 'get',
			webinarId: { ...byId(value), mode: 'url' },
		});
		const [old] = await harness.output(get('https://event.webinarjam.com/register/6/crt6683'));
		const [short] = await harness.output(get('https://event.webinarjam.com/register/gxs2718?utm_source=x'));
		expect([old?.webinar_id, short?.webinar_id]).toEqual([6, 2]);
		await harness.fails(
			get('https://event.webinarjam.com/register/nobody'),
			'No live webinar has a registration page that ends with "nobody"',
		);
		await harness.fails(
			get("={{ 'https://example.com/elsewhere' }}"),
			'The URL is not that of a registration page',
		);
	});
});
