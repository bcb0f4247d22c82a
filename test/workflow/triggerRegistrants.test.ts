import type { Registrant } from '../../sandbox';
import { byId, Harness } from '../support/harness';
import { containing } from '../support/matchers';
import { automated, live } from '../support/sandboxWebinars';
import {
	registrantAdded,
	idsOf,
	MINUTE_MS,
	poll,
	pollRegistrantIds,
	TriggerStage,
	inOneWebinar,
} from '../support/triggerStage';

const stage = new TriggerStage();

describe('Registrant Added', () => {
	it('reports people once if the service does not return the number of registrants', async () => {
		stage.sandbox.setRegistrantsList({ paginator: 'minimal' });
		stage.addRegistrants(20);
		const trigger = await stage.activate(registrantAdded);
		const people = stage.addRegistrants(5);
		expect(await pollRegistrantIds(trigger)).toEqual(idsOf(people));
		expect(await pollRegistrantIds(trigger)).toEqual([]);
	});

	it("advises watching a single session if the service does not respond within n8n's time limit", async () => {
		const headers = { 'retry-after': '57' };
		stage.sandbox.fail({ kind: 'answer', status: 429, operation: 'registrants', headers } as const);
		await expect(stage.activate(registrantAdded, { budgetMs: 60_000 })).rejects.toMatchObject({
			message: containing('longer than the 60 seconds'),
			description: containing('choose a single session in Session'),
		});
	});

	it('returns all fields of a registrant, even those named json or binary, if Simplify is off', async () => {
		const row = { id: 1, json: { answer: 5 }, binary: 'x', email: 'ann@example.com' };
		const unsimplified = { ...registrantAdded, simplify: false };
		const trigger = await stage.activate(unsimplified);
		stage.respondWithRegistrants([row]);
		expect(await stage.runTriggerManually(unsimplified)).toEqual([row]);
		expect(await poll(trigger)).toEqual([row]);
	});

	it('reports only people who registered for the chosen session', async () => {
		const trigger = await stage.activate({
			...registrantAdded,
			webinarId: byId(live.phoneRequired),
			schedule: byId(52),
		});
		stage.addRegistrants(3, live.phoneRequired, 51);
		const people = stage.addRegistrants(2, live.phoneRequired, 52);
		expect(await pollRegistrantIds(trigger)).toEqual(idsOf(people));
	});
});

describe('a schedule ID that the webinar does not have', () => {
	const withoutSchedule = { ...inOneWebinar, schedule: byId(1), minutesBefore: 60 };
	const message = 'The webinar has no schedule with the ID 1';

	it.each(['registrantAdded', 'sessionStarting'])(
		'fails a manual test with an unknown schedule ID, and says which number it might be: %s',
		async (event) => {
			await expect(stage.runTriggerManually({ ...withoutSchedule, event })).rejects.toMatchObject({
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
			const trigger = await stage.activate({ ...withoutSchedule, event });
			expect(trigger.warnings).toEqual([containing(`Webinar 1: ${message}`)]);
			await poll(trigger);
			expect(trigger.warnings).toHaveLength(1);
		},
	);

	it('lists the registrants of a past session only once in the first poll', async () => {
		stage.respondWithRegistrants([{ id: 1, schedule_id: 1 }]);
		await stage.activate({ ...withoutSchedule, event: 'registrantAdded' });
		expect(stage.countRequests('live/registrants')).toBe(1);
	});

	it('accepts an unknown schedule ID if someone is registered for it', async () => {
		stage.respondWithRegistrants([{ id: 1, schedule_id: 1, purchased_live: 'No' }]);
		const examples = await stage.runTriggerManually({ ...withoutSchedule, event: 'registrantPurchased' });
		expect(examples).toMatchObject([{ sample: true, purchased: true, revenue_live: 49 }]);
	});
});

/**
 * Registers six people. The sessions of `live` and `stayed` are not over; those of the others began 200 minutes ago, so
 * that their attendance is final.
 */
function registerSixPeople() {
	const live = stage.addRegistrant();
	stage.sandbox.attend(live, { live: 10 });

	const replayViewer = stage.addRegistrantOfSession({ minutesAgo: 200 });
	stage.sandbox.attend(replayViewer, { replay: 60 });

	const absent = stage.addRegistrantOfSession({ minutesAgo: 200 });

	const leftEarly = stage.addRegistrantOfSession({ minutesAgo: 200 });
	stage.sandbox.attend(leftEarly, { live: 60 });

	const stayed = stage.addRegistrant();
	stage.sandbox.attend(stayed, { live: 3600 });

	const buyer = stage.addRegistrantOfSession({ minutesAgo: 200 });
	stage.sandbox.attend(buyer, { live: 3600, replay: 60 });
	stage.sandbox.buy(buyer, { replay: 49 });

	return { live, replayViewer, absent, leftEarly, stayed, buyer };
}

type SixPeople = ReturnType<typeof registerSixPeople>;

interface EventCase {
	event: string;
	/** The registrants of the event. */
	expected: (people: SixPeople) => Registrant[];
}

const eventCases: readonly EventCase[] = [
	{
		event: 'registrantAttendedLive',
		expected: ({ live, leftEarly, stayed, buyer }) => [live, leftEarly, stayed, buyer],
	},
	{
		event: 'registrantAttendedReplay',
		expected: ({ replayViewer, buyer }) => [replayViewer, buyer],
	},
	{
		event: 'registrantDidNotAttend',
		expected: ({ replayViewer, absent }) => [replayViewer, absent],
	},
	{
		// The replay viewer may still buy for a day.
		event: 'registrantDidNotPurchase',
		expected: ({ leftEarly }) => [leftEarly],
	},
	{
		event: 'registrantLeftEarly',
		expected: ({ leftEarly }) => [leftEarly],
	},
	{
		event: 'registrantPurchased',
		expected: ({ buyer }) => [buyer],
	},
	{
		event: 'registrantStayed',
		expected: ({ stayed, buyer }) => [stayed, buyer],
	},
];

describe('each event about registrants', () => {
	it.each(eventCases)(
		'reports each matching registrant once, even after a restart: $event',
		async ({ event, expected }) => {
			registerSixPeople();
			const trigger = await stage.activate({ ...inOneWebinar, event });
			const people = expected(registerSixPeople());
			expect(await pollRegistrantIds(trigger)).toEqual(idsOf(people));
			await trigger.restart();
			expect(await pollRegistrantIds(trigger)).toEqual([]);
		},
	);
});

describe("a webinar whose dates depend on the attendee's time zone", () => {
	it('waits until the session is over in the westernmost time zone, GMT-12', async () => {
		stage.respondWithRegistrants([]);
		const trigger = await stage.activate({
			resource: 'automated',
			webinarId: byId(automated.attendeeZone),
			event: 'registrantDidNotAttend',
			minutesAfterStart: 60,
		});
		stage.respondWithRegistrants([{ id: 1, attended_live: 'No', event: 'Mon, 2 Mar 2026, 12:00 PM' }]);
		stage.now = Date.parse('2026-03-02T12:59:00-12:00');
		expect(await poll(trigger)).toEqual([]);
		stage.now += MINUTE_MS;
		expect(await poll(trigger)).toMatchObject([{ id: 1, starts_at: null }]);
	});
});

describe("the trigger's fields", () => {
	it('shows Minutes After Start for four events, and says in the panel what is reported', () => {
		const { properties, triggerPanel } = stage.engine.triggerType.description;
		const minutesAfterStart = properties.filter(({ name }) => name === 'minutesAfterStart');
		expect(minutesAfterStart.map(({ displayOptions }) => displayOptions?.show?.event)).toEqual([
			['registrantDidNotAttend', 'registrantDidNotPurchase', 'registrantLeftEarly', 'sessionEnded'],
		]);
		expect(triggerPanel).toMatchObject({
			activationHint: { inactive: containing('The trigger reports only what happens from then on') },
		});
	});
});

describe('a trigger with an invalid parameter', () => {
	const addedInAllWebinars = { ...registrantAdded, webinarScope: 'all' };

	it.each([
		{
			what: 'no webinar',
			parameters: { ...registrantAdded, webinarId: byId('') },
			message: 'No webinar is chosen',
		},
		{
			what: 'a webinar that the account does not have',
			parameters: { ...registrantAdded, webinarId: byId(999) },
			message: 'Could not read the webinar',
		},
		{
			what: 'the next session as Session',
			parameters: { ...registrantAdded, schedule: byId('next') },
			message: '"next" is not a schedule ID',
		},
		{
			what: 'an empty Session',
			parameters: { ...registrantAdded, schedule: byId('') },
			message: 'Session is missing',
		},
		{
			what: 'a Session whose expression has no value',
			parameters: { ...registrantAdded, schedule: { ...byId('={{ undefined }}'), mode: 'list' } },
			message: 'Session is missing',
		},
		{
			what: 'an unknown event',
			parameters: { ...registrantAdded, event: 'nothing' },
			message: 'There is no event "nothing"',
		},
		{
			what: 'a Title Contains whose expression has no value',
			parameters: { ...addedInAllWebinars, options: { titleContains: '={{ undefined }}' } },
			message: 'Title Contains',
		},
		{
			what: '0 as Minutes Before',
			parameters: { ...registrantAdded, event: 'sessionStarting', minutesBefore: 0 },
			message: 'Minutes Before must be a whole number, 1 or more',
		},
	])('fails when it is activated with $what', async ({ parameters, message }) => {
		await expect(stage.activate(parameters)).rejects.toMatchObject({ message: containing(message) });
	});
});

describe("the trigger's lists in the editor", () => {
	const loadTriggerChoices = (method: string, parameters: Parameters<Harness['run']>[0]) =>
		stage.loadChoices(method, parameters, undefined, stage.engine.triggerType);

	it("lists the account's live webinars, and each schedule by its ID without a date", async () => {
		expect(await loadTriggerChoices('searchWebinars', registrantAdded)).toHaveLength(10);
		const parameters = { ...registrantAdded, webinarId: byId(live.phoneRequired) };
		const choices = await loadTriggerChoices('searchSchedules', parameters);
		expect(choices.map(({ value }) => value)).toEqual(['', '51', '52', '53']);
	});
});
