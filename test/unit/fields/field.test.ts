import { details, email, firstName } from '../../../nodes/WebinarAccount/fields/contact';
import { customFields } from '../../../nodes/WebinarAccount/fields/customFields';
import {
	asFlag,
	choice,
	collection,
	count,
	type Field,
	type Fields,
	flag,
	readFields,
	sentValues,
	text,
} from '../../../nodes/WebinarAccount/fields/field';
import { paging } from '../../../nodes/WebinarAccount/fields/filters';
import { includeFields } from '../../../nodes/WebinarAccount/fields/mergeFields';
import {
	anySession,
	bookedSession,
	hasExpression,
	timezone,
	watchedSchedule,
	webinarId,
	withoutListMode,
} from '../../../nodes/WebinarAccount/fields/webinar';
import { failureOf } from '../../support/failure';

const from = (values: Readonly<Record<string, unknown>>) => (name: string) => values[name];
const read = <Value>(field: Field<Value>, given: unknown, siblings = {}) => field.read(given, from(siblings));
const failed = (field: Field, given: unknown, siblings = {}) => failureOf(() => read(field, given, siblings));

const note = text('Note', 'note', {});
const consent = flag('Consent', { default: true });
const color = choice('Color', 'color', { Red: 1, Blue: ['blue', 'Like the sky'] }, { default: 1 });
const entries = collection('Options', { note, consent, color });
const locator = (mode: string, value: unknown) => ({ __rl: true, mode, value });
/** What JSON from elsewhere can be: JavaScript cannot make a text of it. */
const withoutText = { toString: null, valueOf: null };
const noFlags: unknown[] = ['perhaps', 2, [true], {}, withoutText];

describe('a text', () => {
	it.each([
		[' Ann ', 'Ann'],
		[42, '42'],
		[0, '0'],
		[true, 'true'],
		[null, ''],
		[undefined, ''],
	])('is trimmed, and made of %j', (given, expected) => {
		expect(read(note, given)).toBe(expected);
	});

	it('is no whole file', () => {
		expect(read(note, 'x'.repeat(10_000))).toHaveLength(10_000);
		for (const field of [note, timezone, bookedSession, webinarId, email])
			expect(failed(field, 'x'.repeat(10_001)).message).toBe(
				`${field.label} is longer than 10000 characters`,
			);
	});

	it.each([
		[NaN, 'Note is not a number'],
		[Infinity, 'Note is not a number'],
		[withoutText, 'Note is not a text'],
		[[], 'Note is not a text'],
		[new Date(0), 'Note is not a text'],
	])('is not %j', (given, message) => {
		expect(failed(note, given).message).toBe(message);
	});
});

describe('a count', () => {
	const limit = count('Limit', { default: 50 });

	it('is a whole number from 1, also as a text', () => {
		expect([1, ' 5 '].map((given) => read(limit, given))).toEqual([1, 5]);
		expect(readFields(paging, from({ returnAll: true, limit: 'hidden' })).limit).toBe(Infinity);
		expect(readFields(paging, from({ returnAll: false, limit: 7 })).limit).toBe(7);
	});

	it.each([[withoutText], [[5]], [true], [null], [''], ['x'], [0], [1.5]])('is not %j', (given) => {
		expect(failed(limit, given).message).toBe('Limit must be a whole number, 1 or more');
	});
});

describe('a flag', () => {
	it('may come from a table as a text or a number', () => {
		expect([true, 1, ' Yes ', 'TRUE', 'y', 'on', '1'].map((given) => read(consent, given))).not.toContain(
			false,
		);
		expect(
			[false, 0, 'no', 'False', 'n', 'off', '0', ' '].map((given) => read(consent, given)),
		).not.toContain(true);
		expect([null, undefined, ''].map((given) => asFlag('Consent', given))).toEqual([false, false, false]);
	});

	it('is nothing else', () => {
		for (const given of noFlags) expect(failed(consent, given).message).toBe('Consent is neither yes nor no');
	});
});

describe('an option', () => {
	it('is one of the values', () => {
		expect([undefined, 1, ' blue '].map((given) => read(color, given))).toEqual(['', '1', 'blue']);
	});

	it.each([
		['Blue', '"Blue" is not an option of Color'],
		[3, '"3" is not an option of Color'],
		[null, 'Color is empty'],
		['', 'Color is empty'],
	])('is not %j', (given, message) => {
		expect(failed(color, given).message).toBe(message);
	});

	it.each<[unknown, string[]]>([
		[
			['phone', 'lastName'],
			['phone', 'lastName'],
		],
		[' lastName, phone,', ['lastName', 'phone']],
		[[' phone ', null, ''], ['phone']],
		[[], []],
		['', []],
		[undefined, []],
	])('can be one of several, in a list or in a text: %j', (given, expected) => {
		expect(read(includeFields, given)).toEqual(expected);
	});

	it.each([
		[['phone', 'last_name'], '"last_name" is not an option of Include Fields'],
		[withoutText, 'Include Fields is not a text'],
		[['phone', ['lastName']], 'Include Fields is not a text'],
	])('of several is refused: %j', (given, message) => {
		expect(failed(includeFields, given).message).toBe(message);
	});
});

describe('a collection', () => {
	it('has the defaults of what was not added, and the values of what was', () => {
		expect(read(entries, {})).toEqual({ note: '', consent: true, color: '' });
		expect(read(entries, { note: ' x ', consent: 'no', color: 1, other: {} })).toEqual({
			...{ note: 'x', consent: false, color: '1' },
		});
	});

	it.each([[''], [null], [undefined], [[1]], ['text']])('is not %j', (given) => {
		expect(failed(entries, given)).toMatchObject({ message: 'Options is not a collection' });
	});
});

describe('the values of an item', () => {
	const fields = { firstName, email, webinarId, timezone, options: entries } satisfies Fields;

	it('are refused with all that is wrong: what is missing together, and each problem once', () => {
		const given = { webinarId: 'six', timezone: 'EST', options: { color: 'x', consent: 'perhaps' } };
		const failure = failureOf(() => readFields(fields, from(given)));
		expect(failure.message).toBe(
			'First Name and Email are required. "six" is not a webinar ID. Timezone "EST" is not known. Consent is neither yes nor no. "x" is not an option of Color',
		);
		expect(failure.description).toMatch(/^Fill them in\. An ID is a number\. .* Choose one from the list/);
		expect(failure).toHaveProperty('reasons', [
			...['First Name is empty', 'Email is empty', 'Webinar is not an ID', 'Timezone is not known'],
			...['Consent is neither yes nor no', 'Color is not a choice'],
		]);
	});

	it('are refused with the very problem when there is only one, and a bug is no problem of theirs', () => {
		const given = { firstName: 'Ann', email: 'a@b.co', webinarId: 6, timezone: 'EST', options: {} };
		const reasons = ['Timezone is not known'];
		expect(failureOf(() => readFields(fields, from(given)))).toMatchObject({ reasons });
		const fault = () => {
			throw new TypeError('not what a user entered');
		};
		expect(() => readFields({ note }, fault)).toThrow(TypeError);
	});

	it("are sent under the service's names, without empty ones", () => {
		const all = { firstName, options: collection('More', { ...details, customFields }) };
		const more = {
			...{ lastName: ' ', phone: '+44 20 7946 0000', smsConsent: false, timezoneId: 2 },
			customFields: {
				field: [
					{ label: 'job', value: 'R&D' },
					{ label: 'job', value: 'IT' },
					{ label: '', value: '' },
				],
			},
		};
		const values = readFields(all, from({ firstName: 'Ann', options: more }));
		expect(sentValues(all, values)).toEqual({
			...{ first_name: 'Ann', phone: '2079460000', phone_country_code: '+44', twilio_consent: '0' },
			timezone_id: '2',
		});
		// What is sent of these depends on the webinar.
		expect(values.options.customFields).toEqual({ job: ['R&D', 'IT'] });
	});

	it.each([
		[{ field: [{ label: '', value: 'x' }] }, 'A custom field has no label'],
		[{ field: [{ label: locator('list', 'last name'), value: 'x' }] }, '"last name" is not a custom field'],
		[{ field: 'x' }, 'Custom Fields is not a list of fields'],
		[null, 'Custom Fields is not a list of fields'],
	])('have no custom fields such as %j', (given, message) => {
		expect(failed(customFields, given).message).toBe(message);
	});
});

describe('a locator', () => {
	it('is a choice from the list or a value by expression', () => {
		for (const given of [locator('id', ' 6 '), locator('list', '6'), locator('id', 6), 6, '6'])
			expect(read(webinarId, given)).toEqual({ id: '6' });
		expect(failed(webinarId, locator('id', ['6'])).message).toBe('Webinar is not a text');
		expect(withoutListMode(locator('list', '6'))).toEqual(locator('id', '6'));
		expect([locator('id', '={{ 1 }}'), '={{ 1 }}', locator('id', '1'), null].map(hasExpression)).toEqual([
			true,
			true,
			false,
			false,
		]);
	});

	it('of a session means the next, or all, where the list has no choice, and must have a value by expression', () => {
		expect(read(bookedSession, locator('list', ''))).toEqual({ kind: 'next' });
		expect(failed(bookedSession, locator('id', '')).message).toBe('No session is chosen');
		for (const field of [anySession, watchedSchedule]) {
			expect(read<unknown>(field, locator('list', ''))).toBeUndefined();
			for (const given of [locator('id', ''), null, ''])
				expect(failed(field, given).message).toBe('Session is empty');
		}
		expect(read(anySession, 'justInTime')).toEqual({ kind: 'justInTime' });
		expect(read(watchedSchedule, 56)).toBe(56);
		expect(failed(watchedSchedule, 'next').message).toBe('"next" is not a schedule ID');
	});
});
