import dns from 'node:dns';
import { once } from 'node:events';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

import { generate } from 'selfsigned';

import { acceptedCertificate, Proxy } from '../support/proxy';

const UNKNOWN = 'api.nowhere.invalid';

export type Hosts = Awaited<ReturnType<typeof startHosts>>;

/** Starts hosts that never respond, and one that must never receive anything. */
export async function startHosts() {
	/** Numbers of connections to the target of redirects, and of requests to the host with a bad certificate. */
	const received = { bystander: 0, selfSigned: 0 };
	const bystander = createServer((socket) => {
		received.bystander++;
		socket.destroy();
	});
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
	const selfSigned = createHttps({ key, cert }, (_request, response) => {
		received.selfSigned++;
		response.end();
	});
	const resetting = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
	const plain = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
	const servers = [bystander, selfSigned, resetting, plain];
	const sockets = new Set<Socket>();
	for (const server of servers) server.on('connection', (socket: Socket) => sockets.add(socket));
	const ports = await Promise.all(servers.map(listen));
	const lookup = failLookupOfUnknownHost();
	const certificate = await acceptedCertificate();
	const proxies = new Map<string, Proxy>();
	const [bystanderAt, selfSignedAt, resettingAt, plainAt] = ports;
	return {
		/** Base URLs by kind. */
		addresses: {
			// No process listens on port 1. A port that was closed could be reused.
			refusing: 'http://127.0.0.1:1',
			unknown: `https://${UNKNOWN}`,
			selfSigned: `https://127.0.0.1:${selfSignedAt}`,
			plain: `https://127.0.0.1:${plainAt}`,
			resetting: `http://127.0.0.1:${resettingAt}`,
			bystander: `http://127.0.0.1:${bystanderAt}`,
		},
		received,
		/** Returns the base URL of a service over TLS. */
		secure: async (url: string) => {
			const proxy = proxies.get(url) ?? (await Proxy.to(url, certificate.secureContext));
			proxies.set(url, proxy);
			return proxy.url;
		},
		/** Breaks the TLS of a connection. @param port from which it arrives at the service */
		garble: (port: number | undefined) => proxies.forEach((proxy) => proxy.garble(port)),
		close: async () => {
			lookup.mockRestore();
			certificate.end();
			await Promise.all([...proxies.values()].map((proxy) => proxy.shut()));
			sockets.forEach((socket) => socket.destroy());
			for (const server of servers) server.close();
		},
	};
}

/** Makes the DNS lookup of the unknown host fail at once. Without a network it takes seconds. */
function failLookupOfUnknownHost(): jest.SpyInstance {
	const { lookup } = dns;
	const failure = Object.assign(new Error(`getaddrinfo ENOTFOUND ${UNKNOWN}`), { code: 'ENOTFOUND' });
	return jest.spyOn(dns, 'lookup').mockImplementation((name: string, ...others: unknown[]) => {
		const callback = others.at(-1);
		if (name !== UNKNOWN || typeof callback !== 'function') Reflect.apply(lookup, dns, [name, ...others]);
		else process.nextTick(() => void Reflect.apply(callback, undefined, [failure]));
	});
}

async function listen(server: Server): Promise<number> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}
