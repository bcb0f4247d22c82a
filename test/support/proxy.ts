import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import tls, { type SecureContext, TLSSocket } from 'node:tls';

import { generate } from 'selfsigned';

const HOST = '127.0.0.1';

/** Leads TLS connections to a service on this machine. */
export class Proxy {
	private readonly sockets = new Set<Socket>();
	/** The accepted sockets, by the port from which they arrive at the service. */
	private readonly ways = new Map<number | undefined, Socket>();

	private constructor(
		private readonly server: Server,
		private readonly port: number,
		private readonly target: number,
		private readonly secureContext: SecureContext,
	) {}

	static async to(url: string, secureContext: SecureContext): Promise<Proxy> {
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
		return `https://${HOST}:${this.port}`;
	}

	/** Ends all connections, and accepts no new ones. */
	async shut(): Promise<void> {
		const closed = once(this.server, 'close');
		this.server.close();
		for (const socket of this.sockets) socket.destroy();
		await closed;
	}

	/** Breaks the TLS of a connection by bytes that are none. @param port from which it arrives at the service */
	garble(port: number | undefined): void {
		this.ways.get(port)?.write('HTTP/1.1 400 Bad Request\r\n\r\n');
	}

	private lead(socket: Socket): void {
		const { secureContext } = this;
		const near = new TLSSocket(socket, { isServer: true, secureContext });
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
