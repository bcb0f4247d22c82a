import type { Registrant } from '../../sandbox';
import { answering } from '../support/answering';
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
/** Lets every request to an endpoint take so long. */
const slowDown = (operation: string, milliseconds: number) =>
	account.sandbox.setLatency(() =>
		account.sandbox.calls.at(-1)?.operation === operation ? milliseconds : 0,
	);
const untilRequested = (name: string) => until(() => account.count(name) === 1);
const aTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('a registrant list that states more people than it lists', () => {
	const COULD_NOT_CHECK = 'Could not check whether "ann@example.com" is registered';

	it.each([
		['and lists nobody', []],
		['and lists the person', [row]],
	])('proves nothing, so nothing is sent: %s', async (_what, rows) => {
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

	it('unsubscribes nobody', async () => {
		account.listRows([row], { total: 2 });
		const unsubscribe = { resource: 'live', operation: 'unsubscribe', webinarId: byId(1), email: ANN };
		await account.fails(unsubscribe, COULD_NOT_CHECK);
		expect(account.count('live/unsubscribe')).toBe(0);
	});
});

describe('the registrant list', () => {
	it.each([
		{
			what: 'is read as a whole where that takes fewer requests',
			people: 200,
			contacts: manyContacts(40),
			expected: 8,
			callsPerSecond: 20,
		},
		{
			what: 'is searched where it has more pages than there are contacts',
			people: 200,
			contacts: manyContacts(2),
			expected: 1 + 2,
			callsPerSecond: 20,
		},
		{
			what: 'is searched where each contact may have another session',
			people: 200,
			contacts: [contact('new', 'next'), contact('other', '11')],
			expected: 2,
			callsPerSecond: 20,
		},
		{
			what: 'is searched where it takes longer than a minute to be read',
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

	it('is searched if the whole list is older than two minutes', async () => {
		account.sandbox.before({ operation: 'registrants', skip: 1 }, () => account.letPass(3 * MINUTE_MS));
		account.add(50);
		const { rows } = await registerContacts(account, { contacts: manyContacts(5) });
		expect(new Set(outcomesOf(rows))).toEqual(new Set(['registered']));
		expect(lists()).toBe(2 + 5);
	});

	it.each<[string, (first: Registrant) => void]>([
		['fails', () => account.sandbox.fail({ kind: 'answer', status: 422, operation: 'registrants', skip: 1 })],
		[
			'shrinks while it is read',
			(first) =>
				account.sandbox.before({ operation: 'registrants', skip: 1 }, () =>
					account.sandbox.removeRegistrant(first),
				),
		],
	])('that %s is no reason to fail: people are searched', async (_what, spoil) => {
		account.add(50).slice(0, 1).forEach(spoil);
		listAnn(1, 11);
		const contacts = [contact('new'), contact('ann'), contact('other')];
		const { rows } = await registerContacts(account, { contacts });
		expect(outcomesOf(rows)).toEqual(['registered', 'skipped', 'registered']);
	});

	it('does not hold up the visitor of a form while an import of 10,000 reads it', async () => {
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

	it.each(LOOKING_UP)('is needed, so nobody is registered where the host has none: %s', async (mode) => {
		account.sandbox.setRegistrantsList({ hasRegistrants: false });
		const { rows } = await registerContacts(account, { mode, contacts: [contact('ann')] });
		expect(outcomesOf(rows)).toEqual([matching(/^This host has no registrant list/)]);
		expect(account.count('live/register')).toBe(0);
	});
});

describe('a person who is listed', () => {
	it('is registered for another schedule', async () => {
		listAnn(5, 51);
		const contacts = [contact('ann', '52'), contact('ann', '51')];
		const { rows } = await registerContacts(account, { mode: 'return', webinarId: 5, contacts });
		expect(outcomesOf(rows)).toEqual(['registered', 'existing']);
	});

	it('is registered if the host ignores the filter and lists another schedule', async () => {
		account.listRows([{ ...row, schedule_id: 12 }]);
		const { rows } = await registerContacts(account, { contacts: [contact('ann')] });
		expect(outcomesOf(rows)).toEqual(['registered']);
	});

	it.each([
		{ what: 'of a live webinar with one session', webinarId: 1, schedule: 11, expected: 'registered' },
		{ what: 'of a live series', webinarId: 2, schedule: 21, expected: 'skipped' },
		{
			what: 'of a live webinar with several single dates',
			webinarId: 5,
			schedule: 51,
			expected: 'registered',
		},
		{ what: 'of a room that is always open', webinarId: 3, schedule: 31, expected: 'skipped' },
	])('$what a month ago is $expected', async ({ webinarId, schedule, expected }) => {
		const registrant = listAnn(webinarId, schedule);
		if (registrant) account.sandbox.startSession(registrant, (30 * DAY_MS) / MINUTE_MS);
		const { rows } = await registerContacts(account, { webinarId, contacts: [contact('ann')] });
		expect(outcomesOf(rows)).toEqual([expected]);
	});

	it.each(LOOKING_UP)('comes out with the row for the chosen date, of several: %s', async (mode) => {
		// The session of today begins in 353 minutes.
		const leads = [1, 3, 0].map((days) => {
			const registrant = listAnn(101, 1013);
			if (registrant) account.sandbox.startSession(registrant, -days * 24 * 60 - 353);
			return registrant?.leadId;
		});
		for (const newestFirst of [false, true]) {
			account.sandbox.setRegistrantsList({ newestFirst });
			const contacts = [contact('ann', '1013|2026-03-03 13:00')];
			const { rows } = await registerContacts(account, { mode, webinarId: 101, contacts });
			expect(rows).toMatchObject([{ lead_id: leads[0] }]);
		}
	});

	it('counts for the chosen schedule without a readable date, and a hint says so', async () => {
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
	])('is judged by the time zone of the item: the session is %s', async (_what, event, expected) => {
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
	});
});

describe('runs of one n8n that register the same person', () => {
	const pairs = MODES.flatMap((first) => LOOKING_UP.map((second) => ({ first, second })));

	it.each(pairs)('do so once while the first one takes some seconds: $first, then $second', async (modes) => {
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
	});

	it('lose no contact because another run is canceled while it reads the list', async () => {
		account.add(30);
		slowDown('registrants', 60);
		const cancel = new AbortController();
		const contacts = manyContacts(3, 'one');
		const canceled = registerContacts(account, { contacts, signal: cancel.signal });
		await untilRequested('live/registrants');
		const other = registerContacts(account, { contacts: manyContacts(3, 'other') });
		await aTurn();
		cancel.abort();
		expect(outcomesOf((await other).rows)).toEqual(['registered', 'registered', 'registered']);
		await canceled;
	});

	it('do not wait for each other when they are canceled', async () => {
		slowDown('register', 300);
		let isOver = false;
		const running = registerContacts(account, { contacts: [contact('ann')] }).finally(() => (isOver = true));
		await untilRequested('live/register');
		const cancel = new AbortController();
		const waiting = registerContacts(account, { contacts: [contact('ann')], signal: cancel.signal });
		for (let turns = 0; turns < 20; turns++) await aTurn();
		cancel.abort();
		await waiting;
		expect(isOver).toBe(false);
		await running;
		expect(registered('ann')).toHaveLength(1);
	});

	it('see who registered elsewhere after another run began to read the list', async () => {
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
	const answerWith = (pattern: RegExp, text: string) =>
		account.sandbox.fail({
			...answering((json) => json.replace(pattern, text)),
			operation: 'register',
			times: 2,
		});

	it.each([
		['no room link', /"live_room_url":"[^"]*",/, ''],
		['an empty room link', /"live_room_url":"[^"]*"/, '"live_room_url":""'],
		['null as a room link', /"live_room_url":"[^"]*"/, '"live_room_url":null'],
	])(
		'with %s gives a hint with the number of contacts, duplicates included',
		async (_what, pattern, text) => {
			answerWith(pattern, text);
			const contacts = [contact('ann'), contact('bo'), contact('cy'), contact('ann')];
			const { rows, hints } = await registerContacts(account, { mode: 'return', contacts });
			expect(rows).toHaveLength(4);
			expect(hints.at(-1)).toBe('The service returned no link to the live room. (3 contacts)');
		},
	);

	it.each([
		['no date', /"date":"[^"]*"/, '"date":null'],
		['a date that is none', /"date":"[^"]*"/, '"date":"0000-00-00 00:00"'],
		['no schedule', /"schedule":"?\d+"?/, '"schedule":null'],
	])('with %s gives a hint with the number of contacts', async (_what, pattern, text) => {
		answerWith(pattern, text);
		const contacts = [contact('ann'), contact('bo'), contact('cy')];
		const { hints } = await registerContacts(account, { mode: 'register', webinarId: 101, contacts });
		expect(hints).toEqual([matching(/did not confirm the session.*\(2 contacts\)/)]);
	});

	it('needs no date if the registration is for the schedule as a whole', async () => {
		answerWith(/"date":"[^"]*"/, '"date":null');
		const contacts = [contact('ann', '1013')];
		const { rows, hints } = await registerContacts(account, { mode: 'register', webinarId: 101, contacts });
		expect(rows).toMatchObject([{ date: null, date_text: null, starts_at: null }]);
		expect(hints).toEqual([]);
	});
});
