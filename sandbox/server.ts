import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express from 'express';
import { apiRouter } from './api';
import { catalogue } from './catalogue';
import { controlsOf, type Controls } from './controls';
import { Faults, type Fault } from './faults';
import { Delay } from './latency';
import { notFound, pagesRouter, undecodableAddress } from './pages';
import { mostInOneSecond, RateLimit } from './rateLimit';
import { Registrants } from './registrants';
import type { Account, Call, Latency, Registrant, RegistrantsList, Webinar } from './types';

/** 64 characters, the documented length. */
export const DEFAULT_API_KEY = 'sandbox-api-key-'.repeat(4);

export const DEFAULT_CALLS_PER_SECOND = 20;

const LOOPBACK = '127.0.0.1';

export interface SandboxOptions extends Partial<RegistrantsList> {
	/** 0, the default, takes any free port. */
	port?: number;
	apiKey?: string;
	/** Infinity lifts the limit. */
	callsPerSecond?: number;
	/** Milliseconds between the arrival of a counted call and what it does. */
	latencyMs?: Latency;
	/** Epoch milliseconds; the dates of the sessions follow it. The limit goes by real time. */
	now?: () => number;
	webinars?: readonly Webinar[];
}

export interface Sandbox extends Controls {
	/** Root of both the service and the attendee pages. */
	readonly url: string;
	readonly apiKey: string;
	readonly webinars: readonly Webinar[];
	readonly registrants: readonly Registrant[];
	readonly calls: ReadonlyArray<Readonly<Call>>;
	/** Of the calls that counted against the limit. */
	mostCallsInOneSecond(): number;
	setLatency(latency: Latency): void;
	setCallsPerSecond(callsPerSecond: number): void;
	fail(fault: Fault): void;
	clearFaults(): void;
	/** Forgets registrants, calls and faults. */
	reset(): void;
	/** Ends at once, hanging connections included. */
	close(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, apiKey = DEFAULT_API_KEY, now = Date.now, webinars = catalogue } = options;
	const { hasRegistrants = true, paginator = 'paginator', newestFirst = false } = options;
	const calls: Call[] = [];
	const faults = new Faults();
	const registrants = new Registrants(now);
	const limit = new RateLimit(options.callsPerSecond ?? DEFAULT_CALLS_PER_SECOND);
	const delay = new Delay(options.latencyMs ?? 0);

	const server = createServer().listen(port, LOOPBACK);
	await once(server, 'listening');
	const account: Account = {
		url: `http://${LOOPBACK}:${portOf(server)}`,
		apiKey,
		webinars,
		registrantsList: { hasRegistrants, paginator, newestFirst },
		now,
	};

	const app = express().disable('x-powered-by').disable('etag');
	app.use(apiRouter({ account, registrants, calls, limit, delay, faults }));
	app.use(pagesRouter({ account, registrants }));
	app.use(notFound, undecodableAddress);
	server.on('request', app);

	return {
		url: account.url,
		apiKey,
		webinars,
		registrants: registrants.all,
		calls,
		mostCallsInOneSecond: () => mostInOneSecond(calls.filter(({ counted }) => counted).map(({ at }) => at)),
		setLatency: (latency) => void (delay.latency = latency),
		setCallsPerSecond: (callsPerSecond) => void (limit.callsPerSecond = callsPerSecond),
		fail: (fault) => faults.add(fault),
		...controlsOf(account, registrants),
		clearFaults: () => faults.clear(),
		reset: () => {
			registrants.forget();
			calls.length = 0;
			faults.clear();
			limit.reset();
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

function portOf(server: Server): number {
	const address = server.address();
	if (address === null || typeof address === 'string') throw new TypeError('The sandbox has no TCP port.');
	return address.port;
}
