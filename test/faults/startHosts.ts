import dns from 'node:dns';
import { once } from 'node:events';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';

import { generate } from 'selfsigned';

const UNKNOWN = 'api.nowhere.invalid';

export type Hosts = Awaited<ReturnType<typeof startHosts>>;

/** Starts a host with a bad certificate and the target of redirects, which must never receive a request. */
export async function startHosts() {
	/** Counts connections to the target of redirects, and requests to the host with a bad certificate. */
	const received = { redirectTarget: 0, selfSigned: 0 };
	const redirectTarget = createServer((socket) => {
		received.redirectTarget++;
		socket.destroy();
	});
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
	const selfSigned = createHttps({ key, cert }, (_request, response) => {
		received.selfSigned++;
		response.end();
	});
	const servers = [redirectTarget, selfSigned];
	const [redirectTargetAt, selfSignedAt] = await Promise.all(servers.map(listen));
	const lookup = failLookupOfUnknownHost();
	return {
		/** The base URLs of the hosts. */
		urls: {
			// No process listens on port 1. A port that was closed could be reused.
			refusing: 'http://127.0.0.1:1',
			unknown: `https://${UNKNOWN}`,
			selfSigned: `https://127.0.0.1:${selfSignedAt}`,
			redirectTarget: `http://127.0.0.1:${redirectTargetAt}`,
		},
		received,
		close: () => {
			lookup.mockRestore();
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
