import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express, { type Express } from 'express';
import { apiRouter, type ApiParts } from './api';
import { catalogue } from './catalogue';
import { controlsOf, type Controls } from './controls';
import { Faults } from './faults';
import { Delay } from './latency';
import { notFound, pagesRouter, undecodableAddress, unreadableForm } from './pages';
import { RateLimit } from './rateLimit';
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
	/** Milliseconds that a call takes before it is counted, as on a slow way to the service. */
	wayThereMs?: Latency;
	/** Milliseconds between the count of a call and what it does. */
	latencyMs?: Latency;
	/** Epoch milliseconds; the dates of the sessions follow it. The limit goes by real time. */
	now?: () => number;
	webinars?: readonly Webinar[];
}

export interface Sandbox extends Controls {
	/** Root of both the service and the attendee pages. */
	readonly url: string;
	readonly apiKey: string;
	/** As they are now. */
	readonly webinars: readonly Webinar[];
	readonly registrants: readonly Registrant[];
	readonly calls: ReadonlyArray<Readonly<Call>>;
	/** Ends at once, hanging connections included. */
	close(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, apiKey = DEFAULT_API_KEY, now = Date.now, webinars = catalogue } = options;
	const { hasRegistrants = true, paginator = 'paginator', newestFirst = false } = options;
	const server = await listen(port);
	const account: Account = {
		url: `http://${LOOPBACK}:${portOf(server)}`,
		apiKey,
		webinars,
		registrantsList: { hasRegistrants, paginator, newestFirst },
		now,
	};

	const parts: ApiParts = {
		account,
		registrants: new Registrants(now),
		calls: [],
		limit: new RateLimit(options.callsPerSecond ?? DEFAULT_CALLS_PER_SECOND),
		wayThere: new Delay(options.wayThereMs ?? 0),
		delay: new Delay(options.latencyMs ?? 0),
		faults: new Faults(),
	};
	server.on('request', appOf(parts));

	return {
		url: account.url,
		apiKey,
		get webinars() {
			return account.webinars;
		},
		registrants: parts.registrants.all,
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
	// Ending an idle connection would race with the next call on it, most of all after a test kept the process busy.
	server.keepAliveTimeout = 0;
	server.listen(port, LOOPBACK);
	await once(server, 'listening');
	return server;
}

function appOf(parts: ApiParts): Express {
	const app = express().disable('x-powered-by').disable('etag');
	app.use(apiRouter(parts));
	app.use(pagesRouter(parts));
	app.use(notFound, undecodableAddress, unreadableForm);
	return app;
}

function portOf(server: Server): number {
	const address = server.address();
	if (address === null || typeof address === 'string') throw new TypeError('The sandbox has no TCP port.');
	return address.port;
}
