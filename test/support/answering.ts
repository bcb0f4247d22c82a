import type { ServerResponse } from 'node:http';

/** Returns a fault: the service acts, and responds with a changed body. */
export const answering = (make: (text: string) => string) => ({
	kind: 'manual' as const,
	acts: true,
	write: (response: ServerResponse, text: string) =>
		void response.writeHead(200, { 'content-type': 'application/json' }).end(make(text)),
});
