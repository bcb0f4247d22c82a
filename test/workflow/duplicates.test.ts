import type { Fault } from '../../sandbox';
import { aNumber, containing, matching } from '../support/matchers';
import { ALL_MODES, ann, bo, outcomeIfRegistered, useContacts } from '../support/registerContacts';
import { automated, live } from '../support/sandboxWebinars';
import { singleSession } from '../support/singleSession';
import { DAY_MS, MINUTE_MS } from '../support/triggerStage';

const account = useContacts();

interface UnclearResponse {
	response: string;
	fault: Fault;
}

/** Responses after which it stays unclear whether somebody was registered. */
const unclearResponses: readonly UnclearResponse[] = [
	{
		response: 'a failure of a service that did not act',
		fault: { kind: 'answer', status: 502 },
	},
	{
		response: 'a registration for another date',
		fault: { kind: 'otherDate' },
	},
];

describe.each(ALL_MODES)('a duplicate in a run with If Already Registered set to "%s"', (mode) => {
	it.each(unclearResponses)(
		"fails the duplicate with the first contact's error, without a request, if the response is $response",
		async ({ fault }) => {
			account.sandbox.fail({ ...fault, operation: 'register' });
			const contacts = [
				{ email: 'ann@example.com', session: '1013|next' },
				{ email: 'ANN@example.com', session: '1013|next' },
			];
			const { rows } = await account.register(contacts, {
				ifAlreadyRegistered: mode,
				webinarId: automated.everyKind,
			});
			expect(rows).toEqual([
				{ error: matching(/may have been registered|for a different session/) },
				{ error: rows[0]?.error },
			]);
			expect(account.countRequests('automated/register')).toBe(1);
		},
	);

	it('returns or skips the duplicate if the connection broke off, but the service lists the first registration', async () => {
		account.sandbox.fail({ kind: 'resetAfter', operation: 'register' });
		const { outcomes } = await account.register([ann, { email: 'ANN@example.com' }], {
			ifAlreadyRegistered: mode,
		});
		expect(outcomes).toEqual(['registered', outcomeIfRegistered(mode)]);
		expect(account.registrationsOf(ann)).toHaveLength(1);
	});

	it('registers the duplicate if the service rejected the first contact', async () => {
		const body = { status: 'error', errors: 'No such session' };
		account.sandbox.fail({ kind: 'answer', status: 422, body, operation: 'register' });
		const { outcomes } = await account.register([ann, ann, ann], { ifAlreadyRegistered: mode });
		expect(outcomes).toEqual([
			containing('Could not register the person: No such session'),
			'registered',
			outcomeIfRegistered(mode),
		]);
		expect(account.registrationsOf(ann)).toHaveLength(1);
	});

	it("registers each person once, ignoring the email address's case", async () => {
		const annInCapitals = { email: 'ANN@example.com' };
		const { outcomes, rows } = await account.register([ann, bo, annInCapitals, bo], {
			ifAlreadyRegistered: mode,
		});
		const duplicate = outcomeIfRegistered(mode);
		expect(outcomes).toEqual(['registered', 'registered', duplicate, duplicate]);
		expect(rows[0]).toMatchObject({ user_id: aNumber, skipped: false });
		expect(rows[1]).toMatchObject({ user_id: aNumber, skipped: false });
		expect(rows[0]).not.toHaveProperty('existing');
		expect(rows[1]).not.toHaveProperty('existing');
		expect(account.countRequests('live/register')).toBe(2);
	});
});

describe('the output for a duplicate', () => {
	it('returns a duplicate as skipped, without a lead_id, if If Already Registered is "skip"', async () => {
		const { rows } = await account.register([ann, bo, ann, bo], { ifAlreadyRegistered: 'skip' });
		const skipped = {
			skipped: true,
			reason: 'already registered',
			webinar_id: live.oneSession,
			lead_id: null,
		};
		expect(rows.slice(2)).toMatchObject([skipped, skipped]);
	});

	it.each(['register', 'return'] as const)(
		'returns the first contact\'s registration with existing: true for a duplicate if If Already Registered is "%s"',
		async (mode) => {
			const { rows } = await account.register([ann, bo, ann, bo], { ifAlreadyRegistered: mode });
			const [annsRow, bosRow] = rows;
			expect(rows.slice(2)).toMatchObject([
				{ ...annsRow, existing: true },
				{ ...bosRow, existing: true },
			]);
		},
	);
});

describe('a run with several contacts that have the same email address', () => {
	it('registers a person twice for two schedules', async () => {
		const contacts = [
			{ email: 'ann@example.com', session: '51' },
			{ email: 'ann@example.com', session: '52' },
		];
		const { outcomes } = await account.register(contacts, {
			ifAlreadyRegistered: 'register',
			webinarId: live.phoneRequired,
		});
		expect(outcomes).toEqual(['registered', 'registered']);
		expect(account.registrationsOf(ann).map(({ schedule }) => schedule)).toEqual([51, 52]);
	});

	it('registers a person twice for two dates of an automated webinar', async () => {
		const contacts = [
			{ email: 'ann@example.com', session: '1013|2026-03-02 13:00' },
			{ email: 'ann@example.com', session: '1013|2026-03-03 13:00' },
		];
		const { outcomes } = await account.register(contacts, {
			ifAlreadyRegistered: 'register',
			webinarId: automated.everyKind,
		});
		expect(outcomes).toEqual(['registered', 'registered']);
	});

	it('registers a person once for a live session that three contacts choose as next, by ID, and by date', async () => {
		const contacts = [
			{ email: 'ann@example.com', session: 'next' },
			{ email: 'ann@example.com', session: '11' },
			{ email: 'ann@example.com', session: '11|2026-03-07 14:00' },
		];
		const { outcomes } = await account.register(contacts, { ifAlreadyRegistered: 'register' });
		expect(outcomes).toEqual(['registered', 'existing', 'existing']);
	});

	it('returns the earlier registration of a live series with a hint if the service names another of its schedules', async () => {
		account.changeWebinar(live.series, {
			sessions: [
				singleSession({ schedule: 21, daysAhead: 5 }),
				singleSession({ schedule: 22, daysAhead: 12 }),
			],
		});
		account.sandbox.fail({ kind: 'otherSchedule', operation: 'register' });
		const { rows, hints } = await account.register([{ email: 'ann@example.com', session: '22' }], {
			ifAlreadyRegistered: 'register',
			webinarId: live.series,
		});
		expect(rows).toMatchObject([{ schedule: 21, skipped: false }]);
		expect(hints).toContain(
			'The service returned an earlier registration for another session of the series. It covers the following sessions too. (1 contact)',
		);
	});

	it('registers a person once for two sessions of the same live series', async () => {
		account.changeWebinar(live.series, {
			sessions: [
				singleSession({ schedule: 21, daysAhead: 5 }),
				singleSession({ schedule: 22, daysAhead: 12 }),
			],
		});
		const contacts = [
			{ email: 'ann@example.com', session: '21' },
			{ email: 'ann@example.com', session: '22' },
		];
		const { outcomes } = await account.register(contacts, {
			ifAlreadyRegistered: 'register',
			webinarId: live.series,
		});
		expect(outcomes).toEqual(['registered', 'existing']);
	});
});

describe('a duplicate at the end of a long run', () => {
	/** The run processes 80 items at once, so that the last one begins after the first registration. */
	const annOften = Array.from({ length: 81 }, () => ann);

	/** Lets time pass before the service handles the first registration. */
	const passTimeDuringRun = (milliseconds: number) =>
		account.sandbox.before({ operation: 'register' }, () => account.passTime(milliseconds));

	it('registers a person once for a just-in-time session, although the next quarter-hour session begins during the run', async () => {
		account.passTime(7 * MINUTE_MS);
		passTimeDuringRun(MINUTE_MS);
		const contacts = annOften.map(({ email }) => ({ email, session: 'justInTime' }));
		const { outcomes } = await account.register(contacts, {
			ifAlreadyRegistered: 'register',
			webinarId: automated.everyKind,
		});
		expect(outcomes.at(-1)).toBe('existing');
		expect(account.registrationsOf(ann)).toHaveLength(1);
	});

	it('registers a person once for a right-now webinar, although its date changes every minute', async () => {
		passTimeDuringRun(5 * MINUTE_MS);
		const { outcomes } = await account.register(annOften, {
			ifAlreadyRegistered: 'register',
			webinarId: automated.rightNow,
		});
		expect(outcomes.at(-1)).toBe('existing');
		expect(account.registrationsOf(ann)).toHaveLength(1);
	});

	it('finds an existing registration with another search if its session began during the run', async () => {
		const untilSession = Date.parse('2026-03-02T18:00:00Z') - account.now;
		account.passTime(untilSession - 30_000);
		passTimeDuringRun(MINUTE_MS);
		const contacts = annOften.map(({ email }) => ({ email, session: '1013|next' }));
		const { rows } = await account.register(contacts, {
			ifAlreadyRegistered: 'return',
			webinarId: automated.everyKind,
		});
		expect(rows.at(0)).toMatchObject({ date: '2026-03-02 13:00', user_id: aNumber });
		expect(rows.at(-1)).toMatchObject({ date: '2026-03-02 13:00', lead_id: aNumber, existing: true });
		const wholeListAndSearch = 2;
		expect(account.countRequests('automated/registrants')).toBe(wholeListAndSearch);
		expect(account.registrationsOf(ann)).toHaveLength(1);
	});
});

describe('a registration that the service rejects', () => {
	it('fails the item, without registering for another session, if the service removed the chosen session', async () => {
		const saturday = singleSession({ schedule: 11, daysAhead: 5 });
		const sunday = singleSession({ schedule: 12, daysAhead: 6 });
		account.changeWebinar(live.oneSession, { sessions: [saturday, sunday] });
		await account.register([bo], { ifAlreadyRegistered: 'register' });
		account.changeWebinar(live.oneSession, { sessions: [sunday] });
		const rejected = await account.register([ann], { ifAlreadyRegistered: 'register' });
		expect(rejected.outcomes).toEqual([containing('Session')]);
		expect(account.registrationsOf(ann)).toEqual([]);
		account.passTime(MINUTE_MS + 1000);
		const later = await account.register([ann], { ifAlreadyRegistered: 'register' });
		expect(later.rows).toMatchObject([{ schedule: 12 }]);
	});
});

describe('a person whom an earlier run tried to register', () => {
	it("skips a person if the service registered them before the earlier run's connection broke", async () => {
		account.sandbox.fail({ kind: 'resetAfter', operation: 'register' });
		await account.register([ann], { ifAlreadyRegistered: 'skip' });
		const { outcomes } = await account.register([ann], { ifAlreadyRegistered: 'skip' });
		expect(outcomes).toEqual(['skipped']);
		expect(account.registrationsOf(ann)).toHaveLength(1);
	});

	it('registers a person again if they were removed after an earlier run', async () => {
		await account.register([ann], { ifAlreadyRegistered: 'return' });
		account.sandbox.removeRegistrant(ann.email);
		const { outcomes } = await account.register([ann], { ifAlreadyRegistered: 'return' });
		expect(outcomes).toEqual(['registered']);
	});

	it('registers a person from an earlier run again for a just-in-time session', async () => {
		const contacts = [{ email: 'ann@example.com', session: 'justInTime' }];
		const options = { ifAlreadyRegistered: 'return', webinarId: automated.everyKind } as const;
		await account.register(contacts, options);
		account.passTime(DAY_MS);
		const { outcomes } = await account.register(contacts, options);
		expect(outcomes).toEqual(['registered']);
		expect(account.countRequests('automated/registrants')).toBe(0);
	});
});
