import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Forwards connections to a service on this machine. While it is shut, it breaks them and accepts no new ones. */
export class TcpProxy {
	private readonly sockets = new Set<Socket>();

	private constructor(
		private readonly server: Server,
		private readonly port: number,
		private readonly target: number,
	) {}

	static async to(url: string): Promise<TcpProxy> {
		const server = createServer();
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const address = server.address();
		if (address === null || typeof address === 'string') throw new TypeError('The proxy has no TCP port.');
		const proxy = new TcpProxy(server, address.port, Number(new URL(url).port));
		server.on('connection', (socket) => proxy.lead(socket));
		return proxy;
	}

	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	/** Calls that are under way are lost, some of them after they arrived. */
	async shut(): Promise<void> {
		if (!this.server.listening) return;
		const closed = once(this.server, 'close');
		this.server.close();
		for (const socket of this.sockets) breakOff(socket);
		await closed;
	}

	async open(): Promise<void> {
		if (this.server.listening) return;
		this.server.listen(this.port, '127.0.0.1');
		await once(this.server, 'listening');
	}

	private lead(socket: Socket): void {
		const onward = connect(this.target, '127.0.0.1');
		for (const [one, other] of [
			[socket, onward],
			[onward, socket],
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
	if (socket.writableEnded) socket.destroy();
	else socket.resetAndDestroy();
}
