import { changeResponseBody } from '../support/changeResponseBody';
import { byId, waitUntil } from '../support/harness';
import { containing } from '../support/matchers';
import {
	ann,
	bo,
	cy,
	LOOKUP_MODES,
	manyContacts,
	outcomeIfRegistered,
	useContacts,
} from '../support/registerContacts';
import { automated, live } from '../support/sandboxWebinars';
import { MINUTE_MS } from '../support/triggerStage';

/** How Skip and Return Existing find out whether a person is registered. */

const account = useContacts();

const annsRow = { id: 1, lead_id: 1, email: ann.email };

const countListRequests = () =>
	account.sandbox.calls.filter(({ operation }) => operation === 'registrants').length;
/** Delays every response of an endpoint. */
const delayResponses = (operation: string, milliseconds: number) =>
	account.sandbox.setLatency(() =>
		account.sandbox.calls.at(-1)?.operation === operation ? milliseconds : 0,
	);
const waitForRequest = (name: string) => waitUntil(() => account.countRequests(name) === 1);
const nextTurnOfEventLoop = () => new Promise((resolve) => setImmediate(resolve));

describe('a registrant list with fewer rows than the service reports', () => {
	it.each(LOOKUP_MODES)(
		'finds Ann, and fails Bo, if the service reports 2 rows but lists only Ann\'s: If Already Registered is "%s"',
		async (mode) => {
			account.respondWithRegistrants([annsRow], { total: 2 });
			const { outcomes } = await account.register([ann, bo], { ifAlreadyRegistered: mode });
			expect(outcomes).toEqual([
				outcomeIfRegistered(mode),
				containing('Could not check whether "bo@example.com" is registered'),
			]);
			expect(account.countRequests('live/register')).toBe(0);
		},
	);

	it.each(LOOKUP_MODES)(
		'searches for a person whom an incomplete list has only for a session that is over: If Already Registered is "%s"',
		async (mode) => {
			const yesterday = { ...annsRow, schedule_id: 1013, event: '2026-03-01 13:00' };
			const tomorrow = { ...annsRow, id: 2, schedule_id: 1013, event: '2026-03-03 13:00' };
			const page = (data: object[]) => ({ registrants: { data, last_page: 1, total: 2 } });
			account.respondWith('registrants', page([yesterday]), { times: 1 });
			account.respondWith('registrants', page([yesterday, tomorrow]));
			const contacts = [ann, bo].map(({ email }) => ({ email, session: '1013' }));
			const { outcomes } = await account.register(contacts, {
				ifAlreadyRegistered: mode,
				webinarId: automated.everyKind,
			});
			expect(outcomes[0]).toBe(outcomeIfRegistered(mode));
		},
	);

	it('unsubscribes nobody if the service reports 2 rows but lists one', async () => {
		account.respondWithRegistrants([annsRow], { total: 2 });
		await account.expectError(
			{
				resource: 'live',
				operation: 'unsubscribe',
				webinarId: byId(live.oneSession),
				email: 'ann@example.com',
			},
			'Could not check whether "ann@example.com" is registered',
		);
		expect(account.countRequests('live/unsubscribe')).toBe(0);
	});
});

describe('a registrant list without the number of its rows', () => {
	it.each(LOOKUP_MODES)('finds Ann, and registers Bo: If Already Registered is "%s"', async (mode) => {
		account.respondWithRegistrants([annsRow], { total: undefined });
		const { outcomes } = await account.register([ann, bo], { ifAlreadyRegistered: mode });
		expect(outcomes).toEqual([outcomeIfRegistered(mode), 'registered']);
	});
});

describe('a row with an empty schedule ID', () => {
	it.each(LOOKUP_MODES)(
		'counts as a registration for the chosen session on the row\'s date: If Already Registered is "%s"',
		async (mode) => {
			account.respondWithRegistrants([{ ...annsRow, schedule_id: '' }]);
			const { outcomes } = await account.register([ann], { ifAlreadyRegistered: mode });
			expect(outcomes).toEqual([outcomeIfRegistered(mode)]);
		},
	);
});

describe('the check of whether contacts are already registered', () => {
	it('searches for each contact if the registrant list has more pages than the run has contacts', async () => {
		account.addRegistrants(80);
		const { outcomes } = await account.register(manyContacts(2), { ifAlreadyRegistered: 'skip' });
		expect(outcomes).toEqual(['registered', 'registered']);
		const firstPage = 1;
		const searches = 2;
		expect(countListRequests()).toBe(firstPage + searches);
	});

	it('searches for the last contact if the contacts before it are invalid, because the list has several pages', async () => {
		account.addRegistrants(60);
		const invalid = { email: '' };
		await account.register([invalid, invalid, invalid, ann], { ifAlreadyRegistered: 'skip' });
		expect(countListRequests()).toBe(1);
	});

	it('searches for each contact if the contacts choose different sessions, and the webinar has several schedules', async () => {
		const contacts = [
			{ email: 'ann@example.com', session: 'next' },
			{ email: 'bo@example.com', session: '219' },
		];
		const webinarId = live.pastDates;
		const { outcomes } = await account.register(contacts, { ifAlreadyRegistered: 'skip', webinarId });
		expect(outcomes).toEqual(['registered', 'registered']);
		const searches = 2;
		expect(countListRequests()).toBe(searches);
	});

	it('reads the whole registrant list once if that takes fewer requests than one search per contact, and uses it to the end of a long run', async () => {
		account.addRegistrants(50);
		account.sandbox.before({ operation: 'registrants', skip: 1 }, () => account.passTime(3 * MINUTE_MS));
		const { outcomes } = await account.register(manyContacts(5), { ifAlreadyRegistered: 'skip' });
		expect(new Set(outcomes)).toEqual(new Set(['registered']));
		const pages = 2;
		expect(countListRequests()).toBe(pages);
	});

	it('reads the whole registrant list once if the contacts have different time zones, and the webinar has one schedule', async () => {
		account.changeWebinar(automated.attendeeZone, {
			sessions: [{ kind: 'everyDay', schedule: 1021, time: '11:00' }],
		});
		const parameters = {
			resource: 'automated',
			operation: 'register',
			webinarId: byId(automated.attendeeZone),
			firstName: 'Ann',
			email: '={{ $json.email }}',
			timezone: '={{ $json.zone }}',
			options: { ifAlreadyRegistered: 'skip' },
		};
		const items = ['Asia/Tokyo', 'Europe/London', 'GMT-8'].map((zone, index) => ({
			email: `contact.${index}@example.com`,
			zone,
		}));
		const { output } = await account.run(parameters, { items });
		expect(output.map(({ json }) => json.skipped)).toEqual([false, false, false]);
		expect(countListRequests()).toBe(1);
	});

	it("searches for each contact if the request for the registrant list's second page fails", async () => {
		account.addRegistrants(50);
		account.addContact(bo, live.oneSession, 11);
		account.sandbox.fail({ kind: 'answer', status: 422, operation: 'registrants', skip: 1 });
		const { outcomes } = await account.register([ann, bo, cy], { ifAlreadyRegistered: 'skip' });
		expect(outcomes).toEqual(['registered', 'skipped', 'registered']);
	});

	it('registers nobody if the registrant list cannot be read', async () => {
		account.sandbox.fail({ kind: 'answer', status: 404, operation: 'registrants', times: Infinity });
		const { outcomes } = await account.register([ann], { ifAlreadyRegistered: 'skip' });
		expect(outcomes).toEqual([containing('Could not list the registrants')]);
		expect(account.countRequests('live/register')).toBe(0);
	});
});

describe('a person who is already in the registrant list', () => {
	it('treats a registration for the chosen schedule as existing if its date is unreadable', async () => {
		account.respondWithRegistrants([
			{ ...annsRow, schedule_id: 1013, event: '12 marras 2025 13:00' },
			{ ...annsRow, schedule_id: 1013, event: '2026-03-01 13:00' },
		]);
		const contacts = [
			{ email: 'ann@example.com', session: '1013|next' },
			{ email: 'bo@example.com', session: '1013|next' },
		];
		const { outcomes } = await account.register(contacts, {
			ifAlreadyRegistered: 'return',
			webinarId: automated.everyKind,
		});
		expect(outcomes).toEqual(['existing', 'registered']);
	});
});

describe('simultaneous runs in one n8n process', () => {
	it.each([
		{ first: 'register', second: 'skip' },
		{ first: 'skip', second: 'return' },
		{ first: 'return', second: 'skip' },
	] as const)(
		'registers a person once in two simultaneous runs: If Already Registered is "$first", then "$second"',
		async ({ first, second }) => {
			delayResponses('register', 80);
			const firstRun = account.register([ann], { ifAlreadyRegistered: first });
			await waitForRequest('live/register');
			account.passTime(1000);
			const { outcomes } = await account.register([ann], { ifAlreadyRegistered: second });
			expect(outcomes).toEqual([outcomeIfRegistered(second)]);
			await firstRun;
			expect(account.registrationsOf(ann)).toHaveLength(1);
		},
	);

	it('skips a person whom a form registered after the run had read the registrant list', async () => {
		account.addRegistrants(50);
		let form: Promise<unknown> = Promise.resolve();
		account.sandbox.before({ operation: 'register' }, () => {
			form = account.register([ann], { ifAlreadyRegistered: 'register' });
		});
		const contacts = [...manyContacts(85), ann];
		const { outcomes } = await account.register(contacts, { ifAlreadyRegistered: 'skip' });
		await form;
		expect(outcomes.at(-1)).toBe('skipped');
		expect(account.registrationsOf(ann)).toHaveLength(1);
	});

	it('skips a person whose registration by a form ended unclear after the run had read the registrant list', async () => {
		account.addRegistrants(50);
		const pages = 2;
		let form: ReturnType<typeof account.register> | undefined;
		account.sandbox.before({ operation: 'register' }, () => {
			form = account.register([ann], { ifAlreadyRegistered: 'register' });
		});
		account.sandbox.fail({ kind: 'resetAfter', operation: 'register', email: ann.email });
		account.sandbox.fail({ kind: 'answer', status: 503, operation: 'registrants', skip: pages });
		const contacts = [...manyContacts(85), ann];
		const { outcomes } = await account.register(contacts, { ifAlreadyRegistered: 'skip' });
		expect((await form)?.outcomes).toEqual([containing('may have been registered')]);
		expect(outcomes.at(-1)).toBe('skipped');
		expect(account.registrationsOf(ann)).toHaveLength(1);
	});

	it.each([
		{ first: 'Register', firstRequest: 'live/register', isSubscribed: false },
		{ first: 'Unsubscribe', firstRequest: 'live/unsubscribe', isSubscribed: true },
	])(
		'waits with the other operation on a person until $first has ended',
		async ({ first, firstRequest, isSubscribed }) => {
			account.addContact(ann, live.oneSession, 11);
			const unsubscribe = () =>
				account.getOutput({
					resource: 'live',
					operation: 'unsubscribe',
					webinarId: byId(live.oneSession),
					email: 'ANN@example.com',
				});
			const registerAgain = () => account.register([ann], { ifAlreadyRegistered: 'register' });
			delayResponses(firstRequest.replace('live/', ''), 250);
			const [begin, follow] =
				first === 'Register' ? [registerAgain, unsubscribe] : [unsubscribe, registerAgain];
			const firstRun = begin();
			await waitForRequest(firstRequest);
			const sentBefore = account.requestNames.length;
			const secondRun = follow();
			for (let turns = 0; turns < 20; turns++) await nextTurnOfEventLoop();
			const sentMeanwhile = account.requestNames.slice(sentBefore);
			await Promise.all([firstRun, secondRun]);
			expect(sentMeanwhile).not.toContain(isSubscribed ? 'live/register' : 'live/registrants');
		},
	);

	it('ends a canceled run without waiting for the run that registers the same person', async () => {
		delayResponses('register', 300);
		let isFirstRunOver = false;
		const firstRun = account
			.register([ann], { ifAlreadyRegistered: 'skip' })
			.finally(() => (isFirstRunOver = true));
		await waitForRequest('live/register');
		const cancel = new AbortController();
		const waitingRun = account.register([ann], { ifAlreadyRegistered: 'skip', signal: cancel.signal });
		for (let turns = 0; turns < 20; turns++) await nextTurnOfEventLoop();
		cancel.abort();
		await waitingRun;
		expect(isFirstRunOver).toBe(false);
		await firstRun;
		expect(account.registrationsOf(ann)).toHaveLength(1);
	});
});

describe('a registration response without a room link', () => {
	it('gives a hint that names the items, including a duplicate', async () => {
		account.sandbox.fail({
			...changeResponseBody((json) => json.replace(/"live_room_url":"[^"]*"/, '"live_room_url":null')),
			operation: 'register',
			times: 2,
		});
		const { rows, hints } = await account.register([ann, bo, cy, ann], { ifAlreadyRegistered: 'return' });
		expect(rows).toHaveLength(4);
		expect(hints.at(-1)).toBe(
			'The registration has no link to the live room. If the person was registered just now, run the item again, but not with If Already Registered set to Skip. (item 0, item 1 and item 3)',
		);
	});
});
