import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** Writers of answers that are wrong in their bytes or in their timing. `text` is the true answer. */
type Write = (response: ServerResponse, text: string) => void;

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

export const breaksOff = half((response) => response.socket?.resetAndDestroy());
export const stalls = half(() => {});

/** No answer, but another protocol from here on, and then the end. */
export const switches: Write = (response) => {
	response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
};

/** A blank now and then, for ever. */
export const drips: Write = (response) => {
	response.writeHead(200, { 'content-type': JSON_TYPE });
	const drip = setInterval(() => response.write(' '), 10);
	response.on('close', () => clearInterval(drip));
};

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

/** With the key beside each ID, in the spellings of hosts and libraries, also as the name of a member. */
export const repeats = (apiKey: string) => {
	const json = JSON.stringify(apiKey);
	const escaped = [...apiKey].map((character) => `\\u00${character.charCodeAt(0).toString(16)}`).join('');
	const address = (encoded: string) => `"https://api.example.com/?api_key=${encoded}&page=2"`;
	const base64 = Buffer.from(`user:${apiKey}`).toString('base64');
	const encoded = encodeURIComponent(apiKey);
	const spellings = [
		json,
		json.replaceAll('/', '\\/'),
		json.toUpperCase(),
		`"${escaped}"`,
		`"Basic ${base64}"`,
	];
	const texts = [...spellings, address(encoded), address(encoded.toLowerCase())];
	const members = texts.map((text, index) => `"echo_${index}":${text},`).join('') + `"${escaped}":1,`;
	return sends((text) => text.replaceAll(/"(?:webinar_id|lead_id)":/g, (name) => members + name));
};
