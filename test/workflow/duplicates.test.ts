import type { Fault } from '../../sandbox';
import { aNumber, containing, matching } from '../support/matchers';
import { useOwnAccount } from '../support/ownAccount';
import {
	contact,
	manyContacts,
	MODES,
	outcomeOfExisting,
	outcomesOf,
	registerContacts,
} from '../support/registerContacts';
import { once } from '../support/sessionRules';
import { DAY_MS, MINUTE_MS } from '../support/triggerStage';

/** People who occur several times in one run. */

const account = useOwnAccount();

const registered = (name: string) =>
	account.sandbox.registrants.filter(({ email }) => email === `${name}@example.com`);

/** Faults after which it is unclear whether somebody was registered. */
const unclearFaults: Array<[string, Fault]> = [
	['a connection that breaks off after the service acted', { kind: 'resetAfter' }],
	['a connection that breaks off before the service acted', { kind: 'resetBefore' }],
	['a response that is cut off', { kind: 'truncatedJson' }],
	['a web page', { kind: 'html' }],
	['a registration for another date', { kind: 'otherDate' }],
	['a status of 502', { kind: 'answer', status: 502, body: { status: 'error' } }],
];

describe.each(MODES)('a duplicate in a run: %s', (mode) => {
	it.each(unclearFaults)('sends nothing and fails with the same words after %s', async (_what, fault) => {
		account.sandbox.fail({ ...fault, operation: 'register' });
		const contacts = [contact('ann', '1013|next'), contact('ANN', '1013|next')];
		const { rows } = await registerContacts(account, { mode, webinarId: 101, contacts });
		expect(rows).toEqual([
			{ error: matching(/may have been registered|for a different session/) },
			{ error: rows[0]?.error },
		]);
		expect(account.count('automated/register')).toBe(1);
	});

	it('is sent if the first one was rejected', async () => {
		const body = { status: 'error', errors: 'No such session' };
		account.sandbox.fail({ kind: 'answer', status: 422, body, operation: 'register' });
		const contacts = [contact('ann'), contact('ann'), contact('ann')];
		const { rows } = await registerContacts(account, { mode, contacts });
		expect(outcomesOf(rows)).toEqual([
			containing('Could not register the person: No such session'),
			'registered',
			outcomeOfExisting(mode),
		]);
		expect(registered('ann')).toHaveLength(1);
	});

	it('comes out with the first registration, or is skipped', async () => {
		const contacts = [contact('a'), contact('b'), contact('A'), contact('b')];
		const { rows } = await registerContacts(account, { mode, contacts });
		const [a, b] = rows;
		for (const first of [a, b]) {
			expect(first).toMatchObject({ user_id: aNumber, skipped: false });
			expect(first).not.toHaveProperty('existing');
		}
		const skipped = { skipped: true, reason: 'already registered', webinar_id: 1, lead_id: null };
		expect(rows.slice(2)).toMatchObject(
			mode === 'skip'
				? [skipped, skipped]
				: [
						{ ...a, existing: true },
						{ ...b, existing: true },
					],
		);
		expect(account.count('live/register')).toBe(2);
	});
});

describe('a person in a run', () => {
	it('is registered for two schedules', async () => {
		const contacts = [contact('ann', '51'), contact('ann', '52')];
		const { rows } = await registerContacts(account, { mode: 'register', webinarId: 5, contacts });
		expect(outcomesOf(rows)).toEqual(['registered', 'registered']);
		expect(registered('ann').map(({ schedule }) => schedule)).toEqual([51, 52]);
	});

	it('is registered for two dates of an automated webinar', async () => {
		const contacts = [contact('ann', '1013|2026-03-02 13:00'), contact('ann', '1013|2026-03-03 13:00')];
		const { rows } = await registerContacts(account, { mode: 'register', webinarId: 101, contacts });
		expect(outcomesOf(rows)).toEqual(['registered', 'registered']);
	});

	it('is registered once for a live session that is chosen by rule, by ID and by date', async () => {
		const contacts = [contact('ann'), contact('ann', '11'), contact('ann', '11|2026-03-07 14:00')];
		const { rows } = await registerContacts(account, { mode: 'register', contacts });
		expect(outcomesOf(rows)).toEqual(['registered', 'existing', 'existing']);
	});

	it('is registered once for a live series, whichever session is chosen', async () => {
		account.change(2, { sessions: [once(21, 5), once(22, 12)] });
		const contacts = [contact('ann', '21'), contact('ann', '22')];
		const { rows } = await registerContacts(account, { mode: 'register', webinarId: 2, contacts });
		expect(outcomesOf(rows)).toEqual(['registered', 'existing']);
	});

	it('is registered once for just in time, also if the next quarter of an hour begins', async () => {
		account.letPass(7 * MINUTE_MS);
		account.sandbox.before({ operation: 'register', skip: 10 }, () => account.letPass(MINUTE_MS));
		// The run works on fewer contacts at once.
		const session = 'justInTime';
		const contacts = [
			contact('ann', session),
			...manyContacts(130, 'other', session),
			contact('ann', session),
		];
		const { rows } = await registerContacts(account, { mode: 'register', webinarId: 101, contacts });
		expect(rows.at(-1)).toMatchObject({ existing: true, user_id: rows[0]?.user_id });
		expect(new Set(rows.map(({ date }) => date))).toEqual(new Set(['2026-03-02 07:15', '2026-03-02 07:30']));
	});

	it('is registered once for a session that is open now, whose date is another one every minute', async () => {
		account.sandbox.before({ operation: 'register', skip: 10 }, () => account.letPass(2 * MINUTE_MS));
		const contacts = [contact('ann'), ...manyContacts(130), contact('ann')];
		const { rows } = await registerContacts(account, { mode: 'register', webinarId: 103, contacts });
		expect(outcomesOf(rows).at(-1)).toBe('existing');
		expect(registered('ann')).toHaveLength(1);
	});

	it('is found by a search for the next date, because the whole list is older than the registration', async () => {
		const untilStart = Date.parse('2026-03-02T18:00:00Z') - account.now;
		account.letPass(untilStart - 30_000);
		account.sandbox.before({ operation: 'register', skip: 10 }, () => account.letPass(MINUTE_MS));
		const next = '1013|next';
		const contacts = [contact('ann', next), ...manyContacts(130, 'other', next), contact('ann', next)];
		const { rows } = await registerContacts(account, { mode: 'return', webinarId: 101, contacts });
		expect(rows.at(0)).toMatchObject({ date: '2026-03-02 13:00', user_id: aNumber });
		expect(rows.at(-1)).toMatchObject({ date: '2026-03-02 13:00', lead_id: aNumber, existing: true });
		// The whole list, and one search.
		expect(account.count('automated/registrants')).toBe(2);
		expect(registered('ann')).toHaveLength(1);
	});

	it('stays registered once in a run of more than two minutes', async () => {
		account.sandbox.before({ operation: 'register', skip: 10 }, () => account.letPass(5 * MINUTE_MS));
		const contacts = [contact('ann'), ...manyContacts(130), contact('ann')];
		await registerContacts(account, { mode: 'register', webinarId: 2, contacts });
		expect(registered('ann')).toHaveLength(1);
	});
});

describe('a rejection', () => {
	it('fails the item and is followed by no registration for another session', async () => {
		account.change(1, { sessions: [once(11, 5), once(12, 6)] });
		await registerContacts(account, { mode: 'register', contacts: [contact('reader')] });
		account.change(1, { sessions: [once(12, 6)] });
		const { rows } = await registerContacts(account, { mode: 'register', contacts: [contact('ann')] });
		expect(outcomesOf(rows)).toEqual([containing('Session')]);
		expect(registered('ann')).toEqual([]);
		account.letPass(MINUTE_MS + 1000);
		const { rows: later } = await registerContacts(account, { mode: 'register', contacts: [contact('ann')] });
		expect(later).toMatchObject([{ schedule: 12 }]);
	});

	it('is followed by no other request', async () => {
		account.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', times: Infinity });
		await registerContacts(account, { mode: 'register', contacts: [contact('ann')] });
		expect(account.calls).toEqual(['live/webinar', 'live/register']);
	});
});

describe('a later run', () => {
	it.each(['skip', 'return'] as const)('finds the person in the registrant list: %s', async (mode) => {
		await registerContacts(account, { mode: 'register', contacts: [contact('ann')] });
		const { rows } = await registerContacts(account, { mode, contacts: [contact('ann')] });
		expect(outcomesOf(rows)).toEqual([outcomeOfExisting(mode)]);
		expect(rows).toMatchObject([{ lead_id: aNumber }]);
		expect(account.count('live/register')).toBe(1);
	});

	it.each<[string, Fault, string]>([
		['was done', { kind: 'resetAfter' }, 'skipped'],
		['was not done', { kind: 'resetBefore' }, 'registered'],
	])(
		'finds out by the registrant list whether an unclear registration %s',
		async (_what, fault, expected) => {
			account.sandbox.fail({ ...fault, operation: 'register' });
			await registerContacts(account, { mode: 'skip', contacts: [contact('ann')] });
			const { rows } = await registerContacts(account, { mode: 'skip', contacts: [contact('ann')] });
			expect(outcomesOf(rows)).toEqual([expected]);
			expect(registered('ann')).toHaveLength(1);
		},
	);

	it('keeps nothing of another run in mind: a removed registrant is registered', async () => {
		await registerContacts(account, { mode: 'return', contacts: [contact('ann')] });
		account.sandbox.removeRegistrant('ann@example.com');
		const { rows } = await registerContacts(account, { mode: 'return', contacts: [contact('ann')] });
		expect(outcomesOf(rows)).toEqual(['registered']);
	});

	it('registers a person for just in time anew, because an earlier session may be over', async () => {
		const contacts = [contact('ann', 'justInTime')];
		await registerContacts(account, { mode: 'return', webinarId: 101, contacts });
		account.letPass(DAY_MS);
		const { rows } = await registerContacts(account, { mode: 'return', webinarId: 101, contacts });
		expect(outcomesOf(rows)).toEqual(['registered']);
		expect(account.count('automated/registrants')).toBe(0);
	});
});
