import { byId } from '../support/harness';
import { consecutiveIds } from '../support/manyWebinars';
import { useOwnAccount } from '../support/ownAccount';
import { matching } from '../support/matchers';
import { automated, live } from '../support/sandboxWebinars';
import { singleSession } from '../support/singleSession';
import { HOUR_MS, MINUTE_MS } from '../support/triggerStage';

const account = useOwnAccount();

/** Registers each item for an automated webinar. */
const registerItems = {
	resource: 'automated',
	operation: 'register',
	webinarId: byId(automated.everyKind),
	firstName: 'Ann',
	email: '={{ $json.email }}',
};

it("registers each contact for the session at the contact's local time if the contacts' offsets are equal only until the clocks change", async () => {
	account.changeWebinar(automated.attendeeZone, {
		sessions: [{ kind: 'once', schedule: 1021, daysAhead: 8, time: '11:00' }],
	});
	await account.expectOutput(
		{ ...registerItems, webinarId: byId(automated.attendeeZone), timezone: '={{ $json.zone }}' },
		[
			{ date: '2026-03-10 10:00', timezone: 'GMT-6', starts_at: '2026-03-10T16:00:00Z' },
			{ date: '2026-03-10 09:00', timezone: 'GMT-7', starts_at: '2026-03-10T16:00:00Z' },
		],
		{
			items: [
				{ email: 'denver@example.com', zone: 'America/Denver' },
				{ email: 'phoenix@example.com', zone: 'America/Phoenix' },
			],
		},
	);
});

describe('a session that ends before the registration arrives', () => {
	/** Registers Ann for the session that Session has. */
	const registerAnn = (session: string) => ({
		...registerItems,
		email: 'ann@example.com',
		schedule: byId(session),
	});

	it('registers for the current just-in-time session if the chosen one ends before the registration arrives', async () => {
		account.sandbox.before({ operation: 'register' }, () => account.passTime(40 * MINUTE_MS));
		await account.expectOutput(registerAnn('justInTime'), [{ schedule: 1012, date: '2026-03-02 08:00' }]);
	});

	it.each(['1013|2026-03-03 13:00', '1013'])(
		'fails, without registering for another date, if the service rejects the session %s',
		async (session) => {
			account.sandbox.fail({ kind: 'answer', operation: 'register', status: 422, times: Infinity });
			const sessionOfTodayEnds = () => account.passTime(7 * HOUR_MS);
			account.sandbox.before({ operation: 'webinar', skip: 2 }, sessionOfTodayEnds);
			await account.getError(registerAnn(session));
			expect(account.countRequests('automated/register')).toBe(1);
		},
	);
});

describe('executions in one n8n process', () => {
	const registerItemsLive = { ...registerItems, resource: 'live', webinarId: byId(live.oneSession) };
	/** Items with the email addresses "<name>.1@example.com" and so on. */
	const people = (count: number, name = 'person') =>
		consecutiveIds(count).map((number) => ({ email: `${name}.${number}@example.com` }));

	it('requests a webinar at most once a minute for all executions together', async () => {
		const simultaneousExecutions = people(5).map((item) =>
			account.getOutput(registerItemsLive, { items: [item] }),
		);
		await Promise.all(simultaneousExecutions);
		expect(account.countRequests('live/webinar')).toBe(1);
		account.passTime(40_000);
		await account.getOutput(registerItemsLive, { items: people(1, 'after.40') });
		expect(account.countRequests('live/webinar')).toBe(1);
		account.passTime(21_000);
		await account.getOutput(registerItemsLive, { items: people(1, 'after.61') });
		expect(account.countRequests('live/webinar')).toBe(2);
	});

	it('registers a contact although the execution that first requested the webinar is canceled', async () => {
		const cancel = new AbortController();
		account.sandbox.before({ operation: 'webinar' }, () => cancel.abort());
		account.sandbox.fail({ kind: 'answer', status: 429, operation: 'webinar' });
		const canceled = account.run(registerItemsLive, { items: people(1, 'canceled'), signal: cancel.signal });
		await account.expectOutput(registerItemsLive, [{ email: 'ann.1@example.com' }], {
			items: people(1, 'ann'),
		});
		await canceled;
		expect(account.sandbox.registrants).toHaveLength(1);
	});

	it('fetches the webinar again before failing a contact with an unknown session', async () => {
		await account.getOutput(registerItemsLive, { items: people(1) });
		const unknownSession = { ...registerItemsLive, schedule: byId(77) };
		const expectFailure = (person: { email: string }) =>
			account.expectError(unknownSession, 'The webinar has no schedule with the ID 77', { items: [person] });
		await expectFailure({ email: 'ann@example.com' });
		expect(account.countRequests('live/webinar')).toBe(2);
		// At most one request is pending when the five executions begin, and they share the next one.
		await Promise.all(people(5).map(expectFailure));
		expect(account.countRequests('live/webinar')).toBeLessThanOrEqual(4);
		account.changeWebinar(live.oneSession, { sessions: [singleSession({ schedule: 77, daysAhead: 3 })] });
		await account.expectOutput(unknownSession, [{ schedule: 77 }], { items: people(1) });
	});

	it("registers a contact although an earlier execution's response listed no sessions", async () => {
		account.respondWith('webinar', { webinar: { webinar_id: live.oneSession, schedules: [] } }, { times: 1 });
		await account.expectError(registerItemsLive, 'The webinar has no sessions', { items: people(1) });
		await account.getOutput(registerItemsLive, { items: people(1) });
	});

	it('registers for a date in the time zone that the webinar states, although the service rejects requests with another', async () => {
		const rejection = { kind: 'answer', operation: 'webinar', hasTimezone: true, status: 422 } as const;
		account.sandbox.fail({ ...rejection, times: Infinity });
		await account.expectOutput(
			registerItems,
			[{ date: '2026-03-02 13:00', starts_at: '2026-03-02T18:00:00Z' }],
			{ items: people(1) },
		);
	});

	it('names the value of an expression in the error, not the session that was chosen from the list before', async () => {
		const schedule = { ...byId('={{ 99 }}'), mode: 'list', cachedResultName: 'Mon 9 Mar 2026 13:00' };
		await account.expectError(
			{ ...registerItemsLive, schedule },
			{
				message: 'The webinar has no schedule with the ID 99',
				description: matching(/^99 might be a session number/),
			},
			{ items: people(1) },
		);
	});

	it('lists a webinar in the editor under its new name five seconds after it was renamed', async () => {
		const findRenamed = async () =>
			await account.loadChoices('searchWebinars', { resource: 'live' }, 'Renamed');
		await expect(findRenamed()).resolves.toEqual([]);
		account.changeWebinar(live.oneSession, { name: 'Renamed' });
		account.passTime(5000);
		await expect(findRenamed()).resolves.toMatchObject([{ value: String(live.oneSession) }]);
	});

	it("lists the other account's webinars and sessions as soon as the credential is for another account", async () => {
		const listWebinars = async () => await account.loadChoices('searchWebinars', { resource: 'live' });
		const listSessions = async () =>
			await account.loadChoices('searchSchedules', { ...registerItemsLive, options: {} });
		await listWebinars();
		await listSessions();
		account.sandbox.setApiKey('key-of-another-account');
		account.changeWebinar(live.oneSession, {
			name: 'Other Webinar',
			sessions: [singleSession({ schedule: 77, daysAhead: 3 })],
		});
		const [webinar] = await listWebinars();
		expect(webinar?.name).toMatch(/^Other Webinar/);
		const sessions = await listSessions();
		expect(sessions.map(({ value }) => value)).toEqual(['', '77']);
	});

	it('returns separate objects if two items need the same webinar', async () => {
		const get = { resource: 'live', operation: 'get', webinarId: byId(live.oneSession) };
		const [first, second] = await account.getOutput(get, { items: [{}, {}] });
		expect(first).toEqual(second);
		expect(first?.presenters).not.toBe(second?.presenters);
		expect(first?.schedules).not.toBe(second?.schedules);
	});
});
