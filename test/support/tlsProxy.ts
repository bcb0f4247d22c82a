import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import tls, { type SecureContext, TLSSocket } from 'node:tls';

import { generate } from 'selfsigned';

const HOST = '127.0.0.1';
const altNames = [{ type: 7, ip: HOST }];

/** Leads TLS connections, whose certificate is accepted, to a service without TLS on this machine. */
export class TlsProxy {
	/** The connections of the node, by the port from which they arrive at the service. */
	private readonly ways = new Map<number | undefined, Socket>();
	private readonly server: Server;

	private constructor(
		private readonly target: number,
		private readonly secureContext: SecureContext,
	) {
		this.server = createServer((socket) => void this.lead(socket));
	}

	static async to(url: string, secureContext: SecureContext): Promise<TlsProxy> {
		const proxy = new TlsProxy(Number(new URL(url).port), secureContext);
		proxy.server.listen(0, HOST);
		await once(proxy.server, 'listening');
		return proxy;
	}

	get url(): string {
		const address = this.server.address();
		if (address === null || typeof address === 'string') throw new TypeError('The proxy has no TCP port.');
		return `https://${HOST}:${address.port}`;
	}

	/**
	 * Breaks the TLS of a connection by bytes that are none.
	 * @param port from which it arrives at the service
	 * @returns whether it comes through here
	 */
	garble(port: number | undefined): boolean {
		return this.ways.get(port)?.write('HTTP/1.1 400 Bad Request\r\n\r\n') !== undefined;
	}

	async close(): Promise<void> {
		const closed = once(this.server, 'close');
		this.server.close();
		this.ways.forEach((socket) => socket.destroy());
		await closed;
	}

	private async lead(socket: Socket): Promise<void> {
		const secure = new TLSSocket(socket, { isServer: true, secureContext: this.secureContext });
		const onward = connect(this.target, HOST);
		secure.on('error', () => onward.destroy());
		onward.on('error', () => socket.destroy());
		await once(onward, 'connect');
		const port = onward.localPort;
		this.ways.set(port, socket);
		onward.on('close', () => this.ways.delete(port));
		secure.pipe(onward).pipe(secure);
	}
}

/** A certificate that Node.js accepts until the end. */
export function acceptedCertificate(): { secureContext: SecureContext; end: () => void } {
	const { private: key, cert } = generate([{ name: 'commonName', value: HOST }], {
		keySize: 2048,
		extensions: [{ name: 'subjectAltName', altNames }],
	});
	const { createSecureContext } = tls;
	const secureContext = createSecureContext({ key, cert });
	const accepting = jest
		.spyOn(tls, 'createSecureContext')
		.mockImplementation((options) => createSecureContext({ ca: cert, ...options }));
	return { secureContext, end: () => accepting.mockRestore() };
}
