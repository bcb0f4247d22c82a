import {
	emailOf,
	identityOf,
	normalizedEmail,
	registrationNumber,
} from '../../../nodes/WebinarAccount/registrants/registrantList';

const ann = { lead_id: 7, email: 'ann@example.com', schedule_id: 11, event_id: 1 };

describe('rows of registrants', () => {
	const ben = { email: 'ben@example.com' };
	it.each<[string, object, object]>([
		// test/workflow/listsOfPeople has more.
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
		['in the capitals of an email address', { email: 'Ann@Example.com ' }, { email: 'ann@example.com' }],
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

describe('an email address', () => {
	it('is compared without its capitals and surrounding whitespace', () => {
		expect(normalizedEmail(' Ann@Example.com ')).toBe('ann@example.com');
		expect(emailOf({ email: 'ANN@example.com' })).toBe('ann@example.com');
	});

	it('is missing from a row that has no string', () => {
		for (const row of [{}, { email: null }, { email: 5 }]) expect(emailOf(row)).toBeUndefined();
	});
});
