import { endpoints, readScheduleObject } from '../../../nodes/WebinarAccount/service/endpoints';

const session = { date: '2024-01-05 13:00', schedule: 56, comment: 'Every day, 01:00 PM' };
const detail = {
	webinar_id: 6,
	name: 'My webinar',
	title: 'My title',
	schedules: [session],
	timezone: 'UTC',
};
const user = { webinar_id: 6, user_id: 1, first_name: 'Ann', email: 'ann@example.com', schedule: 56 };
const listItem = { webinar_id: 6, webinar_hash: 'uvw1234', name: 'n', title: 't', schedules: ['Always on'] };

const readList = (...webinars: unknown[]) => endpoints.webinars.schema.parse({ webinars }).webinars;
const readDetail = (odd: object) =>
	endpoints.webinar.schema.parse({ webinar: { ...detail, ...odd } }).webinar;
const readSchedules = (schedules: unknown) => readDetail({ schedules }).schedules;
const readUser = (odd: object) => endpoints.register.schema.parse({ user: { ...user, ...odd } }).user;

// test/workflow covers the documented examples, with which the sandbox responds.
describe('a response schema', () => {
	it("converts a registration's quoted IDs to integers, and its empty IDs to null", () => {
		expect(readUser({ schedule: '56', user_id: '7', webinar_id: '' })).toEqual({
			...user,
			user_id: 7,
			webinar_id: null,
		});
	});

	it('converts the webinar type to its documented spelling, and keeps an unknown type as it came', () => {
		const types = ['Right Now', ' Always on ', 'Hybrid', { toString: null }];
		const expected = ['Right now', 'Always on', 'Hybrid', { toString: null }];
		expect(types.map((type) => readList({ ...listItem, type })[0]?.type)).toEqual(expected);
		expect(types.map((type) => readDetail({ type }).type)).toEqual(expected);
	});

	it('keeps unexpected values in fields that the node does not use', () => {
		const odd = { custom: { nested: [1, null, { a: 'b' }] }, flag: false };
		const ofUser = { ...odd, password: 1234, last_name: false, timezone: 0, webinar_hash: 5, email: {} };
		expect(readUser(ofUser)).toEqual({ ...user, ...ofUser });
		const ofWebinar = {
			...odd,
			name: 2026,
			title: { en: 'Title' },
			timezone: false,
			presenters: {},
			schedules: null,
			registration_url: false,
		};
		expect(readDetail(ofWebinar)).toEqual({ ...detail, ...ofWebinar });
		expect(readList({ ...listItem, schedules: [null, 5] })).toEqual([{ ...listItem, schedules: [null, 5] }]);
	});

	it('keeps all entries in schedules unchanged', () => {
		const odd = [
			'Just in time',
			null,
			{ date: session.date, schedule: null },
			{ ...session, schedule: '56' },
		];
		expect(readSchedules(odd)).toEqual(odd);
		expect(readSchedules('Just in time')).toEqual(['Just in time']);
	});

	it('reads a schedule entry only if it has a numeric ID, with or without a date', () => {
		const dateless = { schedule: 56, comment: session.comment };
		const undated = { ...session, date: null };
		expect(readScheduleObject({ ...session, schedule: '56' })).toEqual(session);
		expect(readScheduleObject(dateless)).toEqual(dateless);
		expect(readScheduleObject({ ...session, comment: 7 })).toEqual({ ...session, comment: 7 });
		expect(readScheduleObject(undated)).toEqual(undated);
	});

	it.each(['Just in time', null, { date: session.date, schedule: null }, { date: 5, schedule: 5 }])(
		'does not read the schedule entry %j',
		(odd) => expect(readScheduleObject(odd)).toBeUndefined(),
	);

	it.each([
		...['six', 1.5, null, '12345678901234567890'].map((webinar_id) => ({ webinar_id })),
		{ webinar_hash: 5 },
		{ schedules: 5 },
		{ schedules: { first: session } },
	])('rejects a webinar if a value that the node needs is invalid: %j', (odd) => {
		expect(() => readDetail(odd)).toThrow();
	});

	it.each([{ user_id: {} }, { schedule: 'x' }, { date: 5 }])(
		'rejects a registration if a value that the node needs is invalid: %j',
		(odd) => expect(() => readUser(odd)).toThrow(),
	);

	it('rejects a list with a webinar whose ID cannot be read, instead of hiding the webinar', () => {
		const webinars = [listItem, { ...listItem, webinar_id: 'x' }];
		const { error } = endpoints.webinars.schema.safeParse({ webinars }, { reportInput: true });
		expect(error?.issues).toMatchObject([{ path: ['webinars', 1, 'webinar_id'], input: 'x' }]);
	});
});

describe('the schema of a page of registrants', () => {
	const read = (registrants: object) => endpoints.registrants.schema.parse({ registrants }).registrants;
	const rowOf = (odd: object) => read({ data: [odd], last_page: 1, total: 1 }).rows[0];
	const given = { lead_id: '7', email: 'ann@example.com' };
	const row = { ...given, lead_id: 7 };

	it('reads the rows, the last page and the total, and rejects entries that are not rows', () => {
		const page = { data: [given], last_page: '3', total: 61, next_page_url: null };
		expect(read(page)).toEqual({ rows: [row], lastPage: 3, total: 61 });
		expect(read({ ...page, last_page: 0 })).toMatchObject({ lastPage: 1 });
		expect(() => read({ ...page, data: [given, null] })).toThrow();
	});

	it.each([undefined, null, 'many'])('takes 0 for the total %j, which states no number of rows', (total) => {
		expect(read({ data: [given], last_page: 1, total })).toEqual({ rows: [row], lastPage: 1, total: 0 });
	});

	it('converts the empty ID of a row to null', () => {
		expect(rowOf({ ...given, schedule_id: '' })).toEqual({ ...row, schedule_id: null });
	});

	it("keeps a row's unexpected values and the order of its fields", () => {
		const odd = { lead_id: 'x-1', utm_source: 'mail', state: { id: 1 }, phone_number: '5', ip: '' };
		expect(rowOf(odd)).toEqual(odd);
		expect(Object.keys(rowOf(odd) ?? {})).toEqual(Object.keys(odd));
	});

	it.each(['none', { data: [given] }, { data: 'x', last_page: 1 }])(
		'rejects the invalid page %j',
		(registrants) => {
			expect(endpoints.registrants.schema.safeParse({ registrants }).success).toBe(false);
		},
	);
});
