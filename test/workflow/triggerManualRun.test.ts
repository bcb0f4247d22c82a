import { byId } from '../support/harness';
import { added, attended, idsOf, purchased, reported, TriggerStage } from '../support/triggerStage';

const stage = new TriggerStage();

describe('a run by hand', () => {
	const three = () => {
		const people = stage.register(30).slice(-3);
		for (const person of people) {
			stage.sandbox.attend(person, { live: 60 });
			stage.sandbox.buy(person, { live: 10 });
		}
		return idsOf(people).reverse();
	};

	it.each([added, attended, purchased])('gives the three latest registrants: $event', async (parameters) => {
		const newest = three();
		const calls = await stage.callsOf(async () => {
			const items = await stage.harness.examples(parameters);
			expect(items?.map(({ id }) => id)).toEqual(newest);
		});
		expect(calls).toBeLessThanOrEqual(2);
	});

	it.each([added, attended, purchased])(
		'gives the latest of long lists, whichever end is the newest: $event',
		async (parameters) => {
			for (const newestFirst of [false, true]) {
				for (const people of [51, 52, 100]) {
					stage.sandbox.reset();
					stage.sandbox.setRegistrantsList({ newestFirst });
					const registrants = stage.register(people);
					for (const person of registrants) {
						stage.sandbox.attend(person, { live: 60, replay: 60 });
						stage.sandbox.buy(person, { live: 10 });
					}
					const calls = await stage.callsOf(async () => {
						const items = await stage.harness.examples(parameters);
						expect(items?.map(({ id }) => id)).toEqual(idsOf(registrants).slice(-3).reverse());
					});
					expect(calls).toBeLessThanOrEqual(parameters === attended ? 6 : 3);
				}
			}
		},
	);

	it('gives webinars and sessions', async () => {
		const webinars = await stage.harness.examples({ resource: 'live', event: 'webinarPublished' });
		expect(webinars).toHaveLength(3);
		const sessions = await stage.harness.examples({
			...{ resource: 'live', event: 'sessionStarting', webinarId: byId(2) },
			minutesBefore: 1,
		});
		expect(sessions).toHaveLength(3);
		expect(sessions?.[0]).toMatchObject({ webinar_id: 2, schedule: 21 });
	});

	it('does not touch the state', async () => {
		const trigger = await stage.harness.activate(added);
		const staticData = { 'node:Webinar Account': trigger.saved };
		const before = JSON.stringify(staticData);
		const people = stage.register(2);
		expect(await stage.harness.examples(added, staticData)).toHaveLength(2);
		expect(JSON.stringify(staticData)).toBe(before);
		expect(await reported(trigger)).toEqual(idsOf(people));
	});

	it.each([
		[added, 'Nobody has registered for this webinar yet', 'Register somebody'],
		[attended, 'Nobody has attended this webinar yet', 'Test again after a session'],
		[purchased, 'Nobody has bought in this webinar yet', 'first purchase'],
		[
			{ resource: 'live', event: 'sessionStarting', webinarId: byId(7), minutesBefore: 60 },
			'The webinar has no upcoming session with a date',
			'Add a schedule',
		],
		[
			{ ...added, schedule: byId(11) },
			'Nobody has registered for this session yet',
			'Register somebody for it, e.g. yourself on the registration page',
		],
		[{ ...attended, schedule: byId(11) }, 'Nobody has attended this session yet', 'another session'],
		[{ ...purchased, schedule: byId(11) }, 'Nobody has bought in this session yet', 'another session'],
		[
			{
				resource: 'live',
				event: 'sessionStarting',
				webinarId: byId(2),
				schedule: byId(99),
				minutesBefore: 60,
			},
			'The session is not an upcoming session of the webinar',
			'Choose another session',
		],
	])('says how to get an example when there is none: %j', async (parameters, message, advice) => {
		await expect(stage.harness.examples(parameters)).rejects.toMatchObject({
			name: 'NodeOperationError',
			message,
			description: expect.stringContaining(advice) as string,
		});
	});
});
