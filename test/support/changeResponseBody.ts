import type { ServerResponse } from 'node:http';

/** Returns a fault for `sandbox.fail`: the service acts, and responds with a changed body. */
export const changeResponseBody = (change: (body: string) => string) => ({
	kind: 'manual' as const,
	acts: true,
	write: (response: ServerResponse, body: string) =>
		void response.writeHead(200, { 'content-type': 'application/json' }).end(change(body)),
});
