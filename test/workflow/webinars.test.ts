import { byId, useHarness } from '../support/harness';
import { consecutiveIds } from '../support/manyWebinars';

const getAll = { resource: 'live', operation: 'getAll', returnAll: true };

describe('Get and Get Many of webinars', () => {
	// Noon in New York on a Wednesday, before the clocks change.
	const harness = useHarness({ now: () => Date.UTC(2026, 1, 25, 17) });

	it('returns fields of the service whose names n8n uses for items', async () => {
		const webinar = { webinar_id: 1, webinar_hash: 'x', json: 'abc', pairedItem: 7 };
		harness.respondWith('webinars', { webinars: [webinar] });
		await expect(harness.getOutput(getAll)).resolves.toEqual([webinar]);
	});

	it('returns sessions without a date, and registers for one of them by its ID', async () => {
		const schedules = [
			{ schedule: 11, comment: 'Any time' },
			{ date: null, schedule: 12 },
		];
		harness.respondWith('webinar', { webinar: { webinar_id: 1, timezone: 'UTC', schedules } });
		const [webinar] = await harness.getOutput({ resource: 'live', operation: 'get', webinarId: byId(1) });
		expect(webinar?.schedules).toEqual([
			{ date: '', schedule: 11, comment: 'Any time', starts_at: null },
			{ date: '', schedule: 12, starts_at: null },
		]);
		await harness.getOutput({
			resource: 'live',
			operation: 'register',
			webinarId: byId(1),
			schedule: byId(11),
			firstName: 'Ann',
			email: 'ann@example.com',
		});
		expect(harness.sandbox.calls.at(-1)?.parameters).toMatchObject({ schedule: '11' });
	});

	it('returns live webinars with their type in the documented spelling', async () => {
		const webinars = await harness.getOutput(getAll);
		expect(webinars.map(({ webinar_id, type }) => [webinar_id, type])).toEqual([
			[1, 'Single presentation'],
			[2, 'Series of presentations'],
			[3, 'Always on'],
			[4, 'Right now'],
			[5, 'Single presentation'],
			[6, 'Single presentation'],
			[7, 'Single presentation'],
			[8, 'Single presentation'],
			[9, 'Single presentation'],
			// The service has no type for a webinar with several single dates.
			[10, null],
		]);
		expect(webinars[1]).toMatchObject({
			webinar_hash: 'gxs2718',
			name: 'Growth Series',
			timezone: 'Europe/London',
			schedules: ['Tue, 3 Mar 2026, 06:00 PM', 'Tue, 10 Mar 2026, 06:00 PM', 'Tue, 17 Mar 2026, 06:00 PM'],
		});
	});

	it('returns automated webinars without a type', async () => {
		const webinars = await harness.getOutput({ ...getAll, resource: 'automated' });
		expect(webinars.map(({ webinar_id }) => webinar_id)).toEqual(consecutiveIds(10, 101));
		expect(webinars.filter((webinar) => 'type' in webinar)).toEqual([]);
		expect(webinars[2]?.schedules).toEqual([]);
	});

	it('returns the webinar list for each input item, paired to the item, with one request', async () => {
		const { output } = await harness.run(
			{ ...getAll, returnAll: false, limit: '={{ $json.limit }}' },
			{ items: [{ limit: 2 }, { limit: 1 }] },
		);
		expect(output.map(({ json, pairedItem }) => [json.webinar_id, pairedItem])).toEqual([
			[1, { item: 0 }],
			[2, { item: 0 }],
			[1, { item: 1 }],
		]);
		expect(harness.requestNames).toEqual(['live/webinars']);
	});

	it('says that there are more webinars than Limit', async () => {
		const { hints } = await harness.run({ ...getAll, returnAll: false, limit: 9 });
		expect(hints).toEqual(['There are more than 9 results. Turn on Return All or raise Limit.']);
	});

	it('gives no hint if there are exactly as many webinars as Limit', async () => {
		const { hints } = await harness.run({ ...getAll, returnAll: false, limit: 10 });
		expect(hints).toEqual([]);
	});

	it('returns the name of a webinar first and its IDs last', async () => {
		const [listed] = await harness.getOutput(getAll);
		const [read] = await harness.getOutput({ ...getAll, operation: 'get', webinarId: byId(1) });
		for (const webinar of [listed, read]) {
			expect(Object.keys(webinar ?? {}).slice(-2)).toEqual(['webinar_id', 'webinar_hash']);
			expect(Object.keys(webinar ?? {})[0]).toBe('name');
		}
	});

	it('returns no item for an account without webinars', async () => {
		harness.sandbox.setWebinars([]);
		await expect(harness.getOutput(getAll)).resolves.toEqual([]);
	});

	it('returns a live webinar with a null type and without a checkout URL', async () => {
		const [webinar] = await harness.getOutput({ resource: 'live', operation: 'get', webinarId: byId(5) });
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

	it('requests an automated webinar with the GMT offset of Timezone, and returns local dates', async () => {
		const anywhere = { resource: 'automated', operation: 'get', webinarId: byId(102) };
		const [webinar] = await harness.getOutput({ ...anywhere, timezone: 'Asia/Kathmandu' });
		expect(harness.sandbox.calls.map(({ parameters }) => parameters)).toEqual([
			{ webinar_id: '102', timezone: 'GMT+5:45' },
			{ webinar_id: '102' },
		]);
		const session = { date: '2026-02-26 21:45', starts_at: '2026-02-26T16:00:00Z' };
		expect(webinar?.schedules).toContainEqual(expect.objectContaining(session));
	});

	const getByUrl = (value: string) => ({
		resource: 'live',
		operation: 'get',
		webinarId: { __rl: true, mode: 'url', value },
	});

	it('finds a webinar by the URL of its registration page in the old and the new form', async () => {
		await harness.expectOutput(getByUrl('https://event.webinarjam.com/register/6/crt6683'), [
			{ webinar_id: 6 },
		]);
		await harness.expectOutput(getByUrl('https://event.webinarjam.com/register/gxs2718?utm_source=x'), [
			{ webinar_id: 2 },
		]);
	});

	it('fails for the URL of a registration page that no webinar has', async () => {
		await harness.expectError(
			getByUrl('https://event.webinarjam.com/register/nobody'),
			'No live webinar has a registration page that ends with "nobody"',
		);
	});

	it('fails for a URL that is not that of a registration page', async () => {
		await harness.expectError(
			getByUrl("={{ 'https://example.com/elsewhere' }}"),
			'The URL is not that of a registration page',
		);
	});
});
