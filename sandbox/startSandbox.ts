import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { apiRouter, type ApiParts } from './apiRouter';
import { automatedCatalogue } from './catalogueAutomated';
import { liveCatalogue } from './catalogueLive';
import { controlsOf, type Controls } from './controls';
import { Faults } from './faults';
import { notFound, pagesRouter, undecodablePath, unreadableForm } from './pagesRouter';
import { type Counting, RateLimit } from './rateLimit';
import { Registrants } from './registrants';
import type { Account, Call, Latency, Registrant, Webinar } from './types';

/** 64 characters, the documented length. */
export const DEFAULT_API_KEY = 'sandbox-api-key-'.repeat(4);

export const DEFAULT_CALLS_PER_SECOND = 20;

/** IDs are stable. Dates are calculated from the rules for each request. */
const catalogue: readonly Webinar[] = [...liveCatalogue, ...automatedCatalogue];

const LOOPBACK = '127.0.0.1';

export interface SandboxOptions {
	/** By default 0, which takes any free port. */
	port?: number;
	apiKey?: string;
	/** Maximum requests per second. Infinity removes the limit. */
	callsPerSecond?: number;
	/** How the limit counts requests, which is unknown of the service. By default in a sliding window. */
	counting?: Counting;
	/** Monotonic milliseconds, for the rate limit. */
	clock?: () => number;
	/** Milliseconds before an admitted request is handled. */
	latencyMs?: Latency;
	/** Epoch milliseconds, for the dates of sessions. The rate limit uses `clock`. */
	now?: () => number;
	webinars?: readonly Webinar[];
	/**
	 * Middleware that sees each API request and its response. If a fault changed the response, `response.locals.fault` is
	 * the kind of the fault.
	 */
	inspectors?: readonly RequestHandler[];
}

export interface Sandbox extends Controls {
	/** Root of the service and of the attendee pages. */
	readonly url: string;
	readonly apiKey: string;
	/** The current webinars. */
	readonly webinars: readonly Webinar[];
	readonly registrants: readonly Registrant[];
	/**
	 * The registrant of each accepted registration. A person who is registered twice for a session is in it twice, and
	 * once in `registrants`.
	 */
	readonly registrations: readonly Registrant[];
	readonly calls: ReadonlyArray<Readonly<Call>>;
	/** Stops at once and closes all connections. */
	close(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, apiKey = DEFAULT_API_KEY, now = Date.now, webinars = catalogue } = options;
	const server = await listen(port);
	const account: Account = {
		url: `http://${LOOPBACK}:${portOf(server)}`,
		apiKey,
		replacedApiKeys: new Set(),
		webinars,
		registrantsList: { paginator: 'paginator', newestFirst: false },
		now,
	};

	const parts: ApiParts = {
		account,
		registrants: new Registrants(now),
		calls: [],
		limit: new RateLimit(options.callsPerSecond ?? DEFAULT_CALLS_PER_SECOND, options.counting),
		clock: options.clock ?? (() => performance.now()),
		latency: options.latencyMs ?? 0,
		faults: new Faults(),
		inspectors: options.inspectors ?? [],
	};
	server.on('request', appOf(parts));

	return {
		url: account.url,
		get apiKey() {
			return account.apiKey;
		},
		get webinars() {
			return account.webinars;
		},
		registrants: parts.registrants.all,
		registrations: parts.registrants.registrations,
		calls: parts.calls,
		...controlsOf(parts),
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

async function listen(port: number): Promise<Server> {
	const server = createServer();
	// Closing an idle connection would race with the next request on it, above all while a test keeps the process busy.
	server.keepAliveTimeout = 0;
	server.listen(port, LOOPBACK);
	await once(server, 'listening');
	return server;
}

function appOf(parts: ApiParts): Express {
	const app = express().disable('x-powered-by').disable('etag');
	app.use(apiRouter(parts));
	app.use(pagesRouter(parts));
	app.use(notFound, undecodablePath, unreadableForm);
	return app;
}

function portOf(server: Server): number {
	const address = server.address();
	if (address === null || typeof address === 'string') throw new TypeError('The sandbox has no TCP port.');
	return address.port;
}
