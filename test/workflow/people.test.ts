import type { Fault, Registrant } from '../../sandbox';
import { byId, until } from '../support/harness';
import { numbers } from '../support/manyWebinars';
import { aNumber } from '../support/matchers';
import { useOwnAccount } from '../support/ownAccount';
import { answering, succeed } from '../support/succeed';

const account = useOwnAccount();

const MINUTE_MS = 60_000;

const mapped = { operation: 'register', firstName: 'Ann', email: '={{ $json.email }}' };
const live = { ...mapped, resource: 'live', webinarId: byId(1) };
const automated = { ...mapped, resource: 'automated', webinarId: byId(101) };
const chosen = { ...automated, schedule: byId('={{ $json.schedule }}') };
const by = (ifAlreadyRegistered: string) => ({ options: { ifAlreadyRegistered } });
const ann = { email: 'ann@example.com' };
const contacts = (count: number, name = 'contact') =>
	numbers(count).map((place) => ({ email: `${name}.${place}@example.com` }));

const registered = (email = ann.email) =>
	account.sandbox.registrants.filter((registrant) => registrant.email === email).length;

/** Registers by a mode in the live webinar; with Continue. */
const run = (mode: string, items: Array<typeof ann>, more: { signal?: AbortSignal } = {}) =>
	account.run({ ...live, ...by(mode) }, { items, onError: 'continueRegularOutput', ...more });
const output = (mode: string, items: Array<typeof ann>) =>
	account.output({ ...live, ...by(mode) }, { items });

/** Lets the service take its time for the calls of an operation. */
const slow = (operation: string, milliseconds: number) =>
	account.sandbox.setLatency(() =>
		account.sandbox.calls.at(-1)?.operation === operation ? milliseconds : 0,
	);

/** Lets the service register, and answer with a changed text. */
const change = (answer: (text: string) => string, times = 1) =>
	account.sandbox.fail({ ...answering(answer), operation: 'register', times });

describe('a person who stands twice in a run', () => {
	const unclear: ReadonlyArray<readonly [string, Fault]> = [
		['a connection that breaks off', { kind: 'resetAfter' }],
		['a connection that breaks off before anything is done', { kind: 'resetBefore' }],
		['half an answer', { kind: 'truncatedJson' }],
		['a page instead of an answer', { kind: 'html' }],
		['a 502', { kind: 'answer', status: 502 }],
		['a registration for another date', { kind: 'otherDate' }],
	];
	const cases = ['register', 'skip', 'return'].flatMap((mode) =>
		unclear.map(([what, fault]) => ({ mode, what, fault })),
	);

	it.each(cases)(
		'is sent once when it is unclear what became of it: $mode, $what',
		async ({ mode, fault }) => {
			account.sandbox.fail({ ...fault, operation: 'register' });
			const items = [ann, { email: 'ANN@example.com' }].map((item) => ({ ...item, schedule: '1013|next' }));
			const { output } = await account.run(
				{ ...chosen, ...by(mode) },
				{ items, onError: 'continueRegularOutput' },
			);
			expect(account.count('automated/register')).toBe(1);
			const [first, second] = output.map(({ json }) => json.error);
			expect(first).toMatch(/may have been registered|for a different session/);
			expect(second).toBe(first);
		},
	);

	it('is registered once in a run of more than two minutes', async () => {
		account.sandbox.before({ operation: 'register', skip: 10 }, () => account.letPass(3 * MINUTE_MS));
		await account.output(live, { items: [ann, ...contacts(130), ann] });
		expect(registered()).toBe(1);
	});

	it('is registered once for the just-in-time session, though a quarter of an hour begins in between', async () => {
		account.letPass(7 * MINUTE_MS);
		account.sandbox.before({ operation: 'register', skip: 10 }, () => account.letPass(MINUTE_MS));
		const items = [ann, ...contacts(130), ann];
		const output = await account.output({ ...automated, schedule: byId('justInTime') }, { items });
		expect(registered()).toBe(1);
		expect(output.at(-1)).toMatchObject({ existing: true, user_id: output[0]?.user_id });
		const dates = output.map(({ date }) => date);
		expect(dates.slice(0, 10)).toEqual(Array(10).fill('2026-03-02 07:15'));
		expect(new Set(dates)).toEqual(new Set(['2026-03-02 07:15', '2026-03-02 07:30']));
	});
});

describe('executions of one n8n that register the same person', () => {
	const modes = ['skip', 'return', 'register'].flatMap((first) =>
		['skip', 'return'].map((second) => ({ first, second })),
	);
	const comesOut = (mode: string) => (mode === 'skip' ? { skipped: true } : { existing: true });

	it.each(modes)(
		'do so once while the first one takes some seconds: $first, then $second',
		async ({ first, second }) => {
			slow('register', 150);
			const running = output(first, [ann]);
			await until(() => account.count('live/register') === 1);
			account.letPass(1000);
			const items = [...contacts(1), ann];
			const [, again] = await output(second, items);
			await running;
			expect(registered()).toBe(1);
			expect(again).toMatchObject(comesOut(second));
		},
	);

	const lagging = modes.flatMap((both) => [1, 3].map((people) => ({ ...both, people })));

	it.each(lagging)(
		'do so once though the list of registrants lags behind: $first, then $second with $people',
		async ({ first, second, people }) => {
			account.sandbox.setRegistrantsList({ lagSeconds: 20 });
			const [made] = await output(first, [ann]);
			account.letPass(3000);
			const items = [ann, ...contacts(people - 1)];
			const [again] = await output(second, items);
			expect(registered()).toBe(1);
			expect(again).toMatchObject({
				...comesOut(second),
				...(second === 'return' && { live_room_url: made?.live_room_url }),
			});
		},
	);

	it('lose no contact because another one is cancelled while it reads the list for both', async () => {
		account.add(30);
		slow('registrants', 60);
		const cancel = new AbortController();
		const one = run('skip', contacts(3, 'one'), { signal: cancel.signal });
		await until(() => account.count('live/registrants') === 1);
		const other = run('skip', contacts(3, 'other'));
		await new Promise((resolve) => setImmediate(resolve));
		cancel.abort();
		const { output: rows } = await other;
		await one;
		expect(rows.map(({ json }) => json.error)).toEqual([undefined, undefined, undefined]);
	});

	it('do not wait for each other when they are cancelled', async () => {
		slow('register', 300);
		let isOver = false;
		const running = output('skip', [ann]).finally(() => (isOver = true));
		await until(() => account.count('live/register') === 1);
		const cancel = new AbortController();
		const waiting = run('skip', [ann], { signal: cancel.signal });
		for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
		cancel.abort();
		await waiting;
		expect(isOver).toBe(false);
		await running;
		expect(registered()).toBe(1);
	});

	it('read the list for many contacts, though it was too long for the few of an earlier one', async () => {
		account.add(120);
		await output('skip', contacts(2, 'few'));
		const before = account.count('live/registrants');
		account.letPass(1000);
		await output('skip', contacts(40, 'many'));
		expect(account.count('live/registrants') - before).toBeLessThan(10);
	});
});

describe('a registration of which nobody knows', () => {
	const failed = () => account.error({ ...live, ...by('skip') }, { items: [ann] });

	it('is looked for by the next execution, which sends nothing where it is not found', async () => {
		account.sandbox.fail({ kind: 'resetBefore', operation: 'register' });
		const first = await failed();
		const second = await failed();
		expect(second.message).toBe(first.message);
		expect(account.count('live/register')).toBe(1);
		expect(account.count('live/registrants')).toBe(2);
		await output('register', [ann]);
		expect(registered()).toBe(1);
		await expect(output('skip', [ann])).resolves.toMatchObject([{ skipped: true }]);
	});

	it('is the one that the list has', async () => {
		account.sandbox.fail({ kind: 'resetAfter', operation: 'register' });
		await account.error(live, { items: [ann] });
		const rows = await output('return', [ann]);
		expect(rows).toMatchObject([{ existing: true, email: ann.email }]);
		expect(account.count('live/register')).toBe(1);
	});

	it('is known for two minutes after its last use', async () => {
		account.sandbox.setRegistrantsList({ lagSeconds: 3600 });
		await output('register', [ann]);
		account.letPass(MINUTE_MS);
		await expect(output('skip', [ann])).resolves.toMatchObject([{ skipped: true }]);
		account.letPass(2 * MINUTE_MS + 1000);
		await output('skip', [ann]);
		expect(registered()).toBe(2);
	});
});

it('of a person in another schedule is no registration in this one, where the host does not filter', async () => {
	const row = { id: 1, lead_id: 1, email: ann.email, schedule_id: 12 };
	succeed(account.sandbox, 'registrants', { registrants: { data: [row], last_page: 1, total: 1 } });
	await output('skip', [ann]);
	expect(registered()).toBe(1);
});

describe('a person who is registered several times', () => {
	/** Registers Ann for sessions that begin at these dates, at 13:00 in New York. */
	function registerFor(...dates: readonly string[]): Registrant[] {
		const registrants = account.sandbox.addRegistrants(
			{ product: 'automated', webinarId: 101, schedule: 1013 },
			dates.map(() => ({ firstName: 'Ann', email: ann.email })),
		);
		registrants.forEach((registrant, place) => {
			const start = Date.parse(`${dates[place]}T18:00:00Z`);
			account.sandbox.startSession(registrant, (account.now - start) / MINUTE_MS);
		});
		return registrants;
	}

	const cases = [
		{ what: 'the one for the chosen date', dates: ['2026-03-04', '2026-03-06', '2026-03-03'], counts: 0 },
		{
			what: 'the next one to come, where none is for the chosen date',
			dates: ['2026-02-20', '2026-03-06', '2026-03-05', '2026-02-25'],
			counts: 2,
		},
		{ what: 'the newest one, where all are over', dates: ['2026-02-20', '2026-02-25'], counts: 1 },
	].flatMap((each) => [1, 3].map((people) => ({ ...each, people })));

	it.each(cases)('comes out with $what, in a run of $people', async ({ dates, counts, people }) => {
		for (const newestFirst of [false, true]) {
			account.sandbox.setRegistrantsList({ newestFirst });
			const rows = registerFor(...dates);
			account.letPass(5 * MINUTE_MS);
			const items = [ann, ...contacts(people - 1)].map((item) => ({
				...item,
				schedule: '1013|2026-03-04 13:00',
			}));
			const [output] = await account.output({ ...chosen, ...by('return') }, { items });
			expect(output).toMatchObject({ existing: true, lead_id: rows[counts]?.leadId });
			for (const row of rows) account.sandbox.removeRegistrant(row);
		}
	});
});

describe('an address', () => {
	const composed = 'jos\u00e9@example.com';
	const decomposed = 'jose\u0301@example.com';
	const words = 'ann@m\u00fcller.example';
	const ascii = 'ann@xn--mller-kva.example';
	const forms = [
		['another normal form', composed, decomposed],
		['its domain in ASCII', words, ascii],
		['its domain in words', ascii, words],
	] as const;

	it.each(forms)('in %s is the same person in a run, and in the answer', async (_form, one, other) => {
		change((text) => text.replace(JSON.stringify(one), JSON.stringify(other)));
		const items = [{ email: one }, { email: other }];
		await account.gives(live, [{ user_id: aNumber }, { existing: true }], { items });
		expect(account.count('live/register')).toBe(1);
	});

	it.each(forms)('in %s is the same person in the list', async (_form, one, other) => {
		account.add([{ firstName: 'Ann', email: one }]);
		const [row] = await output('skip', [{ email: other }, ...contacts(2)]);
		expect(row).toMatchObject({ skipped: true });
	});
});

describe('the answer to a registration', () => {
	it.each([
		['no', (text: string) => text.replace(/"live_room_url":"[^"]*",/, '')],
		['an empty', (text: string) => text.replace(/"live_room_url":"[^"]*"/, '"live_room_url":""')],
		['null as', (text: string) => text.replace(/"live_room_url":"[^"]*"/, '"live_room_url":null')],
	])('with %s room link is told with the number of contacts', async (_what, answer) => {
		change(answer, 2);
		const { output, hints } = await account.run(live, { items: contacts(3) });
		expect(output).toHaveLength(3);
		expect(hints).toEqual([expect.stringMatching(/\blink.*\b2\b/i)]);
	});
});
