import { readPlainText, readProblems } from '../../../nodes/WebinarAccount/service/response';
import { cpuMs } from '../../support/cpuTime';

describe('what an error answer says', () => {
	it.each([
		[
			{ errors: { api_key: ['The api key field is required.'] } },
			[['api_key', 'The api key field is required.']],
		],
		[
			{ errors: { api_key: 'You must specify a valid API key' } },
			[['api_key', 'You must specify a valid API key']],
		],
		[
			{ errors: { email: ['one', 'two'], phone: 'three' } },
			[
				['email', 'one'],
				['email', 'two'],
				['phone', 'three'],
			],
		],
		[{ errors: 'All wrong' }, [[undefined, 'All wrong']]],
		[
			{ errors: ['one', 'two'] },
			[
				[undefined, 'one'],
				[undefined, 'two'],
			],
		],
		[{ errors: { message: 'Broken' } }, [[undefined, 'Broken']]],
		[{ errors: { email: { message: 'Bad', code: 3 } } }, [['email', 'Bad']]],
		[{ errors: { email: { required: 'Is required' } } }, [['email', 'Is required']]],
		[{ error: true, message: 'Not now' }, [[undefined, 'Not now']]],
		[{ message: 'Too many requests' }, [[undefined, 'Too many requests']]],
		[{ error: 'No' }, [[undefined, 'No']]],
		[{ errors: {}, message: 'Fallback' }, [[undefined, 'Fallback']]],
		[{ errors: { message: ['Too late'] } }, [[undefined, 'Too late']]],
		[{ errors: { error: { 0: 'Too late' } } }, [[undefined, 'Too late']]],
		[{ errors: { 1: { email: ['Bad'] } } }, [['email', 'Bad']]],
		[{ errors: { 'topics.0': ['Bad'] } }, [['topics', 'Bad']]],
		[{ errors: { a: null, b: 3, c: [] } }, []],
		[{ errors: { reason: ['Is required'] } }, [['reason', 'Is required']]],
		[
			['one', { message: 'two' }],
			[
				[undefined, 'one'],
				[undefined, 'two'],
			],
		],
		['text', [[undefined, 'text']]],
		[null, []],
		[[], []],
		[{ errors: { email: ' ' }, message: ' Fallback ' }, [[undefined, 'Fallback']]],
	])('understands %j', (body, expected) => {
		expect(readProblems(body)).toStrictEqual(
			expected.map(([parameter, text]) => (parameter === undefined ? { text } : { parameter, text })),
		);
	});

	it('cuts a text that is no sentence, and folds its lines', () => {
		const [problem] = readProblems({ message: `line\n  ${'x'.repeat(1000)}` });
		expect(problem?.text).toMatch(/^line x{295}…$/);
		const longest = 'x'.repeat(300);
		expect(readProblems({ message: longest })).toEqual([{ text: longest }]);
		expect(readProblems({ message: 'Not now.', trace: 'a.php:7' })).toEqual([{ text: 'Not now.' }]);
	});

	it.each([
		['Not now.\n', ['Not now.']],
		['  Quota exceeded for today', ['Quota exceeded for today']],
		['<h1>Not now</h1>', []],
		['{"message":"Not n', []],
		['["Not n', []],
		['\u001f\u008b\u0008', []],
		['Not\ufffdnow', []],
		['', []],
	])('as text that is no JSON: %j', (body, texts) => {
		expect(readPlainText(body)).toEqual(texts.map((text) => ({ text })));
	});

	it('takes no longer for a name of 100 kB, or for a text of many blanks', () => {
		const name = `${'.1'.repeat(50_000)}x`;
		const body = { errors: { [name]: `${' '.repeat(5_000_000)}x` }, message: 'Not now.' };
		const longest = cpuMs(() => expect(readProblems(body)).toEqual([{ text: 'Not now.' }]));
		expect(longest).toBeLessThan(500);
		expect(readProblems({ errors: { [name]: 'Bad' } })[0]?.parameter).toHaveLength(101);
	});

	it('is the first ten problems of many', () => {
		const errors = Array.from({ length: 1000 }, (_, index) => `Problem ${index}`);
		expect(readProblems({ errors })).toHaveLength(10);
		const read = { count: 0 };
		const counting = new Proxy(errors, {
			get: (target, key) => {
				if (typeof key === 'string' && /^\d+$/.test(key)) read.count++;
				return Reflect.get(target, key) as unknown;
			},
		});
		readProblems({ errors: counting });
		expect(read.count).toBe(10);
	});
});
