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

	it('counts the time at which a person left the live room from the start of the session', async () => {
		stage.sandbox.addRegistrants(onboarding, people('LateComer'));
		stage.sandbox.attend('latecomer@example.com', { live: 60 }, 600);
		const limit = { attended_live_timestamp: '630' };
		expect(await firstNames({ attended_live: '3', ...limit })).toEqual([]);
		expect(await firstNames({ attended_live: '4', ...limit })).toEqual(['LateComer']);
	});

	it('searches parts of names and email addresses, ignoring case, and treats ".*" as plain text', async () => {
		stage.sandbox.addRegistrants(onboarding, people('Ann', 'Bo'));
		const found = await Promise.all(['aNN l', '@EXAMPLE', '.*', ''].map((search) => firstNames({ search })));
		expect(found).toEqual([['Ann'], ['Ann', 'Bo'], [], ['Ann', 'Bo']]);
	});
});

describe("the pages of the sandbox's registrant list", () => {
	it('has 25 rows on each page, with the newest row last', async () => {
		const added = stage.sandbox.addRegistrants(onboarding, 51);
		const pages = await Promise.all(['1', '2', '3', '4'].map((number) => list({ page: number })));
		expect(pages.map(({ data }) => data.length)).toEqual([25, 25, 1, 0]);
		expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(added.map(({ id }) => id));
	});
});
