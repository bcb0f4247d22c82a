import type { ServerResponse } from 'node:http';

/** Returns a fault in which the service acts, and sends a changed body. @param change changes the correct body */
export const changedResponse = (change: (body: string) => string) => ({
	kind: 'manual' as const,
	acts: true,
	write: (response: ServerResponse, body: string) =>
		void response.writeHead(200, { 'content-type': 'application/json' }).end(change(body)),
});
