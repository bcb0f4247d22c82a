import { registerAnswer, webinarAnswer, webinarsAnswer } from '../../../nodes/WebinarAccount/service/schemas';

const detail = {
	webinar_id: 6,
	webinar_hash: 'uvw1234',
	name: 'My webinar',
	title: 'My webinar title',
	description: 'What it is about',
	schedules: [{ date: '2024-01-05 13:00', schedule: 56, comment: 'Every day, 01:00 PM' }],
	timezone: 'America/New_York',
	presenters: [{ name: 'Ann', email: 'ann@example.com', picture: 'https://example.com/ann.png' }],
	registration_url: 'https://event.example.com/register/6/uvw1234',
	registration_type: 'free',
	registration_fee: 0,
	registration_currency: '',
	direct_live_room_url: 'https://event.example.com/6/live',
	direct_replay_room_url: 'https://event.example.com/6/replay',
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
	replay_room_url: 'https://event.example.com/r',
	thank_you_url: 'https://event.example.com/t',
};
const listItem = {
	webinar_id: 6,
	webinar_hash: 'uvw1234',
	name: 'n',
	title: 't',
	description: 'd',
	schedules: ['Always on'],
};

const readList = (item: object) => webinarsAnswer.parse({ status: 'success', webinars: [item] }).webinars[0];
const readDetail = (webinar: object) => webinarAnswer.parse({ status: 'success', webinar }).webinar;
const readUser = (attendee: object) => registerAnswer.parse({ status: 'success', user: attendee }).user;

describe('the schemas', () => {
	it('take every documented example as it is', () => {
		expect(readList({ ...listItem, type: 'Always on', timezone: 'Europe/London' })).toEqual({
			...listItem,
			type: 'Always on',
			timezone: 'Europe/London',
		});
		expect(readDetail({ ...detail, type: 'Single presentation' })).toEqual({
			...detail,
			type: 'Single presentation',
		});
		expect(readUser(user)).toEqual(user);
	});

	it('leave out what the service leaves out', () => {
		expect(readList(listItem)).toEqual(listItem);
		expect(readDetail(detail)).not.toHaveProperty('type');
		expect(readUser(user)).not.toHaveProperty('last_name');
	});

	it('keep members that are not documented', () => {
		const extra = { custom: { nested: [1, null, { a: 'b' }] }, flag: false };
		expect(readDetail({ ...detail, ...extra })).toEqual({ ...detail, ...extra });
		expect(readUser({ ...user, country: { id: 3, name: 'Chile' } })).toHaveProperty('country', {
			id: 3,
			name: 'Chile',
		});
	});

	it('turn identifiers in quotes into integers', () => {
		expect(readUser({ ...user, schedule: '56', user_id: '7', webinar_id: '6' })).toMatchObject({
			schedule: 56,
			user_id: 7,
			webinar_id: 6,
		});
		expect(
			readDetail({ ...detail, schedules: [{ date: 'd', schedule: '56' }] }).schedules?.[0]?.schedule,
		).toBe(56);
	});

	it.each([
		['Right Now', 'Right now'],
		['right now', 'Right now'],
		['Series of presentations', 'Series of presentations'],
		['SINGLE PRESENTATION', 'Single presentation'],
		[null, null],
		['Something new', null],
		[3, null],
		[{ toString: null }, null],
		[' Always on ', 'Always on'],
	])('spell the type %j as %j', (given, expected) => {
		expect(readList({ ...listItem, type: given })?.type).toBe(expected);
	});

	it.each(['six', 1.5, -0.1, {}, null, '', '12345678901234567890'])(
		'refuse the webinar identifier %j',
		(webinar_id) => {
			expect(() => readDetail({ ...detail, webinar_id })).toThrow();
		},
	);

	it.each([
		{ password: 1234, phone: 2079460000, last_name: false, timezone: 0 },
		{ webinar_hash: 5, first_name: [], email: {}, live_room_url: 1, phone_country_code: 44 },
	])('keep odd values of a registration on which nothing depends: %j', (odd) => {
		expect(readUser({ ...user, ...odd })).toEqual({ ...user, ...odd });
	});

	it.each([
		{ presenters: [null, { name: 5 }] },
		{ presenters: {} },
		{ description: 3, registration_url: false, registration_fee: [], direct_live_room_url: 0 },
	])('keep odd values of a webinar on which nothing depends: %j', (odd) => {
		expect(readDetail({ ...detail, ...odd })).toEqual({ ...detail, ...odd });
		expect(readList({ ...listItem, schedules: [null, 5] })).toEqual({ ...listItem, schedules: [null, 5] });
	});

	it('make a text of what is shown as one', () => {
		expect(readList({ ...listItem, name: 2026, title: false })).toMatchObject({ name: '2026', title: null });
		const [session] =
			readDetail({ ...detail, schedules: [{ date: 'd', schedule: 5, comment: 7 }] }).schedules ?? [];
		expect(session).toEqual({ date: 'd', schedule: 5, comment: '7' });
	});

	it('leave out entries of a list that are none', () => {
		const { webinars } = webinarsAnswer.parse({ webinars: [null, listItem, 'x', [], { ...listItem }] });
		expect(webinars).toEqual([listItem, listItem]);
		const [session] = detail.schedules;
		expect(readDetail({ ...detail, schedules: [null, session, 7] }).schedules).toEqual([session]);
	});

	it.each([{ date: null, schedule: 5 }, { date: '2024-01-05 13:00', schedule: null }, { schedule: 5 }])(
		'leave out a session that nobody could choose, and keep the others: %j',
		(odd) => {
			const { schedules } = detail;
			expect(readDetail({ ...detail, schedules: [odd, ...schedules] }).schedules).toEqual(schedules);
		},
	);

	it('read a list that PHP wrote as an object', () => {
		const [session] = detail.schedules;
		expect(readDetail({ ...detail, schedules: { 0: session, 2: session } }).schedules).toEqual([
			session,
			session,
		]);
		expect(readDetail({ ...detail, schedules: {} }).schedules).toEqual([]);
	});

	it('take an empty text for no identifier in a registration', () => {
		expect(readUser({ ...user, user_id: '', schedule: '', webinar_id: '' })).toMatchObject({
			user_id: null,
			schedule: null,
			webinar_id: null,
		});
	});

	it.each([
		{ webinar_hash: 5 },
		{ timezone: false },
		{ schedules: 'none' },
		{ schedules: { first: detail.schedules[0] } },
		{ schedules: [{ date: null, schedule: 5 }] },
		{ schedules: [{ date: '2024-01-05 13:00', schedule: 'x' }] },
	])('refuse a webinar with a value that the package relies on: %j', (odd) => {
		expect(() => readDetail({ ...detail, ...odd })).toThrow();
	});

	it.each([{ user_id: 'ab12' }, { schedule: 'x' }, { date: 5 }])(
		'refuse a registration with a value that the package relies on: %j',
		(odd) => {
			expect(() => readUser({ ...user, ...odd })).toThrow();
		},
	);

	it('take null for texts and lists that the service may not have', () => {
		expect(
			readDetail({ ...detail, type: null, presenters: null, schedules: null, description: null }),
		).toMatchObject({
			type: null,
			schedules: null,
		});
	});
});
