import { z } from 'zod/v4';

import {
	listOf,
	registerAnswer,
	webinarAnswer,
	webinarsAnswer,
	registrantsAnswer,
} from '../../../nodes/WebinarAccount/service/schemas';
import { answeringClient } from '../../support/answeringClient';

const session = { date: '2024-01-05 13:00', schedule: 56, comment: 'Every day, 01:00 PM' };
const detail = {
	webinar_id: 6,
	webinar_hash: 'uvw1234',
	name: 'My webinar',
	title: 'My webinar title',
	description: 'What it is about',
	schedules: [session],
	timezone: 'America/New_York',
	presenters: [{ name: 'Ann', email: 'ann@example.com' }],
	registration_url: 'https://event.example.com/register/6/uvw1234',
	registration_fee: 0,
	direct_live_room_url: 'https://event.example.com/6/live',
};
const user = {
	webinar_id: 6,
	webinar_hash: 'uvw1234',
	user_id: 1,
	first_name: 'Ann',
	email: 'ann@example.com',
	password: null,
	schedule: 56,
	date: '2024-01-05 13:00',
	timezone: 'America/New_York',
	live_room_url: 'https://event.example.com/l',
};
const listItem = { webinar_id: 6, webinar_hash: 'uvw1234', name: 'n', title: 't', schedules: ['Always on'] };

const readList = (...webinars: unknown[]) => webinarsAnswer.parse({ webinars }).webinars;
const readDetail = (odd: object) => webinarAnswer.parse({ webinar: { ...detail, ...odd } }).webinar;
const readSchedules = (schedules: unknown) => readDetail({ schedules }).schedules;
const readUser = (odd: object) => registerAnswer.parse({ user: { ...user, ...odd } }).user;

// Every documented example passes in test/workflow, where the sandbox answers with it.
describe('the schemas', () => {
	it('leave out what the service leaves out, and keep what is not documented', () => {
		expect(readList(listItem)).toEqual([listItem]);
		const extra = { custom: { nested: [1, null, { a: 'b' }] }, flag: false };
		expect(readDetail(extra)).toEqual({ ...detail, ...extra });
		expect(readUser(extra)).toEqual({ ...user, ...extra });
	});

	it('turn identifiers in quotes into integers, and empty ones of a registration into null', () => {
		expect(readUser({ schedule: '56', user_id: '7', webinar_id: '6' })).toEqual({ ...user, user_id: 7 });
		expect(readSchedules([{ ...session, schedule: '56' }])).toEqual([session]);
		const none = { user_id: null, schedule: null, webinar_id: null };
		expect(readUser({ user_id: '', schedule: '', webinar_id: '' })).toMatchObject(none);
		for (const user_id of [0, '0', '', null]) expect(readUser({ user_id }).user_id).toBeNull();
	});

	it.each([
		['Right Now', 'Right now'],
		['Series of presentations', 'Series of presentations'],
		['SINGLE PRESENTATION', 'Single presentation'],
		[' Always on ', 'Always on'],
		['Something new', null],
		[null, null],
		[3, null],
		[{ toString: null }, null],
	])('spell the type %j as %j', (type, expected) => {
		expect(readList({ ...listItem, type })[0]?.type).toBe(expected);
		expect(readDetail({ type }).type).toBe(expected);
	});

	it('keep odd values on which nothing depends', () => {
		for (const odd of [
			{ password: 1234, phone: 2079460000, last_name: false, timezone: 0, phone_country_code: 44 },
			{ webinar_hash: 5, first_name: [], email: {}, live_room_url: 1 },
		])
			expect(readUser(odd)).toEqual({ ...user, ...odd });
		for (const odd of [
			{ presenters: [null, { name: 5 }], schedules: null },
			{ presenters: {}, description: 3, registration_url: false, direct_live_room_url: 0 },
		])
			expect(readDetail(odd)).toEqual({ ...detail, ...odd });
		expect(readList({ ...listItem, schedules: [null, 5] })).toEqual([{ ...listItem, schedules: [null, 5] }]);
	});

	it('make a text of what is shown as one', () => {
		expect(readDetail({ name: 2026, title: false })).toMatchObject({ name: '2026', title: null });
		expect(readDetail({ timezone: false })).toMatchObject({ timezone: null });
		expect(readSchedules([{ ...session, comment: 7 }])).toEqual([{ ...session, comment: '7' }]);
	});

	it('leave out entries of a list that nobody could choose', () => {
		expect(readList(null, listItem, 'x', [])).toEqual([listItem]);
		const odd = [null, 7, { date: session.date, schedule: null }, { date: 5, schedule: 5 }];
		expect(readSchedules([...odd, session])).toEqual([session]);
	});

	it('keep a session without a date, which others than the next step may use', () => {
		const dateless = { schedule: session.schedule, comment: session.comment };
		const undated = { ...session, date: '' };
		expect(readSchedules([dateless, { ...session, date: null }, undated])).toEqual([
			undated,
			undated,
			undated,
		]);
	});

	it.each(['9007199254740993', '1000000000000000', 2 ** 53, 1e300])(
		'refuse a list with an ID that no number holds, because the entry would vanish: %s',
		(id) => {
			const result = webinarsAnswer.safeParse({ webinars: [listItem, { ...listItem, webinar_id: id }] });
			expect(result.error?.issues[0]?.path.join('.')).toBe('webinars.1.webinar_id');
			expect(() => readSchedules([session, { ...session, schedule: id }])).toThrow();
		},
	);

	it('keep few of the problems of a list with thousands', () => {
		let reads = 0;
		const entry = z.object({ a: z.number() }).refine(() => ++reads > 0);
		const many = [...new Array<number>(2000).fill(1), ...new Array<object>(100).fill({ a: 1 })];
		expect(listOf(entry).parse(many)).toHaveLength(100);
		// Those that are no objects are not read.
		expect(reads).toBe(200);
		const { error } = listOf(entry).safeParse(new Array<object>(2000).fill({}));
		expect(error?.issues).toHaveLength(10);
	});

	it('read a list that PHP wrote as an object', () => {
		expect(readSchedules({ 0: session, 2: session })).toEqual([session, session]);
		expect(readSchedules({})).toEqual([]);
	});

	it.each([
		...['six', 1.5, -0.1, {}, null, '', '12345678901234567890'].map((webinar_id) => ({ webinar_id })),
		{ webinar_hash: 5 },
		...['none', { first: session }, [{ ...session, date: 5 }], [{ ...session, schedule: 'x' }]].map(
			(schedules) => ({ schedules }),
		),
	])('refuse a webinar with a value that the package relies on: %j', (odd) => {
		expect(() => readDetail(odd)).toThrow();
	});

	it.each([{ user_id: {} }, { schedule: 'x' }, { date: 5 }])(
		'refuse a registration with a value that the package relies on: %j',
		(odd) => {
			expect(() => readUser(odd)).toThrow();
		},
	);
});

const read = (answer: object) => registrantsAnswer.parse(answer).registrants;

describe('an answer with registrants', () => {
	const rows = [{ lead_id: '7', email: 'ann@example.com' }];
	const normalised = [{ lead_id: 7, email: 'ann@example.com' }];

	it.each([
		['a paginator', { registrants: { data: rows } }],
		['bare rows', { registrants: rows }],
		['rows as users', { users: rows }],
		['a page of users', { user: { data: rows, current_page: 1 } }],
		['nothing but rows', rows],
	])('may be %s', (_shape, answer) => {
		// The host does not say that no page follows, nor how many there are.
		expect(read(answer)).toStrictEqual({ rows: normalised, isLast: false });
	});

	it('says how many pages and rows there are, also as texts', () => {
		expect(read({ registrants: { data: rows, last_page: '3', total: 61, next_page_url: null } })).toEqual({
			rows: normalised,
			lastPage: 3,
			total: 61,
			isLast: true,
		});
		expect(read({ registrants: { data: [], last_page: null, total: 'many' } })).toStrictEqual({
			rows: [],
			isLast: false,
		});
	});

	it.each([
		['31', 31],
		['x3', undefined],
		['3x', undefined],
		[2.5, undefined],
	])('with %j as number of pages has %p', (last_page, expected) => {
		expect(read({ registrants: { data: [], last_page } }).lastPage).toBe(expected);
	});

	it('shows all rows but those that are none', () => {
		const [row] = normalised;
		expect(read({ registrants: { data: [null, rows[0], 'x'], last_page: 1 } }).rows).toEqual([row]);
		expect(read({ registrants: { data: { 0: rows[0], 2: rows[0] } } }).rows).toEqual([row, row]);
		expect(() => read({ registrants: { message: 'busy' } })).toThrow();
	});

	it.each([
		[
			{ phone_number: '', phone: '22' },
			{ phone_number: '22', phone: '22' },
		],
		[{ phone_number: null }, { phone_number: null }],
		[
			{ phone_number: '11', phone: '22' },
			{ phone_number: '11', phone: '22' },
		],
		[{ phone_number: '11' }, { phone_number: '11', phone: '11' }],
	])('has the phone of %j under both names, and loses none', (row, expected) => {
		expect(read({ registrants: [row] }).rows).toEqual([expected]);
	});

	it('keeps what is odd in a row, and puts the phone under both names', () => {
		const [row] = read({
			registrants: [{ lead_id: 'x-1', phone: '5', utm_source: 'mail', state: { id: 1 } }],
		}).rows;
		expect(row).toEqual({
			lead_id: 'x-1',
			phone: '5',
			phone_number: '5',
			utm_source: 'mail',
			state: { id: 1 },
		});
	});

	it('keeps the order of the fields, so that a table shows the person before the phone', () => {
		const [row = {}] = read([{ lead_id: 7, first_name: 'Ann', phone_number: '5', ip: '' }]).rows;
		expect(Object.keys(row)).toEqual(['lead_id', 'first_name', 'phone_number', 'ip', 'phone']);
	});

	it.each([
		[{}, 'is missing'],
		[{ registrants: 'none' }, 'is not as documented'],
		[{ registrants: [1] }, 'is not as documented'],
		[{ registrants: { rows: [] } }, 'is not as documented'],
		[null, 'is not as documented'],
		['text', 'is not as documented'],
	])('is not %j', async (answer, fault) => {
		const result = registrantsAnswer.safeParse(answer);
		expect(result.error?.issues.map(({ path }) => path)).toEqual([['registrants']]);
		if (typeof answer !== 'object' || answer === null) return;
		await expect(answeringClient(() => answer).call('live', 'registrants')).rejects.toMatchObject({
			description: expect.stringContaining(`"registrants" ${fault}.`) as string,
		});
	});
});
