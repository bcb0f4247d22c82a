import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import type { SkippingClock } from '../support/skippingClock';
import type { Hosts } from './hosts';

/** Writers of answers that are wrong in their bytes or in their timing. `text` is the true answer. */
export type Write = (response: ServerResponse, text: string) => void;

const MEGABYTE = 1024 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer without a body in its place where the operation has none. */
const asText = (text: string) => text || '{"status":"success"}';

export const sends =
	(make: (text: string) => string | Buffer, headers: Record<string, string> = {}, status = 200): Write =>
	(response, text) => {
		response.writeHead(status, { 'content-type': JSON_TYPE, ...headers }).end(make(asText(text)));
	};

/** Half of an answer whose length was announced, and then: */
const half =
	(then: (response: ServerResponse) => void): Write =>
	(response, text) => {
		const body = asText(text);
		response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': body.length });
		response.write(body.slice(0, body.length / 2), () => then(response));
	};

/** The connection is closed in place of an answer. */
export const ends: Write = ({ socket }) => void socket?.end();

export const breaksOff = half((response) => response.socket?.resetAndDestroy());

/** The call that an answer is for. */
const callOf = (clock: SkippingClock, { socket }: ServerResponse) => clock.callFrom(socket?.remotePort);

/** Nothing more will come. */
const giveUp = (clock: SkippingClock) => (response: ServerResponse) => clock.givenUp(callOf(clock, response));

export const hangs = (clock: SkippingClock): Write => giveUp(clock);
export const stalls = (clock: SkippingClock) => half(giveUp(clock));

/** No answer, but another protocol from here on, and then the end. */
export const switches =
	(clock: SkippingClock): Write =>
	(response) => {
		const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
		const call = callOf(clock, response);
		response.socket?.end(switching, () => clock.givenUp(call));
	};

/** A blank now and then, for ever. */
export const drips =
	(clock: SkippingClock): Write =>
	(response) => {
		response.writeHead(200, { 'content-type': JSON_TYPE });
		const drip = setInterval(() => response.write(' ', () => giveUp(clock)(response)), 10);
		response.on('close', () => clearInterval(drip));
	};

/** The network is gone after the request arrived: the error that Node.js then gives. */
export const isCutOff =
	(clock: SkippingClock): Write =>
	(response) => {
		const error = Object.assign(new Error('read EHOSTUNREACH'), { code: 'EHOSTUNREACH', syscall: 'read' });
		callOf(clock, response)?.socket?.destroy(error);
	};

/** The TLS of the connection breaks after the request arrived. */
export const garbles =
	(hosts: Hosts): Write =>
	({ socket }) =>
		hosts.garble(socket?.remotePort);

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
export const repeats = (apiKey: string) => {
	const json = JSON.stringify(apiKey);
	const address = `"https://api.example.com/?api_key=${encodeURIComponent(apiKey)}&page=2"`;
	const texts = [json, json.replaceAll('/', '\\/'), json.toUpperCase(), address, address.toLowerCase()];
	const members = texts.map((text, index) => `"echo_${index}":${text},`).join('') + `${json}:1,`;
	return sends((text) => text.replaceAll(/"(?:webinar_id|lead_id)":/g, (name) => members + name));
};
