import { emailTools, readMergeTag } from '../../../nodes/WebinarAccount/webinars/emailTools';
import { failureOf } from '../../support/failure';

describe('a merge field', () => {
	it.each([
		'{{ contact.email }}',
		'{{ contact.first_name | default: "you" }}',
		'%EMAIL%',
		'*|EMAIL|*',
		'*|First #1 Name|*',
		'{ First #1 Name }',
		'[[ First #1 Name ]]',
		'< First #1 Name >',
		'%A#1%',
		'~A#1~',
		'[First Name]',
		'[firstname,fallback=]',
		'#EMAIL#',
		'~Contact.Email~',
		'{!email}',
		'<% email %>',
		'$email',
		' {$email} ',
		'%2B*|CODE|*',
		'%2B%CODE%',
		'%2B%FAX%',
		'%50_OFF%',
		'%FAX%',
		'{{ zone | default: "GMT+0" }}',
		'[phone+]',
		'%C3%A9{{ name }}',
		'%E6%9D%8E',
	])('may be %s', (tag) => {
		expect(readMergeTag('Email', tag)).toBe(tag.trim());
	});

	it.each([
		['GMT+2', 'GMT%2B2'],
		['+44', '%2B44'],
		['+*|CODE|*', '%2B*|CODE|*'],
		['+%CODE%', '%2B%CODE%'],
		['%40+%X%', '%40%2B%X%'],
		['{{ a + b }}+{{ c }}+', '{{ a + b }}%2B{{ c }}%2B'],
	])('has the plus beside its tags encoded: %s', (tag, expected) => {
		expect(readMergeTag('Timezone', tag)).toBe(expected);
		expect(readMergeTag('Timezone', expected)).toBe(expected);
	});

	it.each(Object.values(emailTools))('of $name is one', ({ firstName, lastName, email }) => {
		expect([firstName, lastName, email].map((tag) => readMergeTag('x', tag))).toEqual([
			firstName,
			lastName,
			email,
		]);
	});

	it.each([
		['', 'The link has no merge field for Email'],
		['{{a&b}}', 'The merge field for Email contains an "&"'],
		['%EMAIL%&x=%Y%', 'The merge field for Email contains an "&"'],
		['#EMAIL', 'The merge field for Email contains a "#"'],
		['{{ email }}#top', 'The merge field for Email contains a "#"'],
		['{}a #b', 'The merge field for Email contains a "#"'],
		['%a b%', 'The merge field for Email contains a space or a line break'],
		['~a b~', 'The merge field for Email contains a space or a line break'],
		['my email', 'The merge field for Email contains a space or a line break'],
		['{{ email\n}}', 'The merge field for Email contains a space or a line break'],
		['{{ email }}?x', 'The merge field for Email contains a "?"'],
	])('must not be %j', (tag, message) => {
		const failure = failureOf(() => readMergeTag('Email', tag));
		expect(failure.message).toContain(message);
		expect(failure.description).toBe(
			tag === ''
				? 'Fill in Email under Merge Fields.'
				: `Copy the merge field from your email tool without changes, e.g. *|EMAIL|* or %EMAIL%. Current value: ${tag}`,
		);
	});
});
