import type { Fault } from '../../sandbox';
import { byId } from '../support/harness';
import { containing, matching } from '../support/matchers';
import { ALL_MODES, ann, bo, outcomeIfRegistered, useContacts } from '../support/registerContacts';
import { automated, live } from '../support/sandboxWebinars';
import { singleSession } from '../support/singleSession';
import { DAY_MS } from '../support/triggerStage';

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
	{
		response: 'a success without a user_id',
		fault: { kind: 'withoutUserId' },
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
});

describe('the output for a duplicate', () => {
	it("returns the first contact's registration although the duplicate's time zone needs fewer requests", async () => {
		// The dates are on both sides of the day on which the clocks in New York change.
		account.changeWebinar(automated.attendeeZone, {
			sessions: [{ kind: 'everyDay', schedule: 1021, time: '11:00' }],
			displayedSchedules: 12,
		});
		account.sandbox.setLatency(20);
		const parameters = {
			resource: 'automated',
			operation: 'register',
			webinarId: byId(automated.attendeeZone),
			firstName: '={{ $json.name }}',
			email: ann.email,
			timezone: '={{ $json.zone }}',
		};
		const items = [
			{ name: 'First', zone: 'America/New_York' },
			{ name: 'Second', zone: 'GMT-5' },
		];
		const [first, second] = await account.getOutput(parameters, { items });
		account.sandbox.setLatency(0);
		expect(first).toMatchObject({ first_name: 'First', skipped: false });
		expect(first).not.toHaveProperty('existing');
		expect(second).toMatchObject({ first_name: 'First', existing: true });
	});

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
	it('registers a person once for a live session that three contacts choose as next, by ID, and by date', async () => {
		const contacts = [
			{ email: 'ann@example.com', session: 'next' },
			{ email: 'ann@example.com', session: '11' },
			{ email: 'ann@example.com', session: '11|2026-03-07 14:00' },
		];
		const { outcomes } = await account.register(contacts, { ifAlreadyRegistered: 'register' });
		expect(outcomes).toEqual(['registered', 'existing', 'existing']);
	});

	it('registers a person for two live series', async () => {
		account.changeWebinar(live.oneSession, { type: 'Series of presentations' });
		const registerAnn = {
			resource: 'live',
			operation: 'register',
			webinarId: byId('={{ $json.series }}'),
			firstName: 'Ann',
			email: ann.email,
			additionalFields: { lastName: 'Lee' },
		};
		const items = [{ series: live.series }, { series: live.oneSession }];
		const output = await account.getOutput(registerAnn, { items });
		expect(output.map(({ webinar_id }) => webinar_id)).toEqual([live.series, live.oneSession]);
		const registeredFor = account.registrationsOf(ann).map(({ webinarId }) => webinarId);
		expect(registeredFor.sort()).toEqual([live.oneSession, live.series]);
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
			'The service returned an earlier registration for another session of the series. It covers the following sessions too.',
		);
	});
});

describe('a person whom an earlier run tried to register', () => {
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
