import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import type { SkippingClock } from '../support/skippingClock';
import type { Hosts } from './hosts';

export interface Surroundings {
	hosts: Hosts;
	clock: SkippingClock;
	apiKey: string;
}

/** Writes an answer that is wrong in its bytes or in its timing. `text` is the true answer. */
export type Write = (response: ServerResponse, text: string, surroundings: Surroundings) => void;

const MEGABYTE = 1024 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer without a body in its place where the operation has none. */
const asText = (text: string) => text || '{"status":"success"}';

export const sends =
	(
		make: (text: string, surroundings: Surroundings) => string | Buffer,
		headers: Record<string, string> = {},
		status = 200,
	): Write =>
	(response, text, surroundings) => {
		const body = make(asText(text), surroundings);
		response.writeHead(status, { 'content-type': JSON_TYPE, ...headers }).end(body);
	};

/** Half of an answer whose length was announced, and then: */
const half =
	(then: Write): Write =>
	(response, text, surroundings) => {
		const body = asText(text);
		response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': body.length });
		response.write(body.slice(0, body.length / 2), () => then(response, text, surroundings));
	};

/** The connection is closed in place of an answer. */
export const ends: Write = ({ socket }) => void socket?.end();

export const breaksOff = half((response) => response.socket?.resetAndDestroy());

/** Nothing more will come. */
export const hangs: Write = ({ socket }, _text, { clock }) =>
	clock.givenUp(clock.callFrom(socket?.remotePort));
export const stalls = half(hangs);

/** No answer, but another protocol from here on, and then the end. */
export const switches: Write = ({ socket }, _text, { clock }) => {
	const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
	const call = clock.callFrom(socket?.remotePort);
	socket?.end(switching, () => clock.givenUp(call));
};

/** A blank now and then, for ever. */
export const drips: Write = (response, text, surroundings) => {
	response.writeHead(200, { 'content-type': JSON_TYPE });
	const drip = setInterval(() => response.write(' ', () => hangs(response, text, surroundings)), 10);
	response.on('close', () => clearInterval(drip));
};

/** The network is gone after the request arrived: the error that Node.js then gives. */
export const isCutOff: Write = ({ socket }, _text, { clock }) => {
	const error = Object.assign(new Error('read EHOSTUNREACH'), { code: 'EHOSTUNREACH', syscall: 'read' });
	clock.callFrom(socket?.remotePort)?.socket?.destroy(error);
};

/** The TLS of the connection breaks after the request arrived. */
export const garbles: Write = ({ socket }, _text, { hosts }) => hosts.garble(socket?.remotePort);

/** JSON of 50 MB. */
const padding = Buffer.from(`{"status":"success","padding":"${'x'.repeat(50 * MEGABYTE)}"}`);
export const isHuge = sends(() => padding);

const packedBlanks = gzipSync(Buffer.alloc(10 * MEGABYTE, ' '));

/** 300 MB of blanks in 300 KB. */
export const isBomb = sends(() => Buffer.concat(new Array<Buffer>(30).fill(packedBlanks)), {
	'content-encoding': 'gzip',
});

export const isPackedWrong = sends((text) => gzipSync(text).fill(0, 12, 20), { 'content-encoding': 'gzip' });

/** "Zoë" in a charset that the header does not name. */
export const isLatin1 = sends((text) => Buffer.from(text.replace('{', '{"note":"Zo\u00eb",'), 'latin1'));
export const isUtf16 = sends((text) => Buffer.from(`\ufeff${text}`, 'utf16le'), {
	'content-type': 'application/json; charset=utf-16',
});

/** With the key beside each ID, in some spellings of hosts and libraries, also as the name of a member. */
export const repeats = sends((text, { apiKey }) => {
	const json = JSON.stringify(apiKey);
	const address = `"https://api.example.com/?api_key=${encodeURIComponent(apiKey)}&page=2"`;
	const texts = [json, json.replaceAll('/', '\\/'), json.toUpperCase(), address, address.toLowerCase()];
	const members = texts.map((echo, index) => `"echo_${index}":${echo},`).join('') + `${json}:1,`;
	return text.replaceAll(/"(?:webinar_id|lead_id)":/g, (name) => members + name);
});
