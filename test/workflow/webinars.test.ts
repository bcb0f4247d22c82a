import { byId, useHarness } from '../support/harness';
import { consecutiveIds } from '../support/manyWebinars';
import { containing } from '../support/matchers';
import { automated, live } from '../support/sandboxWebinars';

const getAll = { resource: 'live', operation: 'getAll', returnAll: true };

describe('Get and Get Many', () => {
	// Noon in New York on a Wednesday, before the clocks change.
	const harness = useHarness({ now: () => Date.parse('2026-02-25T17:00:00Z') });

	it("returns the service's fields json and pairedItem unchanged, although n8n uses these names for items", async () => {
		const webinar = { webinar_id: live.oneSession, webinar_hash: 'x', json: 'abc', pairedItem: 7 };
		harness.respondWith('webinars', { webinars: [webinar] });
		await expect(harness.getOutput(getAll)).resolves.toEqual([webinar]);
	});

	it('returns sessions without a date from Get as the service sent them', async () => {
		const schedules = [
			{ schedule: 11, comment: 'Any time' },
			{ date: null, schedule: 12 },
		];
		harness.respondWith('webinar', { webinar: { webinar_id: live.oneSession, timezone: 'UTC', schedules } });
		const [webinar] = await harness.getOutput({
			resource: 'live',
			operation: 'get',
			webinarId: byId(live.oneSession),
		});
		expect(webinar?.schedules).toEqual([
			{ schedule: 11, comment: 'Any time', starts_at: null },
			{ date: null, schedule: 12, starts_at: null },
		]);
	});

	it('omits type from automated webinars', async () => {
		const webinars = await harness.getOutput({ ...getAll, resource: 'automated' });
		expect(webinars.map(({ webinar_id }) => webinar_id)).toEqual(consecutiveIds(10, 101));
		expect(webinars.filter((webinar) => 'type' in webinar)).toEqual([]);
	});

	it('returns the webinar list once for each input item, paired with the item, with one request', async () => {
		const { output } = await harness.run(
			{ ...getAll, returnAll: false, limit: '={{ $json.limit }}' },
			{ items: [{ limit: 2 }, { limit: 1 }] },
		);
		expect(output).toMatchObject([
			{ json: { webinar_id: live.oneSession }, pairedItem: { item: 0 } },
			{ json: { webinar_id: live.series }, pairedItem: { item: 0 } },
			{ json: { webinar_id: live.oneSession }, pairedItem: { item: 1 } },
		]);
		expect(harness.requestNames).toEqual(['live/webinars']);
	});

	it('gives a hint about a fixed Limit only for several items, because n8n gives one for a single item', async () => {
		const limited = { ...getAll, returnAll: false, limit: 9 };
		expect((await harness.run(limited)).hints).toEqual([]);
		const { hints } = await harness.run(limited, { items: [{}, {}] });
		expect(hints).toEqual([
			'There are more than 9 results. To return more, raise Limit or turn on Return All.',
		]);
	});

	it('gives no hint if there are exactly as many webinars as Limit', async () => {
		const { hints } = await harness.run({ ...getAll, returnAll: false, limit: '={{ 10 }}' });
		expect(hints).toEqual([]);
	});

	it("lists a webinar's name first and its IDs last, both from Get and from Get Many", async () => {
		const [listed = {}] = await harness.getOutput(getAll);
		const [read = {}] = await harness.getOutput({
			...getAll,
			operation: 'get',
			webinarId: byId(live.oneSession),
		});
		for (const webinar of [listed, read]) {
			const fields = Object.keys(webinar);
			expect(fields.at(0)).toBe('name');
			expect(fields.slice(-2)).toEqual(['webinar_id', 'webinar_hash']);
		}
	});

	it('returns no item for an account without webinars', async () => {
		harness.sandbox.setWebinars([]);
		await expect(harness.getOutput(getAll)).resolves.toEqual([]);
	});

	it('sends the GMT offset of the time zone in Timezone, and returns dates in this time zone', async () => {
		const [webinar] = await harness.getOutput({
			resource: 'automated',
			operation: 'get',
			webinarId: byId(automated.attendeeZone),
			timezone: 'Asia/Kathmandu',
		});
		expect(harness.sandbox.calls.map(({ parameters }) => parameters)).toEqual([
			{ webinar_id: '102', timezone: 'GMT+5:45' },
			{ webinar_id: '102' },
		]);
		const sessionInKathmandu = { date: '2026-02-26 21:45', starts_at: '2026-02-26T16:00:00Z' };
		expect(webinar?.schedules).toContainEqual(expect.objectContaining(sessionInKathmandu));
	});

	const getByUrl = (value: string) => ({
		resource: 'live',
		operation: 'get',
		webinarId: { __rl: true, mode: 'url', value },
	});

	it.each([
		{ path: 'register/6/crt6683', webinar_id: live.paid },
		{ path: 'hkwqz/register/crt6683', webinar_id: live.paid },
	])(
		"finds a webinar by an expression for its registration page's URL: $path",
		async ({ path, webinar_id }) => {
			await harness.expectOutput(getByUrl(`={{ "https://event.webinarjam.com/${path}" }}`), [{ webinar_id }]);
		},
	);

	it('fails if no webinar has the registration page URL', async () => {
		await harness.expectError(getByUrl('https://event.webinarjam.com/gyywz/register/nobody'), {
			message: 'The URL belongs to no live webinar of the account',
			description: containing('Check whether Resource is set to the right product'),
		});
	});
});
