import { byId } from '../support/harness';
import { containing } from '../support/matchers';
import { OwnAccount } from '../support/ownAccount';
import { DAY_MS, HOUR_MS, MINUTE_MS, poll, pollRegistrantIds } from '../support/triggerStage';

/** The day on which the examples of `test/fixtures/publicExamples` take place. */
const account = new OwnAccount(Date.parse('2026-11-24T12:00:00Z'));

const liveWebinar = { resource: 'live', webinarId: byId(1229) };
const automatedWebinar = { resource: 'automated', webinarId: byId(13) };

/** Activates the trigger for a webinar without registrants. */
async function activateWithoutRegistrants(parameters: Parameters<OwnAccount['activate']>[0]) {
	account.respondWithRegistrants([]);
	const trigger = await account.activate(parameters);
	account.sandbox.clearFaults();
	return trigger;
}

describe('example registrants of a live webinar', () => {
	/** The row IDs of the registrants in `live-registrants.json`. */
	const ada = 88120;
	const bo = 88121;
	const cy = 88122;
	const di = 88123;
	const eve = 88124;

	it.each([
		{ event: 'registrantAdded', options: {}, expected: [ada, bo, cy, di, eve] },
		{ event: 'registrantAttended', options: {}, expected: [ada, cy, di] },
		{ event: 'registrantAttended', options: { minimumMinutes: 1 }, expected: [ada] },
		{ event: 'registrantDidNotAttend', options: {}, expected: [bo, cy] },
		{ event: 'registrantDidNotPurchase', options: {}, expected: [cy, di] },
		{ event: 'registrantPurchased', options: {}, expected: [ada] },
	])(
		'reports each matching registrant once: $event, options $options',
		async ({ event, options, expected }) => {
			const trigger = await activateWithoutRegistrants({ ...liveWebinar, event, options });
			account.respondWithExample('live-registrants');
			account.respondWithExample('live-webinar-dates-past');
			expect(await pollRegistrantIds(trigger)).toEqual(expected);
			expect(await pollRegistrantIds(trigger)).toEqual([]);
		},
	);

	it("reports a registrant as a no-show three hours after the session's start", async () => {
		const trigger = await activateWithoutRegistrants({ ...liveWebinar, event: 'registrantDidNotAttend' });
		account.respondWithExample('live-registrants-before-session');
		account.respondWithExample('live-webinar-dates-past');
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		const startInLosAngeles = Date.parse('2026-12-17T14:00:00-08:00');
		account.now = startInLosAngeles + 3 * HOUR_MS - MINUTE_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		account.now += MINUTE_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([eve]);
	});

	it('reports a buyer if the response has numbers as flags, such as purchased_live', async () => {
		const trigger = await activateWithoutRegistrants({ ...liveWebinar, event: 'registrantPurchased' });
		account.respondWithExample('live-registrants-numeric-flags');
		account.respondWithExample('live-webinar-dates-past');
		expect(await pollRegistrantIds(trigger)).toEqual([ada]);
	});
});

describe('example registrants of an automated webinar', () => {
	it('reports the no-show of an undated just-in-time session one day after the sign-up', async () => {
		const trigger = await activateWithoutRegistrants({
			...automatedWebinar,
			event: 'registrantDidNotAttend',
		});
		account.respondWithExample('automated-registrants-jit-only');
		account.respondWithExample('automated-webinar');
		const signUp = Date.parse('2026-11-23T21:12:00+01:00');
		account.now = signUp + DAY_MS - MINUTE_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		account.now += MINUTE_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([90330]);
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		expect(trigger.warnings).toEqual([]);
	});

	it("reports an automated webinar's no-shows, both with and without a session date", async () => {
		const trigger = await activateWithoutRegistrants({
			...automatedWebinar,
			event: 'registrantDidNotAttend',
		});
		account.respondWithExample('automated-registrants');
		account.respondWithExample('automated-webinar');
		account.now += 3 * DAY_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([90312, 90313, 90314]);
	});
});

describe('a schedule ID that the webinar does not have', () => {
	const scheduleOne = { ...liveWebinar, schedule: byId(1), event: 'registrantAdded' };
	const message = 'The webinar has no schedule with the ID 1';
	const respondWithoutSchedule1 = () => {
		account.respondWithExample('live-registrants-unknown-schedule');
		account.respondWithExample('live-webinar-dates-past');
	};

	it.each(['registrantAdded', 'sessionStarting'])(
		'fails a manual test with an unknown schedule ID, and says which number it might be: %s',
		async (event) => {
			respondWithoutSchedule1();
			await expect(
				account.runTriggerManually({ ...scheduleOne, event, minutesBefore: 60 }),
			).rejects.toMatchObject({
				message,
				description: containing(
					"1 might be a session number from the webinar's dashboard, or the schedule ID of a different webinar.",
				),
			});
		},
	);

	it.each(['registrantAdded', 'sessionStarting'])(
		'logs an unknown schedule ID only in the first poll: %s',
		async (event) => {
			respondWithoutSchedule1();
			const trigger = await account.activate({ ...scheduleOne, event, minutesBefore: 60 });
			expect(trigger.warnings).toEqual([containing(`Webinar 1229: ${message}`)]);
			await poll(trigger);
			expect(trigger.warnings).toHaveLength(1);
		},
	);

	it('accepts an unknown schedule ID if someone is registered for it', async () => {
		account.respondWithRegistrants([{ id: 1, schedule_id: 1, purchased_live: 'No' }]);
		account.respondWithExample('live-webinar-dates-past');
		const examples = await account.runTriggerManually({ ...scheduleOne, event: 'registrantPurchased' });
		expect(examples).toMatchObject([{ sample: true }]);
	});

	it('accepts a schedule that exists but has no registrants yet, and returns a sample', async () => {
		respondWithoutSchedule1();
		const examples = await account.runTriggerManually({ ...scheduleOne, schedule: byId(119) });
		expect(examples).toMatchObject([{ sample: true }]);
	});
});

describe('an unreadable entry', () => {
	it('logs a session with an unreadable date, and reports the other session', async () => {
		const trigger = await account.activate({ ...liveWebinar, webinarId: byId(1), event: 'sessionStarting' });
		const schedules = [
			{ date: '24. November', schedule: 1, comment: '' },
			{ date: '2026-11-24 12:30', schedule: 2, comment: '' },
		];
		account.respondWith('webinar', { webinar: { webinar_id: 1, timezone: 'UTC', schedules } });
		expect(await poll(trigger)).toMatchObject([{ date_text: 'Tue, 24 Nov 2026, 12:30 (UTC)' }]);
		expect(trigger.warnings).toEqual([
			containing('Webinar 1: The date of a session cannot be read: "24. November"'),
		]);
	});
});
