import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { readAnswer } from '../../nodes/WebinarAccount/service/answer';
import { dedupeKey } from '../../nodes/WebinarAccount/trigger/dedupeKeys';
import { identityOf } from '../../nodes/WebinarAccount/service/registrants/identity';
import { readRegistrants } from '../../nodes/WebinarAccount/service/registrants/list';
import { registrantsAnswer } from '../../nodes/WebinarAccount/service/schemas';
import { products } from '../../nodes/WebinarAccount/service/products';
import { simplified } from '../../nodes/WebinarAccount/service/registrants/simplify';
import { answeringClient } from '../support/answeringClient';
import { failureOf } from '../support/failure';

const read = (answer: object) => registrantsAnswer.parse(answer).registrants;
const account = readAccount({ apiKey: 'key', service: 'webinarJam' });
const query = { product: products.live, parameters: { webinar_id: '1' } };

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
	])('is not %j', (answer, fault) => {
		const result = registrantsAnswer.safeParse(answer);
		expect(result.error?.issues.map(({ path }) => path)).toEqual([['registrants']]);
		if (typeof answer !== 'object' || answer === null) return;
		const body = JSON.stringify({ status: 'success', ...answer });
		const { description } = failureOf(() => readAnswer('registrants', { statusCode: 200, body }, account));
		expect(description).toContain(`"registrants" ${fault}.`);
	});
});

describe('a simplified registrant', () => {
	it('has flags, seconds and null for what is empty, and keeps what is not as documented', () => {
		const [row] = read({
			registrants: [
				{
					attended_live: 'Yes',
					purchased_live: 'no ',
					subscribed: 'unknown',
					time_live: '01:02:03',
					time_replay: '5 minutes',
					last_name: '',
					gdpr_status: null,
					country: {},
					revenue_live: 0,
				},
			],
		}).rows;
		expect(row && simplified(row)).toEqual({
			attended_live: true,
			purchased_live: false,
			subscribed: 'unknown',
			time_live: 3723,
			time_replay: '5 minutes',
			last_name: null,
			gdpr_status: null,
			country: null,
			revenue_live: 0,
		});
	});
});

describe('what tells registrants apart', () => {
	const tells = (one: object, other: object) => {
		const [a, b] = read([one, other]).rows.map((row) => ({ identity: identityOf(row), key: dedupeKey(row) }));
		expect(a?.identity === b?.identity).toBe(a?.key === b?.key);
		return a?.key !== b?.key;
	};
	const ann = { lead_id: 7, email: 'ann@example.com', schedule_id: 11, event_id: 1 };

	it.each<[string, object, object]>([
		['their own numbers', { ...ann, id: 1 }, { ...ann, id: 2 }],
		['their own texts', { id: 'a-1' }, { id: 'a-2' }],
		['leads', ann, { ...ann, lead_id: 8 }],
		['users', { user_id: 1 }, { user_id: 2 }],
		['schedules', ann, { ...ann, schedule_id: 12 }],
		['sessions', ann, { ...ann, event_id: 2 }],
		['addresses', { email: 'ann@example.com' }, { email: 'ben@example.com' }],
		['sessions, where they share a number', { ...ann, id: 1 }, { ...ann, id: 1, schedule_id: 12 }],
		['dates of a schedule, where they share a number', { ...ann, id: 1 }, { ...ann, id: 1, event_id: 2 }],
		['names of sessions', { email: 'a@b.c', event: 'Mon' }, { email: 'a@b.c', event: 'Tue' }],
		['anything, where nothing names them', { first_name: 'Ann' }, { first_name: 'Ben' }],
	])('is %s', (_what, one, other) => {
		expect(tells(one, other)).toBe(true);
	});

	it.each<[string, object, object]>([
		['beside their own number', { ...ann, id: '1' }, { ...ann, id: 1, lead_id: 8, email: 'ben@example.com' }],
		['in the capitals of an address', { email: 'Ann@Example.com ' }, { email: 'ann@example.com' }],
		['in what changes with time', { ...ann, attended_live: 'No' }, { ...ann, attended_live: 'Yes' }],
		['in the name of a session with a number', { ...ann, schedule: 'One' }, { ...ann, schedule: 'Two' }],
	])('is nothing %s', (_what, one, other) => {
		expect(tells(one, other)).toBe(false);
	});

	it.each([
		['Yes', true],
		['no', false],
		[1, true],
		['0', false],
		[false, false],
		['Maybe', 'Maybe'],
		[2, 2],
	])('have the flag %j as %j when simplified', (attended_live, expected) => {
		expect(simplified({ attended_live })).toEqual({ attended_live: expected });
	});
});

describe('reading registrants', () => {
	it('gives a row once that moved to another page meanwhile', async () => {
		const pages = [[1, 2], [2, 3], [4]].map((ids) => ids.map((id) => ({ id })));
		const service = answeringClient(({ page }) => ({
			registrants: { data: pages[Number(page) - 1], last_page: 3 },
		}));
		await expect(readRegistrants(service, query)).resolves.toEqual([1, 2, 3, 4].map((id) => ({ id })));
	});

	it('keeps two registrations of one person', async () => {
		const rows = [
			{ lead_id: 1, schedule_id: 5 },
			{ lead_id: 1, schedule_id: 6 },
			{ id: 1, schedule_id: 5 },
			{ id: 1, schedule_id: 6 },
			{ email: 'a' },
			{ email: 'b' },
		];
		const service = answeringClient(() => ({ registrants: rows }));
		await expect(readRegistrants(service, query)).resolves.toEqual(rows);
	});

	it('gives also those whom somebody who came meanwhile pushed to a further page', async () => {
		const pages = [
			[5, 4],
			[3, 2],
			[2, 1],
		].map((ids) => ids.map((id) => ({ id })));
		const service = answeringClient(({ page }) => ({
			registrants: { data: pages[Number(page) - 1], last_page: page === '1' ? 2 : 3 },
		}));
		await expect(readRegistrants(service, query)).resolves.toEqual([5, 4, 3, 2, 1].map((id) => ({ id })));
	});

	it('changes the rows of a page before others arrive', async () => {
		const changed: unknown[] = [];
		const service = answeringClient(({ page }) => {
			expect(changed).toHaveLength(Number(page) - 1);
			// Without the number of pages, one is read after the other.
			return { registrants: { data: [{ id: Number(page) }].slice(0, 4 - Number(page)) } };
		});
		const each = (row: object) => {
			changed.push(row);
			return { ...row, email: 'x' };
		};
		const rows = await readRegistrants(service, query, { each });
		expect(rows).toEqual([1, 2, 3].map((id) => ({ id, email: 'x' })));
	});

	it('ends with a page that brings nothing new, whatever it says of further ones', async () => {
		const rows = [{ id: 1 }, { id: 2 }];
		const service = answeringClient(({ page }) => ({
			registrants: { data: rows, last_page: Number(page) + 1 },
		}));
		await expect(readRegistrants(service, query)).resolves.toEqual(rows);
	});

	it('keeps the rows of one person in two sessions', async () => {
		const rows = [
			{ id: 1, schedule_id: 11 },
			{ id: 1, schedule_id: 12 },
			{ id: 1, schedule: 'Fri, 31 Oct 2025, 12:00 PM' },
			{ id: 1, schedule: 'Sat, 1 Nov 2025, 12:00 PM' },
			{ id: 1, schedule_id: 11, event: 'Sat, 1 Nov 2025, 12:00 PM' },
			// More than a number holds.
			{ id: 2 ** 60, email: 'ann@example.com' },
			{ id: 2 ** 60 + 2, email: 'bob@example.com' },
		];
		const service = answeringClient(() => ({ registrants: { data: [...rows, ...rows], last_page: 1 } }));
		await expect(readRegistrants(service, query)).resolves.toEqual(rows);
	});

	it('stops with advice when the pages together are too large for the memory', async () => {
		let id = 0;
		const note = 'x'.repeat(2 * 1024 * 1024);
		const service = answeringClient(() => ({ registrants: { data: [{ id: id++, note }], last_page: 3000 } }));
		await expect(readRegistrants(service, query)).rejects.toMatchObject({
			message: 'There are more than 100 MB of registrants',
		});
		expect(id).toBeLessThan(80);
	});

	it.each([
		['says so', { last_page: 4001 }],
		['never ends', {}],
	])('stops with advice when the list is too long and %s', async (_case, more) => {
		let id = 0;
		const service = answeringClient(() => ({ registrants: { data: [{ id: id++ }], ...more } }));
		await expect(readRegistrants(service, query)).rejects.toMatchObject({
			message: 'There are more than 4000 pages of registrants',
			description: expect.stringContaining('Filters') as string,
		});
	});
});
