import { findByEmail, readPages, readRegistrants } from '../../../nodes/WebinarAccount/registrants/pages';
import { products } from '../../../nodes/WebinarAccount/service/products';
import { answeringClient } from '../../support/answeringClient';

const query = { product: products.live, parameters: { webinar_id: '1' } };
const withIds = (...ids: number[]) => ids.map((id) => ({ id }));

/** A host that answers with these pages. */
const paging = (answer: (page: number, call: number) => object) => {
	let calls = 0;
	return answeringClient(({ page }) => ({ registrants: answer(Number(page), ++calls) }));
};
const rowsOf = async (...args: Parameters<typeof readRegistrants>) => (await readRegistrants(...args)).rows;

describe('reading registrants', () => {
	it('gives a row once that moved to another page meanwhile', async () => {
		const pages = [withIds(1, 2), withIds(2, 3), withIds(4)];
		const service = paging((page) => ({ data: pages[page - 1], last_page: 3 }));
		await expect(rowsOf(service, query)).resolves.toEqual(withIds(1, 2, 3, 4));
	});

	it('gives also those whom somebody who came meanwhile pushed to a further page', async () => {
		const pages = [withIds(5, 4), withIds(3, 2), withIds(2, 1)];
		const service = paging((page) => ({ data: pages[page - 1], last_page: page === 1 ? 2 : 3 }));
		await expect(rowsOf(service, query)).resolves.toEqual(withIds(5, 4, 3, 2, 1));
	});

	it('reads again when fewer rows came than there are, because somebody was removed meanwhile', async () => {
		const missing = jest.fn();
		const before = [withIds(1, 2), withIds(4)];
		const after = [withIds(2, 3), withIds(4)];
		const service = paging((page, call) => {
			return { data: (call <= 2 ? before : after)[page - 1], last_page: 2, total: call <= 2 ? 4 : 3 };
		});
		await expect(rowsOf(service, query, { missing })).resolves.toEqual(withIds(2, 3, 4));
		expect(missing).not.toHaveBeenCalled();
	});

	it('tells what is missing after the second reading', async () => {
		const missing = jest.fn();
		let calls = 0;
		const service = paging((_page, call) => ({
			data: withIds(1),
			last_page: 1,
			total: 2 + 0 * (calls = call),
		}));
		await expect(rowsOf(service, query, { missing })).resolves.toEqual(withIds(1));
		expect(missing.mock.calls).toEqual([[1, 2]]);
		expect(calls).toBe(2);
		await expect(rowsOf(service, query, { limit: 1, missing })).resolves.toEqual(withIds(1));
		expect(missing).toHaveBeenCalledTimes(1);
	});

	it.each<[object, number, boolean]>([
		[{ last_page: 3, total: 6 }, 2, true],
		[{ last_page: 3, total: 6 }, 3, true],
		[{ last_page: 3 }, 3, true],
		[{ last_page: 3, total: 6 }, 6, false],
		[{ last_page: 3, total: 6 }, 7, false],
		[{ total: 6 }, 5, true],
	])('reads no more pages than the limit needs: %j, %d', async (more, limit, isCut) => {
		const pages: number[] = [];
		const service = paging((page) => {
			pages.push(page);
			return { data: page > 3 ? [] : withIds(2 * page - 1, 2 * page), ...more };
		});
		const all = withIds(1, 2, 3, 4, 5, 6);
		await expect(readRegistrants(service, query, { limit })).resolves.toEqual({
			rows: all.slice(0, limit),
			isCut,
		});
		expect(Math.max(...pages)).toBe(Math.min(3, Math.ceil(limit / 2)));
	});

	it('changes the rows of a page before others arrive', async () => {
		const changed: unknown[] = [];
		// Without the number of pages, one is read after the other.
		const service = paging((page) => {
			expect(changed).toHaveLength(page - 1);
			return { data: withIds(page).slice(0, 4 - page) };
		});
		const each = (row: object) => {
			changed.push(row);
			return { ...row, email: 'x' };
		};
		await expect(rowsOf(service, query, { each })).resolves.toEqual(
			[1, 2, 3].map((id) => ({ id, email: 'x' })),
		);
	});

	it('ends with a page that brings nothing new, or of which the host says that it is the last', async () => {
		const endless = paging((page) => ({ data: withIds(1, 2), last_page: page + 1 }));
		await expect(rowsOf(endless, query)).resolves.toEqual(withIds(1, 2));
		const pages: number[] = [];
		const last = paging((page) => {
			pages.push(page);
			return { data: withIds(page), next_page_url: page < 2 ? 'more' : null };
		});
		await expect(rowsOf(last, query)).resolves.toEqual(withIds(1, 2));
		expect(pages).toEqual([1, 2]);
	});

	it('keeps the rows of one person in two sessions, and what has one number', async () => {
		const rows = [
			{ id: 1, schedule_id: 11 },
			{ id: 1, schedule_id: 12 },
			{ id: 1, schedule: 'Fri, 31 Oct 2025, 12:00 PM' },
			{ id: 1, schedule: 'Sat, 1 Nov 2025, 12:00 PM' },
			{ id: 1, schedule_id: 11, event: 'Sat, 1 Nov 2025, 12:00 PM' },
			{ lead_id: 1, schedule_id: 5 },
			{ lead_id: 1, schedule_id: 6 },
			{ email: 'a' },
			{ email: 'b' },
			// More than a number holds.
			{ id: 2 ** 60, email: 'ann@example.com' },
			{ id: 2 ** 60 + 2, email: 'bob@example.com' },
		];
		const service = paging(() => ({ data: [...rows, ...rows], last_page: 1 }));
		await expect(rowsOf(service, query)).resolves.toEqual(rows);
	});

	it('stops with advice when the pages together are too large for the memory', async () => {
		let id = 0;
		const note = 'x'.repeat(2 * 1024 * 1024);
		const service = paging(() => ({ data: [{ id: id++, note }], last_page: 3000 }));
		await expect(readRegistrants(service, query)).rejects.toThrow(
			'There are more than 100 MB of registrants',
		);
		expect(id).toBeLessThan(80);
	});

	it.each([
		['says so', { last_page: 4001 }],
		['never ends', {}],
	])('stops with advice when the list is too long and %s', async (_case, more) => {
		let id = 0;
		const service = paging(() => ({ data: withIds(id++), ...more }));
		await expect(readRegistrants(service, query)).rejects.toMatchObject({
			message: 'There are more than 4000 pages of registrants',
			description: expect.stringContaining('Filters') as string,
		});
		const readPage = jest.fn();
		await expect(readPages(readPage, 1, 4001)).rejects.toThrow('There are more than 4000 pages');
		expect(readPage).not.toHaveBeenCalled();
	});
});

describe('looking for an address', () => {
	it.each([
		['ann@example.com', ['ann@example.com']],
		['Ann@Example.com', ['Ann@Example.com']],
		['jose\u0301@example.com', ['jose\u0301@example.com', 'jos\u00e9@example.com']],
		['ann@müller.example', ['ann@müller.example', 'ann@xn--mller-kva.example']],
	])('asks for every spelling of it, and takes only exact matches: %s', async (email, spellings) => {
		const asked: unknown[] = [];
		const rows = [email, `x${email}`, email.toUpperCase(), ''].map((each, id) => ({ id, email: each }));
		const service = answeringClient(({ search }) => {
			asked.push(search);
			return { registrants: asked.length === 1 ? rows : [] };
		});
		const found = await findByEmail(service, query, email);
		expect(found.map(({ id }) => id)).toEqual([0, 2]);
		// Each search reads pages until one brings nothing new.
		expect(new Set(asked)).toEqual(new Set(spellings));
	});
});
