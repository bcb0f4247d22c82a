import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { sandboxCredential } from '../../tools/engine/parameters';
import { bodyOf, type HostileAnswer } from './hostileAnswers';
import { jsonText } from './hostileJson';
import type { ValidAnswers } from './validAnswers';

const API_KEY = 'key-of-the-hostile-service-'.repeat(2);

/** Answers one endpoint with what it is told, by the item's number, and all others as they should be answered. */
export class HostileService {
	/** The endpoint that is spoilt. */
	endpoint = '';
	/** Its answers, by `webinar_id`; 0 where a call names none. Any other number gets the valid one. */
	answers = new Map<number, HostileAnswer>();
	/** The item of each call to that endpoint. */
	readonly arrivals: number[] = [];

	private constructor(
		private readonly server: Server,
		private readonly valid: ValidAnswers,
	) {}

	static async start(valid: ValidAnswers): Promise<HostileService> {
		const server = createServer();
		server.keepAliveTimeout = 0;
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const service = new HostileService(server, valid);
		server.on('request', (request: IncomingMessage, response: ServerResponse) => {
			void service.answer(request, response);
		});
		return service;
	}

	get credential() {
		return sandboxCredential({ url: `http://127.0.0.1:${portOf(this.server)}`, apiKey: API_KEY });
	}

	async stop(): Promise<void> {
		const closed = once(this.server, 'close');
		this.server.close();
		this.server.closeAllConnections();
		await closed;
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const form = new URLSearchParams(await text(request));
		const [, product = '', endpoint = ''] = new URL(request.url ?? '', 'http://127.0.0.1').pathname.split(
			'/',
		);
		const item = Number(form.get('webinar_id') ?? 0);
		const answers = product === 'live' ? this.valid.live : this.valid.automated;
		const valid = Object.entries(answers).find(([name]) => name === endpoint)?.[1] ?? {};
		const hostile = endpoint === this.endpoint ? this.answers.get(item) : undefined;
		if (endpoint === this.endpoint) this.arrivals.push(item);
		response.writeHead(hostile?.status ?? 200, { 'content-type': 'application/json' });
		response.end(hostile ? bodyOf(hostile, valid, item) : jsonText(valid, item));
	}
}

function portOf(server: Server): number {
	return (server.address() as AddressInfo).port;
}
