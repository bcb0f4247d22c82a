import {
	expressionIn,
	inputFieldsIn,
	listFieldIn,
	noValue,
} from '../../../nodes/WebinarAccount/fields/expression';

describe('the expression in a stored parameter', () => {
	it.each([
		['={{ $json.email }}', '{{ $json.email }}'],
		['=Dear {{ $json.name }}', 'Dear {{ $json.name }}'],
		[{ __rl: true, mode: 'id', value: '={{ $json.id }}' }, '{{ $json.id }}'],
		['ann@example.com', undefined],
		[{ __rl: true, mode: 'id', value: '6' }, undefined],
		["={{ $fromAI('email') }}", undefined],
		[undefined, undefined],
		[true, undefined],
	])('is read from %j as %j', (stored, expression) => {
		expect(expressionIn(stored)).toBe(expression);
	});
});

describe('the input fields in an expression', () => {
	it.each([
		['{{ $json.email }}', ['email']],
		['{{ $json["Your email"] }}', ['Your email']],
		["{{ $json['Your email'].trim() }}", ['Your email']],
		['{{ $json.person.emails[0] }}', ['person.emails.0']],
		['{{ $json?.person?.email }}', ['person.email']],
		['{{ $json.email.trim().toLowerCase() }}', ['email']],
		['{{ $("Form").item.json.email }}', ['email']],
		['{{ $json.first }} {{ $json.last }} {{ $json.first }}', ['first', 'last']],
		['{{ $json.größe }}', ['größe']],
		['{{ $now.toISO() }}', []],
	])('of %s are %j', (expression, names) => {
		expect(inputFieldsIn(expression)).toEqual(names);
	});

	it('are left out of the error if there are none', () => {
		expect(noValue('Email', '{{ $vars.email }}')).toBe(
			'The expression {{ $vars.email }} in Email has no value. Correct it.',
		);
	});
});

describe('the list whose entry an expression uses', () => {
	it.each([
		['{{ $json["Your consent"][0] }}', 'Your consent'],
		['{{ $json.consent[0] }}', 'consent'],
		['{{ $("Form").item.json.consent[1] }}', 'consent'],
		['{{ $json.consent }}', undefined],
		['{{ $json["0"].consent }}', undefined],
	])('of %s is %j', (expression, name) => {
		expect(listFieldIn(expression)).toBe(name);
	});
});
