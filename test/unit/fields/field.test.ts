import { email, firstName } from '../../../nodes/WebinarAccount/fields/contact';
import { customFields } from '../../../nodes/WebinarAccount/fields/customFieldEntries';
import {
	choice,
	collection,
	count,
	type Field,
	flag,
	readFields,
	text,
} from '../../../nodes/WebinarAccount/fields/field';
import { paging } from '../../../nodes/WebinarAccount/fields/filters';
import { includeFields } from '../../../nodes/WebinarAccount/fields/linkPerson';
import {
	bookedSession,
	hasExpression,
	onlySchedule,
	timezone,
	webinarId,
	withoutListMode,
} from '../../../nodes/WebinarAccount/fields/webinar';
import { failureOf } from '../../support/failure';

const from = (values: Readonly<Record<string, unknown>>) => (name: string) => values[name];
const read = <Value>(field: Field<Value>, given: unknown) => field.read(given, from({}));

const note = text('Note', 'note', {});
const limit = count('Limit', { default: 50 });
const consent = flag('Consent', { default: true });
const color = choice('Color', 'color', { Red: 1, Blue: ['blue', 'Like the sky'] }, { default: 1 });
const entries = collection('Options', { note, consent, color });
const fields = {
	...{ note, limit, consent, color, includeFields, entries, customFields },
	...{ timezone, webinarId, bookedSession, onlySchedule },
} satisfies Record<string, Field>;
type Name = keyof typeof fields;
const locator = (mode: string, value: unknown) => ({ __rl: true, mode, value });
const labelled = (label: unknown) => ({ field: [{ label, value: 'x' }] });
/** What JSON from elsewhere can be: JavaScript cannot make a text of it. */
const withoutText = { toString: null, valueOf: null };

const NO_LIMIT = 'Limit must be a whole number, 1 or more';
const NO_FLAG = 'Consent is neither yes nor no';
const NO_SCHEDULE = 'is not a schedule ID';
const NO_COLLECTION = 'Options is not a collection';
const NO_LIST = 'Custom Fields is not a list of fields';

// What contacts, filters and options take, test/workflow asserts where users fill them in.
describe('a value that an expression gives', () => {
	it.each<[Name, unknown, unknown]>([
		['note', ' Ann ', 'Ann'],
		['note', 42, '42'],
		['note', 0, '0'],
		['note', true, 'true'],
		['note', null, ''],
		['note', undefined, ''],
		['limit', 1, 1],
		['limit', ' 5 ', 5],
		['consent', undefined, true],
		['color', undefined, ''],
		['color', 1, '1'],
		['color', ' blue ', 'blue'],
		['includeFields', [' phone ', null, ''], ['phone']],
		['includeFields', ' lastName, phone,', ['lastName', 'phone']],
		['entries', {}, { note: '', consent: true, color: '' }],
		[
			'entries',
			{ note: ' x ', consent: 'no', color: 1, other: {} },
			{ note: 'x', consent: false, color: '1' },
		],
		['webinarId', locator('id', ' 6 '), { id: '6' }],
		['webinarId', locator('list', '6'), { id: '6' }],
		['webinarId', locator('id', 6), { id: '6' }],
		['webinarId', 6, { id: '6' }],
		['bookedSession', locator('list', ''), { kind: 'next' }],
		['onlySchedule', locator('list', ''), undefined],
		['onlySchedule', 56, 56],
		// A checkbox of n8n's form gives the answers that were ticked.
		['consent', [], false],
		['consent', ['I agree'], true],
		['consent', 'Off', false],
	])('is read: %s, %j', (name, given, expected) => {
		expect(read<unknown>(fields[name], given)).toEqual(expected);
	});

	type Row = [Name, given: unknown, message: string];

	it.each<Row>([
		['note', NaN, 'Note is not a number'],
		['note', Infinity, 'Note is not a number'],
		...[withoutText, [], new Date(0)].map((given): Row => ['note', given, 'Note is not a text']),
		...[withoutText, [5], true, 1.5].map((given): Row => ['limit', given, NO_LIMIT]),
		['consent', withoutText, `${NO_FLAG}: "object"`],
		['consent', ' I agree ', `${NO_FLAG}: "I agree"`],
		['color', 'Blue', '"Blue" is not an option of Color'],
		['color', 'constructor', '"constructor" is not an option of Color'],
		['color', null, 'Color is empty'],
		['includeFields', ['phone', 'last_name'], '"last_name" is not an option of Include Fields'],
		['includeFields', withoutText, 'Include Fields is not a text'],
		['includeFields', ['phone', ['lastName']], 'Include Fields is not a text'],
		...['', null, undefined, [1], 'text'].map((given): Row => ['entries', given, NO_COLLECTION]),
		['webinarId', locator('id', ['6']), 'Webinar is not a text'],
		['bookedSession', locator('id', ''), 'No session is chosen'],
		['onlySchedule', locator('id', ''), 'Session is empty'],
		['onlySchedule', null, 'Session is empty'],
		...['next', '56|next', 'justInTime', '56|2026-01-31 13:00'].map((rule): Row => [
			'onlySchedule',
			rule,
			`"${rule}" ${NO_SCHEDULE}`,
		]),
		['customFields', labelled(''), 'A custom field has no label'],
		['customFields', labelled(locator('list', 'last name')), '"last name" is not a custom field'],
		['customFields', { field: 'x' }, NO_LIST],
		['customFields', null, NO_LIST],
	])('is refused: %s, %j', (name, given, message) => {
		expect(failureOf(() => read<unknown>(fields[name], given)).message).toBe(message);
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
