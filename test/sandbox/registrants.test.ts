import { useSandbox } from '../support/sandboxStage';

const onboarding = { product: 'live', webinarId: 1 } as const;
const stage = useSandbox();
const { list } = stage;
/** Returns the first names on the first page of the filtered list. */
const firstNames = async (filter: Record<string, string>) =>
	(await list(filter)).data.map(({ first_name: name }) => name);

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
});
