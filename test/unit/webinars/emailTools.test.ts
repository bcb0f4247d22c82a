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
		'{$email}',
		'%2B*|CODE|*',
		'%2B%FAX%',
		'%50_OFF%',
		'%%First Name%%',
		'[phone+]',
		'%C3%A9{{ name }}',
	])('keeps a valid merge field unchanged: %s', (given) => {
		expect(readMergeField('Email', given)).toBe(given);
	});

	it.each([
		{ given: 'GMT+2', expected: 'GMT%2B2' },
		{ given: '+*|CODE|*', expected: '%2B*|CODE|*' },
		{ given: '%40+%X%', expected: '%40%2B%X%' },
		{ given: '{{ a + b }}+{{ c }}+', expected: '{{ a + b }}%2B{{ c }}%2B' },
	])('encodes a plus sign outside a merge field: $given', ({ given, expected }) => {
		expect(readMergeField('Timezone', given)).toBe(expected);
		expect(readMergeField('Timezone', expected)).toBe(expected);
	});

	const BLANK = 'a space or a line break';
	it.each([
		{ given: '{{a&b}}', problem: 'an "&"' },
		{ given: '#EMAIL', problem: 'a "#"' },
		{ given: '{{ email }}#top', problem: 'a "#"' },
		{ given: '%a b%', problem: BLANK },
		{ given: '~a b~', problem: BLANK },
		{ given: '{{ email\n}}', problem: BLANK },
		{ given: '{{ email }}?x', problem: 'a "?"' },
	])('rejects a merge field if a character in it would break the link: "$given"', ({ given, problem }) => {
		const { message, description } = failureOf(() => readMergeField('Email', given));
		expect(message).toContain(`The merge field for Email contains ${problem}`);
		expect(description).toBe(
			`Copy the merge field from your email tool without changes, e.g. *|EMAIL|* or %EMAIL%. Current value: ${given}`,
		);
	});
});
