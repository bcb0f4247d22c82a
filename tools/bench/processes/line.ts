import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

import { generate } from 'selfsigned';

import { delaysOf, type Network } from '../simulation/network';

const HOST = 'localhost';

/** Puts a service on this machine behind TLS, and behind a line on which each connection has other delays. */
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

/** Connects a socket to a port and delays its data as the network does. */
function lead(socket: Socket, port: number, network?: Network): void {
	const onward = connect(port, '127.0.0.1');
	const delays = network && delaysOf(network, Math.random);
	forward(socket, onward, delays?.hello ?? 0, delays?.request ?? 0);
	forward(onward, socket, delays?.helloBack ?? 0, delays?.response ?? 0);
}

/** Forwards data. @param first delay of the first data, a TLS hello @param later delay of all other data */
function forward(from: Socket, to: Socket, first: number, later: number): void {
	let delay = first;
	let passesAt = 0;
	const pass = (work: () => void) => {
		// Keeps the order of the data.
		passesAt = Math.max(passesAt, performance.now() + delay);
		delay = later;
		setTimeout(work, passesAt - performance.now());
	};
	from.on('data', (bytes) => pass(() => to.writable && to.write(bytes)));
	from.on('end', () => pass(() => to.end()));
	from.on('error', () => to.destroy());
}
