import { readMergeField } from '../../../nodes/WebinarAccount/webinars/emailTools';
import { failureOf } from '../../support/failure';

describe('readMergeField', () => {
	it.each([
		'{{ contact.first_name | default: "you" }}',
		'{{ zone | default: "GMT+0" }}',
		'*|First #1 Name|*',
		'{ First #1 Name }',
		'[[ First #1 Name ]]',
		'< First #1 Name >',
		'%A#1%',
		'~A#1~',
		'#EMAIL#',
		'$email',
		' {$email} ',
		'%2B*|CODE|*',
		'%2B%FAX%',
		'%50_OFF%',
		'[phone+]',
		'%C3%A9{{ name }}',
	])('keeps a merge field without changes: %s', (given) => {
		expect(readMergeField('Email', given)).toBe(given.trim());
	});

	it.each([
		['GMT+2', 'GMT%2B2'],
		['+*|CODE|*', '%2B*|CODE|*'],
		['%40+%X%', '%40%2B%X%'],
		['{{ a + b }}+{{ c }}+', '{{ a + b }}%2B{{ c }}%2B'],
	])('encodes a plus sign beside a merge field: %s', (given, expected) => {
		expect(readMergeField('Timezone', given)).toBe(expected);
		expect(readMergeField('Timezone', expected)).toBe(expected);
	});

	const BLANK = 'a space or a line break';
	it.each([
		['{{a&b}}', 'an "&"'],
		['#EMAIL', 'a "#"'],
		['{{ email }}#top', 'a "#"'],
		['%a b%', BLANK],
		['~a b~', BLANK],
		['{{ email\n}}', BLANK],
		['{{ email }}?x', 'a "?"'],
	])('rejects a merge field with a character that would break the link: %j', (given, problem) => {
		const { message, description } = failureOf(() => readMergeField('Email', given));
		expect(message).toContain(`The merge field for Email contains ${problem}`);
		expect(description).toBe(
			`Copy the merge field from your email tool without changes, e.g. *|EMAIL|* or %EMAIL%. Current value: ${given}`,
		);
	});
});
