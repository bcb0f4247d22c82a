import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

import { generate } from 'selfsigned';

import { type Network, waysOf } from '../simulation/network';

const HOST = 'localhost';

/** Puts a service on this machine behind TLS, and that behind a line on which each connection has its own times. */
export async function startLine(
	url: string,
	network: Network,
): Promise<{ url: string; certificate: string }> {
	const { private: key, cert } = generate([{ name: 'commonName', value: HOST }], {
		keySize: 2048,
		extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: HOST }] }],
	});
	const service = Number(new URL(url).port);
	const secure = await listening(createTlsServer({ key, cert }, (socket) => lead(socket, service)));
	const port = await listening(createServer((socket) => lead(socket, secure, network)));
	return { url: `https://${HOST}:${port}`, certificate: cert };
}

async function listening(server: Server): Promise<number> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

/** Leads a connection on to a port, and all bytes of a way as late as the network says. */
function lead(socket: Socket, port: number, network?: Network): void {
	const onward = connect(port, '127.0.0.1');
	const [hello, helloBack, call, back] = network ? waysOf(network, Math.random) : [0, 0, 0, 0];
	forward(socket, onward, [hello, call]);
	forward(onward, socket, [helloBack, back]);
}

/** The client's hello is its first bytes, and the call all others; likewise for the answers. */
function forward(from: Socket, to: Socket, [first, later]: [number, number]): void {
	let delay = first;
	let passesAt = 0;
	const pass = (work: () => void) => {
		// In order: nothing overtakes what was held up.
		passesAt = Math.max(passesAt, performance.now() + delay);
		delay = later;
		setTimeout(work, passesAt - performance.now());
	};
	from.on('data', (bytes) => pass(() => to.writable && to.write(bytes)));
	from.on('end', () => pass(() => to.end()));
	from.on('error', () => to.destroy());
}
