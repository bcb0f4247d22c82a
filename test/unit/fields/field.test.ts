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
	valueOfExpression,
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
		['note', 'Note is not a text', withoutText, [], new Date(0)],
		['limit', 'Limit must be a whole number, 1 or more', withoutText, [5], true, 1.5],
		['color', '"Blue" is not an option of Color', 'Blue'],
		['color', '"constructor" is not an option of Color', 'constructor'],
		['color', 'Color is empty', null],
		['includeFields', 'Include Fields is not a text', withoutText],
		['entries', 'Options is not a collection', '', null, undefined, [1], 'text'],
		['webinarId', 'Webinar is not a text', locator('id', ['6'])],
		['bookedSession', 'No session is chosen', locator('id', '')],
		['customFields', 'Custom Fields is not a list of fields', { field: 'x' }, null],
	])('is refused: %s, %s', (name, message, ...values) => {
		for (const given of values) expect(failureOf(() => read(name, given)).message).toBe(message);
	});

	it('limits a list only without Return All', () => {
		expect(readFields(paging, from({ returnAll: true, limit: 'hidden' })).limit).toBe(Infinity);
		expect(readFields(paging, from({ returnAll: false, limit: 7 })).limit).toBe(7);
	});

	it('is known from a fixed value in the editor, where a choice from the list may be an ID', () => {
		expect(valueOfExpression(locator('list', '6'))).toEqual(locator('id', '6'));
		const given = [locator('id', '={{ 1 }}'), '={{ 1 }}', locator('id', '1'), null];
		expect(given.map(hasExpression)).toEqual([true, true, false, false]);
	});
});

describe('the values of an item', () => {
	const ofItem = { firstName, email, webinarId, timezone, options: entries };

	it('are refused with all that is wrong: what is missing together, and each problem once', () => {
		const given = { webinarId: 'six', timezone: 'EST', options: { color: 'x', consent: 'perhaps' } };
		const failure = failureOf(() => readFields(ofItem, from(given)));
		expect(failure.message).toBe(
			'First Name and Email are missing. "six" is not a webinar ID. Timezone "EST" is not known. Consent is neither yes nor no: "perhaps". "x" is not an option of Color',
		);
		expect(failure.description).toMatch(/^Fill them in\. An ID is a number\. .* Choose one from the list/);
	});

	it('are refused with the very problem when there is only one, and a bug is no problem of theirs', () => {
		const given = { firstName: 'Ann', email: 'a@b.co', webinarId: 6, timezone: 'EST', options: {} };
		expect(failureOf(() => readFields(ofItem, from(given))).message).toBe('Timezone "EST" is not known');
		const fault = () => {
			throw new TypeError('not what a user entered');
		};
		expect(() => readFields({ note }, fault)).toThrow(TypeError);
	});
});
