import fc from 'fast-check';

import {
	addressOf,
	identityOf,
	registrationNumber,
	sameAddress,
} from '../../../nodes/WebinarAccount/registrants/registrantList';

const ann = { lead_id: 7, email: 'ann@example.com', schedule_id: 11, event_id: 1 };

describe('rows of registrants', () => {
	const ben = { email: 'ben@example.com' };
	it.each<[string, object, object]>([
		// By more, test/workflow/listsOfPeople asserts.
		['users', { user_id: 1 }, { user_id: 2 }],
		['sessions', ann, { ...ann, event_id: 2 }],
		['dates of a schedule, where they share a number', { ...ann, id: 1 }, { ...ann, id: 1, event_id: 2 }],
		['names of sessions', { ...ben, event: 'Mon' }, { ...ben, event: 'Tue' }],
		['names of schedules', { id: 1, schedule: 'Mon' }, { id: 1, schedule: 'Tue' }],
		['anything, where nothing names them', { first_name: 'Ann' }, { first_name: 'Ben' }],
	])('are told apart by %s', (_what, one, other) => {
		expect(identityOf({ ...one })).not.toBe(identityOf({ ...other }));
	});

	it.each<[string, object, object]>([
		['in the capitals of an address', { email: 'Ann@Example.com ' }, { email: 'ann@example.com' }],
		['in what changes with time', { ...ann, attended_live: 'No' }, { ...ann, attended_live: 'Yes' }],
		['in the name of a session with a number', { ...ann, schedule: 'One' }, { ...ann, schedule: 'Two' }],
	])('are not told apart by a difference %s', (_what, one, other) => {
		expect(identityOf({ ...one })).toBe(identityOf({ ...other }));
	});

	it('have a number that grows with registration', () => {
		const rows = [{ id: 3, lead_id: 7, user_id: 9 }, { id: 'a-1', lead_id: 7 }, { id: 2 ** 60 }, {}];
		expect(rows.map(registrationNumber)).toEqual([3, 7, undefined, undefined]);
	});
});

describe('an address', () => {
	it.each([
		['Ann@Example.com ', 'ann@example.com'],
		['jose\u0301@example.com', 'jos\u00e9@example.com'],
		['ann@MÜLLER.example', 'ann@xn--mller-kva.example'],
		...[
			'"a@b"@example.com',
			'ann@',
			'ann',
			'not an address',
			'ann@example.com/x',
			'ann@example.com?x',
			'ann@xn--mller-kva.example',
			'ann@example.com:25',
		].map((kept): [string, string] => [kept, kept]),
	])('%j is the person %j', (written, same) => {
		expect(sameAddress(written)).toBe(same);
		expect(addressOf({ email: written })).toBe(same);
	});

	it('is that of nobody without a text', () => {
		for (const row of [{}, { email: null }, { email: 5 }]) expect(addressOf(row)).toBeUndefined();
	});

	it('stays what it is once it is compared', () => {
		const text = fc.string({ unit: fc.constantFrom(...'aÄé@.-/ 1\u0301'), maxLength: 20 });
		const property = fc.property(text, (written) => {
			const same = sameAddress(written);
			expect(sameAddress(same)).toBe(same);
			expect(sameAddress(written.normalize('NFD').toUpperCase().toLowerCase())).toBe(same);
		});
		fc.assert(property);
	});
});
