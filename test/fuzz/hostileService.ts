import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { sandboxCredential } from '../../tools/engine/parameters';
import { acceptedCertificate, TlsProxy } from '../support/tlsProxy';
import { bodyOf, type Fate, type Hostility } from './hostileAnswers';
import { jsonText } from './hostileJson';
import type { ValidAnswers } from './validAnswers';

const API_KEY = 'key-of-the-hostile-service-'.repeat(2);

/** Answers one endpoint with what it is told, by the item's number, and all others as they should be answered. */
export class HostileService {
	/** The endpoint that is spoilt. */
	endpoint = '';
	/** Its answers, by `webinar_id`; 0 where a call names none. Any other number gets the valid one. */
	answers = new Map<number, Hostility>();
	/** The item of each call to that endpoint that was not throttled. */
	readonly arrivals: number[] = [];

	private constructor(
		private readonly server: Server,
		private readonly valid: ValidAnswers,
		private readonly certificate: ReturnType<typeof acceptedCertificate>,
		private readonly tls: TlsProxy,
	) {}

	static async start(valid: ValidAnswers): Promise<HostileService> {
		const server = createServer();
		server.keepAliveTimeout = 0;
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const certificate = acceptedCertificate();
		const tls = await TlsProxy.to(`http://127.0.0.1:${portOf(server)}`, certificate.secureContext);
		const service = new HostileService(server, valid, certificate, tls);
		server.on('request', (request: IncomingMessage, response: ServerResponse) => {
			void service.answer(request, response);
		});
		return service;
	}

	get credential() {
		return sandboxCredential({ url: `http://127.0.0.1:${portOf(this.server)}`, apiKey: API_KEY });
	}

	get credentialOverTls() {
		return sandboxCredential({ url: this.tls.url, apiKey: API_KEY });
	}

	async stop(): Promise<void> {
		this.certificate.end();
		await this.tls.close();
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
		if (endpoint === this.endpoint && !isThrottled(hostile)) this.arrivals.push(item);
		if (hostile && 'fate' in hostile) return this.meet(hostile.fate, response, jsonText(valid, item));
		response.writeHead(hostile?.status ?? 200, { 'content-type': 'application/json' });
		response.end(hostile ? bodyOf(hostile, valid, item) : jsonText(valid, item));
	}

	private meet(fate: Fate, response: ServerResponse, text: string): void {
		const { socket } = response;
		// Asked to wait long, the node makes fewer calls.
		if (fate === 'throttled') response.writeHead(429, { 'retry-after': '20' }).end();
		else if (fate === 'ended') socket?.end();
		else if (fate === 'cut') {
			response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
			response.write(text.slice(0, text.length / 2), () => socket?.resetAndDestroy());
		} else if (fate === 'reset' || !this.tls.garble(socket?.remotePort)) socket?.resetAndDestroy();
	}
}

const isThrottled = (answer: Hostility | undefined) =>
	answer !== undefined && 'fate' in answer && answer.fate === 'throttled';

function portOf(server: Server): number {
	return (server.address() as AddressInfo).port;
}
