import { customFields, email, firstName } from '../../../nodes/WebinarAccount/fields/contactFields';
import {
	choice,
	collection,
	count,
	flag,
	readFields,
	text,
} from '../../../nodes/WebinarAccount/fields/field';
import { paging } from '../../../nodes/WebinarAccount/fields/listFields';
import { includeFields } from '../../../nodes/WebinarAccount/fields/linkFields';
import {
	bookedSession,
	hasExpression,
	onlySchedule,
	timezone,
	webinarId,
	withoutListMode,
} from '../../../nodes/WebinarAccount/fields/webinarFields';
import { failureOf } from '../../support/failure';

const from = (values: Readonly<Record<string, unknown>>) => (name: string) => values[name];

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
const read = (name: Name, given: unknown): unknown => fields[name].read(given, from({}));
const locator = (mode: string, value: unknown) => ({ __rl: true, mode, value });
/** Parsed JSON that JavaScript cannot convert to a string. */
const notConvertible = { toString: null, valueOf: null };

// test/workflow covers contacts, consents, filters, sessions and options as users fill them in.
describe('the value of an expression', () => {
	it.each<{ name: Name; given: unknown; expected: unknown }>([
		{ name: 'note', given: ' Ann ', expected: 'Ann' },
		{ name: 'note', given: 42, expected: '42' },
		{ name: 'note', given: true, expected: 'true' },
		{ name: 'note', given: null, expected: '' },
		{ name: 'limit', given: ' 5 ', expected: 5 },
		{ name: 'consent', given: undefined, expected: true },
		{ name: 'color', given: undefined, expected: '' },
		{ name: 'color', given: ' blue ', expected: 'blue' },
		{ name: 'includeFields', given: [' phone ', null, ''], expected: ['phone'] },
		{ name: 'includeFields', given: ' lastName, phone,', expected: ['lastName', 'phone'] },
		{
			name: 'entries',
			given: { note: ' x ', color: 1, other: {} },
			expected: { note: 'x', consent: true, color: '1' },
		},
		{ name: 'webinarId', given: locator('id', 6), expected: { id: '6' } },
		{ name: 'webinarId', given: 6, expected: { id: '6' } },
		{ name: 'bookedSession', given: locator('list', ''), expected: { kind: 'next' } },
		{ name: 'onlySchedule', given: 56, expected: 56 },
	])('is read by the field $name from $given', ({ name, given, expected }) => {
		expect(read(name, given)).toEqual(expected);
	});

	it.each<[Name, message: string, ...given: unknown[]]>([
		['note', 'Note is not a number', NaN],
		['note', 'Note must be text', notConvertible, [], new Date(0)],
		['limit', 'Limit must be a whole number, 1 or more', notConvertible, [5], true, 1.5],
		['color', '"Blue" is not an option of Color', 'Blue'],
		['color', '"constructor" is not an option of Color', 'constructor'],
		['color', 'Color is empty', null],
		['includeFields', 'Include Fields must be text', notConvertible],
		['entries', 'Options must be a collection', '', null, undefined, [1], 'text'],
		['webinarId', 'Webinar must be text', locator('id', ['6'])],
		['bookedSession', 'No session is chosen', locator('id', '')],
		['customFields', 'Custom Fields must be a list of fields', { field: 'x' }, null],
	])('is rejected by the field %s: %s', (name, message, ...values) => {
		for (const given of values) expect(failureOf(() => read(name, given)).message).toBe(message);
	});

	it('limits a list only if Return All is off', () => {
		expect(readFields(paging, from({ returnAll: true, limit: 'hidden' })).limit).toBe(Infinity);
		expect(readFields(paging, from({ returnAll: false, limit: 7 })).limit).toBe(7);
	});

	it('hasExpression distinguishes an expression from a fixed value', () => {
		expect(hasExpression(locator('id', '={{ 1 }}'))).toBe(true);
		expect(hasExpression('={{ 1 }}')).toBe(true);
		expect(hasExpression(locator('id', '1'))).toBe(false);
		expect(hasExpression(null)).toBe(false);
	});

	it('withoutListMode turns a choice from the list into an ID', () => {
		expect(withoutListMode(locator('list', '6'))).toEqual(locator('id', '6'));
	});
});

describe('readFields', () => {
	const ofItem = { firstName, email, webinarId, timezone, options: entries };

	it('reports missing fields together, and every other problem once', () => {
		const given = { webinarId: 'six', timezone: 'EST', options: { color: 'x', consent: 'perhaps' } };
		const failure = failureOf(() => readFields(ofItem, from(given)));
		expect(failure.message).toBe(
			'First Name and Email are missing. "six" is not a webinar ID. Timezone "EST" is not known. Consent must be true or false, not "perhaps". "x" is not an option of Color',
		);
		expect(failure.description).toMatch(/^Fill them in\. An ID is a number\. .* Choose one from the list/);
	});

	it('throws the problem itself if there is only one', () => {
		const given = { firstName: 'Ann', email: 'a@b.co', webinarId: 6, timezone: 'EST', options: {} };
		expect(failureOf(() => readFields(ofItem, from(given))).message).toBe('Timezone "EST" is not known');
	});

	it('does not catch an error that is not about a value', () => {
		const fault = () => {
			throw new TypeError('not what a user entered');
		};
		expect(() => readFields({ note }, fault)).toThrow(TypeError);
	});
});

describe('the advice for an empty value', () => {
	const ofItem = { firstName, email, options: entries };
	const descriptionOf = (
		stored: Readonly<Record<string, unknown>>,
		given: Readonly<Record<string, unknown>>,
	) => failureOf(() => readFields(ofItem, from({ options: {}, ...given }), from(stored))).description;

	it('asks to fill in empty fields without an expression', () => {
		expect(descriptionOf({ firstName: '', email: '' }, {})).toBe('Fill them in.');
		expect(descriptionOf({ email: '' }, { firstName: 'Ann' })).toBe('Fill it in.');
	});

	it('names an expression without a value, and its input field', () => {
		expect(descriptionOf({ email: '={{ $json.emial }}' }, { firstName: 'Ann' })).toBe(
			'The expression {{ $json.emial }} in Email has no value. Check that the input has a value in "emial".',
		);
	});

	it('covers empty fields and expressions without a value in one description', () => {
		expect(descriptionOf({ firstName: '', email: '={{ $json.emial }}' }, {})).toBe(
			'Fill in First Name. The expression {{ $json.emial }} in Email has no value. Check that the input has a value in "emial".',
		);
	});

	it('asks to fill in a field that an AI agent left empty', () => {
		expect(descriptionOf({ email: "={{ $fromAI('email', ``, 'string') }}" }, { firstName: 'Ann' })).toBe(
			'Fill it in.',
		);
	});

	it('says that an empty entry of a collection can also be removed', () => {
		const given = { firstName: 'Ann', email: 'ann@example.com', options: { color: null } };
		expect(descriptionOf({ options: { color: '={{ $json.colour }}' } }, given)).toBe(
			'The expression {{ $json.colour }} in Color has no value. Check that the input has a value in "colour". You can also remove the entry.',
		);
		expect(descriptionOf({ options: { color: '' } }, given)).toBe('Fill in Color, or remove the entry.');
	});
});
