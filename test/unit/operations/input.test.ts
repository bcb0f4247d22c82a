import { z } from 'zod/v4';

import { chosenOperation } from '../../../nodes/WebinarAccount/operations';
import { lastName } from '../../../nodes/WebinarAccount/operations/contactFields';
import { includeFields, linkFor } from '../../../nodes/WebinarAccount/operations/createOneClickLink/fields';
import { addStartTimes, limit, timezone } from '../../../nodes/WebinarAccount/operations/fields';
import * as input from '../../../nodes/WebinarAccount/operations/input';
import { attendeeConsent } from '../../../nodes/WebinarAccount/operations/register/fields';
import { chosenProduct } from '../../../nodes/WebinarAccount/operations';
import { readSessionChoice } from '../../../nodes/WebinarAccount/service/sessions/choice';
import { failureOf } from '../../support/failure';

const read = <Output>(schema: z.ZodType<Output>, value: unknown) =>
	input.readInput(z.object({ value: schema }), () => value).value;
const failed = (schema: z.ZodType, value: unknown) => failureOf(() => read(schema, value));

const entries = (value: unknown) =>
	read(input.collection({ lastName: input.text(lastName), addStartTimes: input.flag(addStartTimes) }), value);
const locator = (mode: string, value: unknown) => ({ __rl: true, mode, value });
/** What JSON from elsewhere can be: JavaScript cannot make a text of it. */
const withoutText = { toString: null, valueOf: null };

describe('a text', () => {
	it('is trimmed, may have been a number or a flag, and is empty where an expression gives nothing', () => {
		const values = [' Ann ', 42, 0, true, null, undefined];
		expect(values.map((value) => read(input.text(lastName), value))).toEqual([
			'Ann',
			'42',
			'0',
			'true',
			'',
			'',
		]);
	});

	it('is no whole file', () => {
		expect(read(input.text(lastName), 'x'.repeat(10_000))).toHaveLength(10_000);
		for (const schema of [input.text(lastName), input.attendeeZone, input.session, input.webinar]) {
			const { message } = failed(schema, 'x'.repeat(10_001));
			expect(message).toMatch(/^[A-Z][a-z ]+ is longer than 10000 characters$/i);
		}
	});

	it.each([NaN, Infinity])('is not what a calculation gave: %d', (value) => {
		expect(failed(input.text(timezone), value)).toMatchObject({
			message: 'Timezone is not a number',
			description: 'The expression in Timezone uses a value that does not exist.',
		});
	});

	it.each([[withoutText], [[]], [{}], [new Date(0)]])('is not %j', (value) => {
		expect(failed(input.text(timezone), value).message).toBe('Timezone is not a text');
	});
});

describe('a count', () => {
	it('is a whole number from 1, also as a text', () => {
		expect([1, '5'].map((value) => read(input.count(limit), value))).toEqual([1, 5]);
		expect(input.limitOf({ returnAll: true, limit: 'hidden' })).toBe(Infinity);
	});

	it.each([[withoutText], [[5]], [true], [null], [''], ['x'], [0], [1.5]])('is not %j', (value) => {
		const { message } = failed(input.count(limit), value);
		expect(message).toBe('Limit must be a whole number, 1 or more');
		expect(failureOf(() => input.limitOf({ returnAll: false, limit: value })).message).toBe(message);
	});
});

describe('a flag', () => {
	const flag = (value: unknown) => read(input.flag(attendeeConsent), value);

	it('may come from a table as a text or a number; nothing is a no', () => {
		expect([true, 1, ' Yes ', 'TRUE', 'y', 'on', '1'].filter(flag)).toHaveLength(7);
		expect([false, 0, 'no', 'False', 'n', 'off', '0', '', ' ', null, undefined].filter(flag)).toEqual([]);
	});

	it.each([['perhaps'], [2], [[true]], [{}], [withoutText]])('is not %j', (value) => {
		expect(failed(input.flag(attendeeConsent), value).message).toMatch(/ is neither yes nor no$/);
	});
});

describe('an option', () => {
	it("is one of the field's values, by default the field's own", () => {
		const values = [undefined, null, ' contact '].map((value) => read(input.option(linkFor), value));
		expect(values).toEqual(['emailTool', 'emailTool', 'contact']);
	});

	it.each(['', 'Contact', 3])('is not %j', (value) => {
		expect(failed(input.option(linkFor), value)).toMatchObject({
			message: `"${value}" is not an option of Link For`,
			description: 'Choose one from the list, or use one of these values: emailTool, contact.',
		});
	});

	it.each([
		[
			['phone', 'lastName'],
			['phone', 'lastName'],
		],
		[' lastName, phone,', ['lastName', 'phone']],
		[[' phone ', null, ''], ['phone']],
		[[], []],
		['', []],
		[undefined, []],
	])('can be one of several, in a list or in a text: %j', (value, expected) => {
		expect(read(input.options(includeFields), value)).toEqual(expected);
	});

	it.each([
		[['phone', 'last_name'], '"last_name" is not an option of Include Fields'],
		['phone, last_name', '"last_name" is not an option of Include Fields'],
		[withoutText, 'Include Fields is not a text'],
		[['phone', withoutText], 'Include Fields is not a text'],
		[['phone', ['lastName']], 'Include Fields is not a text'],
	])('of several is refused: %j', (value, message) => {
		expect(failed(input.options(includeFields), value).message).toBe(message);
	});
});

describe('a collection', () => {
	it('has the defaults of what the user did not add', () => {
		for (const none of [{}, '', null, undefined, [1], 'text'])
			expect(entries(none)).toEqual({ lastName: '', addStartTimes: false });
		const consent = input.collection({ attendeeConsent: input.flag(attendeeConsent) });
		expect(read(consent, {})).toEqual({ attendeeConsent: true });
	});

	it('has what the user added, also where an expression gives nothing for it', () => {
		expect(entries({ lastName: ' Lee ', addStartTimes: 'yes', other: {} })).toEqual({
			lastName: 'Lee',
			addStartTimes: true,
		});
		const consent = input.collection({ attendeeConsent: input.flag(attendeeConsent) });
		for (const value of [undefined, null, ''])
			expect(read(consent, { attendeeConsent: value })).toEqual({ attendeeConsent: false });
	});
});

describe('a locator', () => {
	it('is a choice from the list or a value by expression', () => {
		for (const value of [locator('id', ' 6 '), locator('list', '6'), locator('id', 6), 6, '6'])
			expect(read(input.webinar, value)).toEqual({ id: '6' });
		expect(failed(input.webinar, locator('id', ['6'])).message).toMatch(/ is not a text$/);
	});

	it('of a session means the next where the list has no choice, and must have a value by expression', () => {
		expect(read(input.session, locator('list', ''))).toEqual({ kind: 'next' });
		expect(failed(input.session, locator('id', '')).message).toBe('No session is chosen');
		expect(read(input.sessionFilter(readSessionChoice), locator('list', ''))).toBeUndefined();
		expect(failed(input.sessionFilter(readSessionChoice), locator('id', '')).message).toBe(
			'Session is empty',
		);
	});
});

describe('the input of an item', () => {
	const schema = z.object({
		webinarId: input.webinar,
		timezone: input.attendeeZone,
		options: input.collection({ limit: input.count(limit), addStartTimes: input.flag(addStartTimes) }),
	});
	const values = (given: Record<string, unknown>) => (name: string) => given[name];

	it('is refused with everything that is wrong with it, each problem once, in the order of the schema', () => {
		const given = { webinarId: 'six', timezone: 'EST', options: { limit: 0, addStartTimes: 'perhaps' } };
		const failure = failureOf(() => input.readInput(schema, values(given)));
		expect(failure.message).toBe(
			'"six" is not a webinar ID. Timezone "EST" is not known. Limit must be a whole number, 1 or more. Add Start Times is neither yes nor no',
		);
		expect(failure.description).toMatch(
			/^An ID is a number\. .* Use a region\/city name .* Correct Limit\. Map a value /,
		);
		expect(failure).toHaveProperty('reasons', [
			'Webinar is not an ID',
			'Timezone is not known',
			'Limit must be a whole number, 1 or more',
			'Add Start Times is neither yes nor no',
		]);
	});

	it('is refused with the very problem when there is only one', () => {
		const given = { webinarId: 6, timezone: 'EST', options: { limit: 5 } };
		expect(failureOf(() => input.readInput(schema, values(given)))).toMatchObject({
			message: 'Timezone "EST" is not known',
			reasons: ['Timezone is not known'],
		});
	});

	it('does not hide a fault of the node, such as an expression that fails', () => {
		const fault = input.reading(z.unknown(), () => {
			throw new TypeError('not what a user entered');
		});
		expect(() => read(fault, 1)).toThrow(TypeError);
	});
});

describe('resource and operation', () => {
	it.each([
		[chosenProduct, withoutText, 'There is no resource "object"'],
		[chosenProduct, undefined, 'No resource is chosen'],
		[chosenProduct, 'other', 'There is no resource "other"'],
		[chosenOperation, 'x'.repeat(1_000_000), `There is no operation "${'x'.repeat(100)}…"`],
	])('are refused when there are none such: %#', (chosen, value, message) => {
		expect(failureOf(() => chosen(value)).message).toBe(message);
	});
});
