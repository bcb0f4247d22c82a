import type { ServerResponse } from 'node:http';

import type { Fault, Sandbox } from '../../sandbox';

/** Lets the service answer calls of an operation with a success of a test's own, instead of acting. */
export function succeed(
	sandbox: Pick<Sandbox, 'fail'>,
	operation: NonNullable<Fault['operation']>,
	body: object,
	times = Infinity,
): void {
	sandbox.fail({ kind: 'answer', status: 200, operation, times, body: { status: 'success', ...body } });
}

/** The service acts, and answers with another text. */
export const answering = (make: (text: string) => string) => ({
	kind: 'manual' as const,
	acts: true,
	write: (response: ServerResponse, text: string) =>
		void response.writeHead(200, { 'content-type': 'application/json' }).end(make(text)),
});
