import {
	emailOf,
	identityOf,
	normalizedEmail,
	registrationNumber,
} from '../../../nodes/WebinarAccount/registrants/registrantList';

const ann = { lead_id: 7, email: 'ann@example.com', schedule_id: 11, event_id: 1 };

describe('identityOf', () => {
	const ben = { email: 'ben@example.com' };
	it.each<[string, object, object]>([
		// test/workflow/listsOfPeople has more.
		['users', { user_id: 1 }, { user_id: 2 }],
		['sessions', ann, { ...ann, event_id: 2 }],
		['dates of a schedule if they share an ID', { ...ann, id: 1 }, { ...ann, id: 1, event_id: 2 }],
		['names of sessions', { ...ben, event: 'Mon' }, { ...ben, event: 'Tue' }],
		['names of schedules', { id: 1, schedule: 'Mon' }, { id: 1, schedule: 'Tue' }],
		['any field if no field identifies them', { first_name: 'Ann' }, { first_name: 'Ben' }],
	])('distinguishes two rows by their %s', (_what, one, other) => {
		expect(identityOf({ ...one })).not.toBe(identityOf({ ...other }));
	});

	it.each<[string, object, object]>([
		['the capitals of an email address', { email: 'Ann@Example.com ' }, { email: 'ann@example.com' }],
		[
			'the attendance, which changes with time',
			{ ...ann, attended_live: 'No' },
			{ ...ann, attended_live: 'Yes' },
		],
		['the name of a session that has an ID', { ...ann, schedule: 'One' }, { ...ann, schedule: 'Two' }],
	])('ignores a difference in %s', (_what, one, other) => {
		expect(identityOf({ ...one })).toBe(identityOf({ ...other }));
	});
});

describe('registrationNumber', () => {
	it('returns the first of the IDs of a row that is a safe integer', () => {
		expect(registrationNumber({ id: 3, lead_id: 7, user_id: 9 })).toBe(3);
		expect(registrationNumber({ id: 'a-1', lead_id: 7 })).toBe(7);
		expect(registrationNumber({ id: 2 ** 60 })).toBeUndefined();
		expect(registrationNumber({})).toBeUndefined();
	});
});

describe('emailOf and normalizedEmail', () => {
	it('return an email address in lower case and without surrounding whitespace', () => {
		expect(normalizedEmail(' Ann@Example.com ')).toBe('ann@example.com');
		expect(emailOf({ email: 'ANN@example.com' })).toBe('ann@example.com');
	});

	it('return undefined for a row whose email is not a string', () => {
		for (const row of [{}, { email: null }, { email: 5 }]) expect(emailOf(row)).toBeUndefined();
	});
});
