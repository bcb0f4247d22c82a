import { withRetries } from '../../../nodes/WebinarAccount/service/connect';
import { InputError, ServiceError } from '../../../nodes/WebinarAccount/service/errors';
import { settled, VirtualClock } from '../../../tools/bench/simulation/virtualClock';

const failure = (isTransient: boolean, mayHaveActed = false) =>
	new ServiceError('It failed', { description: '', isTransient, mayHaveActed });

/** Calls that fail with the given errors in turn, and then succeed. */
function failing(...errors: Error[]) {
	const clock = new VirtualClock();
	let calls = 0;
	const call = () => {
		const error = errors[calls++];
		return error ? Promise.reject(error) : Promise.resolve('done');
	};
	return { clock, call, made: () => calls };
}

describe('retries', () => {
	it.each([
		['a call that failed for a moment', failure(true), 2],
		['no call after which the service may have acted', failure(true, true), 1],
		['no call that the service rejected', failure(false), 1],
		['nothing that the user has to correct', new InputError('No', 'Correct it'), 1],
	])('repeat %s', async (_what, error, expected) => {
		const { clock, call, made } = failing(error);
		const result = withRetries(call, undefined, clock).catch((reason: unknown) => reason);
		await clock.run();
		expect(await result).toBe(expected === 2 ? 'done' : error);
		expect(made()).toBe(expected);
	});

	it('wait longer each time, and end after three with the last failure', async () => {
		const { clock, call, made } = failing(...Array.from({ length: 9 }, () => failure(true)));
		const result = expect(withRetries(call, undefined, clock)).rejects.toThrow('It failed');
		for (const [moment, calls] of [
			[499, 1],
			[500, 2],
			[1499, 2],
			[1500, 3],
			[3499, 3],
			[3500, 4],
			[60_000, 4],
		] as const) {
			await clock.run(moment);
			expect(made()).toBe(calls);
		}
		await result;
	});

	it('end at once when the signal is aborted', async () => {
		const { clock, call, made } = failing(failure(true));
		const controller = new AbortController();
		const result = withRetries(call, controller.signal, clock);
		const rejected = expect(result).rejects.toThrow('The execution was canceled');
		await settled();
		controller.abort();
		await rejected;
		expect(made()).toBe(1);
	});
});
