import { limit, timezone } from '../../nodes/WebinarAccount/actions/fields';
import { chosenProduct } from '../../nodes/WebinarAccount/actions/chosenProduct';
import { includeFields } from '../../nodes/WebinarAccount/actions/linkFields';
import { NodeParameters } from '../../nodes/WebinarAccount/actions/nodeParameters';
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

	it('is a list of texts, whatever else is among them', () => {
		expect(given(['phone', withoutText, 3]).list(includeFields)).toEqual(['phone']);
		expect(given(withoutText).list(includeFields)).toEqual([]);
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
