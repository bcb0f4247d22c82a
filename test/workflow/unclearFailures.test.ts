import type { Fault } from '../../sandbox';
import { changeResponseBody } from '../support/changeResponseBody';
import { aNumber, containing } from '../support/matchers';
import { ALL_MODES, ann, bo, type Contact, useContacts } from '../support/registerContacts';
import { automated, live } from '../support/sandboxWebinars';

/** What Register does if it is unclear whether the service has registered the person. */

const account = useContacts();

/** Failures after which the service has registered the person. */
const failuresAfterActing: ReadonlyArray<{ failure: string; fault: Fault }> = [
	{ failure: 'HTTP 502', fault: { kind: 'answer', status: 502, body: '<html></html>', acts: true } },
	{ failure: 'a connection that breaks off', fault: { kind: 'resetAfter' } },
	{ failure: 'a response that is cut off', fault: { kind: 'truncatedJson' } },
];

const failAfterActing = () => account.sandbox.fail({ kind: 'resetAfter', operation: 'register' });

describe.each(failuresAfterActing)('a registration that ends in $failure', ({ fault }) => {
	it('returns the listed registration after one look-up', async () => {
		account.sandbox.fail({ ...fault, operation: 'register', skip: 1 });
		const { rows, hints } = await account.register([ann, bo], { ifAlreadyRegistered: 'register' });
		const [annsRow, bosRow] = account.sandbox.registrants;
		expect(account.sandbox.registrants).toHaveLength(2);
		expect(rows).toMatchObject([
			{ user_id: aNumber, skipped: false },
			{ lead_id: bosRow?.leadId, email: 'bo@example.com', skipped: false },
		]);
		expect(annsRow?.email).toBe('ann@example.com');
		expect(rows[1]).toHaveProperty('live_room_url', containing('http'));
		expect(rows[1]).not.toHaveProperty('existing');
		expect(hints).toContain(
			'The service failed, but it lists the registration, so the person is registered. (item 1)',
		);
		expect(account.countRequests('live/register')).toBe(2);
		expect(account.countRequests('live/registrants')).toBe(1);
	});
});

describe('a registration with an unclear result', () => {
	it('gives a hint if the look-up found no room link', async () => {
		failAfterActing();
		account.sandbox.fail({
			...changeResponseBody((json) => json.replace(/"live_room":"[^"]*"/, '"live_room":null')),
			operation: 'registrants',
		});
		const { outcomes, hints } = await account.register([ann, ann], { ifAlreadyRegistered: 'register' });
		expect(outcomes).toEqual(['registered', 'existing']);
		expect(hints.at(-1)).toMatch(/^The registration has no link to the live room\..* \(item 0 and item 1\)$/);
	});

	it.each(ALL_MODES)(
		'fails with the error if only a person with a longer email address is listed, and is not sent again: If Already Registered is "%s"',
		async (mode) => {
			account.addContact({ ...ann, email: `jo${ann.email}` }, live.oneSession, 11);
			account.sandbox.fail({ kind: 'answer', status: 502, operation: 'register' });
			const { outcomes } = await account.register([ann], { ifAlreadyRegistered: mode });
			expect(outcomes).toEqual([containing('may have been registered')]);
			expect(account.countRequests('live/register')).toBe(1);
		},
	);

	it('fails with the error if the person is listed only for another date of the schedule', async () => {
		const options = { ifAlreadyRegistered: 'register', webinarId: automated.everyKind } as const;
		await account.register([{ ...ann, session: '1013|2026-03-03 13:00' }], options);
		account.sandbox.fail({ kind: 'answer', status: 502, operation: 'register' });
		const { outcomes } = await account.register([{ ...ann, session: '1013|2026-03-04 13:00' }], options);
		expect(outcomes).toEqual([containing('may have been registered')]);
	});

	it('fails with the error if the person is listed only for a session of the whole schedule that is over', async () => {
		const webinarId = automated.everyKind;
		const yesterday = { id: 1, lead_id: 1, email: ann.email, schedule_id: 1013, event: '2026-03-01 13:00' };
		account.respondWithRegistrants([yesterday]);
		account.sandbox.fail({ kind: 'answer', status: 502, operation: 'register' });
		const contact = { ...ann, session: '1013|all' };
		const { outcomes } = await account.register([contact], { ifAlreadyRegistered: 'register', webinarId });
		expect(outcomes).toEqual([containing('may have been registered')]);
	});

	it('fails with the error after a single request if the look-up fails too', async () => {
		failAfterActing();
		account.sandbox.fail({ kind: 'answer', status: 503, operation: 'registrants', times: Infinity });
		const { outcomes } = await account.register([ann], { ifAlreadyRegistered: 'register' });
		expect(outcomes).toEqual([containing('may have been registered')]);
		expect(account.countRequests('live/registrants')).toBe(1);
	});

	it.each(['justInTime', 'instantReplay'])('is not looked up if Session is %s', async (session) => {
		failAfterActing();
		const contacts: Contact[] = [{ email: 'ann@example.com', session }];
		const { outcomes } = await account.register(contacts, {
			ifAlreadyRegistered: 'register',
			webinarId: automated.everyKind,
		});
		expect(outcomes).toEqual([containing('may have been registered')]);
		expect(account.countRequests('automated/registrants')).toBe(0);
	});
});
