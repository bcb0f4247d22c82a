import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest, IncomingMessage } from 'node:http';

import { mostInOneSecond } from '../sandbox/rateLimit';

const STARTED = 'http.client.request.start';
const ANSWERED = 'http.client.response.finish';
const TOO_MANY_REQUESTS = 429;

/**
 * Counts the calls that this process makes to one service. It looks on at the HTTP client, so that the count is
 * the same for every host and owes nothing to what it measures.
 */
export class CallMeter {
	/** Calls that were refused as one too many. */
	tooMany = 0;
	private readonly startedAt: number[] = [];

	/**
	 * @param origin of the service
	 * @param onRegistration told about each registration that the service accepted or refused for good
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
		if (this.requestIn(message)) this.startedAt.push(performance.now());
	};

	private readonly onAnswer = (message: unknown): void => {
		const request = this.requestIn(message);
		if (!request) return;
		const status = statusIn(message);
		if (status === TOO_MANY_REQUESTS) this.tooMany++;
		else if (isRegistration(request)) this.onRegistration();
	};

	/** The request that a message is about, if it goes to the service. */
	private requestIn(message: unknown): ClientRequest | undefined {
		const request = memberOf(message, 'request');
		if (!(request instanceof ClientRequest)) return undefined;
		const address = `${request.protocol}//${String(request.getHeader('host'))}`;
		return URL.canParse(address) && new URL(address).origin === this.origin ? request : undefined;
	}
}

function isRegistration({ path }: ClientRequest): boolean {
	return path.endsWith('/register');
}

function statusIn(message: unknown): number | undefined {
	const response = memberOf(message, 'response');
	return response instanceof IncomingMessage ? response.statusCode : undefined;
}

function memberOf(message: unknown, name: 'request' | 'response'): unknown {
	return typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined;
}
