import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import tls, { type SecureContext, TLSSocket } from 'node:tls';

import { generate } from 'selfsigned';

const HOST = '127.0.0.1';

/**
 * Leads connections to a service on this machine, over TLS if it has a certificate. While it is shut, it breaks them and
 * accepts no new ones.
 */
export class Proxy {
	private readonly sockets = new Set<Socket>();
	/** Those that came here, by the port from which they arrive at the service. */
	private readonly ways = new Map<number | undefined, Socket>();

	private constructor(
		private readonly server: Server,
		private readonly port: number,
		private readonly target: number,
		private readonly secureContext: SecureContext | undefined,
	) {}

	static async to(url: string, secureContext?: SecureContext): Promise<Proxy> {
		const server = createServer();
		server.listen(0, HOST);
		await once(server, 'listening');
		const address = server.address();
		if (address === null || typeof address === 'string') throw new TypeError('The proxy has no TCP port.');
		const proxy = new Proxy(server, address.port, Number(new URL(url).port), secureContext);
		server.on('connection', (socket) => proxy.lead(socket));
		return proxy;
	}

	get url(): string {
		return `${this.secureContext ? 'https' : 'http'}://${HOST}:${this.port}`;
	}

	/** Breaks all connections. Some of the lost requests have already arrived. */
	async shut(): Promise<void> {
		if (!this.server.listening) return;
		const closed = once(this.server, 'close');
		this.server.close();
		for (const socket of this.sockets) breakOff(socket);
		await closed;
	}

	async open(): Promise<void> {
		if (this.server.listening) return;
		this.server.listen(this.port, HOST);
		await once(this.server, 'listening');
	}

	/** Breaks the TLS of a connection by bytes that are none. @param port from which it arrives at the service */
	garble(port: number | undefined): void {
		this.ways.get(port)?.write('HTTP/1.1 400 Bad Request\r\n\r\n');
	}

	private lead(socket: Socket): void {
		const { secureContext } = this;
		const near = secureContext ? new TLSSocket(socket, { isServer: true, secureContext }) : socket;
		const onward = connect(this.target, HOST);
		onward.on('connect', () => {
			const port = onward.localPort;
			this.ways.set(port, socket);
			onward.on('close', () => this.ways.delete(port));
		});
		for (const [one, other] of [
			[near, onward],
			[onward, near],
		] as const) {
			this.sockets.add(one);
			one.pipe(other);
			one.on('error', () => other.destroy());
			one.on('close', () => {
				this.sockets.delete(one);
				other.destroy();
			});
		}
	}
}

/** A socket that is ending cannot be reset: Node.js would wait for its end for ever, busily, when the process exits. */
function breakOff(socket: Socket): void {
	if (socket.writableEnded || socket instanceof TLSSocket) socket.destroy();
	else socket.resetAndDestroy();
}

/** A certificate that Node.js accepts until the end. */
export async function acceptedCertificate(): Promise<{ secureContext: SecureContext; end: () => void }> {
	const { private: key, cert } = await generate([{ name: 'commonName', value: HOST }], {
		extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: HOST }] }],
	});
	const { createSecureContext } = tls;
	const secureContext = createSecureContext({ key, cert });
	const accepting = jest
		.spyOn(tls, 'createSecureContext')
		.mockImplementation((options) => createSecureContext({ ca: cert, ...options }));
	return { secureContext, end: () => accepting.mockRestore() };
}
