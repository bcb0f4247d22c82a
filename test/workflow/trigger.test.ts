import { once } from 'node:events';
import { createServer } from 'node:http';

import { DateTime, Settings } from 'luxon';

import type { ActiveTrigger, MemoryKeeping } from '../../engine/activeTrigger';
import type { Fault, Registrant } from '../../sandbox';
import { byId, expectWithoutKey, Harness } from '../support/harness';

/** A Monday, 07:00 in New York. */
const NOW = Date.parse('2026-03-02T12:00:00Z');
const MINUTE = 60_000;

const onboarding = { product: 'live', webinarId: 1 } as const;
const watched = { resource: 'live', webinarId: byId(1) };
const added = { ...watched, event: 'registrantAdded' };
const attended = { ...watched, event: 'registrantAttended' };
const purchased = { ...watched, event: 'registrantPurchased' };

let harness: Harness;
let now = NOW;

beforeAll(async () => {
	Settings.now = () => now;
	harness = await Harness.start({ now: () => now });
});
beforeEach(() => {
	now = NOW;
	harness.sandbox.reset();
	harness.sandbox.setRegistrantsList({ paginator: 'paginator', newestFirst: false, hasRegistrants: true });
});
afterAll(() => harness.stop());

const register = (people = 1) => harness.sandbox.addRegistrants(onboarding, people);
const idsOf = (registrants: readonly Registrant[]) => registrants.map(({ id }) => id);
const poll = async (trigger: ActiveTrigger) => (await trigger.poll()).map(({ json }) => json);
const reported = async (trigger: ActiveTrigger) => (await poll(trigger)).map(({ id }) => id);

/** The calls that the polls of a function made. */
async function callsOf(work: () => Promise<unknown>): Promise<number> {
	const before = harness.sandbox.calls.length;
	await work();
	return harness.sandbox.calls.length - before;
}

describe.each<MemoryKeeping>(['inWorkflow', 'asCursor'])('a memory that n8n keeps %s', (keeps) => {
	/** Activates, and polls once: only then is a cursor there. */
	const activate = async (parameters: Parameters<Harness['activate']>[0], options = {}) => {
		const trigger = await harness.activate(parameters, { keeps, ...options });
		expect(await poll(trigger)).toEqual([]);
		return trigger;
	};

	it('reports who registers after the first poll, once, as Get Registrants gives it', async () => {
		register(2);
		const trigger = await activate(added);
		expect(await poll(trigger)).toEqual([]);
		const people = register(2);
		const items = await poll(trigger);
		expect(items.map(({ id }) => id)).toEqual(idsOf(people));
		const all = await harness.output({ ...watched, operation: 'getRegistrants', returnAll: true });
		expect(items).toEqual(all.slice(2));
		expect(await poll(trigger)).toEqual([]);
		expectWithoutKey([trigger.saved, items], harness.sandbox.apiKey);
	});

	it('reports who attended, live or the replay or both, once', async () => {
		const [ann, ben, cleo] = register(3);
		if (!ann || !ben || !cleo) throw new Error('Three people are registered');
		harness.sandbox.attend(ann, { live: 60 });
		const trigger = await activate(attended);
		expect(await reported(trigger)).toEqual([]);
		harness.sandbox.attend(ann, { replay: 60 });
		harness.sandbox.attend(cleo, { live: 60, replay: 5 });
		expect(await reported(trigger)).toEqual([cleo.id]);
		harness.sandbox.attend(ben, { replay: 60 });
		expect(await reported(trigger)).toEqual([ben.id]);
		harness.sandbox.attend(ben, { live: 60 });
		expect(await reported(trigger)).toEqual([]);
	});

	it('reports who bought, once', async () => {
		const [ann, ben] = register(2);
		if (!ann || !ben) throw new Error('Two people are registered');
		const trigger = await activate(purchased);
		harness.sandbox.attend(ann, { live: 60 });
		harness.sandbox.buy(ben, { live: 49 });
		expect(await reported(trigger)).toEqual([ben.id]);
		harness.sandbox.buy(ben, { replay: 10 });
		expect(await reported(trigger)).toEqual([]);
	});

	it('is the same after a restart', async () => {
		register(30);
		const trigger = await activate(added);
		const first = register(2);
		expect(await reported(trigger)).toEqual(idsOf(first));
		expect(await reported(trigger)).toEqual([]);
		const second = register(1);
		const atOnce = (await trigger.restart()).map(({ json }) => json.id);
		expect([...atOnce, ...(await reported(trigger))]).toEqual(idsOf(second));
		expect(await reported(trigger)).toEqual([]);
	});

	it('is as it was after a poll that failed at any of its calls', async () => {
		register(60);
		const trigger = await activate(attended);
		const people = register(40);
		for (const person of people) harness.sandbox.attend(person, { live: 60, replay: 60 });
		const before = JSON.stringify(trigger.saved);
		const failures = ['answer', 'html', 'statusError', 'truncatedJson'] as const;
		for (let skip = 0; skip < 4; skip++) {
			const kind = failures[skip] ?? 'html';
			const fault: Fault = kind === 'answer' ? { kind, status: 403 } : { kind };
			harness.sandbox.fail({ ...fault, operation: 'registrants', skip, times: 1 });
			await expect(poll(trigger)).rejects.toMatchObject({
				name: 'NodeApiError',
				message: expect.stringContaining('Could not list the registrants') as string,
			});
			harness.sandbox.clearFaults();
		}
		expect(JSON.stringify(trigger.saved)).toBe(before);
		expect(await reported(trigger)).toEqual(idsOf(people));
		expect(await reported(trigger)).toEqual([]);
	});

	it.each<Fault>([
		{ kind: 'answer', status: 429 },
		{ kind: 'answer', status: 503 },
		{ kind: 'resetBefore' },
		{ kind: 'resetAfter' },
	])('is not touched by a failure that is made up for: %j', async (fault) => {
		const trigger = await activate(added);
		const people = register(1);
		harness.sandbox.fail({ ...fault, operation: 'registrants' });
		expect(await reported(trigger)).toEqual(idsOf(people));
		expect(await reported(trigger)).toEqual([]);
	});

	it('begins afresh for another event, webinar, session or product', async () => {
		register(3);
		const { saved } = await activate(added);
		const others = [
			attended,
			{ ...added, webinarId: byId(2) },
			{ ...added, schedule: byId(11) },
			{ ...added, resource: 'automated', webinarId: byId(101) },
			{ resource: 'live', event: 'webinarPublished' },
		];
		for (const person of register(2)) harness.sandbox.attend(person, { live: 60 });
		for (const parameters of others) {
			const trigger = await activate(parameters, { saved });
			expect(await poll(trigger)).toEqual([]);
			expect(JSON.stringify(trigger.saved)).not.toBe(JSON.stringify(saved));
		}
		const same = await activate(added, { saved });
		expect(await reported(same)).toEqual([]);
	});

	it('holds a registration page address, which is looked up once', async () => {
		const page = 'https://event.example.com/register/kvn1042';
		const trigger = await activate({ ...added, webinarId: { __rl: true, mode: 'url', value: page } });
		const people = register(1);
		const callsOfThePoll = await callsOf(async () => {
			expect(await reported(trigger)).toEqual(idsOf(people));
		});
		expect(harness.calls.slice(-callsOfThePoll)).not.toContain('live/webinars');
	});
});

describe('many registrants', () => {
	it('cost few calls: 1,000 on 40 pages, whichever end is the newest', async () => {
		for (const newestFirst of [false, true]) {
			harness.sandbox.reset();
			harness.sandbox.setRegistrantsList({ newestFirst });
			register(1000);
			const trigger = await harness.activate(added);
			// Where a new row can make up for a removed one, the first and the last page are looked at twice.
			expect(harness.sandbox.calls).toHaveLength(newestFirst ? 40 : 42);
			expect(await callsOf(async () => expect(await poll(trigger)).toEqual([]))).toBe(1);
			const [one] = register(1);
			expect(await callsOf(async () => expect(await reported(trigger)).toEqual([one?.id]))).toBeLessThan(4);
			expect(await callsOf(async () => expect(await poll(trigger)).toEqual([]))).toBe(1);
		}
	});

	it('are reported once each when people register while pages are read', async () => {
		for (const newestFirst of [false, true]) {
			harness.sandbox.reset();
			harness.sandbox.setRegistrantsList({ newestFirst });
			const trigger = await harness.activate(added);
			const before = register(400);
			const late: Registrant[] = [];
			harness.sandbox.setLatency(5);
			let isRunning = true;
			const running = reported(trigger).finally(() => (isRunning = false));
			const calls = harness.sandbox.calls.length;
			while (isRunning && late.length < 3) {
				await new Promise((resolve) => setImmediate(resolve));
				if (harness.sandbox.calls.length >= calls + 4 * (late.length + 1)) late.push(...register(1));
			}
			const found = await running;
			harness.sandbox.setLatency(0);
			const ids = [...found, ...(await reported(trigger))];
			expect(ids).toHaveLength(403);
			expect(new Set(ids)).toEqual(new Set(idsOf([...before, ...late])));
			expect(await reported(trigger)).toEqual([]);
		}
	});

	it('who were there before the first poll are not reported when people register during it', async () => {
		for (const newestFirst of [false, true]) {
			harness.sandbox.reset();
			harness.sandbox.setRegistrantsList({ newestFirst });
			const before = idsOf(register(600));
			harness.sandbox.setLatency(20);
			const activating = harness.activate(added);
			while (harness.sandbox.calls.length < 5) await new Promise((resolve) => setImmediate(resolve));
			register(3);
			const trigger = await activating;
			harness.sandbox.setLatency(0);
			const ids = [...(await reported(trigger)), ...(await reported(trigger))];
			expect(ids.filter((id) => before.includes(Number(id)))).toEqual([]);
			const [late] = register(1);
			expect(await reported(trigger)).toEqual([late?.id]);
		}
	});

	it.each(['minimal', 'withoutLastPage', 'repeating', 'bareArray', 'users', 'user'] as const)(
		'are reported in the answers of older hosts too: %s',
		async (paginator) => {
			harness.sandbox.setRegistrantsList({ paginator });
			register(20);
			const trigger = await harness.activate(added);
			const people = register(5);
			expect(await reported(trigger)).toEqual(idsOf(people));
			expect(await reported(trigger)).toEqual([]);
		},
	);

	it('are reported once by two polls at a time', async () => {
		const trigger = await harness.activate(added);
		const people = register(60);
		const ids = (await Promise.all([reported(trigger), reported(trigger)])).flat();
		expect(ids).toEqual(idsOf(people));
		expect(await reported(trigger)).toEqual([]);
	});

	it('that take longer than n8n allows end the poll with advice, and the memory stays', async () => {
		register(100);
		const activation = harness.activate(added, { budgetMs: -1 });
		await expect(activation).rejects.toMatchObject({
			message: expect.stringContaining('longer than the') as string,
			description: expect.stringContaining('watch a single Session') as string,
		});
		expect(harness.sandbox.calls).toEqual([]);
	});

	it.each([{ kind: 'answer', status: 429, headers: { 'retry-after': '300' } }, { kind: 'hang' }] as const)(
		'that are not given before n8n ends the poll end it with advice: %j',
		async (fault) => {
			// With an account of its own, which is stopped or busy for a while after that.
			const other = await Harness.start();
			other.sandbox.fail(fault);
			await expect(other.activate(added, { budgetMs: 300 })).rejects.toMatchObject({
				message: expect.stringContaining('longer than the') as string,
			});
			expect(other.calls).toHaveLength(1);
			await other.sandbox.close();
		},
	);

	/** Lets the host answer with these rows alone. */
	const answer = (...data: object[]) => {
		const body = { status: 'success', registrants: { data, last_page: 1, total: data.length } };
		harness.sandbox.clearFaults();
		harness.sandbox.fail({ kind: 'answer', status: 200, body, operation: 'registrants', times: 9 });
	};

	it('keep all their fields, whatever these are called', async () => {
		const row = { id: 1, json: { answer: 5 }, binary: 'x', email: 'ann@example.com' };
		answer();
		const trigger = await harness.activate(added);
		answer(row);
		expect(await harness.examples(added)).toEqual([row]);
		expect(await poll(trigger)).toEqual([row]);
	});

	it.each([
		[
			'a session more of the same person',
			{ lead_id: 7, email: 'ann@example.com', schedule_id: 11 },
			{ schedule_id: 12 },
		],
		['somebody without a number and an address', { id: 'a-1', email: null, schedule_id: 11 }, { id: 'a-2' }],
	])('are known where rows have no number of their own: %s', async (_case, row, other) => {
		answer(row);
		const trigger = await harness.activate(added);
		answer(row, { ...row, ...other });
		expect(await poll(trigger)).toMatchObject([other]);
		expect(await poll(trigger)).toEqual([]);
	});

	it('of one session are told from those of the others', async () => {
		const briefing = { product: 'live', webinarId: 5 } as const;
		const parameters = { ...added, webinarId: byId(5), schedule: byId(52) };
		const trigger = await harness.activate(parameters);
		harness.sandbox.addRegistrants({ ...briefing, schedule: 51 }, 3);
		const people = harness.sandbox.addRegistrants({ ...briefing, schedule: 52 }, 2);
		expect(await reported(trigger)).toEqual(idsOf(people));
	});
});

describe('the event webinarPublished', () => {
	it('is each webinar that is new in the account, once', async () => {
		const webinars = harness.sandbox.webinars.filter(({ id }) => id === 5);
		const publish = (...ids: number[]) =>
			webinars.push(...harness.sandbox.webinars.filter(({ id }) => ids.includes(id)));
		const own = await Harness.start({ webinars, now: () => now });
		const trigger = await own.activate({ resource: 'live', event: 'webinarPublished' });
		const published = async () => (await poll(trigger)).map(({ webinar_id }) => webinar_id);
		expect(await published()).toEqual([]);
		publish(7, 1, 101);
		const items = await poll(trigger);
		expect(items).toMatchObject([
			{ webinar_id: 1, webinar_hash: 'kvn1042', name: 'Onboarding' },
			{ webinar_id: 7 },
		]);
		webinars.shift();
		expect(await published()).toEqual([]);
		publish(5);
		expect(await published()).toEqual([]);
		await own.sandbox.close();
	});

	it('is one for a webinar that is listed twice', async () => {
		const list = (...ids: number[]) => {
			const webinars = ids.map((id) => ({ webinar_id: id, webinar_hash: `h${id}`, schedules: [] }));
			harness.sandbox.fail({ kind: 'answer', status: 200, body: { status: 'success', webinars } });
		};
		const published = { resource: 'live', event: 'webinarPublished' };
		list(1);
		const trigger = await harness.activate(published);
		list(1, 2, 2);
		expect((await poll(trigger)).map(({ webinar_id }) => webinar_id)).toEqual([2]);
		list(1, 2, 2);
		expect((await harness.examples(published))?.map(({ webinar_id }) => webinar_id)).toEqual([2, 1]);
	});

	it.each([
		['Service URL', 'two', 'live'],
		['path of the product', 'one', 'other'],
	])('begins afresh with another %s at the same host', async (_field, service, livePath) => {
		const server = createServer((request, response) => {
			const webinar_id = request.url?.startsWith('/one/live/') ? 1 : 2;
			response.end(JSON.stringify({ status: 'success', webinars: [{ webinar_id, schedules: [] }] }));
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const address = server.address();
		const port = typeof address === 'object' ? address?.port : undefined;
		const at = (base: string, path: string) => ({
			credential: { ...harness.credential, baseUrl: `http://127.0.0.1:${port}/${base}`, livePath: path },
		});
		const published = { resource: 'live', event: 'webinarPublished' };
		const { saved } = await harness.activate(published, at('one', 'live'));
		const { atFirst } = await harness.activate(published, { saved, ...at(service, livePath) });
		server.close();
		expect(atFirst).toEqual([]);
	});

	it('begins afresh with the credential of another account, not with a new key in the same one', async () => {
		const webinars = [...harness.sandbox.webinars];
		const others = webinars.splice(1);
		const own = await Harness.start({ webinars, now: () => now });
		const published = { resource: 'live', event: 'webinarPublished' };
		const { saved } = await own.activate(published, { credentialId: 'one' });
		webinars.push(...others);
		const newIds = others.filter(({ product }) => product === 'live').map(({ id }) => id);
		const atFirst = async (credentialId: string) => {
			const trigger = await own.activate(published, { saved, credentialId });
			return trigger.atFirst.map(({ json }) => json.webinar_id);
		};
		const reported = { other: await atFirst('two'), same: await atFirst('one') };
		await own.sandbox.close();
		expect(reported).toEqual({ other: [], same: newIds.sort((one, other) => one - other) });
	});
});

describe('the event sessionStarting', () => {
	const starting = { resource: 'live', webinarId: byId(2), event: 'sessionStarting', minutesBefore: 60 };

	it('is a session that begins within the minutes before, once', async () => {
		const trigger = await harness.activate(starting);
		const start = Date.parse('2026-03-03T18:00:00Z');
		now = start - 61 * MINUTE;
		expect(await poll(trigger)).toEqual([]);
		now = start - 59 * MINUTE;
		expect(await poll(trigger)).toEqual([
			{
				webinar_id: 2,
				webinar_hash: 'gxs2718',
				name: 'Growth Series',
				title: 'Three evenings on growth',
				schedule: 21,
				date: '2026-03-03 18:00',
				comment: expect.stringContaining('Tue, 3 Mar 2026') as string,
				starts_at: '2026-03-03T18:00:00Z',
				minutes_until_start: 59,
				timezone: 'Europe/London',
				direct_live_room_url: `${harness.sandbox.url}/room/live/gxs2718`,
				direct_replay_room_url: `${harness.sandbox.url}/room/replay/gxs2718`,
			},
		]);
		expect(await callsOf(async () => expect(await poll(trigger)).toEqual([]))).toBe(1);
		now = start + 7 * 24 * 60 * MINUTE;
		expect(await poll(trigger)).toMatchObject([
			{ starts_at: '2026-03-10T18:00:00Z', minutes_until_start: 0 },
		]);
	});

	it('comes late when the interval is longer, and not for what is long past', async () => {
		const daily = { ...starting, resource: 'automated', webinarId: byId(101), minutesBefore: 1 };
		const trigger = await harness.activate(daily);
		const first = DateTime.fromISO('2026-03-02T13:00', { zone: 'America/New_York' }).toMillis();
		now = first + 30 * MINUTE;
		expect(await poll(trigger)).toMatchObject([
			{ starts_at: '2026-03-02T18:00:00Z', minutes_until_start: -30, schedule: 1013 },
		]);
		now = first + 24 * 60 * MINUTE + 61 * MINUTE;
		expect(await poll(trigger)).toEqual([]);
	});

	it('counts in EST where the webinar follows the time zone of each attendee', async () => {
		const anywhere = { ...starting, resource: 'automated', webinarId: byId(102) };
		const [next] = (await harness.examples(anywhere)) ?? [];
		const date = (next?.date as string).replace(' ', 'T');
		expect(next?.starts_at).toBe(`${new Date(`${date}:00-05:00`).toISOString().slice(0, 19)}Z`);
		expect(harness.sandbox.calls.at(-1)?.parameters).not.toHaveProperty('timezone');
	});

	it.each([
		[undefined, 'The webinar names no time zone'],
		['', 'The webinar names no time zone'],
		['Mars/Olympus', 'The time zone "Mars/Olympus" of the webinar is not known'],
	])('is an error where the start would be a guess: time zone %j', async (timezone, message) => {
		const session = { date: '2099-01-01 12:00', schedule: 21, comment: 'Evening' };
		const webinar = { webinar_id: 2, timezone, type: 'Single presentation', schedules: [session] };
		const answer = (changed = {}) => {
			const body = { status: 'success', webinar: { ...webinar, ...changed } };
			harness.sandbox.clearFaults();
			harness.sandbox.fail({ kind: 'answer', status: 200, operation: 'webinar', body, times: 9 });
		};
		const trigger = await harness.activate(starting);
		const before = JSON.stringify(trigger.saved);
		const error = {
			name: 'NodeOperationError',
			message: expect.stringContaining(message) as string,
			description: expect.stringContaining("Set the webinar's time zone in the webinar account") as string,
		};
		answer();
		await expect(poll(trigger)).rejects.toMatchObject(error);
		expect(JSON.stringify(trigger.saved)).toBe(before);
		await expect(harness.examples(starting)).rejects.toMatchObject(error);
		// Nothing is guessed where nothing starts.
		answer({ type: 'Always on' });
		expect(await poll(trigger)).toEqual([]);
	});

	it.each([3, 4])('never comes for what can be entered at any time: webinar %i', async (id) => {
		const trigger = await harness.activate({ ...starting, webinarId: byId(id) });
		now += 5 * MINUTE;
		expect(await poll(trigger)).toEqual([]);
		await expect(harness.examples({ ...starting, webinarId: byId(id) })).rejects.toMatchObject({
			message: 'The webinar has no upcoming session with a date',
		});
	});
});

describe('a run by hand', () => {
	const three = () => {
		const people = register(30).slice(-3);
		for (const person of people) {
			harness.sandbox.attend(person, { live: 60 });
			harness.sandbox.buy(person, { live: 10 });
		}
		return idsOf(people).reverse();
	};

	it.each([added, attended, purchased])('gives the three latest registrants: $event', async (parameters) => {
		const newest = three();
		const calls = await callsOf(async () => {
			const items = await harness.examples(parameters);
			expect(items?.map(({ id }) => id)).toEqual(newest);
		});
		expect(calls).toBeLessThanOrEqual(2);
	});

	it.each([added, attended, purchased])(
		'gives the latest of long lists, whichever end is the newest: $event',
		async (parameters) => {
			for (const newestFirst of [false, true]) {
				for (const people of [51, 52, 100]) {
					harness.sandbox.reset();
					harness.sandbox.setRegistrantsList({ newestFirst });
					const registrants = register(people);
					for (const person of registrants) {
						harness.sandbox.attend(person, { live: 60, replay: 60 });
						harness.sandbox.buy(person, { live: 10 });
					}
					const calls = await callsOf(async () => {
						const items = await harness.examples(parameters);
						expect(items?.map(({ id }) => id)).toEqual(idsOf(registrants).slice(-3).reverse());
					});
					expect(calls).toBeLessThanOrEqual(parameters === attended ? 6 : 3);
				}
			}
		},
	);

	it('gives webinars and sessions', async () => {
		const webinars = await harness.examples({ resource: 'live', event: 'webinarPublished' });
		expect(webinars).toHaveLength(3);
		const sessions = await harness.examples({
			...{ resource: 'live', event: 'sessionStarting', webinarId: byId(2) },
			minutesBefore: 1,
		});
		expect(sessions).toHaveLength(3);
		expect(sessions?.[0]).toMatchObject({ webinar_id: 2, schedule: 21 });
	});

	it('does not touch the memory', async () => {
		const trigger = await harness.activate(added);
		const staticData = { 'node:Webinar Account': trigger.saved };
		const before = JSON.stringify(staticData);
		const people = register(2);
		expect(await harness.examples(added, staticData)).toHaveLength(2);
		expect(JSON.stringify(staticData)).toBe(before);
		expect(await reported(trigger)).toEqual(idsOf(people));
	});

	it.each([
		[added, 'Nobody has registered to this webinar yet', 'Register somebody'],
		[attended, 'Nobody has attended this webinar yet', 'Test again after a session'],
		[purchased, 'Nobody has bought in this webinar yet', 'first purchase'],
		[
			{ resource: 'live', event: 'sessionStarting', webinarId: byId(7), minutesBefore: 60 },
			'The webinar has no upcoming session with a date',
			'Add a schedule',
		],
		[
			{ ...added, schedule: byId(11) },
			'Nobody has registered to this session yet',
			'Register somebody to it, for example yourself on the registration page',
		],
		[{ ...attended, schedule: byId(11) }, 'Nobody has attended this session yet', 'another session'],
		[{ ...purchased, schedule: byId(11) }, 'Nobody has bought in this session yet', 'another session'],
		[
			{
				resource: 'live',
				event: 'sessionStarting',
				webinarId: byId(2),
				schedule: byId(99),
				minutesBefore: 60,
			},
			'The session is not among the upcoming ones of the webinar',
			'Choose another session',
		],
	])('says how to get an example when there is none: %j', async (parameters, message, advice) => {
		await expect(harness.examples(parameters)).rejects.toMatchObject({
			name: 'NodeOperationError',
			message,
			description: expect.stringContaining(advice) as string,
		});
	});
});

describe('a trigger that cannot work', () => {
	it.each([
		[{ ...added, webinarId: byId('') }, 'No webinar is chosen'],
		[{ ...added, webinarId: byId(999) }, 'Could not list the registrants: Webinar: '],
		[{ ...added, schedule: byId(999) }, 'Could not list the registrants: Session: '],
		[{ ...added, schedule: byId('next') }, '"next" is not a schedule ID'],
		[{ ...added, schedule: byId('11|2026-01-31 13:00') }, 'is not a schedule ID'],
		[{ ...added, event: 'nothing' }, 'There is no event "nothing"'],
		[
			{ ...added, event: 'sessionStarting', minutesBefore: 0 },
			'Minutes Before must be a whole number, 1 or more',
		],
	])('says why on activation: %j', async (parameters, message) => {
		const error: unknown = await harness.activate(parameters).catch((reason: unknown) => reason);
		expect(error).toMatchObject({ message: expect.stringContaining(message) as string });
	});

	it('says that the host has no list of registrants', async () => {
		harness.sandbox.setRegistrantsList({ hasRegistrants: false });
		await expect(harness.activate(added)).rejects.toMatchObject({
			message: 'This host offers no list of registrants',
			httpCode: '404',
		});
	});

	it('names a wrong key by its length alone', async () => {
		const credential = { ...harness.credential, apiKey: 'wrong-key-that-must-not-show' };
		const error: unknown = await harness.activate(added, { credential }).catch((reason: unknown) => reason);
		expect(error).toMatchObject({ message: 'The service does not accept the API key' });
		expectWithoutKey(error, credential.apiKey);
	});
});

describe('the lists of the trigger', () => {
	it('offer webinars, and schedules by their ID alone', async () => {
		const list = async (method: string, parameters: Parameters<Harness['run']>[0]) => {
			const { engine, credential } = harness;
			return (await engine.list(method, parameters, credential, undefined, engine.triggerType)).results;
		};
		const webinars = await list('searchWebinars', added);
		expect(webinars).toHaveLength(
			harness.sandbox.webinars.filter(({ product }) => product === 'live').length,
		);
		const schedules = await list('searchSchedules', { ...added, webinarId: byId(5) });
		expect(schedules.map(({ value }) => value)).toEqual(['', '51', '52', '53']);
	});
});
