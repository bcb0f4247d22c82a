import {
	type Contact,
	type IfRegistered,
	type People,
	registerOnce,
} from '../../../nodes/WebinarAccount/registrants/once';
import { ServiceError } from '../../../nodes/WebinarAccount/service/errors';
import { products } from '../../../nodes/WebinarAccount/service/products';
import type { Attendee, WebinarDetail } from '../../../nodes/WebinarAccount/service/schemas';
import { answeringClient } from '../../support/answeringClient';
import { deferred, settled } from '../../support/deferred';
import { HandClock } from '../../support/handClock';
import { entry, finished } from '../../support/webinars';

const modes: IfRegistered[] = ['register', 'skip', 'return'];
const unclear = new ServiceError('No answer', { description: '', mayHaveActed: true });
const refused = new ServiceError('No such session', { description: '' });

let clock: HandClock;
beforeAll(() => (clock = new HandClock(Date.UTC(2026, 2, 1, 12))));
afterAll(() => clock.end());

/** An account, with the rows that its list has. */
function account(rows: object[] = [], more: object = { last_page: 1 }) {
	const asked: Array<string | undefined> = [];
	const filters: object[] = [];
	const service = answeringClient(({ search, page, ...filter }) => {
		filters.push(filter);
		asked.push(search?.toString() ?? `page ${String(page)}`);
		return { registrants: { data: search === undefined ? rows : rows.slice(0, 1), ...more } };
	});
	return { service, asked, filters };
}

type Place = Partial<Omit<Contact, 'webinar' | 'session'>> & {
	detail?: Partial<WebinarDetail>;
	place?: number;
};

const two = [entry(5, '2026-03-02 12:00'), entry(5, '2026-03-03 12:00'), entry(6, '2026-03-04 12:00')];

function contactOf({ detail = {}, place = 0, ...more }: Place = {}, product = products.automated): Contact {
	const webinar = finished({ schedules: two, ...detail }, { product });
	const session = webinar.sessions[place];
	if (!session) throw new Error('There is no such session');
	return { webinar, session, email: 'ann@example.com', isWholeSchedule: false, ...more };
}

/** An execution; what it sends is numbered, or fails. */
function execution({ service }: ReturnType<typeof account>, contactsLeft = 1) {
	const run: People = new Map();
	const controller = new AbortController();
	const sent: Contact[] = [];
	const register = async (
		contact: Contact,
		choice: IfRegistered = 'register',
		answer: (user: Attendee) => Promise<Attendee> = (user) => Promise.resolve(user),
		chooseAgain: (error: unknown) => Promise<Contact> = (error) =>
			Promise.reject(error instanceof Error ? error : new Error(String(error))),
	) => {
		const context = { service, run, signal: controller.signal, contactsLeft: () => contactsLeft };
		const send = () => {
			sent.push(contact);
			return answer({ user_id: sent.length });
		};
		return await registerOnce(context, contact, choice, { send, chooseAgain });
	};
	return { register, sent, cancel: () => controller.abort() };
}

const fail = (error: Error) => () => Promise.reject(error);

describe('a person who comes twice in a run', () => {
	it.each(modes)('is registered once for a session, and gets the same registration: %s', async (mode) => {
		const { register, sent } = execution(account());
		await expect(register(contactOf(), mode)).resolves.toMatchObject({ user: { user_id: 1 } });
		const again = { known: { user_id: 1 }, cameTwice: true };
		await expect(register(contactOf(), mode)).resolves.toEqual(again);
		await expect(register(contactOf({ email: ' ANN@example.com' }), mode)).resolves.toEqual(again);
		expect(sent).toHaveLength(1);
	});

	it.each<[string, Place, Place]>([
		['another date', {}, { place: 1 }],
		['another schedule', {}, { place: 2 }],
		['a schedule as a whole', {}, { isWholeSchedule: true }],
		['another webinar', {}, { detail: { webinar_id: 2 } }],
		['another address', {}, { email: 'ben@example.com' }],
	])('is registered again for %s', async (_what, one, other) => {
		const { register, sent } = execution(account());
		await register(contactOf(one));
		await expect(register(contactOf(other))).resolves.toMatchObject({ user: { user_id: 2 } });
		expect(sent).toHaveLength(2);
	});

	it('is registered once just in time, also when a minute begins in between', async () => {
		const at = (schedule: number, time: string) => ({
			detail: { schedules: [entry(schedule, `2026-03-01 ${time}`, 'Just in time')] },
		});
		const { register, sent } = execution(account());
		await register(contactOf(at(7, '12:15')));
		await expect(register(contactOf(at(8, '12:30')))).resolves.toMatchObject({ cameTwice: true });
		expect(sent).toHaveLength(1);
	});

	it.each(modes)('is not sent again after an unclear failure, which is told again: %s', async (mode) => {
		const place = account();
		const { register, sent } = execution(place);
		await expect(register(contactOf(), mode, fail(unclear))).rejects.toBe(unclear);
		await expect(register(contactOf(), mode)).rejects.toBe(unclear);
		expect(sent).toHaveLength(1);
		expect(place.asked).toHaveLength(mode === 'register' ? 0 : 1);
	});

	it('counts for both sessions, the one that was rejected and the one that was chosen instead', async () => {
		const { register, sent } = execution(account());
		const rejectedOnce = (user: Attendee) =>
			sent.length === 1 ? Promise.reject(refused) : Promise.resolve(user);
		const chosen = contactOf({ place: 2 });
		const again = () => Promise.resolve(chosen);
		await expect(register(contactOf(), 'register', rejectedOnce, again)).resolves.toMatchObject({
			user: { user_id: 2 },
			found: { session: chosen.session },
		});
		for (const contact of [contactOf(), chosen]) {
			await expect(register(contact)).resolves.toMatchObject({ known: { user_id: 2 }, cameTwice: true });
		}
		expect(sent).toHaveLength(2);
	});

	it.each(modes)('is sent again after a failure that registered nobody: %s', async (mode) => {
		const { register, sent } = execution(account());
		await expect(register(contactOf(), mode, fail(refused))).rejects.toBe(refused);
		await expect(register(contactOf(), mode, fail(new Error('bug')))).rejects.toThrow('bug');
		await expect(register(contactOf(), mode)).resolves.toMatchObject({ user: { user_id: 3 } });
		expect(sent).toHaveLength(3);
	});
});

describe('a person whom another execution registered', () => {
	it.each<[IfRegistered, number]>([
		['register', 2],
		['skip', 1],
		['return', 1],
	])('is known without the list, and registered again only where that is chosen: %s', async (mode, count) => {
		const place = account();
		const [one, other] = [execution(place), execution(place)];
		await one.register(contactOf());
		const result = await other.register(contactOf(), mode);
		expect(one.sent.length + other.sent.length).toBe(count);
		if (count === 1) expect(result).toEqual({ known: { user_id: 1 }, cameTwice: false });
		expect(place.asked).toEqual([]);
	});

	it.each(['skip', 'return'] as const)('counts for the schedule, the chosen date first: %s', async (mode) => {
		const place = account();
		const [one, other] = [execution(place), execution(place)];
		for (const date of [0, 1]) await one.register(contactOf({ place: date }));
		await expect(other.register(contactOf(), mode)).resolves.toMatchObject({ known: { user_id: 1 } });
		await expect(other.register(contactOf({ isWholeSchedule: true }), mode)).resolves.toMatchObject({
			known: { user_id: 2 },
		});
		await expect(other.register(contactOf({ place: 2 }), mode)).resolves.toMatchObject({ user: {} });
	});

	it('counts for the webinar in a live series with an ID for each session', async () => {
		const detail: Partial<WebinarDetail> = {
			type: 'Series of presentations',
			schedules: [entry(5), entry(6)],
		};
		const place = account();
		await execution(place).register(contactOf({ detail }, products.live));
		const again = execution(place).register(contactOf({ detail, place: 1 }, products.live), 'skip');
		await expect(again).resolves.toMatchObject({ known: {} });
	});

	it('unclearly is looked for, and not sent again unless found or chosen so', async () => {
		const place = account();
		const [one, other, third] = [execution(place), execution(place), execution(place, 2)];
		await expect(one.register(contactOf(), 'skip', fail(unclear))).rejects.toBe(unclear);
		await expect(other.register(contactOf(), 'skip')).rejects.toBe(unclear);
		expect(place.asked).toEqual(['ann@example.com', 'ann@example.com']);
		await expect(third.register(contactOf())).resolves.toMatchObject({ user: {} });
		await expect(other.register(contactOf(), 'skip')).resolves.toMatchObject({ known: {} });
	});

	it('unclearly, and is in the list, is the registration that the list has', async () => {
		const row = { id: 1, email: 'ann@example.com' };
		const place = account([row]);
		const run = execution(place);
		await expect(run.register(contactOf(), 'register', fail(unclear))).rejects.toBe(unclear);
		await expect(execution(place).register(contactOf(), 'return')).resolves.toEqual({ listed: row });
	});

	it('is forgotten after two minutes, but not by the run that registered them', async () => {
		const place = account();
		const [one, other] = [execution(place), execution(place)];
		await one.register(contactOf());
		clock.pass(120_000 - 1);
		await expect(other.register(contactOf(), 'skip')).resolves.toMatchObject({ known: {} });
		clock.pass(120_000);
		await expect(execution(place).register(contactOf(), 'skip')).resolves.toMatchObject({ user: {} });
		expect(place.asked).toEqual(['ann@example.com']);
		await expect(one.register(contactOf())).resolves.toEqual({ known: { user_id: 1 }, cameTwice: true });
	});

	it('is waited for in every mode, however long the registration takes', async () => {
		const place = account();
		const [one, other] = [execution(place), execution(place)];
		const { promise, resolve } = deferred<Attendee>();
		const first = one.register(contactOf(), 'register', () => promise);
		const second = other.register(contactOf(), 'skip');
		await settled();
		clock.pass(600_000);
		resolve({ user_id: 9 });
		await expect(first).resolves.toMatchObject({ user: { user_id: 9 } });
		await expect(second).resolves.toMatchObject({ known: { user_id: 9 }, cameTwice: false });
	});

	it('is not waited for when cancelled, which sends nothing and leaves the others their turn', async () => {
		const place = account();
		const [one, other, third] = [execution(place), execution(place), execution(place)];
		const { promise, resolve } = deferred<Attendee>();
		const first = one.register(contactOf(), 'skip', () => promise);
		const second = other.register(contactOf(), 'skip');
		other.cancel();
		await expect(second).rejects.toThrow('The execution was canceled');
		const last = third.register(contactOf(), 'skip');
		resolve({ user_id: 9 });
		await expect(first).resolves.toMatchObject({ user: {} });
		await expect(last).resolves.toMatchObject({ known: { user_id: 9 } });
		expect(other.sent).toEqual([]);
	});
});

describe('a person whom the service lists', () => {
	const rows = ['ann', 'ben', 'eva'].map((name, id) => ({
		id,
		email: `${name}@example.com`,
		schedule_id: 5,
	}));

	it('is found by a search where one contact is left, and by reading the list where that takes fewer calls', async () => {
		const searched = account(rows);
		await expect(execution(searched).register(contactOf(), 'skip')).resolves.toEqual({ listed: rows[0] });
		expect(searched.asked).toEqual(['ann@example.com']);
		const read = account(rows);
		const run = execution(read, 3);
		for (const [index, { email }] of rows.entries())
			await expect(run.register(contactOf({ email }), 'skip')).resolves.toEqual({ listed: rows[index] });
		await expect(run.register(contactOf({ email: 'new@example.com' }), 'skip')).resolves.toMatchObject({
			user: {},
		});
		expect(read.asked).toEqual(['page 1']);
		clock.pass(60_001);
		await run.register(contactOf({ email: 'other@example.com' }), 'skip');
		expect(read.asked).toEqual(['page 1', 'page 1']);
	});

	it.each([
		['is longer than there are contacts', { last_page: 4 }],
		['does not state its length', {}],
		['lacks rows', { last_page: 1, total: 4 }],
	])('is found by a search where the list %s', async (_what, more) => {
		const place = account(rows, more);
		const run = execution(place, 3);
		await expect(run.register(contactOf(), 'skip')).resolves.toEqual({ listed: rows[0] });
		expect(place.asked).toContain('ann@example.com');
	});

	it('is looked for in the schedule, and in all of a live series with an ID for each session', async () => {
		const detail: Partial<WebinarDetail> = {
			type: 'Series of presentations',
			schedules: [entry(5), entry(6)],
		};
		const place = account([{ email: 'ann@example.com', schedule_id: 6 }]);
		const run = execution(place);
		const listed = { schedule_id: 6 };
		await expect(run.register(contactOf({ detail }, products.live), 'skip')).resolves.toMatchObject({
			listed,
		});
		await run.register(contactOf(), 'skip');
		expect(place.filters).toEqual([{ webinar_id: '1' }, { webinar_id: '1', schedule_id: '5' }]);
	});

	it('is somebody else where the host lists another schedule', async () => {
		const [ann] = rows;
		const place = account([{ ...ann, schedule_id: 6 }]);
		await expect(execution(place).register(contactOf(), 'skip')).resolves.toMatchObject({ user: {} });
	});
});
