import { registrantsAnswer } from '../../../nodes/WebinarAccount/service/schemas';
import { answeringClient } from '../../support/answeringClient';

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
