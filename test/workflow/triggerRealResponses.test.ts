import { byId } from '../support/harness';
import { containing } from '../support/matchers';
import { OwnAccount } from '../support/ownAccount';
import { DAY_MS, HOUR_MS, MINUTE_MS, pollRegistrantIds } from '../support/triggerStage';

/** The day on which the examples of `test/fixtures/reality` take place. */
const account = new OwnAccount(Date.parse('2026-11-24T12:00:00Z'));

const live = { resource: 'live', webinarId: byId(1229) };
const automated = { resource: 'automated', webinarId: byId(13) };

/** Activates the trigger in a webinar without registrants. */
async function activateBeforeAnybody(parameters: Parameters<OwnAccount['activate']>[0]) {
	account.respondWithRegistrants([]);
	const trigger = await account.activate(parameters);
	account.sandbox.clearFaults();
	return trigger;
}

describe('real registrants of a live webinar', () => {
	it.each([
		['registrantAttended', {}, [88120, 88122, 88123]],
		['registrantAttended', { minimumMinutes: 1 }, [88120]],
		['registrantAttendedLive', {}, [88120, 88123]],
		['registrantAttendedReplay', {}, [88122]],
		['registrantAttendedReplay', { minimumMinutes: 1 }, []],
		['registrantDidNotAttend', {}, [88121, 88122]],
		['registrantDidNotPurchase', {}, [88122, 88123]],
		['registrantDidNotPurchase', { minimumMinutes: 1 }, []],
		['registrantPurchased', {}, [88120]],
		['registrantAdded', {}, [88120, 88121, 88122, 88123, 88124]],
	])('reports the real registrants of a live webinar: %s %j', async (event, options, expected) => {
		const trigger = await activateBeforeAnybody({ ...live, event, options });
		account.respondLikeReality('live-registrants');
		account.respondLikeReality('live-webinar-dates-past');
		expect(await pollRegistrantIds(trigger)).toEqual(expected);
		expect(await pollRegistrantIds(trigger)).toEqual([]);
	});

	it('reports a real registrant as a no-show only after the session', async () => {
		const trigger = await activateBeforeAnybody({ ...live, event: 'registrantDidNotAttend' });
		account.respondLikeReality('live-registrants-before-session');
		account.respondLikeReality('live-webinar-dates-past');
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		// 14:00 in Los Angeles, and three hours.
		account.now = Date.parse('2026-12-17T14:00:00-08:00') + 3 * HOUR_MS - MINUTE_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		account.now += MINUTE_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([88124]);
	});

	it('reports a real registrant whose flags are numbers', async () => {
		const trigger = await activateBeforeAnybody({ ...live, event: 'registrantPurchased' });
		account.respondLikeReality('live-registrants-numeric-flags');
		account.respondLikeReality('live-webinar-dates-past');
		expect(await pollRegistrantIds(trigger)).toEqual([88120]);
	});
});

describe('real registrants of an automated webinar', () => {
	it('reports a no-show of a just-in-time session without a date a day after the sign-up', async () => {
		const trigger = await activateBeforeAnybody({ ...automated, event: 'registrantDidNotAttend' });
		account.respondLikeReality('automated-registrants-jit-only');
		account.respondLikeReality('automated-webinar');
		account.now = Date.parse('2026-11-23T21:12:00+01:00') + DAY_MS - MINUTE_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		account.now += MINUTE_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([90330]);
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		expect(trigger.warnings).toEqual([]);
	});

	it('reports an attendee of a just-in-time session without a date', async () => {
		const trigger = await activateBeforeAnybody({ ...automated, event: 'registrantAttendedLive' });
		account.respondLikeReality('automated-registrants-jit-only');
		account.respondLikeReality('automated-webinar');
		expect(await pollRegistrantIds(trigger)).toEqual([90312]);
	});

	it('reports no-shows of an automated webinar, with and without a session date', async () => {
		const trigger = await activateBeforeAnybody({ ...automated, event: 'registrantDidNotAttend' });
		account.respondLikeReality('automated-registrants');
		account.respondLikeReality('automated-webinar');
		account.now += 3 * DAY_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([90312, 90313, 90314]);
	});
});

describe('a schedule ID that the webinar does not have', () => {
	const parameters = { ...live, schedule: byId(1), event: 'registrantAdded' };
	const message = 'The webinar has no schedule with the ID 1';
	const respond = () => {
		account.respondLikeReality('live-registrants-unknown-schedule');
		account.respondLikeReality('live-webinar-dates-past');
	};

	it.each(['registrantAdded', 'registrantPurchased', 'sessionStarting'])(
		'fails a manual test for an unknown schedule ID, and says what it may be: %s',
		async (event) => {
			respond();
			await expect(
				account.runTriggerManually({ ...parameters, event, minutesBefore: 60 }),
			).rejects.toMatchObject({
				message,
				description: containing(
					"1 may be the session number in the webinar's dashboard, or the schedule ID of another webinar.",
				),
			});
		},
	);

	it.each(['registrantAdded', 'sessionStarting'])(
		'logs an unknown schedule ID in polls: %s',
		async (event) => {
			respond();
			const trigger = await account.activate({ ...parameters, event, minutesBefore: 60 });
			expect(trigger.warnings).toEqual([containing(`Webinar 1229: ${message}`)]);
		},
	);

	it('accepts an unknown schedule ID if somebody is registered for it', async () => {
		account.respondWithRegistrants([{ id: 1, schedule_id: 1, purchased_live: 'No' }]);
		account.respondLikeReality('live-webinar-dates-past');
		const examples = await account.runTriggerManually({ ...parameters, event: 'registrantPurchased' });
		expect(examples).toMatchObject([{ sample: true }]);
	});

	it('accepts a schedule ID of the webinar without a registrant', async () => {
		respond();
		const examples = await account.runTriggerManually({ ...parameters, schedule: byId(119) });
		expect(examples).toMatchObject([{ sample: true }]);
	});
});

it('logs webinars of the list without a readable ID', async () => {
	const listed = (webinar_id: number | string) => ({ webinar_id, webinar_hash: 'hash', schedules: [] });
	account.respondWith('webinars', { webinars: [listed(1), listed('none')] });
	const trigger = await account.activate({ resource: 'live', event: 'webinarPublished' });
	expect(trigger.warnings).toEqual([
		containing("The service's webinar list has 1 entry without a readable webinar ID"),
	]);
});

it('logs a session whose date cannot be read, and reports the others', async () => {
	const trigger = await account.activate({ ...live, webinarId: byId(1), event: 'sessionStarting' });
	const schedules = [
		{ date: '24. November', schedule: 1, comment: '' },
		{ date: '2026-11-24 12:30', schedule: 2, comment: '' },
	];
	account.respondWith('webinar', { webinar: { webinar_id: 1, timezone: 'UTC', schedules } });
	const items = await trigger.poll();
	expect(items.map(({ json }) => json.date_text)).toEqual(['Tue, 24 Nov 2026, 12:30 (UTC)']);
	expect(trigger.warnings).toEqual([
		containing('Webinar 1: The date of a session cannot be read: "24. November"'),
	]);
});
