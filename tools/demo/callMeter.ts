import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest, IncomingMessage } from 'node:http';

import { z } from 'zod/v4';

import { mostInOneSecond } from '../../sandbox/rateLimit';

const STARTED = 'http.client.request.start';
const ANSWERED = 'http.client.response.finish';
const TOO_MANY_REQUESTS = 429;

const start = z.object({ request: z.instanceof(ClientRequest) });
const answer = start.extend({ response: z.instanceof(IncomingMessage) });

/**
 * Counts the calls of this process to one service. It observes Node's HTTP client, so it works for every host and
 * independently of the measured code.
 */
export class CallMeter {
	/** Calls with a 429. */
	throttled = 0;
	private readonly startedAt: number[] = [];

	/**
	 * @param origin of the service
	 * @param onRegistration called after each registration that the service accepted or rejected
	 */
	constructor(
		private readonly origin: string,
		private readonly onRegistration: () => void,
	) {
		subscribe(STARTED, this.onStart);
		subscribe(ANSWERED, this.onAnswer);
	}

	get calls(): number {
		return this.startedAt.length;
	}

	get mostInOneSecond(): number {
		return mostInOneSecond(this.startedAt);
	}

	stop(): void {
		unsubscribe(STARTED, this.onStart);
		unsubscribe(ANSWERED, this.onAnswer);
	}

	private readonly onStart = (message: unknown): void => {
		if (this.isToService(start.parse(message).request)) this.startedAt.push(performance.now());
	};

	private readonly onAnswer = (message: unknown): void => {
		const { request, response } = answer.parse(message);
		if (!this.isToService(request)) return;
		if (response.statusCode === TOO_MANY_REQUESTS) this.throttled++;
		else if (request.path.endsWith('/register')) this.onRegistration();
	};

	private isToService(request: ClientRequest): boolean {
		const address = `${request.protocol}//${String(request.getHeader('host'))}`;
		return URL.canParse(address) && new URL(address).origin === this.origin;
	}
}
