import { byId } from '../support/harness';
import { registrantAdded, registrantAttended, idsOf, registrantPurchased, pollRegistrantIds, TriggerStage } from '../support/triggerStage';

const stage = new TriggerStage();

describe('a manual test of the trigger', () => {
	it.each([registrantAdded, registrantAttended, registrantPurchased])(
		'returns the three latest registrants, whichever end of a list is the newest: $event',
		async (parameters) => {
			for (const newestFirst of [false, true]) {
				for (const people of [30, 51, 100]) {
					stage.sandbox.reset();
					stage.sandbox.setRegistrantsList({ newestFirst });
					const registrants = stage.addRegistrants(people);
					for (const person of registrants) {
						stage.sandbox.attend(person, { live: 60, replay: 60 });
						stage.sandbox.buy(person, { live: 10 });
					}
					const calls = await stage.countRequestsDuring(async () => {
						const items = await stage.runTriggerManually(parameters);
						expect(items?.map(({ id }) => id)).toEqual(idsOf(registrants).slice(-3).reverse());
					});
					// The last one tells the zone of the dates.
					const most = people === 30 ? 2 : 3;
					expect(calls).toBeLessThanOrEqual((parameters === registrantAttended ? 2 : 1) * most + 1);
				}
			}
		},
	);

	it('returns webinars and sessions in a manual test', async () => {
		const webinars = await stage.runTriggerManually({ resource: 'live', event: 'webinarPublished' });
		expect(webinars).toHaveLength(3);
		expect(webinars?.[0]).toMatchObject({ webinar_id: 10, webinar_hash: 'bdg1075', name: 'Two Evenings' });
		const sessions = await stage.runTriggerManually({
			resource: 'live',
			event: 'sessionStarting',
			webinarId: byId(2),
			minutesBefore: 1,
		});
		expect(sessions).toHaveLength(3);
		expect(sessions?.[0]).toMatchObject({ webinar_id: 2, schedule: 21 });
	});

	it('does not change the state in a manual test', async () => {
		const trigger = await stage.activate(registrantAdded);
		const staticData = { 'node:WebinarJam / EverWebinar': trigger.saved };
		const before = JSON.stringify(staticData);
		const people = stage.addRegistrants(2);
		expect(await stage.runTriggerManually(registrantAdded, staticData)).toHaveLength(2);
		expect(JSON.stringify(staticData)).toBe(before);
		expect(await pollRegistrantIds(trigger)).toEqual(idsOf(people));
	});

	it.each([
		registrantAdded,
		{ ...registrantAdded, schedule: byId(11) },
		{ ...registrantAdded, webinarScope: 'all', webinarId: byId('') },
		{ resource: 'live', event: 'sessionStarting', webinarId: byId(7), minutesBefore: 60 },
	])('returns one marked sample in a manual test without a real event: %j', async (parameters) => {
		const samples = (await stage.runTriggerManually(parameters)) ?? [];
		expect(samples).toHaveLength(1);
		expect(samples[0]).toMatchObject({ sample: true });
		expect(JSON.stringify(samples)).not.toMatch(/https?:\/\/(?!event\.example\.com\/)/);
	});

	it.each([true, false])(
		'returns a sample with every field of a real event: Simplify %j',
		async (simplify) => {
			for (const scope of [{}, { webinarScope: 'all', options: { titleContains: 'get started' } }]) {
				const parameters = { ...registrantAdded, simplify, ...scope };
				stage.sandbox.reset();
				const [sample] = (await stage.runTriggerManually(parameters)) ?? [];
				stage.addRegistrants(1);
				const [real] = (await stage.runTriggerManually(parameters)) ?? [];
				expect(real).not.toHaveProperty('sample');
				expect(Object.keys(sample ?? {})).toEqual(expect.arrayContaining(Object.keys(real ?? {})));
				expect(typeof sample?.attended_live).toBe(typeof real?.attended_live);
			}
		},
	);
});
