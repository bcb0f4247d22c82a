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

	it.each(['{{a&b}}', '#EMAIL', '{{ email }}#top', '%a b%', '~a b~', '{{ email\n}}', '{{ email }}?x'])(
		'rejects a merge field if a character in it would break the link: "%s"',
		(given) => {
			const { message, description } = failureOf(() => readMergeField('Email', given));
			expect(message).toBe(
				'The merge field for Email contains a space, a line break, "&", "?" or "#", which would break the link',
			);
			expect(description).toBe(
				`Copy the merge field from your email tool without changes, e.g. *|EMAIL|* or %EMAIL%. Current value: ${given}`,
			);
		},
	);
});
