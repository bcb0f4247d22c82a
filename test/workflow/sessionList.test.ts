import { byId, type Harness, useHarness } from '../support/harness';
import { once } from '../support/sessionRules';

const NOW = Date.UTC(2026, 1, 25, 17);

describe('the list of sessions', () => {
	const harness = useHarness({ at: NOW });

	const sessions = async (parameters: Parameters<Harness['run']>[0], filter?: string) => {
		const asked = { operation: 'register', ...parameters };
		return (await harness.engine.list('searchSchedules', asked, harness.credential, filter)).results;
	};

	/** Value and name of each entry. */
	const shown = async (...args: Parameters<typeof sessions>) =>
		(await sessions(...args)).map(({ value, name }) => [value, name]);
	const NEXT = ['next', 'Next Upcoming Session'];
	const FIRST_CONTACT = ['', "Dates below: the first contact's. Next fits everybody."];
	const WHOLE_SERIES = ['next', 'Next Upcoming Session · whole series'];

	it('shows "Next Upcoming Session" first, what varies by description, the next date of a schedule, and each date of an automated webinar', async () => {
		await expect(shown({ resource: 'automated', webinarId: byId(101) })).resolves.toEqual([
			NEXT,
			['justInTime', 'Just-in-Time Session'],
			['instantReplay', 'Instant Replay'],
			['1013|next', 'Next · Every day (1013)'],
			['1013|2026-02-25 13:00', 'Wed 25 Feb 2026 13:00 · Every day · New York'],
			['1013|2026-02-26 13:00', 'Thu 26 Feb 2026 13:00 · Every day · New York'],
			['1013|2026-02-27 13:00', 'Fri 27 Feb 2026 13:00 · Every day · New York'],
		]);
		// The only dates of their schedules, at one moment for everybody.
		await expect(shown({ resource: 'automated', webinarId: byId(105) })).resolves.toEqual([
			NEXT,
			['1051|2026-03-01 19:15', 'Sun 1 Mar 2026 19:15 · Kathmandu'],
			['1052|2026-03-05 19:15', 'Thu 5 Mar 2026 19:15 · Kathmandu'],
		]);
	});

	it('shows a live series once', async () => {
		await expect(shown({ resource: 'live', webinarId: byId(2) })).resolves.toEqual([
			WHOLE_SERIES,
			['21', 'Tue 3 Mar 2026 18:00 · whole series · London'],
		]);
	});

	it('shows each session of a live series with a schedule for each', async () => {
		harness.sandbox.changeWebinar(
			{ product: 'live', webinarId: 2 },
			{ sessions: [once(26, 6), once(33, 13)] },
		);
		await expect(shown({ resource: 'live', webinarId: byId(2) })).resolves.toEqual([
			WHOLE_SERIES,
			['26', 'Tue 3 Mar 2026 18:00 · whole series · London'],
			['33', 'Tue 10 Mar 2026 18:00 · whole series · London'],
		]);
		const operation = 'getRegistrants';
		const [, , first] = await shown({ operation, resource: 'live', webinarId: byId(2) });
		expect(first).toEqual(['26', 'Tue 3 Mar 2026 18:00 · London']);
	});

	it('shows for registrants one choice for all sessions of an ID, and no date', async () => {
		const operation = 'getRegistrants';
		await expect(shown({ operation, resource: 'live', webinarId: byId(2) })).resolves.toEqual([
			['', 'All Sessions'],
			NEXT,
			['21', 'Series from Tue 3 Mar 2026 18:00'],
		]);
		const automated = { operation, resource: 'automated', webinarId: byId(101) };
		await expect(shown(automated)).resolves.toEqual([
			['', 'All Sessions'],
			NEXT,
			['justInTime', 'Just-in-Time Session'],
			['instantReplay', 'Instant Replay'],
			['1013', 'Every day, 01:00 PM (1013)'],
		]);
		// No time zone can be given there, and none is needed.
		await expect(sessions({ ...automated, webinarId: byId(102) })).resolves.toHaveLength(4);
	});

	it('shows dates in the zone that is filled in', async () => {
		const inKathmandu = { resource: 'automated', webinarId: byId(102), timezone: 'Asia/Kathmandu' };
		const dates = await shown(inKathmandu);
		expect(dates.slice(0, 5)).toEqual([
			FIRST_CONTACT,
			NEXT,
			['1022|next', 'Next · Every weekday (1022)'],
			['1021|next', 'Next · Every day (1021)'],
			['1022|2026-02-26 04:45', 'Thu 26 Feb 2026 04:45 · Every weekday · GMT+5:45'],
		]);
		harness.sandbox.changeWebinar({ product: 'automated', webinarId: 102 }, { sessions: [once(61, 4)] });
		await expect(shown(inKathmandu)).resolves.toEqual([
			FIRST_CONTACT,
			NEXT,
			['61|next', expect.stringMatching(/^Next · \w{3} \d+ Mar 2026 \(61\)$/)],
			[expect.stringMatching(/^61\|2026-03/), expect.stringMatching(/ · GMT\+5:45$/)],
		]);
	});

	it('shows what is open at any time without the minute, which would be stale in the next', async () => {
		const automated = await shown({ resource: 'automated', webinarId: byId(103) });
		const live = await shown({ resource: 'live', webinarId: byId(3) });
		expect([automated, live]).toEqual([
			[NEXT, ['1031', 'Right now (1031)']],
			[NEXT, ['31', 'Always on (31)']],
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

	it.each(['thu', '02-26 1013', 'york every thu'])('finds words in any order: %s', async (filter) => {
		const found = await sessions({ resource: 'automated', webinarId: byId(101) }, filter);
		expect(found.map(({ value }) => value)).toEqual(['1013|2026-02-26 13:00']);
	});

	it('shows for a link each schedule once, and leaves out what a link cannot lead to', async () => {
		const operation = 'createOneClickLink';
		await expect(shown({ operation, resource: 'automated', webinarId: byId(101) })).resolves.toEqual([
			WHOLE_SERIES,
			['1013', 'Wed 25 Feb 2026 13:00 · whole series · New York'],
		]);
		const single = await sessions({ operation, resource: 'automated', webinarId: byId(105) });
		expect(single.map(({ value }) => value)).toEqual(['next', '1051', '1052']);
	});

	const expression = '={{ $json.id }}';
	it.each<[Parameters<Harness['run']>[0], string]>([
		[{ webinarId: { __rl: true, mode: 'list', value: '' } }, 'Choose a webinar to see its sessions.'],
		[{ webinarId: byId(expression) }, 'Webinar has no value yet: run the previous nodes.'],
		// The editor sends an expression that has no value yet as an empty one.
		[{ webinarId: byId('') }, 'Webinar has no value yet: run the previous nodes.'],
		[{ webinarId: byId(102), timezone: '' }, 'Fill in Timezone to see the sessions.'],
		[{ webinarId: byId(102), timezone: expression }, 'Timezone has no value yet: run the previous nodes.'],
		[{ webinarId: byId(102), timezone: null }, 'Timezone has no value yet: run the previous nodes.'],
		[{ webinarId: byId(106) }, 'The webinar has no session.'],
	])('offers the next session also without the others, and says why: %j', async (parameters, reason) => {
		const entries = await sessions({ resource: 'automated', ...parameters });
		expect(entries.map(({ name }) => name)).toEqual(['Next Upcoming Session', reason]);
		// The reason itself is no session.
		const ann = { firstName: 'Ann', email: 'ann@example.com', webinarId: byId(101) };
		const schedule = { __rl: true, mode: 'list', value: String(entries[1]?.value) };
		await expect(
			harness.error({ resource: 'automated', operation: 'register', ...ann, schedule }),
		).resolves.toMatchObject({ message: '"none" is not a session' });
	});

	it('asks a link for none that has a merge field for the zone of each contact', async () => {
		const mergeFields = { firstName: '*|F|*', email: '*|E|*', timezone: '*|TZ|*' };
		const link = {
			...{ operation: 'createOneClickLink', resource: 'automated', webinarId: byId(102) },
			...{ timezone: '', linkFor: 'emailTool', emailTool: 'custom', mergeFields },
		};
		const listed = await sessions(link);
		expect(listed.map(({ value, name }) => [value, name])).toEqual([
			WHOLE_SERIES,
			['1022', 'Wed 25 Feb 2026 18:00 · whole series · GMT-5'],
			['1021', 'Thu 26 Feb 2026 11:00 · whole series · GMT-5'],
		]);
		const fromExpression = { ...link, mergeFields: { ...mergeFields, timezone: '={{ $json.tag }}' } };
		await expect(sessions(fromExpression)).resolves.toEqual(listed);
		await expect(sessions({ ...link, linkFor: '={{ $json.for }}' })).resolves.toEqual(listed);
		for (const none of [{ linkFor: 'contact' }, { emailTool: 'kit' }, { mergeFields: { timezone: ' ' } }]) {
			await expect(shown({ ...link, ...none })).resolves.toEqual([
				NEXT,
				['none', 'Fill in Timezone to see the sessions.'],
			]);
		}
		const [, inLondon] = await shown({ ...link, timezone: 'Europe/London' });
		expect(inLondon).toEqual(['1022', 'Wed 25 Feb 2026 23:00 · whole series · GMT+0']);
	});
});
