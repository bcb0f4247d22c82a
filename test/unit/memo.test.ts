import { InputError, ServiceError } from '../../nodes/WebinarAccount/service/errors';
import { Memo } from '../../nodes/WebinarAccount/service/memo';

/** Gives these outcomes in turn, and counts how often it was asked. */
function asked(...outcomes: Array<string | Error>) {
	const memo = new Memo<string>();
	let count = 0;
	const get = (question = 'one') =>
		memo.get(question, () => {
			const outcome = outcomes[count++] ?? '';
			return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
		});
	return { get, memo, count: () => count };
}
const failure = (details: { repeat?: 'ifReadOnly' | 'always'; httpCode?: number }) =>
	new ServiceError('failed', { description: '', ...details });

describe('answers to what many ask', () => {
	it('are asked for once each, also side by side', async () => {
		const { get, count } = asked('first', 'second');
		await expect(Promise.all([get(), get(), get('other')])).resolves.toEqual(['first', 'first', 'second']);
		await expect(get()).resolves.toBe('first');
		expect(count()).toBe(2);
	});

	it('are asked for again once they are cleared', async () => {
		const { get, memo } = asked('first', 'second');
		await get();
		memo.clear();
		await expect(get()).resolves.toBe('second');
	});

	it.each([failure({ repeat: 'ifReadOnly' }), failure({ repeat: 'always' }), failure({ httpCode: 429 })])(
		'are asked for again after a failure that may pass: %j',
		async (error) => {
			const { get, count } = asked(error, 'second');
			const both = Promise.allSettled([get(), get()]);
			expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
			await expect(get()).resolves.toBe('second');
			expect(count()).toBe(2);
		},
	);

	it.each([failure({ httpCode: 401 }), failure({}), new InputError('wrong', '')])(
		'are not asked for again after a failure that will not: %j',
		async (error) => {
			const { get, count } = asked(error, 'second');
			await expect(get()).rejects.toBe(error);
			await expect(get()).rejects.toBe(error);
			expect(count()).toBe(1);
		},
	);
});
