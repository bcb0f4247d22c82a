import type { Fault, Registrant } from '../../sandbox';
import { byId, until } from '../support/harness';
import { numbers } from '../support/manyWebinars';
import { aNumber, matching } from '../support/matchers';
import { useOwnAccount } from '../support/ownAccount';
import { once } from '../support/sessionRules';
import { answering } from '../support/answering';
import { DAY_MS, MINUTE_MS, stepsOf } from '../support/triggerStage';

/** Who is registered, and who is not: what is listed, what comes in, what comes out, and what the service has then. */

const account = useOwnAccount();

const MODES = ['register', 'skip', 'return'] as const;
const LOOKING_UP = ['skip', 'return'] as const;
type Mode = (typeof MODES)[number];

const address = (name: string) => (name.includes('@') ? name : `${name}@example.com`);
const many = (count: number, name = 'contact') => numbers(count).map((place) => `${name}.${place}`);
const DETAILS = { lastName: 'Lee', phone: '+49 30 123456', smsConsent: true };

/** Contacts as "ann", or with a session as "ann/1013|next", where a date has a _ before its time. */
interface Run {
	mode?: Mode;
	webinar?: number;
	timezone?: string;
	contacts: readonly string[];
	signal?: AbortSignal;
	credential?: typeof account.credential;
}

/** Registers with Continue. */
async function register({ mode = 'skip', webinar = 1, timezone, contacts, ...more }: Run) {
	const items = contacts.map((contact) => {
		const [name = '', session = 'next'] = contact.split('/');
		return { email: address(name), session: session.replace('_', ' ') };
	});
	const sessions = new Set(items.map(({ session }) => session));
	const parameters = {
		resource: webinar > 100 ? 'automated' : 'live',
		operation: 'register',
		webinarId: byId(webinar),
		firstName: 'Ann',
		email: '={{ $json.email }}',
		timezone,
		schedule: byId(sessions.size === 1 ? (items[0]?.session ?? '') : '={{ $json.session }}'),
		additionalFields: webinar === 1 ? {} : webinar > 100 ? { lastName: 'Lee' } : DETAILS,
		options: { ifAlreadyRegistered: mode },
	};
	const options = { items, onError: 'continueRegularOutput', ...more } as const;
	const { output, hints } = await account.run(parameters, options);
	return { rows: output.map(({ json }) => json), hints };
}

/** What comes out, in a word for each contact. */
async function said(run: Run): Promise<string[]> {
	const { rows } = await register(run);
	return rows.map(({ error, existing, skipped }) => {
		if (typeof error !== 'string') return existing ? 'existing' : skipped ? 'skipped' : 'registered';
		if (/may have been registered|for a different session/.test(error)) return 'unclear';
		if (error.includes('cannot be looked up')) return 'unreadable';
		return /^Could not register|registered nobody/.test(error) ? 'rejected' : error;
	});
}

/** Each registration at the service, as "ann@11". */
const registered = (name = '') =>
	account.sandbox.registrants
		.map(({ email, schedule }) => `${email.replace('@example.com', '')}@${schedule}`)
		.filter((one) => one.startsWith(name));
const again = (mode: Mode) => (mode === 'skip' ? 'skipped' : 'existing');

const list = (name: string, webinar: number, schedule: number) =>
	account.add([{ firstName: 'Ann', email: address(name) }], webinar, schedule)[0];
const slow = (operation: string, milliseconds: number) =>
	account.sandbox.setLatency(() =>
		account.sandbox.calls.at(-1)?.operation === operation ? milliseconds : 0,
	);
const callsOf = (name: string) => account.sandbox.calls.filter(({ operation }) => operation === name).length;

const answer = (status: number, body: object = {}): Fault => ({
	kind: 'answer',
	status,
	body: { status: 'error', ...body },
});
/** What leaves it unclear whether somebody was registered. */
const unclear: Record<string, Fault> = {
	resetAfter: { kind: 'resetAfter' },
	resetBefore: { kind: 'resetBefore' },
	truncatedJson: { kind: 'truncatedJson' },
	html: { kind: 'html' },
	otherDate: { kind: 'otherDate' },
	'502': answer(502),
};
const rejections: Record<string, Fault> = {
	schedule: answer(422, { errors: { schedule_id: ['is invalid'] } }),
	timezone: answer(422, { errors: { timezone: 'is invalid' } }),
	text: answer(422, { errors: 'No such session' }),
	message: answer(404, { message: 'Not found' }),
	error: answer(200, { error: 'closed' }),
	nobody: answer(200, { status: 'success', user: { user_id: null } }),
};
const faults: Record<string, Fault> = { ...unclear, ...rejections };
const UNITS: Record<string, number> = { s: 1000, min: MINUTE_MS, d: DAY_MS };

/** A step of a story in which the node registers nobody. */
function happen(step: string): void {
	const [what = '', ...words] = step.split(' ');
	const [number = 0, ...schedules] = words.map(Number);
	const [, amount = '', unit = ''] = /^(\d+)(s|min|d)$/.exec(what) ?? [];
	const [, name = '', webinar = '', schedule = ''] = /^\+(\w+)@(\d+)\/(\d+)$/.exec(what) ?? [];
	const fault = faults[words[0] ?? ''];
	if (unit) account.letPass(Number(amount) * (UNITS[unit] ?? NaN));
	else if (name) list(name, Number(webinar), Number(schedule));
	else if (what === 'sessions')
		account.change(number, { sessions: schedules.map((id) => once(id, (id % 10) + 5)) });
	else if (what === 'untyped') account.change(number, { shownType: { inDetail: null } });
	else if (what === 'typed') account.change(number, { shownType: {} });
	else if (what === 'lag') account.sandbox.setRegistrantsList({ lagSeconds: number });
	else if (what === 'fail' && fault) account.sandbox.fail({ operation: 'register', ...fault });
	else if (what === 'calls')
		expect([callsOf('register'), callsOf('registrants')]).toEqual([number, ...schedules]);
	else if (what === 'has') expect(registered()).toEqual(words);
	else throw new Error(`There is no step "${step}"`);
}

/**
 * Plays a story, a step at a time, with a semicolon after each:
 * - `skip 5: ann bo → registered skipped`: what comes out for these contacts in webinar 5; without a number in webinar 1
 * - `sessions 2 21 22`: a webinar has sessions with these IDs; `untyped 2`, `typed 2`: whether it says its type
 * - `+ann@2/21` registers elsewhere; `lag 100`: the list of registrants is so many seconds late; `61s`, `5min` pass
 * - `fail resetAfter`: the next registration
 * - `has ann@11`: who is registered at the service; `calls 1 2`: those to register, and to list registrants
 */
async function play(story: string): Promise<void> {
	for (const step of stepsOf(story)) {
		const [, word, webinar = 1, contacts = '', says] = /^(\w+) ?(\d+)?: (.*) → (.*)$/.exec(step) ?? [];
		const mode = MODES.find((one) => one === word);
		if (!mode) happen(step);
		else {
			const found = await said({ mode, webinar: Number(webinar), contacts: contacts.split(' ') });
			expect([step, found.join(' ')]).toEqual([step, says]);
		}
	}
}

/** The stories in each mode: AGAIN stands for what becomes of somebody who is registered. */
const inModes = (modes: readonly Mode[], stories: Record<string, string>) =>
	modes.flatMap((mode) =>
		Object.entries(stories).map(([what, story]): [string, Mode, string] => {
			return [what, mode, story.replaceAll('MODE', mode).replaceAll('AGAIN', again(mode))];
		}),
	);
const ofEach = (kinds: object, story: string) =>
	Object.fromEntries(Object.keys(kinds).map((kind) => [kind, story.replace('FAULT', kind)]));

describe('a person who comes several times in one run', () => {
	const twice = 'fail FAULT; MODE 101: ann/1013|next ANN@example.com/1013|next → unclear unclear';

	it.each(inModes(MODES, ofEach(unclear, twice)))(
		'is sent once after %s: %s',
		async (_what, _mode, story) => {
			await play(story);
			expect(callsOf('register')).toBe(1);
		},
	);

	it.each([
		...inModes(MODES, {
			'after a failure that registered nobody': 'fail text; MODE: ann ann ann → rejected registered AGAIN',
		}),
		...inModes(['register'], {
			'for two schedules': 'MODE 5: ann/51 ann/52 → registered registered; has ann@51 ann@52',
			'once for a live session by rule, ID and date':
				'MODE: ann ann/11 ann/11|2026-03-07_14:00 → registered existing existing; has ann@11',
			'for two dates': `
				MODE 101: ann/1013|2026-03-02_13:00 ann/1013|2026-03-03_13:00 → registered registered;
				has ann@1013 ann@1013`,
		}),
	])('is registered %s: %s', async (_what, _mode, story) => {
		await play(story);
	});

	it.each(MODES)('comes out with the first registration, or skipped: %s', async (mode) => {
		const { rows } = await register({ mode, contacts: ['a', 'b', 'A@example.com', 'b'] });
		const [a, b, ...others] = rows;
		const first = { user_id: aNumber, skipped: false };
		expect([a, b]).toMatchObject([first, first]);
		expect(a).not.toHaveProperty('existing');
		const skipped = (email: string) => expect.objectContaining({ email, skipped: true }) as unknown;
		const existing = [a, b].map((one) => ({ ...one, existing: true }));
		expect(others).toEqual(mode === 'skip' ? ['A@example.com', 'b@example.com'].map(skipped) : existing);
		expect(registered()).toEqual(['a@11', 'b@11']);
	});

	// 130 others are more than are worked on at once.
	it.each([
		['in a run of more than two minutes', 'typed 2', '5min'],
		['though the last session of the series is left', 'typed 2', 'sessions 2 21; 61s'],
		[
			'though the next one of the series is left, and nobody says the type',
			'sessions 2 21 22 23',
			'sessions 2 22 23; untyped 2; 61s',
		],
		[
			'though the type of the series is said again',
			'sessions 2 21 22; untyped 2',
			'sessions 2 22; typed 2; 61s',
		],
	])('is registered once %s', async (_what, first, then) => {
		await play(first);
		account.sandbox.before({ operation: 'register', skip: 10 }, () => stepsOf(then).forEach(happen));
		await register({ mode: 'register', webinar: 2, contacts: ['ann', ...many(130), 'ann'] });
		expect(registered('ann')).toHaveLength(1);
	});

	it('is registered once for the just-in-time session, though a quarter of an hour begins in between', async () => {
		account.letPass(7 * MINUTE_MS);
		account.sandbox.before({ operation: 'register', skip: 10 }, () => account.letPass(MINUTE_MS));
		const contacts = ['ann', ...many(130), 'ann'].map((one) => `${one}/justInTime`);
		const { rows } = await register({ mode: 'register', webinar: 101, contacts });
		expect(registered('ann')).toHaveLength(1);
		expect(rows.at(-1)).toMatchObject({ existing: true, user_id: rows[0]?.user_id });
		const dates = new Set(rows.map(({ date }) => date));
		expect(dates).toEqual(new Set(['2026-03-02 07:15', '2026-03-02 07:30']));
	});
});

it('is registered once for a session that is open now, whose date is another one every minute', async () => {
	account.sandbox.before({ operation: 'register', skip: 10 }, () => account.letPass(2 * MINUTE_MS));
	await register({ mode: 'register', webinar: 103, contacts: ['ann', ...many(130), 'ann'] });
	expect(registered('ann')).toHaveLength(1);
});

describe('what is known of a registration', () => {
	it.each([
		...inModes(LOOKING_UP, {
			'a series of which the last session is left': `
				lag 100; MODE 2: ann → registered; sessions 2 21; 61s; MODE 2: ann bo → AGAIN registered`,
			'a series of which the next one is left, and nobody says the type': `
				lag 100; sessions 2 21 22 23; MODE 2: ann → registered; sessions 2 22 23; untyped 2; 61s;
				MODE 2: ann bo → AGAIN registered`,
			'a series whose type is said again': `
				lag 100; sessions 2 21 22; untyped 2; MODE 2: ann → registered; sessions 2 22; typed 2; 61s;
				MODE 2: ann bo → AGAIN registered`,
			'another session of a series that is not on offer any more':
				'sessions 2 21 22 23; +ann@2/21; sessions 2 23; 7d; MODE 2: ann → AGAIN',
			'one for another schedule of the webinar does not count':
				'+ann@5/51; MODE 5: ann/52 ann/51 → registered AGAIN; has ann@51 ann@52',
			'one of another execution in the same mode, though the list lags behind':
				'lag 119; MODE: ann → registered; 110s; MODE: ann → AGAIN; has ann@11',
			'one of an execution that looks nobody up, though the list lags behind': `
				lag 119; register: ann → registered; 110s; MODE: ann bo cy → AGAIN registered registered;
				has ann@11 bo@11 cy@11`,
			'one for another session, when a session that a rule chose is gone': `
				sessions 5 51 52; MODE 5: reader → registered; +ann@5/52; sessions 5 52; MODE 5: ann → AGAIN;
				has reader@51 ann@52`,
		}),
		...inModes(['register', 'return'], {
			'one of the same run, when a session that a rule chose is gone': `
				sessions 5 51 52; MODE 5: reader → registered; sessions 5 52;
				MODE 5: ann/52 ann/next ann/next → registered existing existing`,
		}),
		...inModes(['skip'], {
			'an unclear one is looked for until the list must show it, however often the item is run again': `
				fail resetBefore; MODE: ann → unclear; 50s; MODE: ann → unclear; 50s; MODE: ann → unclear; 50s;
				MODE: ann → registered; calls 2 4`,
			'an unclear one does not keep another mode from registering': `
				fail resetBefore; MODE: ann → unclear; register: ann → registered; MODE: ann → skipped`,
			'an unclear one is the one that the list has':
				'fail resetAfter; register: ann → unclear; return: ann → existing',
			'it is kept for four minutes after its last use': `
				lag 3600; register: ann → registered; 3min; MODE: ann → skipped; 3min; MODE: ann → skipped;
				4min; 1s; MODE: ann → registered`,
		}),
	])('%s: %s', async (_what, _mode, story) => {
		await play(story);
	});

	it('is the last one of several, where none is for the chosen date', async () => {
		const on = (day: number) => `ann/1013|2026-03-0${day}_13:00`;
		const { rows: made } = await register({ mode: 'register', webinar: 101, contacts: [on(2), on(3)] });
		const { rows } = await register({ mode: 'return', webinar: 101, contacts: [on(4)] });
		expect(rows).toMatchObject([{ existing: true, user_id: made[1]?.user_id }]);
	});

	it.each(LOOKING_UP)('comes out of another execution, or of the list: %s', async (mode) => {
		happen('sessions 2 21 22 23');
		const lead_id = list('ann', 2, 21)?.leadId;
		['sessions 2 23', '7d', 'lag 119'].forEach(happen);
		const { rows: made } = await register({ mode: 'register', contacts: ['ann'] });
		happen('110s');
		const { rows: known } = await register({ mode, contacts: ['ann'] });
		const { rows: listed } = await register({ mode, webinar: 2, contacts: ['ann'] });
		const { live_room_url } = made[0] ?? {};
		expect([...known, ...listed]).toMatchObject(
			mode === 'skip'
				? [{ skipped: true }, { skipped: true, schedule: 23, lead_id }]
				: [
						{ existing: true, live_room_url },
						{ existing: true, schedule: 21, lead_id },
					],
		);
	});
});

describe('executions of one n8n that register the same person', () => {
	const pairs = MODES.flatMap((first) => LOOKING_UP.map((second) => ({ first, second })));
	const isAsked = (operation: string) => until(() => callsOf(operation) === 1);

	it.each(pairs)('do so once while the first one takes some seconds: $first, then $second', async (both) => {
		slow('register', 150);
		const running = register({ mode: both.first, contacts: ['ann'] });
		await isAsked('register');
		account.letPass(1000);
		expect(await said({ mode: both.second, contacts: [...many(1), 'ann'] })).toContain(again(both.second));
		await running;
		expect(registered('ann')).toHaveLength(1);
	});

	it('lose no contact because another one is cancelled while it reads the list', async () => {
		account.add(30);
		slow('registrants', 60);
		const cancel = new AbortController();
		const one = said({ contacts: many(3, 'one'), signal: cancel.signal });
		await isAsked('registrants');
		const other = said({ contacts: many(3, 'other') });
		await new Promise((resolve) => setImmediate(resolve));
		cancel.abort();
		expect(await other).toEqual(['registered', 'registered', 'registered']);
		await one;
	});

	it('do not wait for each other when they are cancelled', async () => {
		slow('register', 300);
		let isOver = false;
		const running = register({ contacts: ['ann'] }).finally(() => (isOver = true));
		await isAsked('register');
		const cancel = new AbortController();
		const waiting = register({ contacts: ['ann'], signal: cancel.signal });
		for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
		cancel.abort();
		await waiting;
		expect(isOver).toBe(false);
		await running;
		expect(registered('ann')).toHaveLength(1);
	});

	it('see who registered elsewhere after the scan of another execution began', async () => {
		account.add(60);
		slow('registrants', 30);
		const importing = register({ contacts: many(5) });
		await isAsked('registrants');
		await play('+ann@1/11; skip: ann bo cy dee → skipped registered registered registered');
		await importing;
	});
});

describe('the list of registrants', () => {
	it.each<[string, number, string[], number, number]>([
		['is read as a whole where that takes fewer calls', 200, [...many(10, 'new'), ...many(30)], 8, 20],
		['is searched where it has more pages than there are contacts', 200, many(2, 'new'), 1 + 2, 20],
		['is searched where each contact may have another session', 200, ['new/next', 'other/11'], 2, 20],
		['is searched where it takes longer than a minute to be read', 61 * 25, many(62, 'new'), 1 + 62, 1],
	])('%s', async (_what, people, contacts, expected, callsPerSecond) => {
		account.add(people);
		const credential = { ...account.credential, callsPerSecond };
		expect(new Set(await said({ contacts, credential }))).toEqual(new Set(['registered']));
		expect(callsOf('registrants')).toBe(expected);
	});

	it('is read once in a run, however long that takes, and searched when it is too old', async () => {
		account.sandbox.before({ operation: 'registrants', skip: 1 }, () => account.letPass(3 * MINUTE_MS));
		account.add(50);
		expect(new Set(await said({ contacts: many(110) }))).toEqual(new Set(['registered']));
		// Two pages, and a search for each contact that was not waiting for them.
		expect(callsOf('registrants')).toBe(2 + 10);
	});

	const secondPage = { operation: 'registrants', skip: 1 } as const;
	it.each<[string, (first: Registrant) => void]>([
		['fails', () => account.sandbox.fail({ kind: 'answer', status: 422, ...secondPage })],
		[
			'changes while it is read',
			(first) => account.sandbox.before(secondPage, () => account.sandbox.removeRegistrant(first)),
		],
	])('that %s is no reason to fail: people are searched', async (_what, happens) => {
		account.add(50).slice(0, 1).forEach(happens);
		await play('+ann@1/11; skip: new ann other → registered skipped registered');
	});

	it('does not hold up the visitor of a form while an import of 10,000 reads it', async () => {
		account.add(10_000);
		const end = new AbortController();
		let visitor: Promise<string[]> | undefined;
		let callsBefore = 0;
		account.sandbox.before({ operation: 'registrants', skip: 5 }, () => {
			callsBefore = account.sandbox.calls.length;
			visitor = said({ mode: 'return', contacts: ['visitor'] });
		});
		slow('registrants', 20);
		const importing = register({ contacts: many(10_000), signal: end.signal });
		await until(() => visitor !== undefined);
		expect(await visitor).toEqual(['registered']);
		// Those of the import that were under way, and no more in three calls' time.
		expect(account.sandbox.calls.length - callsBefore).toBeLessThan(20 + 3);
		const own = account.sandbox.calls.filter((call) => JSON.stringify(call.parameters).includes('visitor'));
		expect(own.map(({ operation }) => operation)).toEqual(['registrants', 'register']);
		end.abort();
		await importing;
	});

	const row = { id: 1, lead_id: 1, email: 'ann@example.com' };

	it.each<[string, number, object[]]>([
		['states somebody and lists nobody', 1, []],
		['lists somebody without an address', 1, [{ ...row, email: undefined }]],
		['lists somebody with a masked address', 1, [{ ...row, email: 'a**@example.com' }]],
	])('that %s proves nothing', async (_what, total, rows) => {
		account.listRows(rows, { total });
		await play('skip: ann → unreadable; skip: ann bo cy → unreadable unreadable unreadable');
		expect(callsOf('register')).toBe(0);
		const unsubscribe = { resource: 'live', operation: 'unsubscribe', webinarId: byId(1), email: row.email };
		await account.fails(unsubscribe, 'Whether "ann@example.com" is registered cannot be looked up');
	});

	it('counts for its schedule only, where the host does not filter', async () => {
		account.listRows([{ ...row, schedule_id: 12 }]);
		await play('skip: ann → registered');
	});

	it.each([
		['another language', 101, '12 marras 2025 13:00', 'existing'],
		['a zone in which it may not be over', 102, '2026-03-01 13:00', 'existing'],
		['a session that is over everywhere', 102, '2026-03-01 11:00', 'registered'],
	])('has a date in %s', async (_what, webinar, event, says) => {
		const schedule = webinar === 101 ? 1013 : 1021;
		account.listRows([{ ...row, schedule_id: schedule, event }]);
		const timezone = webinar === 101 ? undefined : 'Asia/Tokyo';
		expect(await said({ mode: 'return', webinar, timezone, contacts: [`ann/${schedule}|next`] })).toEqual([
			says,
		]);
	});

	it.each(LOOKING_UP)('is needed: nobody is registered where the host has none: %s', async (mode) => {
		account.sandbox.setRegistrantsList({ hasRegistrants: false });
		expect(await said({ mode, contacts: ['ann'] })).toEqual([
			matching(/^This host has no registrant list/),
		]);
		expect(registered()).toEqual([]);
	});
});

/** Registrations for the schedule 1013 of the webinar 101, by how many days before or after that of tomorrow it is. */
describe('a person who is registered for several dates', () => {
	const TOMORROW = '1013|2026-03-03_13:00';
	const DAY = 24 * 60;
	/** The session of the same day begins in 353 minutes. */
	const listFor = (name: string, days: readonly number[]) =>
		days.map((day) => {
			const registrant = list(name, 101, 1013);
			if (registrant) account.sandbox.startSession(registrant, -day * DAY - 353);
			return registrant?.leadId;
		});

	it.each([
		['the one for the chosen date', [1, 3, 0], 0],
		['the next one to come, where none is for the chosen date', [-10, 4, 3, -5], 2],
		['none that is over', [-30, -1], undefined],
	])('has %s', async (_what, days, counts) => {
		for (const newestFirst of [false, true]) {
			account.sandbox.setRegistrantsList({ newestFirst });
			for (const [index, mode] of ['skip', 'return', 'skip', 'return'].entries()) {
				const name = `ann${index}.${newestFirst}`;
				const leads = listFor(name, days);
				const contacts = [name, ...many(index < 2 ? 0 : 2, name)].map((one) => `${one}/${TOMORROW}`);
				const { rows } = await register({ mode: mode === 'skip' ? mode : 'return', webinar: 101, contacts });
				const [lead_id, skipped] = [leads[counts ?? -1], mode === 'skip' && counts !== undefined];
				expect(rows[0]).toMatchObject({ ...(lead_id && { lead_id }), skipped });
				expect(rows[0]?.lead_id).toBe(lead_id);
			}
		}
	});

	it.each(['next', '1013|next', TOMORROW])('is registered anew once that is over: %s', async (session) => {
		listFor('ann', [-30]);
		const { rows } = await register({ mode: 'return', webinar: 101, contacts: [`ann/${session}`] });
		expect(rows).toMatchObject([{ user_id: aNumber, skipped: false, schedule: 1013 }]);
		expect(rows[0]).not.toHaveProperty('existing');
	});

	it.each([
		['of a live webinar with one session', 1, 11, 'registered'],
		['of a live series', 2, 21, 'skipped'],
		['of a live webinar of an unknown type', 5, 51, 'skipped'],
		['of a room that is always open', 3, 31, 'skipped'],
	])('a registration of last month counts or not: %s', async (_what, webinar, schedule, says) => {
		const registrant = list('ann', webinar, schedule);
		if (registrant) account.sandbox.startSession(registrant, 30 * DAY);
		await play(`skip ${webinar}: ann → ${says}`);
	});
});

describe('an address', () => {
	it.each([
		['another normal form', 'jos\u00e9@example.com', 'jose\u0301@example.com'],
		['its domain in ASCII', 'ann@m\u00fcller.example', 'ann@xn--mller-kva.example'],
		['its domain in words', 'ann@xn--mller-kva.example', 'ann@m\u00fcller.example'],
	])('in %s is the same person in a run, in the answer and in the list', async (_form, one, other) => {
		account.sandbox.fail({
			...answering((text) => text.replace(JSON.stringify(one), JSON.stringify(other))),
			operation: 'register',
		});
		await play(`register: ${one} ${other} → registered existing; 5min; skip: ${other} → skipped`);
		await play(`skip: ${other} bo cy → skipped registered registered`);
		const unsubscribe = { resource: 'live', operation: 'unsubscribe', webinarId: byId(1), email: other };
		await account.gives(unsubscribe, [{ success: true }]);
	});
});

describe('a session that a rule chose and the service rejects', () => {
	it.each(Object.keys(rejections))(
		'is sent once more only if another one is chosen: %s',
		async (rejection) => {
			await play(`
			sessions 1 11 12; register: reader → registered; sessions 1 12; fail ${rejection};
			register: ann → registered; has reader@11 ann@12; fail ${rejection}; register: bo → rejected;
			has reader@11 ann@12; calls 4 0`);
			expect(callsOf('webinar')).toBe(3);
		},
	);
});

describe('the answer to a registration', () => {
	const otherwise = (pattern: RegExp, text: string) =>
		account.sandbox.fail({
			...answering((json) => json.replace(pattern, text)),
			...({ operation: 'register', times: 2 } as const),
		});

	it.each([
		[/"live_room_url":"[^"]*",/, ''],
		[/"live_room_url":"[^"]*"/, '"live_room_url":""'],
		[/"live_room_url":"[^"]*"/, '"live_room_url":null'],
	])(
		'without a room link is told with the number of contacts, also when it comes out again: %s %j',
		async (pattern, text) => {
			otherwise(pattern, text);
			const { rows, hints } = await register({ mode: 'return', contacts: ['ann', 'bo', 'cy', 'ann'] });
			expect(rows).toHaveLength(4);
			expect(hints.at(-1)).toMatch(/\blink.*\b3\b/i);
		},
	);

	it.each([
		[/"date":"[^"]*"/, '"date":null'],
		[/"date":"[^"]*"/, '"date":"0000-00-00 00:00"'],
		[/"schedule":"?\d+"?/, '"schedule":null'],
	])('that names no session is told with the number of contacts: %s %j', async (pattern, text) => {
		otherwise(pattern, text);
		const { hints } = await register({ mode: 'register', webinar: 101, contacts: ['ann', 'bo', 'cy'] });
		expect(hints).toEqual([matching(/did not confirm the session.*\(2 contacts\)/)]);
		account.sandbox.clearFaults();
		otherwise(pattern, text);
		const { hints: ofSchedule } = await register({ mode: 'register', webinar: 101, contacts: ['dee/1013'] });
		expect(ofSchedule).toEqual([]);
	});
});
