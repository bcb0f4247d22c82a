import {
	emailOf,
	identityOf,
	normalizedEmail,
	registrationNumber,
} from '../../../nodes/WebinarAccount/registrants/registrantList';

const ann = { lead_id: 7, email: 'ann@example.com', schedule_id: 11, event_id: 1 };

describe('identityOf', () => {
	const ben = { email: 'ben@example.com' };
	it.each<{ what: string; one: object; other: object }>([
		// test/workflow/listsOfPeople has more.
		{ what: 'users', one: { user_id: 1 }, other: { user_id: 2 } },
		{ what: 'sessions', one: ann, other: { ...ann, event_id: 2 } },
		{
			what: 'dates of a schedule if they share an ID',
			one: { ...ann, id: 1 },
			other: { ...ann, id: 1, event_id: 2 },
		},
		{ what: 'names of sessions', one: { ...ben, event: 'Mon' }, other: { ...ben, event: 'Tue' } },
		{ what: 'names of schedules', one: { id: 1, schedule: 'Mon' }, other: { id: 1, schedule: 'Tue' } },
		{
			what: 'any field if no field identifies them',
			one: { first_name: 'Ann' },
			other: { first_name: 'Ben' },
		},
	])('distinguishes two rows by their $what', ({ one, other }) => {
		expect(identityOf({ ...one })).not.toBe(identityOf({ ...other }));
	});

	it.each<{ what: string; one: object; other: object }>([
		{
			what: 'the capitals of an email address',
			one: { email: 'Ann@Example.com ' },
			other: { email: 'ann@example.com' },
		},
		{
			what: 'the attendance, which changes with time',
			one: { ...ann, attended_live: 'No' },
			other: { ...ann, attended_live: 'Yes' },
		},
		{
			what: 'the name of a session that has an ID',
			one: { ...ann, schedule: 'One' },
			other: { ...ann, schedule: 'Two' },
		},
	])('ignores a difference in $what', ({ one, other }) => {
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
