import { unclearFailure } from '../service/answer';
import type { EndpointName } from '../service/endpoints';

/** Far more than any answer of the service, and little enough for many calls at once. */
const MAX_MEGABYTES = 10;

const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024;

/** An unpacked answer on its way, as n8n's request helper gives it with `encoding: 'stream'`. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
	destroy(): unknown;
}

export function isByteStream(value: unknown): value is ByteStream {
	return (
		typeof value === 'object' &&
		value !== null &&
		Symbol.asyncIterator in value &&
		'destroy' in value &&
		typeof value.destroy === 'function'
	);
}

/**
 * Reads the text of an answer, which JSON has in UTF-8. n8n itself sets no bound on its size, which a small packed
 * answer can exceed a thousand times.
 * @throws ServiceError when the answer is too large, and anything else when it is cut short
 */
export async function readBody(stream: ByteStream, name: EndpointName): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	// Leaving the loop early closes the connection.
	for await (const chunk of stream) {
		bytes += chunk.byteLength;
		if (bytes > MAX_BYTES) throw tooLarge(name);
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

function tooLarge(name: EndpointName): Error {
	return unclearFailure(name, `the service's answer is larger than ${MAX_MEGABYTES} MB`, {
		description:
			'No answer of the service is that long, so it was not read to its end. Check the service and its paths in the credential.',
	});
}
