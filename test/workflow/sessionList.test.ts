import { byId, type Harness, useHarness } from '../support/harness';
import { once } from '../support/sessionRules';

const NOW = Date.UTC(2026, 1, 25, 17);

describe('the list of sessions', () => {
	const harness = useHarness({ at: NOW });

	const sessions = async (parameters: Parameters<Harness['run']>[0], filter?: string) => {
		const asked = { operation: 'register', ...parameters };
		return (await harness.engine.list('searchSchedules', asked, harness.credential, filter)).results;
	};

	it('shows "Next Upcoming Session" first, what varies by description, and each date of an automated webinar', async () => {
		await expect(sessions({ resource: 'automated', webinarId: byId(101) })).resolves.toEqual([
			{ name: 'Next Upcoming Session', value: 'next' },
			{ name: 'Just-in-Time Session', value: 'justInTime' },
			{ name: 'Instant Replay', value: 'instantReplay' },
			{
				name: 'Wed 2026-02-25 13:00 · ID 1013 · America/New_York · Every day',
				value: '1013|2026-02-25 13:00',
			},
			{
				name: 'Thu 2026-02-26 13:00 · ID 1013 · America/New_York · Every day',
				value: '1013|2026-02-26 13:00',
			},
			{
				name: 'Fri 2026-02-27 13:00 · ID 1013 · America/New_York · Every day',
				value: '1013|2026-02-27 13:00',
			},
		]);
	});

	it('shows a live series once', async () => {
		await expect(sessions({ resource: 'live', webinarId: byId(2) })).resolves.toEqual([
			{ name: 'Next Upcoming Session', value: 'next' },
			{
				name: 'Tue 2026-03-03 18:00 · ID 21 · series: registers for all following sessions · Europe/London',
				value: '21',
			},
		]);
	});

	it('shows each session of a live series with a schedule for each', async () => {
		harness.sandbox.changeWebinar(
			{ product: 'live', webinarId: 2 },
			{ sessions: [once(26, 6), once(33, 13)] },
		);
		const note = 'series: registers for all following sessions';
		await expect(sessions({ resource: 'live', webinarId: byId(2) })).resolves.toEqual([
			{ name: 'Next Upcoming Session', value: 'next' },
			{ name: `Tue 2026-03-03 18:00 · ID 26 · ${note} · Europe/London`, value: '26' },
			{ name: `Tue 2026-03-10 18:00 · ID 33 · ${note} · Europe/London`, value: '33' },
		]);
		const operation = 'getRegistrants';
		const [, , first] = await sessions({ operation, resource: 'live', webinarId: byId(2) });
		expect(first).toEqual({ name: 'Tue 2026-03-03 18:00 · ID 26 · Europe/London', value: '26' });
	});

	it('shows for registrants one choice for all sessions of an ID, and no date', async () => {
		const operation = 'getRegistrants';
		await expect(sessions({ operation, resource: 'live', webinarId: byId(2) })).resolves.toEqual([
			{ name: 'All Sessions', value: '' },
			{ name: 'Next Upcoming Session', value: 'next' },
			{ name: 'Series from Tue 2026-03-03 18:00 · ID 21', value: '21' },
		]);
		const automated = { operation, resource: 'automated', webinarId: byId(101) };
		await expect(sessions(automated)).resolves.toEqual([
			{ name: 'All Sessions', value: '' },
			{ name: 'Next Upcoming Session', value: 'next' },
			{ name: 'Just-in-Time Session', value: 'justInTime' },
			{ name: 'Instant Replay', value: 'instantReplay' },
			{ name: 'Every day, 01:00 PM · ID 1013', value: '1013' },
		]);
		// No time zone can be given there, and none is needed.
		await expect(sessions({ ...automated, webinarId: byId(102) })).resolves.toHaveLength(4);
		// Nothing needs to be chosen of a webinar without sessions.
		await expect(sessions({ operation, resource: 'live', webinarId: byId(7) })).resolves.toEqual([
			{ name: 'All Sessions', value: '' },
			{ name: 'Next Upcoming Session', value: 'next' },
		]);
	});

	it('shows dates in the zone that is filled in', async () => {
		const shown = await sessions({
			resource: 'automated',
			webinarId: byId(102),
			timezone: 'Asia/Kathmandu',
		});
		expect(shown[1]).toEqual({
			name: 'Thu 2026-02-26 04:45 · ID 1022 · GMT+5:45 · Every weekday',
			value: '1022|2026-02-26 04:45',
		});
	});

	it('shows what is open at any time without the minute, which would be stale in the next', async () => {
		const [, automated] = await sessions({ resource: 'automated', webinarId: byId(103) });
		const [, live] = await sessions({ resource: 'live', webinarId: byId(3) });
		expect([automated, live]).toEqual([
			{ name: 'Right now · ID 1031', value: '1031' },
			{ name: 'Always on · ID 31', value: '31' },
		]);
	});

	it('gives the advice where the editor shows it', async () => {
		await expect(
			sessions({ resource: 'automated', webinarId: byId(102), timezone: 'EST' }),
		).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'Timezone "EST" is not known',
			description: expect.stringContaining('Use a region/city name') as string,
			httpCode: null,
		});
	});

	it('filters by what is shown', async () => {
		const shown = await sessions({ resource: 'automated', webinarId: byId(101) }, 'thu');
		expect(shown.map(({ value }) => value)).toEqual(['1013|2026-02-26 13:00']);
	});

	it('shows for a link each schedule once, and leaves out what a link cannot lead to', async () => {
		const operation = 'createOneClickLink';
		const shown = await sessions({ operation, resource: 'automated', webinarId: byId(101) });
		expect(shown).toEqual([
			{ name: 'Next Upcoming Session', value: 'next' },
			{
				name: 'Wed 2026-02-25 13:00 · ID 1013 · series: registers for all following sessions · America/New_York · Every day',
				value: '1013',
			},
		]);
		const single = await sessions({ operation, resource: 'automated', webinarId: byId(105) });
		expect(single.map(({ value }) => value)).toEqual(['next', '1051', '1052']);
	});

	it('asks for a webinar first', async () => {
		await expect(
			sessions({ resource: 'live', webinarId: { __rl: true, mode: 'list', value: '' } }),
		).rejects.toMatchObject({
			message: 'Choose a webinar first',
		});
		expect(harness.calls).toEqual([]);
	});

	// The editor sends an expression that has no value yet as an empty one.
	it.each(['={{ $json.id }}', ''])(
		'offers the next session when the webinar is an expression: %j',
		async (value) => {
			const shown = await sessions({ resource: 'live', webinarId: byId(value) });
			expect(shown).toEqual([
				{
					name: 'Next Upcoming Session',
					value: 'next',
					description: 'The webinar comes from an expression: its other sessions are not known yet.',
				},
			]);
			expect(harness.calls).toEqual([]);
		},
	);

	it('asks for a time zone where the webinar needs one', async () => {
		await expect(sessions({ resource: 'automated', webinarId: byId(102) })).rejects.toMatchObject({
			message: 'Fill in Timezone to see the sessions',
		});
	});

	it('asks a link for none that has a merge field for the zone of each contact', async () => {
		const mergeFields = { firstName: '*|F|*', email: '*|E|*', timezone: '*|TZ|*' };
		const link = {
			...{ operation: 'createOneClickLink', resource: 'automated', webinarId: byId(102) },
			...{ timezone: '', linkFor: 'emailTool', emailTool: 'custom', mergeFields },
		};
		const shown = await sessions(link);
		expect(shown).toEqual([
			expect.objectContaining({ value: 'next' }),
			{
				name: 'Wed 2026-02-25 18:00 · ID 1022 · series: registers for all following sessions · GMT-5 · Every weekday',
				value: '1022',
			},
			expect.objectContaining({ value: '1021' }),
		]);
		const fromExpression = { ...link, mergeFields: { ...mergeFields, timezone: '={{ $json.tag }}' } };
		await expect(sessions(fromExpression)).resolves.toEqual(shown);
		await expect(sessions({ ...link, linkFor: '={{ $json.for }}' })).resolves.toEqual(shown);
		for (const none of [{ linkFor: 'contact' }, { emailTool: 'kit' }, { mergeFields: { timezone: ' ' } }]) {
			await expect(sessions({ ...link, ...none })).rejects.toMatchObject({
				message: 'Fill in Timezone to see the sessions',
			});
		}
		const inLondon = await sessions({ ...link, timezone: 'Europe/London' });
		expect(inLondon[1]?.name).toContain('2026-02-25 23:00 · ID 1022');
	});

	it('says when the webinar has none, and when there is no such webinar', async () => {
		await expect(sessions({ resource: 'live', webinarId: byId(7) })).rejects.toMatchObject({
			message: 'The webinar has no session',
		});
		await expect(sessions({ resource: 'live', webinarId: byId(999) })).rejects.toMatchObject({
			message: 'Could not read the webinar: Webinar: The selected webinar id is invalid.',
		});
	});
});
