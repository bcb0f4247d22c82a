import {
	expressionIn,
	inputFieldsIn,
	listFieldIn,
	noValue,
} from '../../../nodes/WebinarAccount/fields/expression';

describe('expressionIn', () => {
	it.each([
		['={{ $json.email }}', '{{ $json.email }}'],
		['=Dear {{ $json.name }}', 'Dear {{ $json.name }}'],
		[{ __rl: true, mode: 'id', value: '={{ $json.id }}' }, '{{ $json.id }}'],
		['ann@example.com', undefined],
		[{ __rl: true, mode: 'id', value: '6' }, undefined],
		["={{ $fromAI('email') }}", undefined],
		[undefined, undefined],
		[true, undefined],
	])('finds in the stored parameter %j the expression %j', (stored, expression) => {
		expect(expressionIn(stored)).toBe(expression);
	});
});

describe('inputFieldsIn', () => {
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
	])('finds in the expression %s the input fields %j', (expression, names) => {
		expect(inputFieldsIn(expression)).toEqual(names);
	});

	it('noValue names only the expression if it has no input field', () => {
		expect(noValue('Email', '{{ $vars.email }}')).toBe(
			'The expression {{ $vars.email }} in Email has no value. Correct it.',
		);
	});
});

describe('listFieldIn', () => {
	it.each([
		['{{ $json["Your consent"][0] }}', 'Your consent'],
		['{{ $json.consent[0] }}', 'consent'],
		['{{ $("Form").item.json.consent[1] }}', 'consent'],
		['{{ $json.consent }}', undefined],
		['{{ $json["0"].consent }}', undefined],
	])('finds in the expression %s the indexed list %j', (expression, name) => {
		expect(listFieldIn(expression)).toBe(name);
	});
});
