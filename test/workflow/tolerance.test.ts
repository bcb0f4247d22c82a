import { byId } from '../support/harness';
import { aNumber, containing } from '../support/matchers';
import { useOwnAccount } from '../support/ownAccount';
import { succeed } from '../support/succeed';

const account = useOwnAccount();

const watched = { resource: 'live', webinarId: byId(1) };
const register = { ...watched, operation: 'register', firstName: 'Ann', email: 'ann@example.com' };
const text = (part: string) => containing(part);

/** Gives the watched webinar one session, whose time is in its zone, where it is 07:07 and 30 seconds. */
const session = (daysAhead: number, time: string) =>
	account.sandbox.changeWebinar(
		{ product: 'live', webinarId: 1 },
		{ sessions: [{ kind: 'once', schedule: 11, daysAhead, time }] },
	);

describe('a session that began', () => {
	it.each([
		['07:07', 0],
		['19:08', -1],
	])('less than 12 hours ago can be booked by its ID: %s, day %i', async (time, day) => {
		session(day, time);
		await account.gives({ ...register, schedule: byId(11) }, [{ schedule: 11, email: 'ann@example.com' }]);
	});

	const over = {
		message: 'The schedule 11 has no upcoming session',
		description: text('Available sessions: 11|'),
	};

	it.each([
		['12 hours ago is over', -1, '19:07', 11, over],
		['more than 12 hours ago is over', -2, '07:00', 11, over],
		[
			'just now is never the next one',
			0,
			'07:07',
			'next',
			{ message: 'The webinar has no upcoming session' },
		],
	])('%s', async (_when, day, time, schedule, error) => {
		session(day, time);
		const failed = await account.error({ ...register, schedule: byId(schedule) });
		expect(failed).toMatchObject(error);
		expect(account.count('live/register')).toBe(0);
	});

	it('is found in an automated webinar, where it is a replay', async () => {
		const sessions = [{ kind: 'once', schedule: 1051, daysAhead: -2, time: '07:00' }] as const;
		account.sandbox.changeWebinar({ product: 'automated', webinarId: 105 }, { sessions });
		const automated = { ...register, resource: 'automated', webinarId: byId(105), schedule: byId(1051) };
		await account.run(automated);
		expect(account.count('automated/register')).toBe(1);
	});
});

describe('a list that the service writes as an object with numbers', () => {
	const detail = {
		...{ webinar_id: 1, webinar_hash: 'kvn1042', name: 'Onboarding', title: 'Get started in one hour' },
		...{ type: 'Single presentation', timezone: 'America/New_York' },
		schedules: {
			'1': { date: '2026-03-07 14:00', schedule: 11, comment: 'Saturday' },
			'3': { date: '2026-03-08 14:00', schedule: 12, comment: 'Sunday' },
		},
	};
	it('is one of sessions, of which the next is booked', async () => {
		succeed(account.sandbox, 'webinar', { webinar: detail });
		await account.gives({ ...watched, operation: 'get' }, [
			{ schedules: [{ schedule: 11 }, { schedule: 12 }] },
		]);
		await account.gives({ ...register, schedule: byId('next') }, [{ schedule: 11 }]);
	});

	it('is one of webinars', async () => {
		succeed(account.sandbox, 'webinars', {
			webinars: {
				'0': { ...detail, schedules: { '2': 'Sat, 7 Mar 2026, 02:00 PM' } },
				'4': { ...detail, webinar_id: 2, schedules: [] },
			},
		});
		const webinars = await account.output({ resource: 'live', operation: 'getAll', returnAll: true });
		expect(webinars.map(({ webinar_id }) => webinar_id)).toEqual([1, 2]);
		const published = await account.examples({ resource: 'live', event: 'webinarPublished' });
		expect(published).toHaveLength(2);
	});

	it('is one of registrants', async () => {
		const data = { '0': { id: 1, email: 'ann@example.com' }, '2': { id: 2, email: 'ben@example.com' } };
		succeed(account.sandbox, 'registrants', { registrants: { data, last_page: 1, total: 2 } });
		const list = { ...watched, operation: 'getRegistrants', returnAll: true };
		await account.gives(list, [{ id: 1 }, { id: 2 }]);
	});
});

describe('the consent of a contact', () => {
	const mapped = { ...register, options: { attendeeConsent: '={{ $json.consent }}' } };

	it.each(['y', 'Y', 'yes', 'on', 'ON ', '1', 1, 'true', true, ['I agree']])(
		'is given by %j',
		async (consent) => {
			await account.gives(mapped, [{ email: 'ann@example.com', user_id: aNumber }], {
				items: [{ consent }],
			});
		},
	);

	it.each(['n', 'no', 'off', '0', 0, 'false', false, '', ' ', null, undefined, [], ['']])(
		'is not given by %j',
		async (consent) => {
			await expect(account.output(mapped, { items: [{ consent }] })).resolves.toEqual([
				{ skipped: true, reason: 'no consent', email: 'ann@example.com' },
			]);
			expect(account.calls).toEqual([]);
		},
	);

	it.each([
		['maybe', 'maybe'],
		[2, '2'],
		[{ yes: true }, 'object'],
	])('is not guessed from %j', async (consent, shown) => {
		const message = `Attendee Consent is neither yes nor no: "${shown}"`;
		await account.fails(mapped, message, { items: [{ consent }] });
		expect(account.calls).toEqual([]);
	});
});

describe('a text', () => {
	const long = 'x'.repeat(10_001);

	it.each([
		['First Name', { firstName: long }],
		['Last Name', { additionalFields: { lastName: long } }],
		['Email', { email: `${long}@example.com` }],
		['Session', { schedule: byId(long) }],
		['Name or Email Contains', { operation: 'getRegistrants', filters: { search: long } }],
	])('that is longer than 10,000 characters reaches no call: %s', async (label, more) => {
		await account.fails(
			{ ...register, ...more },
			{
				message: `${label} is longer than 10000 characters`,
				description: text('it may use a whole file or page'),
			},
		);
		expect(account.calls).toEqual([]);
	});

	it('of 10,000 characters is sent', async () => {
		const lastName = 'x'.repeat(10_000);
		await account.output({ ...register, additionalFields: { lastName } });
		expect(account.sandbox.registrants[0]?.lastName).toBe(lastName);
	});
});

describe('a call that fails', () => {
	const get = { ...watched, operation: 'get' };
	const fail = (status: number, times: number, headers = {}) =>
		account.sandbox.fail({ kind: 'answer', status, times, headers });
	/** The seconds between the calls. */
	const pauses = () =>
		account.sandbox.calls
			.slice(1)
			.map(({ at }, index) => (at - (account.sandbox.calls[index]?.at ?? 0)) / 1000);

	it('and only reads is made again three times, after pauses that grow', async () => {
		fail(503, 3);
		await account.gives(get, [{ webinar_id: 1 }]);
		const [first = 0, second = 0, third = 0] = pauses();
		expect(account.sandbox.calls).toHaveLength(4);
		expect(first).toBeGreaterThan(0.2);
		expect(second).toBeGreaterThan(first);
		expect(third).toBeGreaterThan(second);
		expect(third).toBeLessThan(10);
	});

	it.each([
		[undefined, 1],
		['7', 7],
	])(
		'because there are too many is made again after a second, or as long as is asked: %p',
		async (after, seconds) => {
			fail(429, 2, after === undefined ? {} : { 'retry-after': after });
			await account.gives(get, [{ webinar_id: 1 }]);
			expect(account.sandbox.calls).toHaveLength(3);
			for (const pause of pauses()) {
				expect(pause).toBeGreaterThan(seconds - 0.01);
				expect(pause).toBeLessThan(seconds + 2);
			}
		},
	);
});
