import { changedResponse } from '../support/changedResponse';
import { byId, until } from '../support/harness';
import { aNumber, containing, matching } from '../support/matchers';
import { useOwnAccount } from '../support/ownAccount';
import {
	contact,
	LOOKING_UP,
	manyContacts,
	MODES,
	outcomeOfExisting,
	outcomesOf,
	registerContacts,
} from '../support/registerContacts';
import { DAY_MS, MINUTE_MS } from '../support/triggerStage';

/** How Skip and Return Existing find out whether a person is registered. */

const account = useOwnAccount();

const ANN = 'ann@example.com';
const row = { id: 1, lead_id: 1, email: ANN };

const listAnn = (webinarId: number, schedule: number) =>
	account.add([{ firstName: 'Ann', email: ANN }], webinarId, schedule)[0];
const registered = (name: string) =>
	account.sandbox.registrants.filter(({ email }) => email === `${name}@example.com`);

const lists = () => account.sandbox.calls.filter(({ operation }) => operation === 'registrants').length;
/** Delays every response of an endpoint. */
const slowDown = (operation: string, milliseconds: number) =>
	account.sandbox.setLatency(() =>
		account.sandbox.calls.at(-1)?.operation === operation ? milliseconds : 0,
	);
const untilRequested = (name: string) => until(() => account.count(name) === 1);
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('a registrant list that lacks people whom its total counts', () => {
	const COULD_NOT_CHECK = 'Could not check whether "ann@example.com" is registered';

	it.each([
		['nobody', []],
		['only the person', [row]],
	])('registers nobody if the registrant list states 2 people and lists %s', async (_what, rows) => {
		account.listRows(rows, { total: 2 });
		const contacts = [contact('ann'), contact('bo')];
		for (const mode of LOOKING_UP) {
			const { rows: failed } = await registerContacts(account, { mode, contacts });
			expect(outcomesOf(failed)).toEqual([
				containing(COULD_NOT_CHECK),
				containing('Could not check whether "bo@example.com" is registered'),
			]);
		}
		expect(account.count('live/register')).toBe(0);
	});

	it('unsubscribes nobody if the registrant list states more people than it lists', async () => {
		account.listRows([row], { total: 2 });
		const unsubscribe = { resource: 'live', operation: 'unsubscribe', webinarId: byId(1), email: ANN };
		await account.fails(unsubscribe, COULD_NOT_CHECK);
		expect(account.count('live/unsubscribe')).toBe(0);
	});
});

describe('the registrant list', () => {
	it.each([
		{
			what: 'reads the whole registrant list if that takes fewer requests than searching',
			people: 200,
			contacts: manyContacts(40),
			expected: 8,
			callsPerSecond: 20,
		},
		{
			what: 'searches each contact if the registrant list has more pages than there are contacts',
			people: 200,
			contacts: manyContacts(2),
			expected: 1 + 2,
			callsPerSecond: 20,
		},
		{
			what: 'searches each contact if Session is an expression',
			people: 200,
			contacts: [contact('new', 'next'), contact('other', '11')],
			expected: 2,
			callsPerSecond: 20,
		},
		{
			what: 'searches each contact if the whole registrant list takes longer than a minute',
			people: 61 * 25,
			contacts: manyContacts(62),
			expected: 1 + 62,
			callsPerSecond: 1,
		},
	])('$what', async ({ people, contacts, expected, callsPerSecond }) => {
		account.add(people);
		const credential = { ...account.credential, callsPerSecond };
		const { rows } = await registerContacts(account, { contacts, credential });
		expect(new Set(outcomesOf(rows))).toEqual(new Set(['registered']));
		expect(lists()).toBe(expected);
	});

	it('searches each contact if the whole registrant list is older than two minutes', async () => {
		account.sandbox.before({ operation: 'registrants', skip: 1 }, () => account.letPass(3 * MINUTE_MS));
		account.add(50);
		const { rows } = await registerContacts(account, { contacts: manyContacts(5) });
		expect(new Set(outcomesOf(rows))).toEqual(new Set(['registered']));
		expect(lists()).toBe(2 + 5);
	});

	/** Registers a listed and two new contacts, while the whole registrant list cannot be read. */
	const expectSearches = async () => {
		listAnn(1, 11);
		const contacts = [contact('new'), contact('ann'), contact('other')];
		const { rows } = await registerContacts(account, { contacts });
		expect(outcomesOf(rows)).toEqual(['registered', 'skipped', 'registered']);
	};

	it('searches each contact if the second page of the registrant list fails', async () => {
		account.add(50);
		account.sandbox.fail({ kind: 'answer', status: 422, operation: 'registrants', skip: 1 });
		await expectSearches();
	});

	it('searches each contact if a row is removed while the registrant list is read', async () => {
		const [first] = account.add(50);
		account.sandbox.before({ operation: 'registrants', skip: 1 }, () => {
			if (first) account.sandbox.removeRegistrant(first);
		});
		await expectSearches();
	});

	it('registers the visitor of a form while an import of 10,000 contacts reads the registrant list', async () => {
		account.add(10_000);
		const end = new AbortController();
		let visit: Promise<{ rows: object[] }> | undefined;
		let requestsBefore = 0;
		account.sandbox.before({ operation: 'registrants', skip: 5 }, () => {
			requestsBefore = account.sandbox.calls.length;
			visit = registerContacts(account, { mode: 'return', contacts: [contact('visitor')] });
		});
		slowDown('registrants', 20);
		const contacts = manyContacts(10_000);
		const importing = registerContacts(account, { contacts, signal: end.signal });
		await until(() => visit !== undefined);
		expect((await visit)?.rows).toMatchObject([{ email: 'visitor@example.com', user_id: aNumber }]);
		// The import reads 400 pages.
		expect(account.sandbox.calls.length - requestsBefore).toBeLessThan(100);
		const own = account.sandbox.calls.filter((call) => JSON.stringify(call.parameters).includes('visitor'));
		expect(own.map(({ operation }) => operation)).toEqual(['registrants', 'register']);
		end.abort();
		await importing;
	});

	it.each(LOOKING_UP)('registers nobody in the mode %s if the host has no registrant list', async (mode) => {
		account.sandbox.setRegistrantsList({ hasRegistrants: false });
		const { rows } = await registerContacts(account, { mode, contacts: [contact('ann')] });
		expect(outcomesOf(rows)).toEqual([matching(/^This host has no registrant list/)]);
		expect(account.count('live/register')).toBe(0);
	});
});

describe('a person in the registrant list', () => {
	it('registers a listed person for another schedule', async () => {
		listAnn(5, 51);
		const contacts = [contact('ann', '52'), contact('ann', '51')];
		const { rows } = await registerContacts(account, { mode: 'return', webinarId: 5, contacts });
		expect(outcomesOf(rows)).toEqual(['registered', 'existing']);
	});

	it('registers a person if the host ignores the session filter and lists them for another schedule', async () => {
		account.listRows([{ ...row, schedule_id: 12 }]);
		const { rows } = await registerContacts(account, { contacts: [contact('ann')] });
		expect(outcomesOf(rows)).toEqual(['registered']);
	});

	it.each([
		{ webinar: 'a live webinar with one session', webinarId: 1, schedule: 11, expected: 'registered' },
		{ webinar: 'a live series', webinarId: 2, schedule: 21, expected: 'skipped' },
		{
			webinar: 'a live webinar with several single dates',
			webinarId: 5,
			schedule: 51,
			expected: 'registered',
		},
		{ webinar: 'an always-on webinar', webinarId: 3, schedule: 31, expected: 'skipped' },
	])(
		'returns $expected for a person who registered for $webinar a month ago',
		async ({ webinarId, schedule, expected }) => {
			const registrant = listAnn(webinarId, schedule);
			if (registrant) account.sandbox.startSession(registrant, (30 * DAY_MS) / MINUTE_MS);
			const { rows } = await registerContacts(account, { webinarId, contacts: [contact('ann')] });
			expect(outcomesOf(rows)).toEqual([expected]);
		},
	);

	it.each(LOOKING_UP)(
		'finds the registration for the chosen date among several in the mode %s',
		async (mode) => {
			/** Lists Ann for the session that starts that many days from now. */
			const listAnnIn = (days: number) => {
				const registrant = listAnn(101, 1013);
				const minutesUntilStart = days * 24 * 60 + 353;
				if (registrant) account.sandbox.startSession(registrant, -minutesUntilStart);
				return registrant;
			};
			const tomorrow = listAnnIn(1);
			listAnnIn(3);
			listAnnIn(0);
			for (const newestFirst of [false, true]) {
				account.sandbox.setRegistrantsList({ newestFirst });
				const contacts = [contact('ann', '1013|2026-03-03 13:00')];
				const { rows } = await registerContacts(account, { mode, webinarId: 101, contacts });
				expect(rows).toMatchObject([{ lead_id: tomorrow?.leadId }]);
			}
		},
	);

	it('finds a registration without a readable date for the chosen schedule, and gives a hint', async () => {
		account.listRows([{ ...row, schedule_id: 1013, event: '12 marras 2025 13:00' }]);
		const contacts = [contact('ann', '1013|next'), contact('bo', '1013|next')];
		const { rows, hints } = await registerContacts(account, { mode: 'return', webinarId: 101, contacts });
		expect(outcomesOf(rows)).toEqual(['existing', 'registered']);
		expect(hints).toContain(
			'The registrant list has a registration with an unreadable date. It counts only for its own schedule. (1 contact)',
		);
	});

	it.each([
		['not over', '2026-03-01 10:00', 'existing'],
		['over', '2026-03-01 08:00', 'registered'],
	])(
		'finds a registration only if its session is not over in the time zone of the item: it is %s',
		async (_what, event, expected) => {
			// It is 21:07 in Honolulu. The webinar follows the attendee.
			account.now = Date.parse('2026-03-02T07:07:30Z');
			account.listRows([{ ...row, schedule_id: 1021, event }]);
			const { rows } = await registerContacts(account, {
				mode: 'return',
				webinarId: 102,
				timezone: 'Pacific/Honolulu',
				contacts: [contact('ann', '1021|next')],
			});
			expect(outcomesOf(rows)).toEqual([expected]);
		},
	);
});

describe('simultaneous runs in one n8n process', () => {
	const pairs = MODES.flatMap((first) => LOOKING_UP.map((second) => ({ first, second })));

	it.each(pairs)(
		'registers a person once in two runs at the same time: $first, then $second',
		async (modes) => {
			slowDown('register', 150);
			const running = registerContacts(account, { mode: modes.first, contacts: [contact('ann')] });
			await untilRequested('live/register');
			account.letPass(1000);
			// The second run reads the whole list for the other contact, before the first one ends.
			const contacts = [contact('other'), contact('ann')];
			const { rows } = await registerContacts(account, { mode: modes.second, contacts });
			expect(outcomesOf(rows)).toEqual(['registered', outcomeOfExisting(modes.second)]);
			await running;
			expect(registered('ann')).toHaveLength(1);
		},
	);

	it('registers all contacts though another run is canceled while it reads the registrant list', async () => {
		account.add(30);
		slowDown('registrants', 60);
		const cancel = new AbortController();
		const contacts = manyContacts(3, 'one');
		const canceled = registerContacts(account, { contacts, signal: cancel.signal });
		await untilRequested('live/registrants');
		const other = registerContacts(account, { contacts: manyContacts(3, 'other') });
		await nextTurn();
		cancel.abort();
		expect(outcomesOf((await other).rows)).toEqual(['registered', 'registered', 'registered']);
		await canceled;
	});

	it('ends a canceled run without waiting for another run that registers the same person', async () => {
		slowDown('register', 300);
		let isOver = false;
		const running = registerContacts(account, { contacts: [contact('ann')] }).finally(() => (isOver = true));
		await untilRequested('live/register');
		const cancel = new AbortController();
		const waiting = registerContacts(account, { contacts: [contact('ann')], signal: cancel.signal });
		for (let turns = 0; turns < 20; turns++) await nextTurn();
		cancel.abort();
		await waiting;
		expect(isOver).toBe(false);
		await running;
		expect(registered('ann')).toHaveLength(1);
	});

	it('finds a person who registered after another run began to read the registrant list', async () => {
		account.add(60);
		slowDown('registrants', 30);
		const importing = registerContacts(account, { contacts: manyContacts(5) });
		await untilRequested('live/registrants');
		listAnn(1, 11);
		const contacts = [contact('ann'), contact('bo'), contact('cy'), contact('dee')];
		const { rows } = await registerContacts(account, { contacts });
		expect(outcomesOf(rows)).toEqual(['skipped', 'registered', 'registered', 'registered']);
		await importing;
	});
});

describe('the response to a registration', () => {
	const replaceInResponses = (pattern: RegExp, text: string) =>
		account.sandbox.fail({
			...changedResponse((json) => json.replace(pattern, text)),
			operation: 'register',
			times: 2,
		});

	it.each([
		['no room link', /"live_room_url":"[^"]*",/, ''],
		['an empty room link', /"live_room_url":"[^"]*"/, '"live_room_url":""'],
		['null as a room link', /"live_room_url":"[^"]*"/, '"live_room_url":null'],
	])(
		'gives a hint with the number of contacts, including duplicates, if the response has %s',
		async (_what, pattern, text) => {
			replaceInResponses(pattern, text);
			const contacts = [contact('ann'), contact('bo'), contact('cy'), contact('ann')];
			const { rows, hints } = await registerContacts(account, { mode: 'return', contacts });
			expect(rows).toHaveLength(4);
			expect(hints.at(-1)).toBe('The service returned no link to the live room. (3 contacts)');
		},
	);

	it.each([
		['no date', /"date":"[^"]*"/, '"date":null'],
		['a zero date', /"date":"[^"]*"/, '"date":"0000-00-00 00:00"'],
		['no schedule', /"schedule":"?\d+"?/, '"schedule":null'],
	])(
		'gives a hint with the number of contacts if the response to a registration has %s',
		async (_what, pattern, text) => {
			replaceInResponses(pattern, text);
			const contacts = [contact('ann'), contact('bo'), contact('cy')];
			const { hints } = await registerContacts(account, { mode: 'register', webinarId: 101, contacts });
			expect(hints).toEqual([matching(/did not confirm the session.*\(2 contacts\)/)]);
		},
	);

	it('gives no hint on a missing date if the person is registered for the whole schedule', async () => {
		replaceInResponses(/"date":"[^"]*"/, '"date":null');
		const contacts = [contact('ann', '1013')];
		const { rows, hints } = await registerContacts(account, { mode: 'register', webinarId: 101, contacts });
		expect(rows).toMatchObject([{ date: null, date_text: null, starts_at: null }]);
		expect(hints).toEqual([]);
	});
});
