import { once } from 'node:events';
import { createServer, get, type Server, type ServerResponse } from 'node:http';

import { SkippingClock } from './skippingClock';

const HOUR = 3_600_000;
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('A clock that skips what is only waited for', () => {
	let clock: SkippingClock;
	let began: number;

	beforeEach(() => {
		clock = new SkippingClock();
		began = performance.now();
	});
	afterEach(() => clock.end());

	it('jumps to one timer after the other', async () => {
		const order: string[] = [];
		await Promise.all([
			sleep(2 * HOUR).then(() => order.push('second')),
			sleep(HOUR).then(() => order.push('first')),
		]);
		expect(order).toEqual(['first', 'second']);
		expect(performance.now() - began).toBeGreaterThanOrEqual(2 * HOUR);
	});

	it('rings no timer that was stopped, and waits for none that tidies up', async () => {
		const stopped = jest.fn();
		const timer = setTimeout(stopped, HOUR / 2);
		setTimeout(stopped, 3 * HOUR).unref();
		clearTimeout(timer);
		await sleep(HOUR);
		expect(stopped).not.toHaveBeenCalled();
		expect(performance.now() - began).toBeLessThan(2 * HOUR);
	});

	it('ends a time limit that the skipped time exceeds', async () => {
		const limit = AbortSignal.timeout(HOUR);
		await sleep(2 * HOUR);
		expect(limit.aborted).toBe(true);
	});

	describe('while a call is under way', () => {
		let server: Server;

		beforeEach(async () => {
			server = createServer().listen(0, '127.0.0.1');
			await once(server, 'listening');
		});
		afterEach(() => server.close());

		const begin = async () => {
			const address = server.address();
			if (address === null || typeof address === 'string') throw new TypeError('The server has no port');
			const arrived = new Promise<ServerResponse>((resolve) => {
				server.once('request', (_request, response) => resolve(response));
			});
			const call = get({ host: '127.0.0.1', port: address.port, agent: false }, (answer) => answer.resume());
			return { call, response: await arrived };
		};

		it('stands where it is', async () => {
			const woken = sleep(HOUR);
			const { call, response } = await begin();
			const answered = once(call, 'close');
			expect(performance.now() - began).toBeLessThan(HOUR);
			response.end();
			await answered;
			await woken;
			expect(performance.now() - began).toBeGreaterThanOrEqual(HOUR);
		});

		it('jumps to the limit of one that will get no answer, once nothing else is under way', async () => {
			const limit = AbortSignal.timeout(30_000);
			const [hanging, other] = [await begin(), await begin()];
			clock.givenUp(clock.callFrom(hanging.response.socket?.remotePort));
			await new Promise((resolve) => setImmediate(resolve));
			expect(limit.aborted).toBe(false);
			other.response.end();
			await once(limit, 'abort');
			expect(performance.now() - began).toBeGreaterThanOrEqual(30_000);
			hanging.response.end();
		});
	});
});
