import fc from 'fast-check';

import {
	Limiter,
	limiterOf,
	type SendResult,
	type RequestOptions,
} from '../../../nodes/WebinarAccount/service/limiter';

import { CancelledError } from '../../../nodes/WebinarAccount/utils/async';
import { seededRandom } from '../../../tools/bench/simulation/seededRandom';
import { settled, VirtualClock } from '../../../tools/bench/simulation/virtualClock';
import { type RequestTimes, VirtualService } from '../../../tools/bench/simulation/virtualService';

const MINUTE = 60_000;
const throttled: SendResult<string> = { throttled: true, retryAfterMs: 1000 };
const admitted: SendResult<string> = { throttled: false, value: 'done' };

function names(count: number, prefix = 'request'): string[] {
	return Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
}

interface StageOptions {
	/** Returns the one-way delays of a request by its number. */
	times?: (request: number) => RequestTimes;
	serviceLimit?: number;
	/** The rate that the user set in the credential. */
	callsPerSecond?: number;
	/** Number of the request, from 1, that gets a 429 although it is within the limit. */
	accidentAt?: number;
}

/** A limiter with a simulated service on a virtual clock. */
class Stage {
	readonly clock = new VirtualClock();
	readonly limiter = new Limiter(this.clock);
	readonly service: VirtualService;
	private readonly times: (request: number) => RequestTimes;
	private readonly run = {};
	private sent = 0;

	constructor({
		times = () => ({ up: 10, down: 70 }),
		serviceLimit = 20,
		callsPerSecond = 20,
		accidentAt = 0,
	}: StageOptions = {}) {
		this.times = times;
		this.limiter.adaptiveRate.limit = callsPerSecond;
		this.service = new VirtualService(this.clock, serviceLimit, accidentAt);
	}

	/** Sends a request through the limiter to a service that `attempt` simulates. */
	attempt(
		attempt: () => Promise<SendResult<string>>,
		options: Partial<RequestOptions> = {},
	): Promise<string> {
		return this.limiter.send(attempt, { caller: this.run, ...options });
	}

	/** Sends a request to the simulated service through the limiter. */
	request(name: string, options?: Partial<RequestOptions>): Promise<string> {
		return this.attempt(() => this.service.request(name, this.times(this.sent++)), options);
	}

	/** Sends the requests of a new run through the limiter. */
	requestsOfRun(count: number, prefix: string): Array<Promise<string>> {
		const run = {};
		return names(count, prefix).map((name) => this.request(name, { caller: run }));
	}

	requests(count: number, options?: Partial<RequestOptions>): Array<Promise<string>> {
		return names(count).map((name) => this.request(name, options));
	}

	/** Sends a request that gets `count` 429s before it is admitted. */
	throttledRequest(count = Infinity, retryAfterMs = 1000, roundTripMs = 80): Promise<string> {
		let tries = 0;
		return this.attempt(async () => {
			await this.clock.sleep(roundTripMs);
			return ++tries <= count ? { throttled: true, retryAfterMs } : admitted;
		});
	}

	/** Sends a request of another run every second. */
	async requestEverySecond(count: number): Promise<string> {
		const run = {};
		for (let sent = 0; sent < count; sent++) {
			await this.request('steady', { caller: run });
			await this.clock.sleep(1000);
		}
		return 'done';
	}

	/** Lets time pass until all requests have ended. */
	async finish(requests: Array<Promise<string>>): Promise<string[]> {
		await this.clock.run();
		return await Promise.all(requests);
	}
}

describe('a limiter that is the only client of an account', () => {
	it('sends requests in order, 6 ms apart, and at most 20 per second', async () => {
		const stage = new Stage();
		const requests = stage.requests(100);
		await stage.clock.run(10 + 6 * 19 - 1);
		expect(stage.service.arrived).toHaveLength(19);
		await stage.clock.run(1000);
		expect(stage.service.arrived).toHaveLength(20);
		await expect(stage.finish(requests)).resolves.toEqual(names(100));
		expect(stage.service.arrived).toEqual(names(100));
	});

	it('gets no 429 if the delays on the way to the service differ by at most 75 ms', async () => {
		const limits = fc.integer({ min: 1, max: 20 });
		const work = fc.integer({ min: 0, max: 700 });
		const neverThrottled = fc.asyncProperty(limits, work, fc.integer(), async (limit, longest, seed) => {
			const random = seededRandom(seed);
			const times = () => ({ up: 10 + 75 * random(), down: 20 + longest * random() });
			const stage = new Stage({ times, serviceLimit: limit, callsPerSecond: limit });
			const count = 6 * limit;
			const requests = stage.requests(count);
			await expect(stage.finish(requests)).resolves.toEqual(names(count));
			expect(stage.service.throttled).toBe(0);
		});
		await fc.assert(neverThrottled, { numRuns: 20 });
	});

	it.each([
		{ roundTrip: '80 ms', down: 70, limit: 20, minimumShare: 0.92 },
		{ roundTrip: '3.5 seconds', down: 3490, limit: 20, minimumShare: 0.93 },
		{ roundTrip: '3.5 seconds, with 5 calls per second', down: 3490, limit: 5, minimumShare: 0.93 },
	])(
		'takes at most a tenth longer than the shortest possible time if round trips take $roundTrip',
		async ({ down, limit, minimumShare }) => {
			const stage = new Stage({ times: () => ({ up: 10, down }), callsPerSecond: limit });
			await stage.finish(stage.requests(500));
			const shortestPossibleMs = (500 / limit - 1) * 1000 + 10 + down;
			expect(shortestPossibleMs / stage.clock.now()).toBeGreaterThan(minimumShare);
			expect(stage.service.throttled).toBe(0);
		},
	);

	it('takes at most 1.2 seconds longer if one request gets a 429 by accident', async () => {
		const undisturbed = new Stage();
		const disturbed = new Stage({ accidentAt: 100 });
		await undisturbed.finish(undisturbed.requests(200));
		await disturbed.finish(disturbed.requests(200));
		expect(disturbed.service.throttled).toBe(1);
		expect(disturbed.clock.now() - undisturbed.clock.now()).toBeLessThan(1200);
	});
});

describe('a limiter after a 429', () => {
	it("alternates between two executions' requests after it repeated a throttled request", async () => {
		const stage = new Stage({ accidentAt: 20 });
		const long = stage.requestsOfRun(40, 'long');
		const throttledRequestSentAt = 19 * 6;
		const roundTripMs = 10 + 70;
		const cooldownMs = 1000;
		const repetitionIsInFlightMs = 40;
		await stage.clock.run(throttledRequestSentAt + roundTripMs + cooldownMs + repetitionIsInFlightMs);
		const short = stage.requestsOfRun(3, 'short');
		await stage.finish([...long, ...short]);
		const afterRepetition = stage.service.arrived.slice(stage.service.arrived.lastIndexOf('long 19') + 1);
		expect(afterRepetition.slice(0, 6)).toEqual([
			'long 20',
			'short 0',
			'long 21',
			'short 1',
			'long 22',
			'short 2',
		]);
	});

	it('sends nothing during the cooldown, then retries the throttled request first', async () => {
		const stage = new Stage({ serviceLimit: 19 });
		const requests = stage.requests(30);
		const throttledRequestSentAt = 19 * 6;
		const roundTripMs = 10 + 70;
		const cooldownMs = 1000;
		await stage.clock.run(throttledRequestSentAt + roundTripMs + cooldownMs - 1);
		expect(stage.service.arrived).toEqual(names(20));
		await expect(stage.finish(requests)).resolves.toEqual(names(30));
		expect(stage.service.arrived[20]).toBe('request 19');
	});

	it('waits for the longest cooldown if several requests get 429s', async () => {
		const stage = new Stage();
		const sentAt: number[] = [];
		const cooldowns = [7000, 1000];
		const attempt = async (): Promise<SendResult<string>> => {
			sentAt.push(stage.clock.now());
			await stage.clock.sleep(100);
			const retryAfterMs = cooldowns.shift();
			return retryAfterMs === undefined ? admitted : { throttled: true, retryAfterMs };
		};
		await stage.finish([stage.attempt(attempt), stage.attempt(attempt)]);
		expect(sentAt).toHaveLength(4);
		expect(sentAt[2]).toBeGreaterThan(7000);
	});

	it('fails all waiting requests if none was admitted for five minutes, and then accepts a new request', async () => {
		const stage = new Stage();
		const requests = names(300).map(() => stage.throttledRequest());
		const results = Promise.allSettled(requests);
		await stage.clock.run(4.9 * MINUTE);
		await expect(Promise.race([...requests, Promise.resolve('waiting')])).resolves.toBe('waiting');
		await stage.clock.run(6 * MINUTE);
		const reason = { message: 'The service throttled requests for 5 minutes', httpCode: 429 };
		expect(await results).toMatchObject(requests.map(() => ({ reason })));
		await expect(stage.finish([stage.throttledRequest(2)])).resolves.toEqual(['done']);
	});

	it('sends a request that was throttled twice within 3 s, although another run has 6,400 requests', async () => {
		const stage = new Stage();
		const pages = stage.requests(6400, { caller: {} });
		const request = stage.throttledRequest(2);
		await stage.clock.run(5000);
		await expect(Promise.race([request, Promise.resolve('waiting')])).resolves.toBe('done');
		await stage.finish(pages);
	});

	it('sends other requests of the same run between the tries of an always-throttled request', async () => {
		const stage = new Stage();
		/** For each try of the unlucky request, the number of admitted requests before it. */
		const admittedBefore: number[] = [];
		const unlucky = stage.attempt(async () => {
			admittedBefore.push(stage.service.counted.length);
			await stage.clock.sleep(80);
			return throttled;
		});
		const failed = expect(unlucky).rejects.toMatchObject({ httpCode: 429 });
		await expect(stage.finish(stage.requests(99))).resolves.toHaveLength(99);
		await failed;
		const [, second, third = 0, fourth = 0, fifth = 0] = admittedBefore;
		expect(second).toBeLessThan(third);
		expect(third).toBeLessThan(fourth);
		expect(fourth).toBeLessThan(fifth);
	});

	it('does not fail a request after five minutes if it was throttled fewer than ten times in them', async () => {
		const stage = new Stage();
		// Throttled eight times for 45 seconds each, which takes six minutes.
		const request = stage.throttledRequest(8, 45_000);
		await expect(stage.finish([request, stage.requestEverySecond(400)])).resolves.toEqual(['done', 'done']);
		expect(stage.clock.now()).toBeGreaterThan(6 * MINUTE);
	});

	it('fails a request that is throttled for five minutes while other requests are admitted', async () => {
		const stage = new Stage();
		// Its 429s arrive after the responses to the other requests, so it is alone in flight when it is repeated.
		const roundTripMs = 120;
		const throttledForever = stage.throttledRequest(Infinity, 1000, roundTripMs);
		const unlucky = expect(throttledForever).rejects.toMatchObject({ httpCode: 429 });
		const run = stage.requestEverySecond(600);
		await stage.clock.run(8 * MINUTE);
		await unlucky;
		await expect(stage.finish([run])).resolves.toEqual(['done']);
	});
});

describe('a limiter whose service throttles every request for a while', () => {
	/** Sends 200 requests to a service that admits nobody for a while. */
	async function throughStorm(stormMs: number) {
		const stage = new Stage();
		const throttledAt: number[] = [];
		const attempt = async (): Promise<SendResult<string>> => {
			if (stage.clock.now() >= stormMs) return await stage.service.request('contact', { up: 10, down: 70 });
			await stage.clock.sleep(80);
			throttledAt.push(stage.clock.now());
			return throttled;
		};
		const requests = names(200).map(() => stage.attempt(attempt));
		await stage.finish(requests);
		const [first = 0] = throttledAt;
		/** 429s to requests that were sent when the first 429 was known. */
		const trials = throttledAt.filter((at) => at > first + 80);
		return {
			finishedAfterMs: stage.clock.now() - stormMs,
			trialsPerSecond: (trials.length * 1000) / (stormMs - first),
		};
	}

	it.each([10, 30, 60, 120])(
		'sends 200 waiting requests within 20 s after %i s, in which it sent at most 1.5 requests a second',
		async (seconds) => {
			const { finishedAfterMs, trialsPerSecond } = await throughStorm(seconds * 1000);
			expect(finishedAfterMs).toBeLessThan(20_000);
			expect(trialsPerSecond).toBeLessThan(1.5);
			expect(trialsPerSecond).toBeGreaterThan(0.8);
		},
	);

	it('sends the next request if one fails without a response after a 429', async () => {
		const stage = new Stage();
		let tries = 0;
		const attempt = async (): Promise<SendResult<string>> => {
			await stage.clock.sleep(80);
			if (++tries === 2) throw new Error('broken');
			return tries < 4 ? throttled : admitted;
		};
		const results = Promise.allSettled([stage.attempt(attempt), ...stage.requests(30)]);
		await stage.clock.run();
		const statuses = (await results).map(({ status }) => status);
		expect(statuses.filter((status) => status === 'fulfilled')).toHaveLength(30);
	});
});

describe('a limiter with canceled requests', () => {
	it('rejects canceled requests immediately, and sends only the other requests', async () => {
		const stage = new Stage();
		const controller = new AbortController();
		const { signal } = controller;
		const sent = names(20, 'sent').map((name) => stage.request(name));
		const canceled = names(100, 'canceled').map((name) => stage.request(name, { signal }));
		const other = stage.request('other');
		await stage.clock.run(300);
		controller.abort();
		const results = await Promise.race([Promise.allSettled(canceled), settled()]);
		expect(results).toHaveLength(100);
		await expect(canceled[0]).rejects.toBeInstanceOf(CancelledError);
		await expect(stage.request('late', { signal })).rejects.toBeInstanceOf(CancelledError);
		await stage.finish([...sent, other]);
		expect(stage.service.arrived).toEqual([...names(20, 'sent'), 'other']);
	});

	it('completes each uncanceled request exactly once, no matter when others are canceled or throttled', async () => {
		const limits = fc.integer({ min: 1, max: 20 });
		const canceled = fc.uniqueArray(fc.integer({ min: 0, max: 39 }), { maxLength: 20 });
		const moments = fc.integer({ min: 0, max: 9000 });
		await fc.assert(
			fc.asyncProperty(limits, canceled, moments, async (serviceLimit, indices, canceledAt) => {
				const stage = new Stage({ times: () => ({ up: 10, down: 190 }), serviceLimit });
				const controller = new AbortController();
				const requests = names(40).map((name, index) =>
					stage.request(name, indices.includes(index) ? { signal: controller.signal } : {}),
				);
				const results = Promise.allSettled(requests);
				await stage.clock.run(canceledAt);
				controller.abort();
				await stage.clock.run();
				const isDone = (await results).map(({ status }) => status === 'fulfilled');
				isDone.forEach((done, index) => expect(done || indices.includes(index)).toBe(true));
				// A request that was canceled in flight may have been counted too.
				const done = names(40).filter((_, index) => isDone[index]);
				expect(stage.service.counted).toEqual(expect.arrayContaining(done));
				expect(stage.service.counted).toHaveLength(new Set(stage.service.counted).size);
			}),
			{ numRuns: 20 },
		);
	});
});

describe('limiterOf', () => {
	const callsPerSecond = 20;

	it('returns the same limiter only for the same origin and API key', () => {
		const origin = 'https://one.example';
		const limiter = limiterOf({ apiKey: 'key', origin, callsPerSecond });
		expect(limiterOf({ apiKey: 'key', origin, callsPerSecond })).toBe(limiter);
		expect(limiterOf({ apiKey: 'another key', origin, callsPerSecond })).not.toBe(limiter);
		expect(limiterOf({ apiKey: 'key', origin: 'https://two.example', callsPerSecond })).not.toBe(limiter);
	});

	it('applies the rate of the credential that was used last to all credentials with the same API key', () => {
		const account = { apiKey: 'shared key', origin: 'https://one.example' };
		const limiter = limiterOf({ ...account, callsPerSecond: 20 });
		limiterOf({ ...account, callsPerSecond: 5 });
		expect(limiter.adaptiveRate.rate(0)).toBe(5);
	});

	it('keeps the 1,000 limiters that were used last', () => {
		const origin = 'https://many.example';
		const limiterFor = (apiKey: string) => limiterOf({ apiKey, origin, callsPerSecond });
		const used = limiterFor('used');
		const unused = limiterFor('unused');
		const limiters = new Set([used]);
		for (let account = 0; account < 1500; account++) {
			limiterFor(`key ${account}`);
			limiters.add(limiterFor('used'));
		}
		expect(limiters.size).toBe(1);
		expect(limiterFor('unused')).not.toBe(unused);
	});
});
