import type { Fault, Registrant } from '../../sandbox';
import { byId, until } from '../support/harness';
import { numbers } from '../support/manyWebinars';
import { aNumber, matching } from '../support/matchers';
import { useOwnAccount } from '../support/ownAccount';
import { once } from '../support/sessionRules';
import { answering, succeed } from '../support/succeed';

/** Who is registered, and who is not: what is listed, what comes in, what comes out, and what the service has then. */

const account = useOwnAccount();

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MODES = ['register', 'skip', 'return'] as const;
type Mode = (typeof MODES)[number];

const address = (name: string) => (name.includes('@') ? name : `${name}@example.com`);
const many = (count: number, name = 'contact') => numbers(count).map((place) => `${name}.${place}`);
const DETAILS = { lastName: 'Lee', phone: '+49 30 123456', smsConsent: true };

/** Contacts as "ann", or with a session as "ann 1013|next". */
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
		const [name = '', session = 'next'] = contact.split(/ (.*)/);
		return { email: address(name), session };
	});
	const sessions = new Set(items.map(({ session }) => session));
	const parameters = {
		...{ resource: webinar > 100 ? 'automated' : 'live', operation: 'register', webinarId: byId(webinar) },
		...{ firstName: 'Ann', email: '={{ $json.email }}', timezone },
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
		return error.includes('cannot be looked up') ? 'unreadable' : error;
	});
}

/** Each registration at the service, as "ann 11". */
const registered = (name = '') =>
	account.sandbox.registrants
		.map(({ email, schedule }) => `${email.replace('@example.com', '')} ${schedule}`)
		.filter((one) => one.startsWith(name));
const again = (mode: Mode) => (mode === 'skip' ? 'skipped' : 'existing');

/** Changes a webinar, also in ways in which none changes. */
const change = (id: number, settings: object) =>
	account.sandbox.setWebinars(
		account.sandbox.webinars.map((webinar) => (webinar.id === id ? { ...webinar, ...settings } : webinar)),
	);
const sessionsOf = (id: number, ...schedules: number[]) =>
	change(id, { sessions: schedules.map((schedule) => once(schedule, (schedule % 10) + 5)) });
const list = (name: string, webinar: number, schedule: number) =>
	account.add([{ firstName: 'Ann', email: address(name) }], webinar, schedule)[0];
const listAutomated = (name: string, ...minutesAgo: number[]) =>
	minutesAgo.map((minutes) => {
		const person = [{ firstName: 'Ann', email: address(name) }];
		const session = { product: 'automated', webinarId: 101, schedule: 1013 } as const;
		const [registrant] = account.sandbox.addRegistrants(session, person);
		if (registrant) account.sandbox.startSession(registrant, minutes);
		return registrant?.leadId;
	});
const slow = (operation: string, milliseconds: number) =>
	account.sandbox.setLatency(() =>
		account.sandbox.calls.at(-1)?.operation === operation ? milliseconds : 0,
	);
const fail = (fault: Fault) => account.sandbox.fail({ operation: 'register', ...fault });

describe('a person who comes several times in one run', () => {
	const unclear: ReadonlyArray<readonly [string, Fault]> = [
		['a connection that breaks off', { kind: 'resetAfter' }],
		['a connection that breaks off before anything is done', { kind: 'resetBefore' }],
		['half an answer', { kind: 'truncatedJson' }],
		['a page instead of an answer', { kind: 'html' }],
		['a 502', { kind: 'answer', status: 502 }],
		['a registration for another date', { kind: 'otherDate' }],
	];

	it.each(MODES.flatMap((mode) => unclear.map(([what, fault]) => ({ mode, what, fault }))))(
		'is sent once when it is unclear what became of it: $mode, $what',
		async ({ mode, fault }) => {
			fail(fault);
			const contacts = ['ann 1013|next', 'ANN@example.com 1013|next'];
			expect(await said({ mode, webinar: 101, contacts })).toEqual(['unclear', 'unclear']);
			expect(account.count('automated/register')).toBe(1);
		},
	);

	it.each(MODES)('comes out with the first registration, or skipped: %s', async (mode) => {
		const contacts = ['a', 'b', 'A@example.com', 'b'];
		const { rows } = await register({ mode, contacts });
		const [a, b, ...others] = rows;
		const first = { user_id: aNumber, skipped: false };
		expect([a, b]).toMatchObject([first, first]);
		expect(a).not.toHaveProperty('existing');
		const skipped = (email: string) => expect.objectContaining({ email, skipped: true }) as unknown;
		const existing = [a, b].map((one) => ({ ...one, existing: true }));
		expect(others).toEqual(mode === 'skip' ? ['A@example.com', 'b@example.com'].map(skipped) : existing);
		expect(registered()).toEqual(['a 11', 'b 11']);
	});

	it.each(MODES)('is registered after a failure that registered nobody: %s', async (mode) => {
		fail({ kind: 'answer', status: 422 });
		const [first, ...others] = await said({ mode, contacts: ['ann', 'ann', 'ann'] });
		expect(first).toMatch(/^Could not register/);
		expect(others).toEqual(['registered', again(mode)]);
	});

	it.each<[string, number, string[], string, number[]]>([
		['two schedules', 5, ['ann 51', 'ann 52'], 'registered registered', [51, 52]],
		[
			'a live session by rule, ID and date',
			1,
			['ann', 'ann 11', 'ann 11|2026-03-07 14:00'],
			'registered existing existing',
			[11],
		],
		[
			'two dates',
			101,
			['ann 1013|2026-03-02 13:00', 'ann 1013|2026-03-03 13:00'],
			'registered registered',
			[1013, 1013],
		],
	])('is registered for %s', async (_what, webinar, contacts, says, schedules) => {
		expect((await said({ mode: 'register', webinar, contacts })).join(' ')).toBe(says);
		expect(registered()).toEqual(schedules.map((schedule) => `ann ${schedule}`));
	});

	it('is registered once in a run of more than two minutes', async () => {
		account.sandbox.before({ operation: 'register', skip: 10 }, () => account.letPass(5 * MINUTE_MS));
		await register({ mode: 'register', contacts: ['ann', ...many(130), 'ann'] });
		expect(registered('ann')).toHaveLength(1);
	});

	it('is registered once for the just-in-time session, though a quarter of an hour begins in between', async () => {
		account.letPass(7 * MINUTE_MS);
		account.sandbox.before({ operation: 'register', skip: 10 }, () => account.letPass(MINUTE_MS));
		const contacts = ['ann', ...many(130), 'ann'].map((one) => `${one} justInTime`);
		const { rows } = await register({ mode: 'register', webinar: 101, contacts });
		expect(registered('ann')).toHaveLength(1);
		expect(rows.at(-1)).toMatchObject({ existing: true, user_id: rows[0]?.user_id });
		const dates = new Set(rows.map(({ date }) => date));
		expect(dates).toEqual(new Set(['2026-03-02 07:15', '2026-03-02 07:30']));
	});
});

describe('a series that is listed otherwise the second time', () => {
	const listings: ReadonlyArray<readonly [string, () => void, () => void]> = [
		['its last session is left', () => undefined, () => sessionsOf(2, 21)],
		[
			'the next one, and nobody says the type',
			() => sessionsOf(2, 21, 22, 23),
			() => {
				sessionsOf(2, 22, 23);
				change(2, { shownType: { inDetail: null } });
			},
		],
		[
			'the type is said again',
			() => {
				sessionsOf(2, 21, 22);
				change(2, { shownType: { inDetail: null } });
			},
			() => {
				sessionsOf(2, 22);
				change(2, { shownType: {} });
			},
		],
	];
	it.each(MODES.flatMap((mode) => listings.map(([what, first, then]) => ({ mode, what, first, then }))))(
		'registers nobody twice: $mode, $what',
		async ({ mode, first, then }) => {
			first();
			account.sandbox.setRegistrantsList({ lagSeconds: 100 });
			account.sandbox.before({ operation: 'register', skip: 10 }, () => {
				then();
				account.letPass(61_000);
			});
			const says = await said({ mode, webinar: 2, contacts: ['ann', ...many(130), 'ann'] });
			expect([says[0], says.at(-1)]).toEqual(['registered', again(mode)]);
			expect(registered('ann')).toHaveLength(1);
		},
	);

	it.each(['skip', 'return'] as const)('finds who is listed for a session that is gone: %s', async (mode) => {
		sessionsOf(2, 21, 22, 23);
		const room = list('ann', 2, 21);
		sessionsOf(2, 23);
		account.letPass(7 * 24 * HOUR_MS);
		const { rows } = await register({ mode, webinar: 2, contacts: ['ann'] });
		const expected = mode === 'skip' ? { skipped: true, schedule: 23 } : { existing: true, schedule: 21 };
		expect(rows).toMatchObject([{ ...expected, lead_id: room?.leadId }]);
	});
});

describe('executions of one n8n that register the same person', () => {
	const pairs = MODES.flatMap((first) => (['skip', 'return'] as const).map((second) => ({ first, second })));

	it.each(pairs)('do so once while the first one takes some seconds: $first, then $second', async (both) => {
		slow('register', 150);
		const running = register({ mode: both.first, contacts: ['ann'] });
		await until(() => account.count('live/register') === 1);
		account.letPass(1000);
		expect(await said({ mode: both.second, contacts: [...many(1), 'ann'] })).toContain(again(both.second));
		await running;
		expect(registered('ann')).toHaveLength(1);
	});

	it.each(pairs.flatMap((both) => [1, 3].map((people) => ({ ...both, people }))))(
		'do so once though the list lags behind: $first, then $second with $people',
		async ({ first, second, people }) => {
			account.sandbox.setRegistrantsList({ lagSeconds: 119 });
			const { rows } = await register({ mode: first, contacts: ['ann'] });
			account.letPass(110_000);
			const { rows: later } = await register({ mode: second, contacts: ['ann', ...many(people - 1)] });
			const { live_room_url } = rows[0] ?? {};
			expect(later[0]).toMatchObject(
				second === 'skip' ? { skipped: true } : { existing: true, live_room_url },
			);
			expect(registered('ann')).toHaveLength(1);
		},
	);

	it('lose no contact because another one is cancelled while it reads the list', async () => {
		account.add(30);
		slow('registrants', 60);
		const cancel = new AbortController();
		const one = said({ contacts: many(3, 'one'), signal: cancel.signal });
		await until(() => account.count('live/registrants') === 1);
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
		await until(() => account.count('live/register') === 1);
		const cancel = new AbortController();
		const waiting = register({ contacts: ['ann'], signal: cancel.signal });
		for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
		cancel.abort();
		await waiting;
		expect(isOver).toBe(false);
		await running;
		expect(registered('ann')).toHaveLength(1);
	});
});

describe('the list of registrants', () => {
	const calls = () => account.count('live/registrants');

	it.each<[string, number, string[], number, number]>([
		['is read as a whole where that takes fewer calls', 200, [...many(10, 'new'), ...many(30)], 8, 20],
		['is searched where it has more pages than there are contacts', 200, many(2, 'new'), 1 + 2, 20],
		['is searched where it takes longer than a minute to be read', 61 * 25, many(62, 'new'), 1 + 62, 1],
	])('%s', async (_what, people, contacts, expected, callsPerSecond) => {
		account.add(people);
		const credential = { ...account.credential, callsPerSecond };
		expect(new Set(await said({ contacts, credential }))).toEqual(new Set(['registered']));
		expect(calls()).toBe(expected);
	});

	it('is read once in a run, however long that takes, and searched when it is too old', async () => {
		account.sandbox.before({ operation: 'registrants', skip: 1 }, () => account.letPass(3 * MINUTE_MS));
		account.add(50);
		expect(new Set(await said({ contacts: many(150) }))).toEqual(new Set(['registered']));
		// Two pages, and a search for each contact that was not waiting for them.
		expect(calls()).toBe(2 + 50);
	});

	it.each<[string, (first: Registrant) => void]>([
		['fails', () => account.sandbox.fail({ kind: 'answer', status: 422, operation: 'registrants', skip: 1 })],
		[
			'changes while it is read',
			(first) =>
				account.sandbox.before({ operation: 'registrants', skip: 1 }, () =>
					account.sandbox.removeRegistrant(first),
				),
		],
	])('that %s is no reason to fail: people are searched', async (_what, happens) => {
		const [first] = account.add(50);
		list('ann', 1, 11);
		if (first) happens(first);
		expect(await said({ contacts: ['new', 'ann', 'other'] })).toEqual([
			'registered',
			'skipped',
			'registered',
		]);
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
		const scanned: number[] = [];
		const importing = register({ contacts: many(10_000), signal: end.signal });
		await until(() => visitor !== undefined);
		void visitor?.then(() => scanned.push(account.sandbox.calls.length));
		expect(await visitor).toEqual(['registered']);
		const own = account.sandbox.calls.filter(({ parameters }) =>
			JSON.stringify(parameters).includes('visitor'),
		);
		expect(own.map(({ operation }) => operation)).toEqual(['registrants', 'register']);
		// Those of the import that were under way, and no more in three calls' time.
		expect((scanned[0] ?? Infinity) - callsBefore).toBeLessThan(20 + 3);
		end.abort();
		await importing;
	});

	it('shows who registered elsewhere after the scan of another execution began', async () => {
		account.add(60);
		slow('registrants', 30);
		const importing = register({ contacts: many(5) });
		await until(() => calls() === 1);
		list('ann', 1, 11);
		expect(await said({ contacts: ['ann', 'bo', 'cy', 'dee'] })).toEqual([
			'skipped',
			'registered',
			'registered',
			'registered',
		]);
		await importing;
	});

	const contradictions: ReadonlyArray<readonly [string, object]> = [
		['states somebody and lists nobody', { data: [], last_page: 1, total: 1 }],
		['lists somebody without an address', { data: [{ id: 1, lead_id: 1 }], last_page: 1, total: 1 }],
		[
			'lists somebody with a masked address',
			{ data: [{ id: 1, email: 'a**@example.com' }], last_page: 1, total: 1 },
		],
	];
	it.each(
		contradictions.flatMap(([what, registrants]) => [1, 3].map((people) => ({ what, registrants, people }))),
	)('that $what proves nothing, for $people', async ({ registrants, people }) => {
		succeed(account.sandbox, 'registrants', { registrants });
		const contacts = ['ann', 'bo', 'cy'].slice(0, people);
		expect(await said({ contacts })).toEqual(contacts.map(() => 'unreadable'));
		expect(account.count('live/register')).toBe(0);
		const unsubscribe = {
			resource: 'live',
			operation: 'unsubscribe',
			webinarId: byId(1),
			email: 'ann@example.com',
		};
		await account.fails(unsubscribe, 'Whether "ann@example.com" is registered cannot be looked up');
	});

	it('counts for its schedule only, where the host does not filter', async () => {
		const row = { id: 1, lead_id: 1, email: 'ann@example.com', schedule_id: 12 };
		succeed(account.sandbox, 'registrants', { registrants: { data: [row], last_page: 1, total: 1 } });
		expect(await said({ contacts: ['ann'] })).toEqual(['registered']);
	});

	it('is needed: nobody is registered where the host has none', async () => {
		account.sandbox.setRegistrantsList({ hasRegistrants: false });
		for (const mode of ['skip', 'return'] as const) {
			expect(await said({ mode, contacts: ['ann'] })).toEqual([
				matching(/^This host offers no list of registrants/),
			]);
		}
		account.sandbox.setRegistrantsList({ hasRegistrants: true });
		expect(registered()).toEqual([]);
	});
});

describe('a registration of which nobody knows', () => {
	it('is looked for, until the list must show it, however often the item is run again', async () => {
		fail({ kind: 'resetBefore' });
		const outcomes: string[] = [];
		while (outcomes.length < 4) {
			outcomes.push(...(await said({ contacts: ['ann'] })));
			account.letPass(50_000);
		}
		expect(outcomes).toEqual(['unclear', 'unclear', 'unclear', 'registered']);
		expect([account.count('live/register'), account.count('live/registrants')]).toEqual([2, 4]);
	});

	it('does not keep another mode from registering', async () => {
		fail({ kind: 'resetBefore' });
		await register({ contacts: ['ann'] });
		expect(await said({ mode: 'register', contacts: ['ann'] })).toEqual(['registered']);
		expect(await said({ contacts: ['ann'] })).toEqual(['skipped']);
	});

	it('is the one that the list has', async () => {
		fail({ kind: 'resetAfter' });
		await register({ mode: 'register', contacts: ['ann'] });
		expect(await said({ mode: 'return', contacts: ['ann'] })).toEqual(['existing']);
	});

	it('is known for four minutes after its last use', async () => {
		account.sandbox.setRegistrantsList({ lagSeconds: 3600 });
		await register({ mode: 'register', contacts: ['ann'] });
		account.letPass(3 * MINUTE_MS);
		expect(await said({ contacts: ['ann'] })).toEqual(['skipped']);
		account.letPass(4 * MINUTE_MS + 1000);
		expect(await said({ contacts: ['ann'] })).toEqual(['registered']);
	});
});

/** Registrations for the schedule 1013 of the webinar 101, by how many minutes ago the session began. */
describe('a person who is registered for several dates', () => {
	const DAY = 24 * 60;
	/** The session of the same day begins in 353 minutes. */
	const cases = [
		{ what: 'the one for the chosen date', days: [1, 3, 0], counts: 0 },
		{ what: 'the next one to come, where none is for the chosen date', days: [-10, 4, 3, -5], counts: 2 },
		{ what: 'none that is over', days: [-30, -1], counts: undefined },
	].flatMap((each) =>
		(['skip', 'return'] as const).flatMap((mode) => [1, 3].map((people) => ({ ...each, mode, people }))),
	);

	it.each(cases)('has $what, with $mode, in a run of $people', async ({ days, counts, mode, people }) => {
		for (const newestFirst of [false, true]) {
			account.sandbox.setRegistrantsList({ newestFirst });
			const leads = listAutomated(`ann${String(newestFirst)}`, ...days.map((day) => -day * DAY - 353));
			const contacts = [`ann${String(newestFirst)}`, ...many(people - 1)].map(
				(one) => `${one} 1013|2026-03-03 13:00`,
			);
			const { rows } = await register({ mode, webinar: 101, contacts });
			const lead_id = counts === undefined ? undefined : leads[counts];
			expect([rows[0]?.lead_id, rows[0]?.skipped]).toEqual([
				lead_id,
				mode === 'skip' && counts !== undefined,
			]);
		}
	});

	it.each(['next', '1013|next', '1013|2026-03-03 13:00'])(
		'is registered anew once that is over: %s',
		async (session) => {
			listAutomated('ann', 30 * DAY);
			const { rows } = await register({ mode: 'return', webinar: 101, contacts: [`ann ${session}`] });
			expect(rows).toMatchObject([{ user_id: aNumber, skipped: false, schedule: 1013 }]);
			expect(rows[0]).not.toHaveProperty('existing');
		},
	);

	it.each([
		['of a live webinar with one session', 1, 11, 'registered'],
		['of a live series', 2, 21, 'skipped'],
		['of a live webinar of an unknown type', 5, 51, 'skipped'],
		['of a room that is always open', 3, 31, 'skipped'],
	])('a registration of last month counts or not: %s', async (_what, webinar, schedule, says) => {
		const registrant = list('ann', webinar, schedule);
		if (registrant) account.sandbox.startSession(registrant, 30 * DAY);
		expect(await said({ webinar, contacts: ['ann'] })).toEqual([says]);
	});

	it('is registered still where nobody can read when', async () => {
		const row = {
			id: 1,
			lead_id: 1,
			email: 'ann@example.com',
			schedule_id: 1013,
			event: '12 marras 2025 13:00',
		};
		succeed(account.sandbox, 'registrants', { registrants: { data: [row], last_page: 1, total: 1 } });
		expect(await said({ mode: 'return', webinar: 101, contacts: ['ann 1013|next'] })).toEqual(['existing']);
	});

	it('keeps a session that may not be over in some zone', async () => {
		const row = { id: 1, lead_id: 1, email: 'ann@example.com', schedule_id: 1021 };
		for (const [event, says] of [
			['2026-03-01 13:00', 'existing'],
			['2026-03-01 11:00', 'registered'],
		] as const) {
			const registrants = { data: [{ ...row, event }], last_page: 1, total: 1 };
			account.sandbox.clearFaults();
			succeed(account.sandbox, 'registrants', { registrants });
			expect(
				await said({ mode: 'return', webinar: 102, timezone: 'Asia/Tokyo', contacts: ['ann 1021|next'] }),
			).toEqual([says]);
		}
	});
});

describe('an address', () => {
	const forms = [
		['another normal form', 'jos\u00e9@example.com', 'jose\u0301@example.com'],
		['its domain in ASCII', 'ann@m\u00fcller.example', 'ann@xn--mller-kva.example'],
		['its domain in words', 'ann@xn--mller-kva.example', 'ann@m\u00fcller.example'],
	] as const;

	it.each(forms)(
		'in %s is the same person in a run, in the answer and in the list',
		async (_form, one, other) => {
			account.sandbox.fail({
				...answering((text) => text.replace(JSON.stringify(one), JSON.stringify(other))),
				operation: 'register',
			});
			expect(await said({ mode: 'register', contacts: [one, other] })).toEqual(['registered', 'existing']);
			account.letPass(5 * MINUTE_MS);
			for (const contacts of [[other], [other, ...many(2)]])
				expect((await said({ contacts }))[0]).toBe('skipped');
			const unsubscribe = { resource: 'live', operation: 'unsubscribe', webinarId: byId(1), email: other };
			await account.gives(unsubscribe, [{ success: true }]);
		},
	);
});

describe('a session that a rule chose and the service rejects', () => {
	const answer = (status: number, body: object): Fault => ({
		kind: 'answer',
		status,
		body: { status: 'error', ...body },
	});
	const rejections: ReadonlyArray<readonly [string, Fault]> = [
		['errors.schedule_id', answer(422, { errors: { schedule_id: ['is invalid'] } })],
		['errors as a text', answer(422, { errors: 'No such session' })],
		['a message', answer(404, { message: 'Not found' })],
		['a 200 with an error', answer(200, { error: 'closed' })],
		['errors.timezone', answer(422, { errors: { timezone: 'is invalid' } })],
		[
			'nobody in a success',
			{ kind: 'answer', status: 200, body: { status: 'success', user: { user_id: null } } },
		],
	];

	it.each(rejections)(
		'is chosen again, and sent once more if it is another one: %s',
		async (_words, rejection) => {
			sessionsOf(1, 11, 12);
			await register({ mode: 'register', contacts: ['reader'] });
			sessionsOf(1, 12);
			fail(rejection);
			expect(await said({ mode: 'register', contacts: ['ann'] })).toEqual(['registered']);
			expect(registered('ann')).toEqual(['ann 12']);
		},
	);

	it.each(rejections)('is not sent again if it is the same one: %s', async (_words, rejection) => {
		fail(rejection);
		const [error] = await said({ mode: 'register', contacts: ['ann'] });
		expect(error).not.toBe('registered');
		expect([account.count('live/register'), account.count('live/webinar')]).toEqual([1, 2]);
	});

	it.each(['skip', 'return'] as const)(
		'is another one for which the person may be listed: %s',
		async (mode) => {
			sessionsOf(5, 51, 52);
			await register({ webinar: 5, contacts: ['reader'] });
			const before = list('ann', 5, 52);
			sessionsOf(5, 52);
			const { rows } = await register({ mode, webinar: 5, contacts: ['ann'] });
			expect(rows).toMatchObject([{ schedule: 52, lead_id: before?.leadId, email: 'ann@example.com' }]);
			expect(registered('ann')).toEqual(['ann 52']);
		},
	);

	it.each(['register', 'return'] as const)(
		'is another one for which they came before in the run: %s',
		async (mode) => {
			sessionsOf(5, 51, 52);
			await register({ webinar: 5, contacts: ['reader'] });
			sessionsOf(5, 52);
			const says = await said({ mode, webinar: 5, contacts: ['ann 52', 'ann next', 'ann next'] });
			expect(says).toEqual(['registered', 'existing', 'existing']);
		},
	);
});

describe('the answer to a registration', () => {
	const otherwise = (pattern: RegExp, text: string) =>
		account.sandbox.fail({
			...answering((json) => json.replace(pattern, text)),
			operation: 'register',
			times: 2,
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
		const { hints: ofSchedule } = await register({ mode: 'register', webinar: 101, contacts: ['dee 1013'] });
		expect(ofSchedule).toEqual([]);
	});
});
