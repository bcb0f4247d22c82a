import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import type { SkippingClock } from '../support/skippingClock';
import type { Hosts } from './hosts';

export interface Surroundings {
	hosts: Hosts;
	clock: SkippingClock;
	apiKey: string;
}

/** Writes a response with wrong bytes or wrong timing. @param body the correct body */
export type Write = (response: ServerResponse, body: string, surroundings: Surroundings) => void;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Returns a body that can be damaged, in place of the empty one of Unsubscribe. */
function nonEmpty(body: string): string {
	return body === '' ? '{"status":"success"}' : body;
}

/** Returns a writer that sends a body derived from the correct one. */
export function sends(
	make: (body: string, surroundings: Surroundings) => string | Buffer,
	headers: Record<string, string> = {},
	status = 200,
): Write {
	return (response, body, surroundings) => {
		response.writeHead(status, { 'content-type': JSON_TYPE, ...headers });
		response.end(make(nonEmpty(body), surroundings));
	};
}

/** Returns a writer that sends half of a response with a content length, and then calls another writer. */
function sendsHalf(then: Write): Write {
	return (response, correctBody, surroundings) => {
		const body = nonEmpty(correctBody);
		response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': body.length });
		response.write(body.slice(0, body.length / 2), () => then(response, body, surroundings));
	};
}

/** Closes the connection instead of a response. */
export const ends: Write = ({ socket }) => void socket?.end();

export const breaksOff = sendsHalf((response) => response.socket?.resetAndDestroy());

/** Sends nothing more, until the node gives up. */
export const hangs: Write = ({ socket }, _body, { clock }) =>
	clock.givenUp(clock.callFrom(socket?.remotePort));
export const stalls = sendsHalf(hangs);

/** Switches to another protocol instead of a response, and ends the connection. */
export const switches: Write = ({ socket }, _body, { clock }) => {
	const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
	const request = clock.callFrom(socket?.remotePort);
	socket?.end(switching, () => clock.givenUp(request));
};

/** Sends a space every 10 ms, without an end. */
export const drips: Write = (response, body, surroundings) => {
	response.writeHead(200, { 'content-type': JSON_TYPE });
	const drip = setInterval(() => response.write(' ', () => hangs(response, body, surroundings)), 10);
	response.on('close', () => clearInterval(drip));
};

/** Fails as Node.js does when the network is gone after the request arrived. */
export const isCutOff: Write = ({ socket }, _body, { clock }) => {
	const error = Object.assign(new Error('read EHOSTUNREACH'), { code: 'EHOSTUNREACH', syscall: 'read' });
	clock.callFrom(socket?.remotePort)?.socket?.destroy(error);
};

/** Breaks the TLS of the connection after the request arrived. */
export const garbles: Write = ({ socket }, _body, { hosts }) => hosts.garble(socket?.remotePort);

export const isDamagedGzip = sends((body) => gzipSync(body).fill(0, 12, 20), { 'content-encoding': 'gzip' });

/** Sends "Zoë" in a charset that the header does not name. */
export const isLatin1 = sends((body) => Buffer.from(body.replace('{', '{"note":"Zo\u00eb",'), 'latin1'));
export const isUtf16 = sends((body) => Buffer.from(`\ufeff${body}`, 'utf16le'), {
	'content-type': 'application/json; charset=utf-16',
});

/** Adds the API key beside each ID: in plain JSON, in PHP's JSON, in a URL, and as the name of a field. */
export const repeatsKey = sends((body, { apiKey }) => {
	const json = JSON.stringify(apiKey);
	const inUrl = `"https://api.example.com/?api_key=${encodeURIComponent(apiKey)}&page=2"`;
	const echoes = [
		`"echo_plain":${json},`,
		`"echo_php":${json.replaceAll('/', '\\/')},`,
		`"echo_url":${inUrl},`,
		`${json}:1,`,
	].join('');
	return body.replaceAll(/"(?:webinar_id|lead_id)":/g, (name) => echoes + name);
});
