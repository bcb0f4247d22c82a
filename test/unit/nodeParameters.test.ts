import { limit, timezone } from '../../nodes/WebinarAccount/operations/fields';
import { chosenProduct } from '../../nodes/WebinarAccount/operations/chosenProduct';
import { includeFields, linkFor } from '../../nodes/WebinarAccount/operations/createOneClickLink/fields';
import { NodeParameters } from '../../nodes/WebinarAccount/operations/nodeParameters';
import { readProblems } from '../../nodes/WebinarAccount/service/problems';
import { readWebinarReference } from '../../nodes/WebinarAccount/service/webinars';
import { failureOf } from '../support/failure';

const given = (value: unknown) => new NodeParameters(() => value);
/** What JSON from elsewhere can be: JavaScript cannot make a text of it. */
const withoutText = { toString: null, valueOf: null };

describe('the value of a parameter', () => {
	it.each([NaN, Infinity])('is no text when a calculation gave %d', (value) => {
		expect(failureOf(() => given(value).text(timezone))).toMatchObject({
			message: 'Timezone is not a number',
			description: 'The expression in Timezone calculates with something that is not there.',
		});
	});

	it.each([[withoutText], [[]], [{}], [new Date(0)]])('is no text when it is %j', (value) => {
		expect(failureOf(() => given(value).text(timezone)).message).toBe('Timezone is not a text');
	});

	it.each([[withoutText], [[5]], [true], [null], [''], ['x'], [0], [1.5]])(
		'is no count when it is %j',
		(value) => {
			expect(failureOf(() => given(value).count(limit)).message).toBe(
				'Limit must be a whole number, 1 or more',
			);
		},
	);

	it('is a count as a number or as a text', () => {
		expect([given(5), given('5')].map((parameters) => parameters.count(limit))).toEqual([5, 5]);
	});

	it.each([
		[
			['phone', 'lastName'],
			['phone', 'lastName'],
		],
		['lastName', ['lastName']],
		[' lastName, phone,', ['lastName', 'phone']],
		[[' phone ', null, ''], ['phone']],
		[[], []],
		['', []],
		[undefined, []],
	])('is a list of choices as a list or as a text: %j', (value, expected) => {
		expect(given(value).list(includeFields)).toEqual(expected);
	});

	it.each([[['phone', 'last_name']], ['phone,last_name'], [' last_name']])(
		'is no list of choices when one is unknown: %j',
		(value) => {
			expect(failureOf(() => given(value).list(includeFields))).toMatchObject({
				message: '"last_name" is not an option of Include Fields',
				description: 'Choose one from the list, or give one of: lastName, phone, timezone.',
			});
		},
	);

	it.each([[withoutText], [['phone', withoutText]], [['phone', ['lastName']]]])(
		'is no list of choices when there is no text in it: %j',
		(value) => {
			const { message } = failureOf(() => given(value).list(includeFields));
			expect(message).toBe('Include Fields is not a text');
		},
	);

	it('is an option, by default the one of the field, or refused', () => {
		expect([undefined, null, ' contact '].map((value) => given(value).option(linkFor))).toEqual([
			'emailTool',
			'emailTool',
			'contact',
		]);
		for (const value of ['', 'Contact', 3]) {
			expect(failureOf(() => given(value).option(linkFor))).toMatchObject({
				message: `"${value}" is not an option of Link For`,
				description: 'Choose one from the list, or give one of: emailTool, contact.',
			});
		}
	});

	it('is no product when it is no text', () => {
		expect(failureOf(() => chosenProduct(withoutText)).message).toBe('There is no resource "object"');
		expect(failureOf(() => chosenProduct(undefined)).message).toBe('No resource is chosen');
		expect(failureOf(() => chosenProduct('other')).message).toBe('There is no resource "other"');
	});
});

describe('a message', () => {
	it('shows the beginning of a value that is a whole file', () => {
		expect(failureOf(() => readWebinarReference('id', 'x'.repeat(100))).message).toBe(
			`"${'x'.repeat(100)}" is not a webinar ID`,
		);
		expect(failureOf(() => readWebinarReference('id', 'x'.repeat(1_000_000))).message).toBe(
			`"${'x'.repeat(100)}…" is not a webinar ID`,
		);
	});

	it('tells the first ten problems of many', () => {
		const errors = Array.from({ length: 1000 }, (_, index) => `Problem ${index}`);
		expect(readProblems({ errors })).toHaveLength(10);
	});
});
