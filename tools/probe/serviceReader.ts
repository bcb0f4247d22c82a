import { request } from 'undici';

import { UserError } from '../cli/userError';
import { type Account, checkKeyMayGoTo } from '../../nodes/WebinarAccount/service/account';
import { USER_AGENT } from '../../nodes/WebinarAccount/service/endpoints';
import { type ProductName, products } from '../../nodes/WebinarAccount/service/products';

const TIMEOUT_MS = 30_000;
/** Pause in milliseconds before a request, for half of the documented rate. */
const PAUSE_MS = 100;
const PAUSE_AFTER_429_MS = 1100;
const MAX_ATTEMPTS = 4;
/** More requests than the documented limit of 20 in a second. */
const BURST = 30;

/** The user agent of n8n, which the node replaces with its own. */
export const N8N_USER_AGENT = 'n8n';

/** A request of the probe and its response. */
export interface Exchange {
	product: ProductName;
	/** The path at the vendor's host, e.g. `/webinarjam/webinar`. */
	path: string;
	/** Without the API key. */
	parameters: Readonly<Record<string, string>>;
	/** Whether the request contained the API key. */
	hasKey: boolean;
	userAgent: string;
	status: number;
	headers: Readonly<Record<string, unknown>>;
	/** JSON, or a string if the body is something else. */
	body: unknown;
}

type RequestOptions = Partial<Pick<Exchange, 'hasKey' | 'userAgent'>>;

export interface ReaderOptions {
	account: Account;
	sleep: (milliseconds: number) => Promise<unknown>;
	stop?: AbortSignal | undefined;
}

/** Reads from the service, and keeps every response. */
export class ServiceReader {
	readonly exchanges: Exchange[] = [];

	constructor(private readonly options: ReaderOptions) {}

	get origin(): string {
		return this.options.account.origin;
	}

	/**
	 * Sends a request, and repeats it while the service throttles it.
	 *
	 * @param endpoint a path below the product's path; with `/api/` in front, a path below `/api/<product>`
	 * @param options by default with the API key and the package's user agent
	 */
	async read(
		product: ProductName,
		endpoint: string,
		parameters: Exchange['parameters'] = {},
		options: RequestOptions = {},
	): Promise<Exchange> {
		for (let attempt = 1; ; attempt++) {
			await this.options.sleep(PAUSE_MS);
			const exchange = await this.send(product, endpoint, parameters, options);
			if (exchange.status !== 429 || attempt === MAX_ATTEMPTS) return this.keep(exchange);
			await this.options.sleep(PAUSE_AFTER_429_MS);
		}
	}

	/** Exceeds the rate limit. Keeps one response with 429, if there is one. */
	async exceedLimit(product: ProductName): Promise<void> {
		const requests = Array.from({ length: BURST }, () => this.send(product, 'webinars', {}));
		const throttled = (await Promise.all(requests)).find(({ status }) => status === 429);
		if (throttled) this.keep(throttled);
		await this.options.sleep(PAUSE_AFTER_429_MS);
	}

	private keep(exchange: Exchange): Exchange {
		this.exchanges.push(exchange);
		return exchange;
	}

	private async send(
		product: ProductName,
		endpoint: string,
		parameters: Exchange['parameters'],
		{ hasKey = true, userAgent = USER_AGENT }: RequestOptions = {},
	): Promise<Exchange> {
		const { account, stop } = this.options;
		const productUrl = new URL(account.productUrls[product]);
		const isBeside = endpoint.startsWith('/api/');
		const prefix = isBeside ? '/api' : '';
		const name = isBeside ? endpoint.slice('/api/'.length) : endpoint;
		const url = checkKeyMayGoTo(`${productUrl.origin}${prefix}${productUrl.pathname}/${name}`, account);
		const deadline = AbortSignal.timeout(TIMEOUT_MS);
		try {
			const response = await request(url, {
				method: 'POST',
				headers: {
					'content-type': 'application/x-www-form-urlencoded',
					accept: 'application/json',
					'user-agent': userAgent,
				},
				body: new URLSearchParams({ ...(hasKey && { api_key: account.apiKey }), ...parameters }).toString(),
				signal: stop ? AbortSignal.any([stop, deadline]) : deadline,
			});
			return {
				product,
				path: `${prefix}/${products[product].vendorPath}/${name}`,
				parameters,
				hasKey,
				userAgent,
				status: response.statusCode,
				headers: response.headers,
				body: parsed(await response.body.text()),
			};
		} catch (error) {
			stop?.throwIfAborted();
			const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
			const reason = deadline.aborted ? `no response within ${TIMEOUT_MS / 1000} seconds` : code;
			throw new UserError(`cannot reach ${account.origin}: ${reason}.`);
		}
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}
