import { readPlainText, readProblems } from '../../../nodes/WebinarAccount/service/problems';
import { cpuMs } from '../../support/cpuTime';

// test/faults covers the error messages of each operation.
describe('readProblems', () => {
	it.each([
		{
			body: { errors: { email: ['one', 'two'], phone: 'three' } },
			expected: [
				{ parameter: 'email', text: 'one' },
				{ parameter: 'email', text: 'two' },
				{ parameter: 'phone', text: 'three' },
			],
		},
		{
			body: { errors: { email: { required: 'Is required' } } },
			expected: [{ parameter: 'email', text: 'Is required' }],
		},
		{ body: { error: true, message: 'Not now' }, expected: [{ text: 'Not now' }] },
		{ body: { errors: { email: ' ' }, message: ' Fallback ' }, expected: [{ text: 'Fallback' }] },
		{
			body: { errors: { 1: { error: { email: ['Bad'] } } } },
			expected: [{ parameter: 'email', text: 'Bad' }],
		},
		{ body: { errors: { 'topics.0': ['Bad'] } }, expected: [{ parameter: 'topics', text: 'Bad' }] },
		{ body: { errors: { a: null, b: 3, c: [] } }, expected: [] },
		{
			body: ['one', { message: 'two\n  three' }],
			expected: [{ text: 'one' }, { text: 'two three' }],
		},
	])('reads the problems in $body', ({ body, expected }) => {
		expect(readProblems(body)).toStrictEqual(expected);
	});

	it('reports at most ten problems', () => {
		expect(readProblems({ errors: new Array<string>(1000).fill('Problem') })).toHaveLength(10);
	});

	it('shortens a long message and a long parameter name', () => {
		const [problem] = readProblems({ errors: { ['p'.repeat(200)]: 'x'.repeat(400) } });
		expect(problem).toEqual({ parameter: `${'p'.repeat(100)}…`, text: `${'x'.repeat(300)}…` });
	});

	it('reads a parameter name of 100 kB and a message of 5 MB within 500 ms of CPU time', () => {
		const parameter = `${'.1'.repeat(50_000)}x`;
		const body = { errors: { [parameter]: `${' '.repeat(5_000_000)}x` } };
		expect(cpuMs(() => expect(readProblems(body)).toMatchObject([{ text: 'x' }]))).toBeLessThan(500);
	});
});

describe('readPlainText', () => {
	it('reads a plain sentence as a problem', () => {
		expect(readPlainText('  Quota exceeded\n')).toEqual([{ text: 'Quota exceeded' }]);
	});

	it.each(['<h1>Not now</h1>', '["Not n', '\u001f\u008b\u0008', 'Not\ufffdnow', ''])(
		'finds no problem in a page, damaged JSON, binary data or an empty body: %j',
		(body) => {
			expect(readPlainText(body)).toEqual([]);
		},
	);
});
