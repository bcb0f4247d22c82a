import { readProblems } from '../../../nodes/WebinarAccount/service/response';

// test/faults covers the error messages of each operation.
describe('readProblems', () => {
	it.each([
		{
			form: 'a list or a string per parameter',
			body: { errors: { email: ['one', 'two'], phone: 'three' } },
			expected: [
				{ parameter: 'email', text: 'one' },
				{ parameter: 'email', text: 'two' },
				{ parameter: 'phone', text: 'three' },
			],
		},
		{ form: 'a string in "errors"', body: { errors: 'Not now' }, expected: [{ text: 'Not now' }] },
		{
			form: 'a message in "errors"',
			body: { errors: { message: 'Not now' } },
			expected: [{ text: 'Not now' }],
		},
		{ form: 'a string in "error"', body: { error: 'Not now' }, expected: [{ text: 'Not now' }] },
		{
			form: 'a message in "error"',
			body: { error: { code: 7, message: 'Not now' } },
			expected: [{ text: 'Not now' }],
		},
		{
			form: 'an object for a parameter',
			body: { errors: { email: { required: 'Is required' } } },
			expected: [{ parameter: 'email', text: 'Is required' }],
		},
		{
			form: 'a message beside "error"',
			body: { error: true, message: 'Not now' },
			expected: [{ text: 'Not now' }],
		},
		{
			form: 'a message beside an empty problem',
			body: { errors: { email: ' ' }, message: ' Fallback ' },
			expected: [{ text: 'Fallback' }],
		},
		{
			form: 'an error for one entry in a list',
			body: { errors: { 1: { error: { email: ['Bad'] } } } },
			expected: [{ parameter: 'email', text: 'Bad' }],
		},
		{
			form: 'an entry name such as topics.0, without the number',
			body: { errors: { 'topics.0': ['Bad'] } },
			expected: [{ parameter: 'topics', text: 'Bad' }],
		},
		{
			form: 'errors without text',
			body: { errors: { a: null, b: 3, c: [] } },
			expected: [],
		},
		{
			form: 'a list of strings and messages',
			body: ['one', { message: 'two\n  three' }],
			expected: [{ text: 'one' }, { text: 'two three' }],
		},
	])('reads the problems from a response with $form', ({ body, expected }) => {
		expect(readProblems(body)).toStrictEqual(expected);
	});

	it('shortens a long message and a long parameter name', () => {
		const [problem] = readProblems({ errors: { ['p'.repeat(200)]: 'x'.repeat(400) } });
		expect(problem).toEqual({ parameter: `${'p'.repeat(100)}…`, text: `${'x'.repeat(300)}…` });
	});
});
