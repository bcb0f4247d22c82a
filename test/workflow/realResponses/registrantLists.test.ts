import { byId, useHarness } from '../../support/harness';
import { containing } from '../../support/matchers';
import { realResponse } from '../../support/realResponse';
import { casesOf, DAY_OF_EXAMPLES, type ForEach, registrantLists } from './examples';

const harness = useHarness({ at: DAY_OF_EXAMPLES });

type Example = (typeof registrantLists)[number];

const webinarOfList: ForEach<Example, string> = {
	'live-registrants': 'live-webinar-dates-past',
	'live-registrants-before-session': 'live-webinar-dates-past',
	'live-registrants-numeric-flags': 'live-webinar-dates-past',
	'live-registrants-unknown-schedule': 'live-webinar-dates-past',
	'live-registrants-page-2-of-8': 'live-webinar-dates-past',
	'automated-registrants': 'automated-webinar',
	'automated-registrants-jit-only': 'automated-webinar-jit-only',
};

/** Lets the service list the registrants of an example, and returns the parameters that choose their webinar. */
function respondWith(example: Example) {
	const { product, form } = realResponse(example);
	harness.sandbox.clearFaults();
	harness.respondLikeReality(example);
	harness.respondLikeReality(webinarOfList[example]);
	return { resource: product, webinarId: byId(form.webinar_id ?? '') };
}

/** The part of an email address that says who it is. */
const nameOf = (row: { email?: unknown }) => String(row.email).replace('@people.example', '');

/** The second of eight pages: p0 to p24. */
const peopleOfOnePage = Array.from({ length: 25 }, (_, index) => `p${index}`);

type Row = [name: string, startsAt: string | null];

const rowsInGetRegistrants: ForEach<Example, Row[]> = {
	'live-registrants': [
		['ada', '2026-10-01T21:00:00Z'],
		['bo', '2026-10-01T21:00:00Z'],
		['cy', '2026-10-01T21:00:00Z'],
		['di', '2026-09-24T21:00:00Z'],
		['eve', '2026-12-17T22:00:00Z'],
	],
	'live-registrants-before-session': [['eve', '2026-12-17T22:00:00Z']],
	'live-registrants-numeric-flags': [['ada', '2026-10-01T21:00:00Z']],
	'live-registrants-unknown-schedule': [],
	'live-registrants-page-2-of-8': peopleOfOnePage.map((name): Row => [name, '2026-10-01T21:00:00Z']),
	'automated-registrants': [
		['ada', '2026-11-23T19:30:00Z'],
		['fay', '2026-11-23T19:45:00Z'],
		['gus', null],
		['hal', '2026-11-23T20:30:00Z'],
		['ida', '2026-11-24T13:30:00Z'],
	],
	'automated-registrants-jit-only': [
		['gus', null],
		['jo', null],
	],
};

const getRegistrants = { operation: 'getRegistrants', returnAll: true };

it.each(casesOf(registrantLists, rowsInGetRegistrants))(
	'returns real registrants with the start of their session from Get Registrants: %s',
	async (example, expected) => {
		const rows = await harness.getOutput({ ...respondWith(example), ...getRegistrants });
		expect(rows.map((row) => [nameOf(row), row.starts_at])).toEqual(expected);
	},
);

it('says in a hint that registrants may be missing if the service lists only one of eight pages', async () => {
	const parameters = { ...respondWith('live-registrants-page-2-of-8'), ...getRegistrants };
	const { hints } = await harness.run(parameters);
	expect(hints).toEqual([containing('The service reports 198 registrants, but it listed 25.')]);
});

it.each(['live-registrants', 'live-registrants-numeric-flags'] as const)(
	"returns a real attendee's flags as booleans, and times and revenue as numbers: %s",
	async (example) => {
		const [ada] = await harness.getOutput({ ...respondWith(example), ...getRegistrants });
		expect(ada).toMatchObject({
			email: 'ada@people.example',
			attended_live: true,
			attended_replay: false,
			purchased: true,
			purchased_live: true,
			purchased_replay: false,
			subscribed: true,
			entered_live: 3 * 60 + 12,
			time_live: 1 * 3600 + 41 * 60 + 7,
			time_replay: null,
			revenue_live: 497,
			live_room_url: containing('https://event.webinarjam.com/go/live/'),
		});
	},
);

const registrantEvents = [
	'registrantAdded',
	'registrantAttended',
	'registrantAttendedLive',
	'registrantAttendedReplay',
	'registrantDidNotAttend',
	'registrantLeftEarly',
	'registrantStayed',
	'registrantPurchased',
	'registrantDidNotPurchase',
] as const;

type RegistrantEvent = (typeof registrantEvents)[number];

/** The people whom each event reports. The service filters by the minute for `registrantStayed`; the examples do not. */
const reportedPeople: ForEach<Example, Record<RegistrantEvent, string[]>> = {
	'live-registrants': {
		registrantAdded: ['ada', 'bo', 'cy', 'di', 'eve'],
		registrantAttended: ['ada', 'cy', 'di'],
		registrantAttendedLive: ['ada', 'di'],
		registrantAttendedReplay: ['cy'],
		registrantDidNotAttend: ['bo', 'cy'],
		registrantLeftEarly: ['di'],
		registrantStayed: ['ada', 'di'],
		registrantPurchased: ['ada'],
		registrantDidNotPurchase: ['cy', 'di'],
	},
	'live-registrants-before-session': {
		registrantAdded: ['eve'],
		registrantAttended: [],
		registrantAttendedLive: [],
		registrantAttendedReplay: [],
		registrantDidNotAttend: [],
		registrantLeftEarly: [],
		registrantStayed: [],
		registrantPurchased: [],
		registrantDidNotPurchase: [],
	},
	'live-registrants-numeric-flags': {
		registrantAdded: ['ada'],
		registrantAttended: ['ada'],
		registrantAttendedLive: ['ada'],
		registrantAttendedReplay: [],
		registrantDidNotAttend: [],
		registrantLeftEarly: [],
		registrantStayed: ['ada'],
		registrantPurchased: ['ada'],
		registrantDidNotPurchase: [],
	},
	'live-registrants-unknown-schedule': {
		registrantAdded: [],
		registrantAttended: [],
		registrantAttendedLive: [],
		registrantAttendedReplay: [],
		registrantDidNotAttend: [],
		registrantLeftEarly: [],
		registrantStayed: [],
		registrantPurchased: [],
		registrantDidNotPurchase: [],
	},
	'live-registrants-page-2-of-8': {
		registrantAdded: peopleOfOnePage,
		registrantAttended: [],
		registrantAttendedLive: [],
		registrantAttendedReplay: [],
		registrantDidNotAttend: peopleOfOnePage,
		registrantLeftEarly: [],
		registrantStayed: [],
		registrantPurchased: [],
		registrantDidNotPurchase: [],
	},
	'automated-registrants': {
		registrantAdded: ['ada', 'fay', 'gus', 'hal', 'ida'],
		registrantAttended: ['ada', 'fay', 'hal'],
		registrantAttendedLive: ['ada', 'fay'],
		registrantAttendedReplay: ['hal'],
		registrantDidNotAttend: ['hal'],
		registrantLeftEarly: ['ada', 'fay'],
		registrantStayed: ['ada', 'fay'],
		registrantPurchased: [],
		registrantDidNotPurchase: ['ada', 'fay'],
	},
	'automated-registrants-jit-only': {
		registrantAdded: ['gus', 'jo'],
		registrantAttended: ['gus'],
		registrantAttendedLive: ['gus'],
		registrantAttendedReplay: [],
		registrantDidNotAttend: [],
		registrantLeftEarly: [],
		registrantStayed: ['gus'],
		registrantPurchased: [],
		registrantDidNotPurchase: [],
	},
};

/** The parameters of an event. Minutes in Room is a field of two events only. */
function parametersOf(event: RegistrantEvent) {
	const hasMinutes = event === 'registrantLeftEarly' || event === 'registrantStayed';
	return hasMinutes ? { event, minutesInRoom: 60 } : { event };
}

const everyEvent = registrantLists.flatMap((example) =>
	registrantEvents.map((event) => ({ example, event, expected: reportedPeople[example][event] })),
);

it.each(everyEvent)(
	'reports each matching registrant in $example once for the event $event',
	async ({ example, event, expected }) => {
		const webinar = respondWith(example);
		harness.respondWithRegistrants([]);
		const trigger = await harness.activate({ ...webinar, ...parametersOf(event) });
		respondWith(example);
		const people = await trigger.poll();
		expect(people.map(({ json }) => nameOf(json))).toEqual(expected);
		expect(await trigger.poll()).toEqual([]);
	},
);

it.each(everyEvent)(
	'returns the newest three matching registrants in $example, or a sample, in a manual test of $event',
	async ({ example, event, expected }) => {
		const examples = await harness.runTriggerManually({ ...respondWith(example), ...parametersOf(event) });
		const newestFirst = [...expected].reverse().slice(0, 3);
		if (newestFirst.length === 0) expect(examples).toMatchObject([{ sample: true }]);
		else expect(examples?.map(nameOf)).toEqual(newestFirst);
	},
);

interface Unsubscription {
	person: string;
	outcome: { leadId: string } | { error: string };
}

const unsubscriptionByEmail: ForEach<Example, Unsubscription> = {
	'live-registrants': {
		person: 'eve',
		outcome: { leadId: '20387' },
	},
	'live-registrants-before-session': {
		person: 'eve',
		outcome: { leadId: '20387' },
	},
	'live-registrants-numeric-flags': {
		person: 'ada',
		outcome: { leadId: '20384' },
	},
	'live-registrants-unknown-schedule': {
		person: 'eve',
		outcome: { error: 'Webinar 1229 has no registrant with the email address "eve@people.example"' },
	},
	'live-registrants-page-2-of-8': {
		person: 'p0',
		outcome: { error: 'Could not check whether "p0@people.example" is registered' },
	},
	'automated-registrants': {
		person: 'gus',
		outcome: { leadId: '20501' },
	},
	'automated-registrants-jit-only': {
		person: 'jo',
		outcome: { leadId: '20511' },
	},
};

it.each(casesOf(registrantLists, unsubscriptionByEmail))(
	'unsubscribes a person in a real registrant list by email address, or says why it cannot: %s',
	async (example, { person, outcome }) => {
		const webinar = respondWith(example);
		const { status, body } = realResponse('unsubscribe');
		harness.sandbox.fail({ kind: 'answer', operation: 'unsubscribe', status, body });
		const email = `${person}@people.example`;
		const unsubscribe = { ...webinar, operation: 'unsubscribe', unsubscribeBy: 'email', email };
		const sent = () => harness.sandbox.calls.filter(({ operation }) => operation === 'unsubscribe');
		if ('error' in outcome) {
			await harness.expectError(unsubscribe, outcome.error);
			expect(sent()).toEqual([]);
			return;
		}
		await harness.expectOutput(unsubscribe, [{ success: true, email, lead_ids: [Number(outcome.leadId)] }]);
		expect(sent().map(({ parameters }) => parameters)).toEqual([
			{ webinar_id: webinar.webinarId.value, lead_id: outcome.leadId },
		]);
	},
);

it('does not unsubscribe a registrant who is already unsubscribed', async () => {
	const unsubscribe = { operation: 'unsubscribe', unsubscribeBy: 'email', email: 'di@people.example' };
	await harness.expectOutput({ ...respondWith('live-registrants'), ...unsubscribe }, [{ lead_ids: [14870] }]);
	expect(harness.countRequests('live/unsubscribe')).toBe(0);
});
