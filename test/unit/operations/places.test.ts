import { country, state } from '../../../nodes/WebinarAccount/operations/register/fields';

describe.each([
	[country, 250, { name: 'Germany (DE)', value: 'Germany' }],
	[state, 78, { name: 'Texas (US-TX)', value: 'Texas' }],
])('the list of $displayName', ({ options = [] }, length, place) => {
	it('begins with none, the default', () => {
		expect(options[0]).toEqual({ name: '(None)', value: '' });
	});

	it('has each place once, by name, with its code to find it', () => {
		const values = options.slice(1).flatMap((option) => ('value' in option ? [option.value] : []));
		expect(new Set(values).size).toBe(length);
		expect(values).toHaveLength(length);
		expect(options).toContainEqual(place);
		expect(values.filter((value) => !/^\p{Lu}[^;\n]+$/u.test(String(value)))).toEqual([]);
	});
});
