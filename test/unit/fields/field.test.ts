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
/** What JSON from elsewhere can be: JavaScript cannot make a text of it. */
const withoutText = { toString: null, valueOf: null };

// What contacts, consents, filters, sessions and options take, test/workflow asserts where users fill them in.
describe('a value that an expression gives', () => {
	it.each<[Name, unknown, unknown]>([
		['note', ' Ann ', 'Ann'],
		['note', 42, '42'],
		['note', true, 'true'],
		['note', null, ''],
		['limit', ' 5 ', 5],
		['consent', undefined, true],
		['color', undefined, ''],
		['color', ' blue ', 'blue'],
		['includeFields', [' phone ', null, ''], ['phone']],
		['includeFields', ' lastName, phone,', ['lastName', 'phone']],
		['entries', { note: ' x ', color: 1, other: {} }, { note: 'x', consent: true, color: '1' }],
		['webinarId', locator('id', 6), { id: '6' }],
		['webinarId', 6, { id: '6' }],
		['bookedSession', locator('list', ''), { kind: 'next' }],
		['onlySchedule', 56, 56],
	])('is read: %s, %j', (name, given, expected) => {
		expect(read(name, given)).toEqual(expected);
	});

	it.each<[Name, message: string, ...given: unknown[]]>([
		['note', 'Note is not a number', NaN],
		['note', 'Note must be text', withoutText, [], new Date(0)],
		['limit', 'Limit must be a whole number, 1 or more', withoutText, [5], true, 1.5],
		['color', '"Blue" is not an option of Color', 'Blue'],
		['color', '"constructor" is not an option of Color', 'constructor'],
		['color', 'Color is empty', null],
		['includeFields', 'Include Fields must be text', withoutText],
		['entries', 'Options must be a collection', '', null, undefined, [1], 'text'],
		['webinarId', 'Webinar must be text', locator('id', ['6'])],
		['bookedSession', 'No session is chosen', locator('id', '')],
		['customFields', 'Custom Fields must be a list of fields', { field: 'x' }, null],
	])('is invalid: %s, %s', (name, message, ...values) => {
		for (const given of values) expect(failureOf(() => read(name, given)).message).toBe(message);
	});

	it('limits a list only without Return All', () => {
		expect(readFields(paging, from({ returnAll: true, limit: 'hidden' })).limit).toBe(Infinity);
		expect(readFields(paging, from({ returnAll: false, limit: 7 })).limit).toBe(7);
	});

	it('is known from a fixed value in the editor, where a choice from the list may be an ID', () => {
		expect(withoutListMode(locator('list', '6'))).toEqual(locator('id', '6'));
		const given = [locator('id', '={{ 1 }}'), '={{ 1 }}', locator('id', '1'), null];
		expect(given.map(hasExpression)).toEqual([true, true, false, false]);
	});
});

describe('the values of an item', () => {
	const ofItem = { firstName, email, webinarId, timezone, options: entries };

	it('are invalid with all that is wrong: what is missing together, and each problem once', () => {
		const given = { webinarId: 'six', timezone: 'EST', options: { color: 'x', consent: 'perhaps' } };
		const failure = failureOf(() => readFields(ofItem, from(given)));
		expect(failure.message).toBe(
			'First Name and Email are missing. "six" is not a webinar ID. Timezone "EST" is not known. Consent must be true or false, not "perhaps". "x" is not an option of Color',
		);
		expect(failure.description).toMatch(/^Fill them in\. An ID is a number\. .* Choose one from the list/);
	});

	it('are invalid with the very problem when there is only one, and a bug is no problem of theirs', () => {
		const given = { firstName: 'Ann', email: 'a@b.co', webinarId: 6, timezone: 'EST', options: {} };
		expect(failureOf(() => readFields(ofItem, from(given))).message).toBe('Timezone "EST" is not known');
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

	it('is to fill in fixed fields', () => {
		expect(descriptionOf({ firstName: '', email: '' }, {})).toBe('Fill them in.');
		expect(descriptionOf({ email: '' }, { firstName: 'Ann' })).toBe('Fill it in.');
	});

	it('names the expression and the input field that has no value', () => {
		expect(descriptionOf({ email: '={{ $json.emial }}' }, { firstName: 'Ann' })).toBe(
			'The expression {{ $json.emial }} in Email has no value. Check that the input has a value in "emial".',
		);
	});

	it('is given for fixed fields and for expressions in one description', () => {
		expect(descriptionOf({ firstName: '', email: '={{ $json.emial }}' }, {})).toBe(
			'Fill in First Name. The expression {{ $json.emial }} in Email has no value. Check that the input has a value in "emial".',
		);
	});

	it('is to fill in a field that an AI agent leaves empty', () => {
		expect(descriptionOf({ email: "={{ $fromAI('email', ``, 'string') }}" }, { firstName: 'Ann' })).toBe(
			'Fill it in.',
		);
	});

	it('names the expression of an entry of a collection, and says that the entry can be removed', () => {
		const given = { firstName: 'Ann', email: 'ann@example.com', options: { color: null } };
		expect(descriptionOf({ options: { color: '={{ $json.colour }}' } }, given)).toBe(
			'The expression {{ $json.colour }} in Color has no value. Check that the input has a value in "colour". You can also remove the entry.',
		);
		expect(descriptionOf({ options: { color: '' } }, given)).toBe('Fill in Color, or remove the entry.');
	});
});
