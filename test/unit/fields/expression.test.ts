import {
	expressionIn,
	inputFieldsIn,
	listFieldIn,
	noValue,
} from '../../../nodes/WebinarAccount/fields/expression';

describe('expressionIn', () => {
	it.each([
		{ stored: '={{ $json.email }}', expression: '{{ $json.email }}' },
		{ stored: '=Dear {{ $json.name }}', expression: 'Dear {{ $json.name }}' },
		{ stored: { __rl: true, mode: 'id', value: '={{ $json.id }}' }, expression: '{{ $json.id }}' },
		{ stored: 'ann@example.com', expression: undefined },
		{ stored: { __rl: true, mode: 'id', value: '6' }, expression: undefined },
		{ stored: "={{ $fromAI('email') }}", expression: undefined },
		{ stored: undefined, expression: undefined },
		{ stored: true, expression: undefined },
	])('returns the expression $expression for the stored parameter $stored', ({ stored, expression }) => {
		expect(expressionIn(stored)).toBe(expression);
	});
});

describe('inputFieldsIn', () => {
	it.each([
		{ expression: '{{ $json.email }}', names: ['email'] },
		{ expression: '{{ $json["Your email"] }}', names: ['Your email'] },
		{ expression: "{{ $json['Your email'].trim() }}", names: ['Your email'] },
		{ expression: '{{ $json.person.emails[0] }}', names: ['person.emails.0'] },
		{ expression: '{{ $json?.person?.email }}', names: ['person.email'] },
		{ expression: '{{ $json.email.trim().toLowerCase() }}', names: ['email'] },
		{ expression: '{{ $("Form").item.json.email }}', names: ['email'] },
		{ expression: '{{ $json.first }} {{ $json.last }} {{ $json.first }}', names: ['first', 'last'] },
		{ expression: '{{ $json.größe }}', names: ['größe'] },
		{ expression: '{{ $now.toISO() }}', names: [] },
	])('returns the input fields $names for the expression $expression', ({ expression, names }) => {
		expect(inputFieldsIn(expression)).toEqual(names);
	});

	it('asks to correct the expression if it reads no input field', () => {
		expect(noValue('Email', '{{ $vars.email }}')).toBe(
			'The expression {{ $vars.email }} in Email returned no value. Correct the expression.',
		);
	});
});

describe('listFieldIn', () => {
	it.each([
		{ expression: '{{ $json["Your consent"][0] }}', name: 'Your consent' },
		{ expression: '{{ $json.consent[0] }}', name: 'consent' },
		{ expression: '{{ $("Form").item.json.consent[1] }}', name: 'consent' },
		{ expression: '{{ $json.consent }}', name: undefined },
		{ expression: '{{ $json["0"].consent }}', name: undefined },
	])(
		'returns $name as the list from which the expression $expression takes one entry',
		({ expression, name }) => {
			expect(listFieldIn(expression)).toBe(name);
		},
	);
});
