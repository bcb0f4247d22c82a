import { type INode, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

import { InputError, ServiceError } from '../../nodes/WebinarAccount/service/errors';
import { mapConcurrent } from '../../nodes/WebinarAccount/utils/mapConcurrent';
import { Cancellation } from '../../nodes/WebinarAccount/client/cancellation';
import { connectionFailure } from '../../nodes/WebinarAccount/client/connectionFailure';
import { queueOf } from '../../nodes/WebinarAccount/client/limiter/queues';
import { retryAfterMs } from '../../nodes/WebinarAccount/client/retryAfter';
import { withRetries } from '../../nodes/WebinarAccount/client/retry';
import { Turnstile } from '../../nodes/WebinarAccount/client/limiter/turnstile';
import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { settled, VirtualClock } from '../../bench/simulation/virtualClock';

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

describe('Retry-After', () => {
	const now = Date.UTC(2026, 0, 1);
	it.each([
		[undefined, 1000],
		['', 1000],
		['3', 3000],
		['0', 1000],
		['-5', 1000],
		['120', 120_000],
		['300', 300_000],
		['600', 300_000],
		['soon', 1000],
		['Thu, 01 Jan 2026 00:00:07 GMT', 7000],
		['Wed, 31 Dec 2025 23:59:00 GMT', 1000],
		[['3', '4'], 1000],
	])('of %j is a wait of %d ms', (header, expected) => {
		expect(retryAfterMs(header, now)).toBe(expected);
	});
});

describe('the turnstile', () => {
	/** Turnstiles to one queue that serves this many calls a second. */
	function hall(callsPerSecond: number) {
		const served = { rate: callsPerSecond };
		const queue = { turnstiles: new Set<Turnstile>(), rate: (limit: number) => Math.min(limit, served.rate) };
		return { queue, served, open: () => new Turnstile(() => queue, 20) };
	}
	/** Visitors in the order in which they got in, and how each leaves. */
	function visit(turnstile: Turnstile, count: number) {
		const leave: Array<() => void> = [];
		for (let visitor = 0; visitor < count; visitor++) void turnstile.enter().then((left) => leave.push(left));
		return leave;
	}

	it("lets half a second's worth of calls through, in order", async () => {
		const turnstile = hall(4).open();
		const entered: number[] = [];
		const leavers = [1, 2, 3, 4].map((visitor) =>
			turnstile.enter().then((leave) => {
				entered.push(visitor);
				return leave;
			}),
		);
		await settled();
		expect(entered).toEqual([1, 2]);
		const leave = await leavers[0];
		leave?.();
		leave?.();
		await settled();
		expect(entered).toEqual([1, 2, 3]);
	});

	it('shares the places with other executions, and leaves each of them one', async () => {
		const { queue, open } = hall(20);
		const one = visit(open(), 30);
		await settled();
		expect(one).toHaveLength(10);
		const other = visit(open(), 30);
		await settled();
		expect(other).toHaveLength(5);
		one.slice(0, 6).forEach((leave) => leave());
		await settled();
		expect(one.length - 6).toBe(5);
		const many = Array.from({ length: 20 }, () => visit(open(), 3));
		await settled();
		expect(many.map(({ length }) => length)).toEqual([3, 2, 2, ...Array.from({ length: 17 }, () => 1)]);
		expect(queue.turnstiles.size).toBe(22);
	});

	it('lets fewer through while others leave the account a smaller rate, but never none', async () => {
		const { served, open } = hall(20);
		served.rate = 0.1;
		const turnstile = open();
		const inside = visit(turnstile, 3);
		await settled();
		expect(inside).toHaveLength(1);
		served.rate = 20;
		inside[0]?.();
		await settled();
		expect(inside).toHaveLength(3);
	});

	it('forgets executions whose calls are done', async () => {
		const { queue, open } = hall(20);
		const inside = visit(open(), 2);
		await settled();
		inside.forEach((leave) => leave());
		expect(queue.turnstiles.size).toBe(0);
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

describe('the queues', () => {
	const account = (apiKey: string, baseUrl: string) => readAccount({ apiKey, service: 'custom', baseUrl });

	it('are one per origin and key', () => {
		const queue = queueOf(account('a', 'https://one.example/v1'));
		expect(queueOf(account('a', 'https://one.example/v2'))).toBe(queue);
		expect(queueOf(account('b', 'https://one.example'))).not.toBe(queue);
	});

	it('are forgotten when idle', () => {
		const queue = queueOf(account('c', 'https://one.example'));
		queueOf(account('d', 'https://one.example'));
		expect(queueOf(account('c', 'https://one.example'))).not.toBe(queue);
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
