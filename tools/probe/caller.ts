import { request } from 'undici';

import { UserError } from '../cli/failure';
import { type Account, checkKeyMayGoTo } from '../../nodes/WebinarAccount/service/account';
import { endpoints } from '../../nodes/WebinarAccount/service/endpoints';
import type { ProductName } from '../../nodes/WebinarAccount/service/products';
import { type Exchange, type Step, steps } from './evidence';

const TIMEOUT_MS = 30_000;
/** Between two calls: half of the documented limit. */
const PAUSE_MS = 100;
const PAUSE_AFTER_429_MS = 1100;
const MAX_ATTEMPTS = 4;
/** What tells how the service counts: see checks/limit.ts. */
const BURSTS = [5, 25, 25];
export const BETWEEN_BURSTS_MS = 600;

type Parameters = Exchange['parameters'];

export interface CallerOptions {
	account: Account;
	sleep: (milliseconds: number) => Promise<unknown>;
	/** Monotonic milliseconds. */
	now: () => number;
	stop?: AbortSignal | undefined;
	onCall?: ((exchange: Exchange) => void) | undefined;
}

/** Calls the service and keeps every answer. */
export class Caller {
	readonly exchanges: Exchange[] = [];

	constructor(private readonly options: CallerOptions) {}

	/** Waits for its turn, and repeats the call when it is throttled. */
	async call(step: Step, product: ProductName, parameters: Parameters = {}): Promise<Exchange> {
		for (let attempt = 1; ; attempt++) {
			await this.options.sleep(PAUSE_MS);
			const exchange = await this.send(step, product, parameters);
			if (exchange.status !== 429 || attempt === MAX_ATTEMPTS) return this.keep(exchange);
			await this.options.sleep(PAUSE_AFTER_429_MS);
		}
	}

	/** Exceeds the limit, and sees how soon calls are accepted again. */
	async bursts(product: ProductName): Promise<void> {
		await this.options.sleep(PAUSE_AFTER_429_MS);
		for (const [burst, count] of BURSTS.entries()) {
			const since = this.options.now();
			const calls = Array.from({ length: count }, () => this.send('burst', product, {}));
			for (const exchange of await Promise.all(calls)) this.keep({ ...exchange, burst });
			await this.options.sleep(Math.max(0, BETWEEN_BURSTS_MS - (this.options.now() - since)));
		}
		await this.options.sleep(PAUSE_AFTER_429_MS);
		this.keep(await this.send('afterBurst', product, {}));
	}

	private keep(exchange: Exchange): Exchange {
		this.exchanges.push(exchange);
		this.options.onCall?.(exchange);
		return exchange;
	}

	private async send(step: Step, product: ProductName, parameters: Parameters): Promise<Exchange> {
		const { account, stop } = this.options;
		const url = checkKeyMayGoTo(urlOf(step, account.productUrls[product]), account);
		const deadline = AbortSignal.timeout(TIMEOUT_MS);
		const since = this.options.now();
		try {
			const answer = await request(url, {
				method: 'POST',
				headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
				body: new URLSearchParams({ ...keyOf(step, account.apiKey), ...parameters }).toString(),
				signal: stop ? AbortSignal.any([stop, deadline]) : deadline,
			});
			const body = jsonIn(await answer.body.text());
			const { statusCode: status, headers } = answer;
			return { step, product, parameters, elapsedMs: this.options.now() - since, status, headers, body };
		} catch (error) {
			stop?.throwIfAborted();
			const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
			const reason = deadline.aborted ? `no answer within ${TIMEOUT_MS / 1000} seconds` : code;
			throw new UserError(`cannot reach ${account.origin}: ${reason}.`);
		}
	}
}

function urlOf(step: Step, productUrl: string): string {
	const { endpoint } = steps[step];
	if (endpoint === 'nothing') return `${productUrl}/nothing`;
	if (endpoint !== 'countries') return `${productUrl}/${endpoints[endpoint].path}`;
	const { origin, pathname } = new URL(productUrl);
	// As the vendor's text has it; its sample is on another host, to which no key is sent.
	return `${origin}${step === 'countries' ? '/api' : ''}${pathname}/countries`;
}

/** The real key is used only where an answer to it is wanted. */
function keyOf(step: Step, apiKey: string): Record<string, string> {
	if (step === 'noKey' || step === 'noEndpoint') return {};
	return { api_key: step === 'wrongKey' ? crypto.randomUUID() : apiKey };
}

function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}
