import {
	emailOf,
	rowKey,
	fetchPages,
	registrationNumber,
} from '../../../nodes/WebinarAccount/registrants/registrantList';
import type { Registrant } from '../../../nodes/WebinarAccount/service/schemas';

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

describe('fetchPages', () => {
	/** Returns a page of a list with two rows on each page. */
	const pageOf = (rowCount: number, number: number) => {
		const ids = Array.from({ length: rowCount }, (_, index) => index + 1);
		const rows = ids.slice((number - 1) * 2, number * 2).map((id): Registrant => ({ id }));
		return { rows, lastPage: Math.ceil(rowCount / 2), total: rowCount };
	};

	it('reads a page that appears while the list is read', async () => {
		let rowCount = 4;
		const { rows } = await fetchPages((number) => {
			if (number === 2) rowCount = 6;
			return Promise.resolve(pageOf(rowCount, number));
		});
		expect([...rows.values()]).toEqual([1, 2, 3, 4, 5, 6].map((id) => ({ id })));
	});
});
