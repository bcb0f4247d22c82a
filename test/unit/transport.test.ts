import { type INode, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

import { InputError, ServiceError } from '../../nodes/WebinarAccount/service/errors';
import { mapConcurrent } from '../../nodes/WebinarAccount/utils/mapConcurrent';
import { Cancellation } from '../../nodes/WebinarAccount/client/cancellation';
import { connectionFailure } from '../../nodes/WebinarAccount/client/connectionFailure';
import { withRetries } from '../../nodes/WebinarAccount/client/retry';
import { settled, VirtualClock } from '../support/virtualClock';

const failure = (repeat: 'never' | 'ifReadOnly' | 'always') =>
	new ServiceError('It failed', { description: '', repeat });

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
		['a read after an unclear failure', 'ifReadOnly', true, 2],
		['a registration only when the call never arrived', 'always', false, 2],
		['no registration after an unclear failure', 'ifReadOnly', false, 1],
		['no call that the service refused', 'never', true, 1],
	] as const)('repeat %s', async (_what, repeat, readOnly, expected) => {
		const { clock, call, made } = failing(failure(repeat));
		const result = withRetries(call, { readOnly, clock, cancellation: new Cancellation() }).catch(
			() => 'failed',
		);
		await clock.run();
		await result;
		expect(made()).toBe(expected);
	});

	it('end after a few tries with the last failure', async () => {
		const { clock, call, made } = failing(...Array.from({ length: 9 }, () => failure('always')));
		const result = expect(
			withRetries(call, { readOnly: true, clock, cancellation: new Cancellation() }),
		).rejects.toThrow('It failed');
		await clock.run();
		await result;
		expect(made()).toBe(4);
	});

	it('never repeat what the user has to mend', async () => {
		const { clock, call, made } = failing(new InputError('No', 'Mend it'));
		await expect(
			withRetries(call, { readOnly: true, clock, cancellation: new Cancellation() }),
		).rejects.toThrow('No');
		expect(made()).toBe(1);
	});

	it('end at once when the run is cancelled', async () => {
		const { clock, call } = failing(failure('always'));
		const cancellation = new Cancellation();
		const result = withRetries(call, { readOnly: true, clock, cancellation });
		const rejected = expect(result).rejects.toThrow('The execution was canceled');
		await settled();
		cancellation.cancel();
		await rejected;
	});
});

describe('a cancellation', () => {
	it('follows the signal of the execution', () => {
		const controller = new AbortController();
		const cancellation = Cancellation.of(controller.signal);
		const called: string[] = [];
		cancellation.onCancel(() => called.push('kept'));
		cancellation.onCancel(() => called.push('forgotten'))();
		controller.abort();
		expect(called).toEqual(['kept']);
		expect(cancellation.isCancelled).toBe(true);
		expect(Cancellation.of(controller.signal).isCancelled).toBe(true);
	});
});

describe('working in order', () => {
	it('gives results in the order of the items, whichever is done first', async () => {
		const clock = new VirtualClock();
		const results = mapConcurrent([50, 10, 30], 3, async (pause) => {
			await clock.sleep(pause);
			return pause;
		});
		await clock.run();
		await expect(results).resolves.toEqual([50, 10, 30]);
	});

	it('works on a bounded number at once', async () => {
		let atWork = 0;
		let most = 0;
		await mapConcurrent(Array.from({ length: 50 }), 7, async () => {
			most = Math.max(most, ++atWork);
			await settled();
			atWork--;
		});
		expect(most).toBe(7);
	});

	it('begins nothing more after a failure, waits for the rest, and fails with the first item that failed', async () => {
		const clock = new VirtualClock();
		const begun: number[] = [];
		const ended: number[] = [];
		const work = mapConcurrent([0, 1, 2, 3, 4], 3, async (item) => {
			begun.push(item);
			await clock.sleep(item === 2 ? 10 : 20);
			ended.push(item);
			if (item === 1 || item === 2) throw new Error(`item ${item}`);
		});
		const failed = expect(work).rejects.toThrow('item 1');
		await clock.run();
		await failed;
		expect(begun).toEqual([0, 1, 2]);
		expect(ended).toEqual([2, 0, 1]);
	});
});

describe('a connection that fails', () => {
	const node: INode = { id: '1', name: 'n', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
	/** n8n wraps the HTTP client's error, which holds the whole request. */
	const thrown = (code: string, message: string) => {
		const cause = Object.assign(new Error(message), { code, config: { data: 'api_key=secret' } });
		return new NodeOperationError(node, cause, { message: 'api_key=secret' });
	};
	/** The same in n8n 1.x, which loses the cause and keeps its code as that of HTTP. */
	const thrownBy1x = (code: string, message: string) => ({
		httpCode: code,
		messages: [message],
		message: 'api_key=secret',
	});

	it.each([
		['ECONNREFUSED', '', 'Could not register the person: no connection to the service', 'always'],
		['ENOTFOUND', '', 'Could not register the person: no connection to the service', 'always'],
		[
			'ETIMEDOUT',
			'connect ETIMEDOUT 203.0.113.7:443',
			'Could not register the person: no connection to the service',
			'always',
		],
		[
			'DEPTH_ZERO_SELF_SIGNED_CERT',
			'',
			'Could not register the person: no secure connection to the service',
			'never',
		],
		['ECONNRESET', '', 'The person may have been registered, but the connection broke off', 'ifReadOnly'],
		[
			'ECONNABORTED',
			'',
			'The person may have been registered, but the service did not answer within 30 seconds',
			'ifReadOnly',
		],
		[
			'ETIMEDOUT',
			'',
			'The person may have been registered, but the service did not answer within 30 seconds',
			'ifReadOnly',
		],
		['ESOMETHING', '', 'The person may have been registered, but the connection broke off', 'ifReadOnly'],
	])('with %s %j is told as "%s", in each line of n8n', (code, said, message, repeat) => {
		const wrapped = thrown(code, said);
		wrapped.messages.push(said);
		for (const error of [wrapped, thrownBy1x(code, said)]) {
			const failed = connectionFailure(error, 'register', { timeoutMs: 30_000 });
			expect(failed).toMatchObject({ message, repeat });
			expect(failed.cause).toBeUndefined();
			expect(JSON.stringify(failed)).not.toContain('secret');
		}
	});

	it('before the connection is secure is one that was never made', () => {
		const message = 'Client network socket disconnected before secure TLS connection was established';
		const error = { httpCode: 'ECONNRESET', messages: [message] };
		expect(connectionFailure(error, 'register', { timeoutMs: 1 })).toMatchObject({
			message: 'Could not register the person: no connection to the service',
			repeat: 'always',
		});
	});

	it('is none where n8n refuses to send the request', () => {
		const refusal = new UserError('The address is restricted', { description: 'See the settings' });
		const error = new NodeApiError(node, {}, { message: 'wrapped' });
		error.cause = refusal;
		expect(connectionFailure(error, 'register', { timeoutMs: 1 })).toMatchObject({
			message: 'Could not register the person: n8n did not send the request',
			description: 'The address is restricted. See the settings',
			repeat: 'never',
		});
	});

	it('is a cancellation when the execution was cancelled', () => {
		expect(connectionFailure(thrown('ERR_CANCELED', 'canceled'), 'webinars', { timeoutMs: 1 }).message).toBe(
			'The execution was canceled',
		);
		expect(connectionFailure(thrown('ERR_CANCELED', 'canceled'), 'register', { timeoutMs: 1 }).message).toBe(
			'The person may have been registered, but the execution was canceled',
		);
	});

	it.each([undefined, null, 'text', {}])('is told plainly when n8n throws %j', (error) => {
		expect(connectionFailure(error, 'webinars', { timeoutMs: 1 }).message).toBe(
			'Could not list the webinars: the connection broke off',
		);
	});
});
