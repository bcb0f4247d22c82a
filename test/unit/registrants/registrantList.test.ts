import {
	emailOf,
	rowKey,
	fetchPages,
	fetchRegistrants,
	registrationNumber,
} from '../../../nodes/WebinarAccount/registrants/registrantList';
import type { Registrant } from '../../../nodes/WebinarAccount/service/endpoints';

const ann: Registrant = { lead_id: 7, email: 'ann@example.com', schedule_id: 11, event_id: 1 };
const ben: Registrant = { email: 'ben@example.com' };

interface TwoRows {
	difference: string;
	first: Registrant;
	second: Registrant;
}

describe('rowKey', () => {
	it.each<TwoRows>([
		{
			difference: 'lead ID and email address',
			first: ann,
			second: { ...ann, lead_id: 8, email: 'ben@example.com' },
		},
		{
			difference: 'email address, if they have no ID',
			first: ben,
			second: { email: 'ann@example.com' },
		},
		{
			difference: 'schedule ID',
			first: ann,
			second: { ...ann, schedule_id: 12 },
		},
		{
			difference: 'event ID',
			first: ann,
			second: { ...ann, event_id: 2 },
		},
		{
			difference: 'event ID, although their row ID is the same',
			first: { ...ann, id: 1 },
			second: { ...ann, id: 1, event_id: 2 },
		},
		{
			difference: "session's name",
			first: { ...ben, event: 'Mon' },
			second: { ...ben, event: 'Tue' },
		},
		{
			difference: "schedule's name",
			first: { id: 1, schedule: 'Mon' },
			second: { id: 1, schedule: 'Tue' },
		},
	])('distinguishes two rows by their $difference', ({ first, second }) => {
		expect(rowKey(first)).not.toBe(rowKey(second));
	});

	it.each<TwoRows>([
		{
			difference: 'case of their email address',
			first: { email: 'Ann@Example.com ' },
			second: { email: 'ann@example.com' },
		},
		{
			difference: 'attendance, which changes over time',
			first: { ...ann, attended_live: 'No' },
			second: { ...ann, attended_live: 'Yes' },
		},
		{
			difference: 'name of their session if the session has an ID',
			first: { ...ann, schedule: 'One' },
			second: { ...ann, schedule: 'Two' },
		},
	])('does not distinguish two rows by the $difference alone', ({ first, second }) => {
		expect(rowKey(first)).toBe(rowKey(second));
	});
});

describe('registrationNumber', () => {
	it("returns the row's first ID that is a safe integer", () => {
		expect(registrationNumber({ id: 3, lead_id: 7 })).toBe(3);
		expect(registrationNumber({ id: 'a-1', lead_id: 7 })).toBe(7);
		expect(registrationNumber({ id: 2 ** 60 })).toBeUndefined();
		expect(registrationNumber({})).toBeUndefined();
	});
});

describe('emailOf', () => {
	it('returns undefined for a row whose email is not a string', () => {
		expect(emailOf({})).toBeUndefined();
		expect(emailOf({ email: null })).toBeUndefined();
		expect(emailOf({ email: 5 })).toBeUndefined();
	});
});

/** Returns a page of a list with two rows on each page. */
function pageOf(ids: readonly number[], number: number, total = ids.length) {
	const rows = ids.slice((number - 1) * 2, number * 2).map((id): Registrant => ({ id }));
	return { rows, lastPage: Math.ceil(ids.length / 2), total };
}

/** Returns the IDs of the rows, in their order. */
function idsIn(rows: ReadonlyMap<string, Registrant>) {
	return [...rows.values()].map(({ id }) => id);
}

describe('fetchPages', () => {
	it('reads a page that appears while the list is read', async () => {
		let ids = [1, 2, 3, 4];
		const { rows } = await fetchPages((number) => {
			if (number === 2) ids = [1, 2, 3, 4, 5, 6];
			return Promise.resolve(pageOf(ids, number));
		});
		expect(idsIn(rows)).toEqual([1, 2, 3, 4, 5, 6]);
	});
});

describe('fetchRegistrants', () => {
	/** Reads a list that changes right before some of the requests, which are counted from 1. */
	const readWhileChanging = async (before: Readonly<Record<number, readonly number[]>>, total?: number) => {
		let ids: readonly number[] = [1, 2, 3, 4];
		let requests = 0;
		const { rows, areRowsMissing } = await fetchRegistrants((number) => {
			requests++;
			ids = before[requests] ?? ids;
			return Promise.resolve(pageOf(ids, number, total));
		});
		return { ids: idsIn(rows), areRowsMissing, requests };
	};

	it('reads the list again, and returns only the rows that are still listed, if a row is removed meanwhile', async () => {
		const result = await readWhileChanging({ 2: [2, 3, 4] });
		expect(result).toEqual({ ids: [2, 3, 4], areRowsMissing: false, requests: 4 });
	});

	it('reads the list again if one row is removed and another is added meanwhile', async () => {
		const result = await readWhileChanging({
			1: [1, 2, 3, 4, 5, 6],
			2: [2, 3, 4, 5, 6],
			3: [2, 3, 4, 5, 6, 7],
		});
		expect(result).toEqual({ ids: [2, 3, 4, 5, 6, 7], areRowsMissing: false, requests: 6 });
	});

	it('returns a row that is added between the two readings', async () => {
		const result = await readWhileChanging({ 2: [2, 3, 4], 3: [2, 3, 4, 5] });
		expect(result).toEqual({ ids: [2, 3, 4, 5], areRowsMissing: false, requests: 4 });
	});

	it('returns the rows of both readings, and says that rows may be missing, if both miss a row', async () => {
		const result = await readWhileChanging({ 2: [2, 3, 4], 4: [3, 4] });
		expect(result).toEqual({ ids: [1, 2, 4, 3], areRowsMissing: true, requests: 4 });
	});

	it('says that rows may be missing if the service states more rows than it lists', async () => {
		const result = await readWhileChanging({}, 5);
		expect(result).toEqual({ ids: [1, 2, 3, 4], areRowsMissing: true, requests: 4 });
	});
});
