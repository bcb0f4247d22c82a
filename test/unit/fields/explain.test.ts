import { type INode, NodeOperationError } from 'n8n-workflow';

import {
	reportedFields,
	toListError,
	toNodeError,
	toPartError,
	toTestMessage,
} from '../../../nodes/WebinarAccount/fields/nodeError';
import { operations } from '../../../nodes/WebinarAccount/operations';
import { InputError, type Problem, ServiceError } from '../../../nodes/WebinarAccount/service/errors';

const node: INode = { id: '', name: 'Webinar', type: '', typeVersion: 1, position: [0, 0], parameters: {} };
const fieldsOf = (name: string) => operations.find(({ value }) => value === name)?.fields ?? {};
const rejection = (problems: Problem[]) =>
	new ServiceError('Rejected', { description: 'Correct it.', problems, mayNameCustomFields: true });

/** What a user reads of a refusal with these problems. */
function told(operation: string, problems: Problem[]) {
	const { message, description } = toNodeError(node, rejection(problems), fieldsOf(operation), 3);
	return [message, description];
}

describe('what the service says of a parameter', () => {
	it.each<[string, Problem[], string, string]>([
		['register', [{ parameter: 'date', text: 'is invalid' }], 'Rejected: Session: is invalid', 'Correct it.'],
		['register', [{ parameter: 'email', text: 'is invalid' }], 'Rejected: Email: is invalid', 'Correct it.'],
		['register', [{ text: 'The webinar is full' }], 'Rejected: The webinar is full', 'Correct it.'],
		['register', [], 'Rejected', 'Correct it.'],
		[
			'register',
			[{ parameter: 'last_name', text: 'is too long' }],
			'Rejected: Last Name: is too long',
			'Fill in Last Name in Additional Fields. Correct it.',
		],
		[
			'register',
			[{ parameter: 'jobTitle', text: 'is invalid' }],
			'Rejected: jobTitle: is invalid',
			'Fill in jobTitle in Custom Fields of Additional Fields. Correct it.',
		],
		[
			'register',
			['last_name', 'phone'].map((parameter) => ({ parameter, text: 'The field is required.' })),
			'This webinar requires Last Name and Phone',
			'Add them under Additional Fields.',
		],
		[
			'register',
			['phone', 'jobTitle'].map((parameter) => ({ parameter, text: 'The field is required.' })),
			'This webinar requires Phone and jobTitle',
			'Add Phone under Additional Fields. Add jobTitle under Custom Fields of Additional Fields.',
		],
		[
			'register',
			[{ parameter: 'api_key', text: 'is required' }],
			'Rejected: API Key: is required',
			'Fill in API Key in the credential. Correct it.',
		],
		[
			'getAll',
			[{ parameter: 'account', text: 'is suspended' }],
			'Rejected: account: is suspended',
			'Correct it.',
		],
	])('%s: %j', (operation, problems, message, description) => {
		expect(told(operation, problems)).toEqual([message, description]);
	});

	it.each(['get', 'getRegistrants', 'unsubscribe'])('leads to no custom field in %s', (operation) => {
		expect(told(operation, [{ parameter: 'page', text: 'bad' }])[1]).not.toContain('Custom Fields');
	});

	it('is counted by the label of the field, or as one of others', () => {
		const names = ['last_name', 'jobTitle', 'other', 'last_name'];
		const error = rejection(names.map((parameter) => ({ parameter, text: 'is invalid' })));
		expect(reportedFields(error, fieldsOf('register'))).toEqual(['Last Name', 'a custom field']);
		expect(reportedFields(error, fieldsOf('getAll'))).toEqual(['a value']);
	});
});

describe('an error for n8n', () => {
	const markup = new InputError('Use <name> & "<path>"', 'a < b > c');
	const plain = ['Use \u2039name\u203a & "\u2039path\u203a"', 'a \u2039 b \u203a c'];

	it('has no markup, and loses nothing', () => {
		for (const { message, description } of [toNodeError(node, markup, {}), toListError(node, markup, {})])
			expect([message, description]).toEqual(plain);
		expect(toTestMessage(markup)).toBe(plain.join('. '));
		expect(toTestMessage(new Error('bug'))).toBe('Error: bug');
	});

	it('keeps a message that has the letters of a system error', () => {
		const error = new InputError('"sleeperman@" is not an email address', 'Use EPERM.');
		expect(toNodeError(node, error, {}, 2)).toMatchObject({
			message: error.message,
			context: { itemIndex: 2 },
		});
	});

	it('is one for each item where n8n has one object for all', () => {
		const shared = new NodeOperationError(node, 'Credentials not found', { description: 'Choose one.' });
		const errors = [0, 1].map((index) => toNodeError(node, shared, {}, index));
		expect(errors.map(({ context }) => context.itemIndex)).toEqual([0, 1]);
		for (const { message, description } of errors)
			expect([message, description]).toEqual(['Credentials not found', 'Choose one.']);
	});

	it('names the part of an item, and how to get the rest', () => {
		const { message, description } = toPartError(
			node,
			new InputError('It is gone', 'Choose another.'),
			{},
			'Webinar 6',
		);
		expect(message).toBe('Webinar 6: It is gone');
		expect(description).toMatch(/^Choose another\. To get the rest, set On Error to "Continue"/);
	});
});
