import { byId } from '../support/harness';
import { consecutiveIds, setLiveWebinars } from '../support/manyWebinars';
import { live } from '../support/sandboxWebinars';
import {
	DAY_MS,
	inAllWebinars,
	inOneWebinar,
	registrantAdded,
	idsOf,
	pollRegistrantIds,
	TriggerStage,
} from '../support/triggerStage';

const stage = new TriggerStage();

describe('a manual test of the trigger (Fetch Test Event)', () => {
	it.each([
		{ event: 'registrantAdded', people: 76, order: 'newest first', mostPages: 3 },
		{ event: 'registrantAttended', people: 76, order: 'oldest first', mostPages: 2 * 3 },
	])(
		'returns the three latest registrants in a manual test: $event, $people people, listed $order',
		async ({ event, people, order, mostPages }) => {
			stage.sandbox.setRegistrantsList({ newestFirst: order === 'newest first' });
			const registrants = stage.addRegistrants(people);
			for (const person of registrants) stage.sandbox.attend(person, { live: 60, replay: 60 });
			const requests = await stage.countRequestsDuring(async () => {
				const items = await stage.runTriggerManually({ ...inOneWebinar, event });
				expect(items?.map(({ id }) => id)).toEqual(idsOf(registrants).slice(-3).reverse());
			});
			const requestForTimeZone = 1;
			expect(requests).toBeLessThanOrEqual(mostPages + requestForTimeZone);
		},
	);

	it('returns people who signed up and missed the session days ago in a manual test of Did Not Attend', async () => {
		const [first, second] = stage.addTwoRegistrantsOfSession({ minutesAgo: 300 });
		stage.now += 3 * DAY_MS;
		const parameters = { ...inOneWebinar, event: 'registrantDidNotAttend', minutesAfterStart: 180 };
		const items = await stage.runTriggerManually(parameters);
		expect(items?.map(({ id }) => id)).toEqual([second.id, first.id]);
	});

	it('returns the three latest webinars in a manual test of Webinar Published', async () => {
		const webinars = await stage.runTriggerManually({ resource: 'live', event: 'webinarPublished' });
		expect(webinars).toHaveLength(3);
		expect(webinars?.[0]).toMatchObject({
			webinar_id: live.pastDates,
			webinar_hash: 'bdg1075',
			name: 'Two Evenings',
		});
		expect(Object.keys(webinars?.[0] ?? {}).slice(-2)).toEqual(['webinar_id', 'webinar_hash']);
	});

	it.each([
		{
			event: 'sessionStarting',
			parameters: { minutesBefore: 60 },
			order: 'the next one first',
			expected: [
				{ webinar_id: 2, schedule: 1 },
				{ webinar_id: 1, schedule: 2 },
				{ webinar_id: 2, schedule: 3 },
			],
		},
		{
			event: 'sessionEnded',
			parameters: { minutesAfterStart: 180 },
			order: 'the latest one that has begun first',
			expected: [
				{ webinar_id: 3, schedule: -1 },
				{ webinar_id: 1, schedule: -2 },
				{ webinar_id: 2, schedule: 1 },
			],
		},
	])(
		'returns the nearest sessions of all webinars in a manual test of $event, $order',
		async ({ event, parameters, expected }) => {
			const ids = consecutiveIds(13);
			setLiveWebinars(stage.sandbox, ids);
			/** The days from now to the sessions of three old webinars. The sessions of the newer webinars are far away. */
			const daysOf = new Map([
				[1, [-2, 2, 9]],
				[2, [3, 1]],
				[3, [30, -1]],
			]);
			for (const webinarId of ids) {
				const sessions = (daysOf.get(webinarId) ?? [60]).map((daysAhead) => {
					const schedule = 100 + daysAhead;
					return { kind: 'once', schedule, daysAhead, time: '07:30' } as const;
				});
				stage.sandbox.changeWebinar({ product: 'live', webinarId }, { sessions });
			}
			const examples = await stage.runTriggerManually({ ...inAllWebinars, event, ...parameters });
			const found = examples?.map(({ webinar_id, schedule }) => {
				return { webinar_id, schedule: Number(schedule) - 100 };
			});
			expect(found).toEqual(expected);
		},
	);

	it('prefers webinars with dates to webinars that are always open in a manual test of Session Starting', async () => {
		const sessions = await stage.runTriggerManually({ ...inAllWebinars, event: 'sessionStarting' });
		expect(sessions?.map(({ webinar_id }) => webinar_id)).toEqual([
			live.series,
			live.phoneRequired,
			live.oneSession,
		]);
	});

	it("does not change the active trigger's state in a manual test", async () => {
		const trigger = await stage.activate(registrantAdded);
		const staticData = { 'node:WebinarJam and EverWebinar': trigger.saved };
		const stateBefore = JSON.stringify(staticData);
		const people = stage.addRegistrants(2);
		expect(await stage.runTriggerManually(registrantAdded, staticData)).toHaveLength(2);
		expect(JSON.stringify(staticData)).toBe(stateBefore);
		expect(await pollRegistrantIds(trigger)).toEqual(idsOf(people));
	});

	it.each([
		{ what: 'Registrant Added', parameters: registrantAdded },
		{
			what: 'Registrant Added of one session',
			parameters: { ...registrantAdded, schedule: byId(11) },
		},
		{
			what: 'Registrant Added in all webinars',
			parameters: { ...registrantAdded, webinarScope: 'all', webinarId: byId('') },
		},
		{
			what: 'Session Starting of a webinar without a session',
			parameters: {
				resource: 'live',
				event: 'sessionStarting',
				webinarId: byId(live.noSession),
				minutesBefore: 60,
			},
		},
	])('returns one item with sample: true if there is no real event: $what', async ({ parameters }) => {
		const samples = (await stage.runTriggerManually(parameters)) ?? [];
		expect(samples).toHaveLength(1);
		expect(samples[0]).toMatchObject({ sample: true });
		const urlOutsideExampleHost = /https?:\/\/(?!event\.example\.com\/)/;
		expect(JSON.stringify(samples)).not.toMatch(urlOutsideExampleHost);
	});

	const oneWebinar = {};
	const allWebinars = { webinarScope: 'all', options: { titleContains: 'get started' } };

	it.each([
		{ scope: 'one webinar', simplify: false, parameters: oneWebinar },
		{ scope: 'all webinars', simplify: true, parameters: allWebinars },
	])(
		'returns a sample with all fields of a real registrant: $scope, Simplify $simplify',
		async ({ simplify, parameters }) => {
			const trigger = { ...registrantAdded, simplify, ...parameters };
			const [sample] = (await stage.runTriggerManually(trigger)) ?? [];
			stage.addRegistrant();
			const [real] = (await stage.runTriggerManually(trigger)) ?? [];
			expect(real).not.toHaveProperty('sample');
			expect(Object.keys(sample ?? {})).toEqual(expect.arrayContaining(Object.keys(real ?? {})));
			expect(typeof sample?.attended_live).toBe(typeof real?.attended_live);
		},
	);
});
