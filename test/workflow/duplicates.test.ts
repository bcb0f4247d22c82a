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
import { singleSession } from '../support/singleSession';
import { DAY_MS, MINUTE_MS } from '../support/triggerStage';

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

describe.each(MODES)('a duplicate in a run with If Already Registered set to %s', (mode) => {
	it.each(unclearFaults)(
		'fails a duplicate with the same message as the first contact, without a request, after %s',
		async (_what, fault) => {
			account.sandbox.fail({ ...fault, operation: 'register' });
			const contacts = [contact('ann', '1013|next'), contact('ANN', '1013|next')];
			const { rows } = await registerContacts(account, { mode, webinarId: 101, contacts });
			expect(rows).toEqual([
				{ error: matching(/may have been registered|for a different session/) },
				{ error: rows[0]?.error },
			]);
			expect(account.countRequests('automated/register')).toBe(1);
		},
	);

	it('registers a duplicate if the service rejected the first contact', async () => {
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

	it('registers duplicates once', async () => {
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
		expect(account.countRequests('live/register')).toBe(2);
	});
});

describe('several contacts with the same email address in a run', () => {
	it('registers a person for two schedules', async () => {
		const contacts = [contact('ann', '51'), contact('ann', '52')];
		const { rows } = await registerContacts(account, { mode: 'register', webinarId: 5, contacts });
		expect(outcomesOf(rows)).toEqual(['registered', 'registered']);
		expect(registered('ann').map(({ schedule }) => schedule)).toEqual([51, 52]);
	});

	it('registers a person for two dates of an automated webinar', async () => {
		const contacts = [contact('ann', '1013|2026-03-02 13:00'), contact('ann', '1013|2026-03-03 13:00')];
		const { rows } = await registerContacts(account, { mode: 'register', webinarId: 101, contacts });
		expect(outcomesOf(rows)).toEqual(['registered', 'registered']);
	});

	it('registers a person once for a live session that is chosen as next, by ID and by date', async () => {
		const contacts = [contact('ann'), contact('ann', '11'), contact('ann', '11|2026-03-07 14:00')];
		const { rows } = await registerContacts(account, { mode: 'register', contacts });
		expect(outcomesOf(rows)).toEqual(['registered', 'existing', 'existing']);
	});

	it('registers a person once for two sessions of a live series', async () => {
		account.changeWebinar(2, {
			sessions: [
				singleSession({ schedule: 21, daysAhead: 5 }),
				singleSession({ schedule: 22, daysAhead: 12 }),
			],
		});
		const contacts = [contact('ann', '21'), contact('ann', '22')];
		const { rows } = await registerContacts(account, { mode: 'register', webinarId: 2, contacts });
		expect(outcomesOf(rows)).toEqual(['registered', 'existing']);
	});

	it('registers a person once for just in time though the next quarter of an hour begins meanwhile', async () => {
		account.passTime(7 * MINUTE_MS);
		account.sandbox.before({ operation: 'register', skip: 10 }, () => account.passTime(MINUTE_MS));
		// There are more contacts than the run registers at once, so the last one waits.
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

	it('registers a person once for a right-now webinar, whose date changes every minute', async () => {
		account.sandbox.before({ operation: 'register', skip: 10 }, () => account.passTime(2 * MINUTE_MS));
		const contacts = [contact('ann'), ...manyContacts(130), contact('ann')];
		const { rows } = await registerContacts(account, { mode: 'register', webinarId: 103, contacts });
		expect(outcomesOf(rows).at(-1)).toBe('existing');
		expect(registered('ann')).toHaveLength(1);
	});

	it('searches a duplicate whose next session changed, because the registrant list was read before', async () => {
		const untilStart = Date.parse('2026-03-02T18:00:00Z') - account.now;
		account.passTime(untilStart - 30_000);
		account.sandbox.before({ operation: 'register', skip: 10 }, () => account.passTime(MINUTE_MS));
		const next = '1013|next';
		const contacts = [contact('ann', next), ...manyContacts(130, 'other', next), contact('ann', next)];
		const { rows } = await registerContacts(account, { mode: 'return', webinarId: 101, contacts });
		expect(rows.at(0)).toMatchObject({ date: '2026-03-02 13:00', user_id: aNumber });
		expect(rows.at(-1)).toMatchObject({ date: '2026-03-02 13:00', lead_id: aNumber, existing: true });
		// The whole list, and one search.
		expect(account.countRequests('automated/registrants')).toBe(2);
		expect(registered('ann')).toHaveLength(1);
	});

	it('registers a person once in a run of more than two minutes', async () => {
		account.sandbox.before({ operation: 'register', skip: 10 }, () => account.passTime(5 * MINUTE_MS));
		const contacts = [contact('ann'), ...manyContacts(130), contact('ann')];
		await registerContacts(account, { mode: 'register', webinarId: 2, contacts });
		expect(registered('ann')).toHaveLength(1);
	});
});

describe('a registration that the service rejects', () => {
	it('fails the item instead of registering for another session if the chosen one is gone', async () => {
		account.changeWebinar(1, {
			sessions: [
				singleSession({ schedule: 11, daysAhead: 5 }),
				singleSession({ schedule: 12, daysAhead: 6 }),
			],
		});
		await registerContacts(account, { mode: 'register', contacts: [contact('reader')] });
		account.changeWebinar(1, { sessions: [singleSession({ schedule: 12, daysAhead: 6 })] });
		const { rows } = await registerContacts(account, { mode: 'register', contacts: [contact('ann')] });
		expect(outcomesOf(rows)).toEqual([containing('Session')]);
		expect(registered('ann')).toEqual([]);
		account.passTime(MINUTE_MS + 1000);
		const { rows: later } = await registerContacts(account, { mode: 'register', contacts: [contact('ann')] });
		expect(later).toMatchObject([{ schedule: 12 }]);
	});

	it('sends no further request after a rejected registration', async () => {
		account.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', times: Infinity });
		await registerContacts(account, { mode: 'register', contacts: [contact('ann')] });
		expect(account.requestNames).toEqual(['live/webinar', 'live/register']);
	});
});

describe('a person whom an earlier run registered', () => {
	it.each(['skip', 'return'] as const)(
		'finds the person of an earlier run in the registrant list in the mode %s',
		async (mode) => {
			await registerContacts(account, { mode: 'register', contacts: [contact('ann')] });
			const { rows } = await registerContacts(account, { mode, contacts: [contact('ann')] });
			expect(outcomesOf(rows)).toEqual([outcomeOfExisting(mode)]);
			expect(rows).toMatchObject([{ lead_id: aNumber }]);
			expect(account.countRequests('live/register')).toBe(1);
		},
	);

	it.each<[string, Fault, string]>([
		['the service made', { kind: 'resetAfter' }, 'skipped'],
		['the service did not make', { kind: 'resetBefore' }, 'registered'],
	])(
		'looks in the registrant list for an unclear registration of an earlier run, which %s',
		async (_what, fault, expected) => {
			account.sandbox.fail({ ...fault, operation: 'register' });
			await registerContacts(account, { mode: 'skip', contacts: [contact('ann')] });
			const { rows } = await registerContacts(account, { mode: 'skip', contacts: [contact('ann')] });
			expect(outcomesOf(rows)).toEqual([expected]);
			expect(registered('ann')).toHaveLength(1);
		},
	);

	it('registers a person again who was removed after an earlier run', async () => {
		await registerContacts(account, { mode: 'return', contacts: [contact('ann')] });
		account.sandbox.removeRegistrant('ann@example.com');
		const { rows } = await registerContacts(account, { mode: 'return', contacts: [contact('ann')] });
		expect(outcomesOf(rows)).toEqual(['registered']);
	});

	it('registers a person of an earlier run again for just in time', async () => {
		const contacts = [contact('ann', 'justInTime')];
		await registerContacts(account, { mode: 'return', webinarId: 101, contacts });
		account.passTime(DAY_MS);
		const { rows } = await registerContacts(account, { mode: 'return', webinarId: 101, contacts });
		expect(outcomesOf(rows)).toEqual(['registered']);
		expect(account.countRequests('automated/registrants')).toBe(0);
	});
});
