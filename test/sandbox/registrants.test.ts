import { useSandbox } from '../support/sandboxStage';

const onboarding = { product: 'live', webinarId: 1 } as const;
const anywhere = { product: 'automated', webinarId: 102 } as const;
const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };
const stage = useSandbox();
const { list } = stage;
/** Returns the first names on the first page of the filtered list. */
const firstNames = async (filter: Record<string, string>) =>
	(await list(filter)).data.map(({ first_name: name }) => name);

describe("the sandbox's registrant list", () => {
	it('gives each registration its own event ID, and each person one lead ID', () => {
		const [first] = stage.sandbox.addRegistrants(onboarding, [ann]);
		const [second] = stage.sandbox.addRegistrants(anywhere, [{ ...ann, email: 'ANN@example.com' }]);
		const [other] = stage.sandbox.addRegistrants(onboarding, [{ ...ann, email: 'bo@example.com' }]);
		expect(second?.leadId).toBe(first?.leadId);
		expect(other?.leadId).not.toBe(first?.leadId);
		expect(new Set([first?.eventId, second?.eventId, other?.eventId]).size).toBe(3);
	});
});

describe("the sandbox's registrant list filters", () => {
	const people = (...names: string[]) =>
		names.map((firstName) => ({ firstName, lastName: 'Lee', email: `${firstName}@Example.com` }));

	it('selects registrants by attendance in a room, and by when they left the room', async () => {
		stage.sandbox.addRegistrants(onboarding, people('Early', 'Late', 'Absent', 'Replay'));
		stage.sandbox.attend('early@example.com', { live: 599 });
		stage.sandbox.attend('late@example.com', { live: 600 });
		stage.sandbox.attend('replay@example.com', { replay: 60 });
		expect(await firstNames({ attended_live: '0' })).toHaveLength(4);
		expect(await firstNames({ attended_live: '1' })).toEqual(['Early', 'Late']);
		expect(await firstNames({ attended_live: '2' })).toEqual(['Absent', 'Replay']);
		const limit = { attended_live_timestamp: '600' };
		expect(await firstNames({ attended_live: '3', ...limit })).toEqual(['Early']);
		expect(await firstNames({ attended_live: '4', ...limit })).toEqual(['Late']);
		expect(await firstNames({ attended_live: '2', attended_replay: '1' })).toEqual(['Replay']);
	});

	it('selects registrants by whether they bought in either room', async () => {
		stage.sandbox.addRegistrants(onboarding, people('Live', 'Replay', 'Nothing'));
		stage.sandbox.buy('live@example.com', { live: 10 });
		stage.sandbox.buy('replay@example.com', { replay: 10 });
		expect(await firstNames({ purchased: '1' })).toEqual(['Live', 'Replay']);
		expect(await firstNames({ purchased: '2' })).toEqual(['Nothing']);
	});

	it('searches parts of names and email addresses, ignoring case, and treats ".*" as plain text', async () => {
		stage.sandbox.addRegistrants(onboarding, people('Ann', 'Bo'));
		const found = await Promise.all(['aNN l', '@EXAMPLE', '.*', ''].map((search) => firstNames({ search })));
		expect(found).toEqual([['Ann'], ['Ann', 'Bo'], [], ['Ann', 'Bo']]);
	});

	describe("the sign-up date filter of the sandbox's registrant list", () => {
		// Midnight in New York, which is the webinar's time zone, is 05:00 UTC until 8 March, and 04:00 UTC from then on.
		const signUps = [
			{ name: 'February 2', at: '2026-02-02T05:00:00Z' },
			{ name: 'February 11', at: '2026-02-11T05:00:00Z' },
			{ name: 'Monday of last week', at: '2026-03-02T05:00:00Z' },
			{ name: 'six days ago', at: '2026-03-07T05:00:00Z' },
			{ name: 'Monday of this week', at: '2026-03-09T04:00:00Z' },
			{ name: 'yesterday', at: '2026-03-12T04:00:00Z' },
			{ name: 'today', at: '2026-03-13T04:00:00Z' },
		];
		const FRIDAY = Date.parse('2026-03-13T12:00:00Z');

		it.each([
			{ range: 'all time', value: '0', expected: signUps.map(({ name }) => name) },
			{ range: 'today', value: '1', expected: ['today'] },
			{ range: 'yesterday', value: '2', expected: ['yesterday'] },
			{ range: 'this week', value: '3', expected: ['Monday of this week', 'yesterday', 'today'] },
			{ range: 'last week', value: '4', expected: ['Monday of last week', 'six days ago'] },
			{
				range: 'the last 7 days',
				value: '5',
				expected: ['six days ago', 'Monday of this week', 'yesterday', 'today'],
			},
			{
				range: 'this month',
				value: '6',
				expected: ['Monday of last week', 'six days ago', 'Monday of this week', 'yesterday', 'today'],
			},
			{ range: 'last month', value: '7', expected: ['February 2', 'February 11'] },
			{
				range: 'the last 30 days',
				value: '8',
				expected: ['Monday of last week', 'six days ago', 'Monday of this week', 'yesterday', 'today'],
			},
		])("selects sign-ups by date in the webinar's time zone: $range", async ({ value, expected }) => {
			for (const { name, at } of signUps) {
				stage.now = Date.parse(at);
				stage.sandbox.addRegistrants(onboarding, people(name));
			}
			stage.now = FRIDAY;
			expect(await firstNames({ date_range: value })).toEqual(expected);
		});
	});
});

describe("the pages of the sandbox's registrant list", () => {
	it('has 25 rows on each page, with the newest row last', async () => {
		const added = stage.sandbox.addRegistrants(onboarding, 51);
		const pages = await Promise.all(['1', '2', '3', '4'].map((number) => list({ page: number })));
		expect(pages.map(({ data }) => data.length)).toEqual([25, 25, 1, 0]);
		expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(added.map(({ id }) => id));
	});

	it('starts with the newest row if newestFirst is set', async () => {
		const added = stage.sandbox.addRegistrants(onboarding, 30);
		stage.sandbox.setRegistrantsList({ newestFirst: true });
		const { data } = await list({ page: '2' });
		const oldest = added.slice(0, 5).map(({ id }) => id);
		expect(data.map(({ id }) => id)).toEqual(oldest.reverse());
	});

	it('has only three paginator fields if paginator is set to "minimal"', async () => {
		stage.sandbox.addRegistrants(onboarding, 30);
		stage.sandbox.setRegistrantsList({ paginator: 'minimal' });
		expect(Object.keys(await list({ page: '2' }))).toEqual(['current_page', 'data', 'last_page']);
	});
});
