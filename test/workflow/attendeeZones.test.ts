import { byId, Harness } from '../support/harness';

const register = {
	resource: 'automated',
	operation: 'register',
	webinarId: byId(102),
	firstName: 'Ann',
	email: 'ann@example.com',
	options: { addStartTimes: true },
};

/** Webinar 102 follows the attendee; its sessions are every day at 11:00 EST, which is 16:00 UTC. */
describe.each([
	['a Londoner in March', Date.UTC(2026, 2, 27, 12), 'Europe/London', '2026-04-01 17:00', 'GMT+1'],
	[
		'a Londoner on the eve of winter',
		Date.UTC(2026, 9, 24, 12),
		'Europe/London',
		'2026-10-27 16:00',
		'GMT+0',
	],
	['somebody in Kathmandu', Date.UTC(2026, 2, 27, 12), 'Asia/Kathmandu', '2026-03-28 21:45', 'GMT+5:45'],
	['somebody in Adelaide', Date.UTC(2026, 3, 3, 12), 'Australia/Adelaide', '2026-04-07 01:30', 'GMT+9:30'],
	['somebody in St John’s', Date.UTC(2026, 2, 5, 12), 'America/St_Johns', '2026-03-09 13:30', 'GMT-2:30'],
	['somebody in New York', Date.UTC(2026, 2, 5, 12), 'America/New_York', '2026-03-09 12:00', 'GMT-4'],
])('%s', (_who, now, timezone, date, gmt) => {
	let harness: Harness;

	beforeAll(async () => {
		harness = await Harness.startAt(now);
		harness.sandbox.changeWebinar(
			{ product: 'automated', webinarId: 102 },
			{ sessions: [{ kind: 'everyDay', schedule: 1021, time: '11:00' }] },
		);
	});
	afterAll(() => harness.stop());

	it('sees the session of another offset in the list at its own local time', async () => {
		const { results } = await harness.engine.list(
			'searchSchedules',
			{ ...register, timezone, options: {} },
			harness.credential,
		);
		const item = results.find(({ value }) => value === `1021|${date}`);
		expect(item?.name).toContain(`${date} · ID 1021 · ${gmt} ·`);
	});

	it('is registered to that local time', async () => {
		const [attendee] = await harness.output({ ...register, timezone, schedule: byId(`1021|${date}`) });
		expect(attendee).toMatchObject({ schedule: 1021, date, timezone: gmt });
		expect(attendee?.starts_at).toMatch(/T16:00:00Z$/);
		const sent = harness.sandbox.calls.map(({ operation, parameters }) => [operation, parameters.timezone]);
		expect(sent.at(-1)).toEqual(['register', gmt]);
		expect(sent.at(-2)).toEqual(['webinar', gmt]);
	});
});

describe('a webinar at the local time of each attendee', () => {
	const now = Date.UTC(2026, 2, 27, 12);
	let harness: Harness;

	beforeAll(async () => {
		harness = await Harness.startAt(now);
	});
	afterAll(() => harness.stop());

	it('keeps the date that was chosen when the session changes between two readings', async () => {
		// After the first reading the evening session of weekdays is moved.
		harness.sandbox.before({ operation: 'webinar', skip: 1 }, () =>
			harness.sandbox.changeWebinar(
				{ product: 'automated', webinarId: 102 },
				{ sessions: [{ kind: 'everyDay', schedule: 1029, time: '15:00' }] },
			),
		);
		await expect(
			harness.error({ ...register, timezone: 'Europe/London', schedule: byId('1021|2026-03-30 16:00') }),
		).resolves.toMatchObject({ description: expect.stringContaining('On offer are') as string });
		expect(harness.sandbox.registrants).toEqual([]);
	});
});
