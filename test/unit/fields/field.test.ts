import { customFields, email, firstName } from '../../../nodes/WebinarAccount/fields/contactFields';
import {
	choice,
	collection,
	count,
	flag,
	namesWithExpression,
	type Parameters,
	readFields,
	text,
} from '../../../nodes/WebinarAccount/fields/field';
import { paging } from '../../../nodes/WebinarAccount/fields/listFields';
import { includeFields } from '../../../nodes/WebinarAccount/fields/linkFields';
import {
	bookedSession,
	onlySchedule,
	timezone,
	webinarId,
} from '../../../nodes/WebinarAccount/fields/webinarFields';
import { failureOf } from '../../support/failure';

const note = text('Note', 'note', {});
const limit = count('Limit', { default: 50 });
const consent = flag('Consent', { default: true });
const color = choice('Color', 'color', { Red: 1, Blue: ['blue', 'Like the sky'] }, { default: 1 });
const entries = collection('Options', { note, consent, color });
const fields = {
	note,
	limit,
	consent,
	color,
	includeFields,
	entries,
	customFields,
	webinarId,
	bookedSession,
	onlySchedule,
};
type Name = keyof typeof fields;
/** Reads a value of a field, as an expression returned it. */
const read = (name: Name, value: unknown): unknown => fields[name].read(value, {});
/** Returns the value of a resource locator. */
const locator = (mode: string, value: unknown) => ({ __rl: true, mode, value });
/** Parsed JSON that JavaScript cannot convert to a string. */
const notConvertible = { toString: null, valueOf: null };

// test/workflow covers contacts, consents, filters, sessions and options as users fill them in.
describe('a field', () => {
	it.each<{ name: Name; value: unknown; expected: unknown }>([
		{ name: 'note', value: ' Ann ', expected: 'Ann' },
		{ name: 'note', value: 42, expected: '42' },
		{ name: 'note', value: true, expected: 'true' },
		{ name: 'note', value: null, expected: '' },
		{ name: 'limit', value: ' 5 ', expected: 5 },
		{ name: 'consent', value: undefined, expected: true },
		{ name: 'color', value: undefined, expected: '' },
		{ name: 'color', value: ' blue ', expected: 'blue' },
		{ name: 'includeFields', value: [' phone ', null, ''], expected: ['phone'] },
		{ name: 'includeFields', value: ' lastName, phone,', expected: ['lastName', 'phone'] },
		{
			name: 'entries',
			value: { note: ' x ', color: 1, other: {} },
			expected: { note: 'x', consent: true, color: '1' },
		},
		{ name: 'webinarId', value: locator('id', 6), expected: { id: '6' } },
		{ name: 'webinarId', value: 6, expected: { id: '6' } },
		{ name: 'bookedSession', value: locator('list', ''), expected: { kind: 'next' } },
		{ name: 'onlySchedule', value: 56, expected: 56 },
	])('reads $value in the field $name as $expected', ({ name, value, expected }) => {
		expect(read(name, value)).toEqual(expected);
	});

	it.each<{ name: Name; values: unknown[]; message: string }>([
		{
			name: 'note',
			values: [NaN],
			message: 'Note is not a number',
		},
		{
			name: 'note',
			values: [notConvertible, [], new Date(0)],
			message: 'Note must be text',
		},
		{
			name: 'limit',
			values: [notConvertible, [5], true, 1.5],
			message: 'Limit must be a whole number, 1 or more',
		},
		{
			name: 'color',
			values: ['Blue'],
			message: '"Blue" is not an option of Color',
		},
		{
			name: 'color',
			values: ['constructor'],
			message: '"constructor" is not an option of Color',
		},
		{
			name: 'color',
			values: [null],
			message: 'Color is empty',
		},
		{
			name: 'includeFields',
			values: [notConvertible],
			message: 'Include Fields must be text',
		},
		{
			name: 'entries',
			values: ['', null, undefined, [1], 'text'],
			message: 'Options must be a collection',
		},
		{
			name: 'webinarId',
			values: [locator('id', ['6'])],
			message: 'Webinar must be text',
		},
		{
			name: 'bookedSession',
			values: [locator('id', '')],
			message: 'No session is chosen',
		},
		{
			name: 'customFields',
			values: [{ field: 'x' }, null],
			message: 'Custom Fields must be a list of fields',
		},
	])('rejects invalid values in the field $name: $message', ({ name, values, message }) => {
		for (const value of values) expect(failureOf(() => read(name, value)).message).toBe(message);
	});

	it('applies Limit only if Return All is off', () => {
		expect(readFields(paging, { returnAll: true, limit: 'hidden' }).limit).toBe(Infinity);
		expect(readFields(paging, { returnAll: false, limit: 7 }).limit).toBe(7);
	});

	it('distinguishes an expression from a fixed value', () => {
		const stored = { one: locator('id', '={{ 1 }}'), two: '={{ 1 }}', three: locator('id', '1'), four: null };
		expect([...namesWithExpression(stored)]).toEqual(['one', 'two']);
	});

	it('reads an expression in the list mode as an ID', () => {
		const stored = { onlySchedule: locator('list', '={{ $json.schedule }}') };
		const given = { onlySchedule: locator('list', null) };
		expect(failureOf(() => readFields({ onlySchedule }, given, stored)).message).toBe('Session is empty');
		expect(readFields({ onlySchedule }, given)).toEqual({ onlySchedule: undefined });
	});
});

describe('readFields', () => {
	const ofItem = { firstName, email, webinarId, timezone, options: entries };

	it('reports all missing fields and other problems in one error', () => {
		const given = { webinarId: 'six', timezone: 'EST', options: { color: 'x', consent: 'perhaps' } };
		const failure = failureOf(() => readFields(ofItem, given));
		expect(failure.message).toBe(
			'First Name and Email are missing. "six" is not a webinar ID. Timezone "EST" is not a known time zone. Consent must be true or false, not "perhaps". "x" is not an option of Color',
		);
		expect(failure.description).toMatch(
			/^Fill in First Name and Email\. A webinar ID is a number\. .* Choose an option from the list/,
		);
	});

	it('reports only the one problem if all other fields are valid', () => {
		const given = { firstName: 'Ann', email: 'a@b.co', webinarId: 6, timezone: 'EST', options: {} };
		expect(failureOf(() => readFields(ofItem, given)).message).toBe(
			'Timezone "EST" is not a known time zone',
		);
	});

	it("rethrows an error that is not about a field's value", () => {
		const given = {
			get note() {
				throw new TypeError('not what a user entered');
			},
		};
		expect(() => readFields({ note }, given)).toThrow(TypeError);
	});
});

describe('the description of an error about an empty value', () => {
	const ofItem = { firstName, email, options: entries };
	const descriptionOf = (stored: Parameters, given: Parameters) =>
		failureOf(() => readFields(ofItem, { options: {}, ...given }, stored)).description;

	it('asks to fill in empty fields that have no expression', () => {
		expect(descriptionOf({ firstName: '', email: '' }, {})).toBe('Fill in First Name and Email.');
		expect(descriptionOf({ email: '' }, { firstName: 'Ann' })).toBe('Fill in Email.');
	});

	it('names an expression that returned no value', () => {
		expect(descriptionOf({ email: '={{ $json.mail }}' }, { firstName: 'Ann' })).toBe(
			'The expression {{ $json.mail }} in Email returned no value.',
		);
	});

	it("describes an empty field and another field's expression without a value together", () => {
		expect(descriptionOf({ firstName: '', email: '={{ $json.mail }}' }, {})).toBe(
			'Fill in First Name. The expression {{ $json.mail }} in Email returned no value.',
		);
	});

	it('asks to fill in a field that the AI agent left empty', () => {
		expect(descriptionOf({ email: "={{ $fromAI('email', ``, 'string') }}" }, { firstName: 'Ann' })).toBe(
			'Fill in Email.',
		);
	});

	it('says that an empty entry in the Options collection can also be removed', () => {
		const given = { firstName: 'Ann', email: 'ann@example.com', options: { color: null } };
		expect(descriptionOf({ options: { color: '={{ $json.hue }}' } }, given)).toBe(
			'Fill in Color, or remove the field. Check the expression {{ $json.hue }} in Color.',
		);
		expect(descriptionOf({ options: { color: '' } }, given)).toBe('Fill in Color, or remove the field.');
	});
});
