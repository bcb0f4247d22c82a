import { readMergeTag } from '../../../nodes/WebinarAccount/webinars/emailTools';
import { failureOf } from '../../support/failure';

describe('a merge field', () => {
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
	])('may be %s', (tag) => {
		expect(readMergeTag('Email', tag)).toBe(tag.trim());
	});

	it.each([
		['GMT+2', 'GMT%2B2'],
		['+*|CODE|*', '%2B*|CODE|*'],
		['%40+%X%', '%40%2B%X%'],
		['{{ a + b }}+{{ c }}+', '{{ a + b }}%2B{{ c }}%2B'],
	])('has the plus beside its tags encoded: %s', (tag, expected) => {
		expect(readMergeTag('Timezone', tag)).toBe(expected);
		expect(readMergeTag('Timezone', expected)).toBe(expected);
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
	])('must not be %j', (tag, problem) => {
		const { message, description } = failureOf(() => readMergeTag('Email', tag));
		expect(message).toContain(`The merge field for Email contains ${problem}`);
		expect(description).toBe(
			`Copy the merge field from your email tool without changes, e.g. *|EMAIL|* or %EMAIL%. Current value: ${tag}`,
		);
	});
});
