import type { ServerResponse } from 'node:http';

import type { Fault, Sandbox } from '../../sandbox';

/** Lets the service answer calls of an operation with a success of a test's own, instead of acting. */
export function succeed(
	sandbox: Pick<Sandbox, 'fail'>,
	operation: NonNullable<Fault['operation']>,
	body: object,
	times = Infinity,
	webinarId?: number,
): void {
	const answer = { kind: 'answer', status: 200, body: { status: 'success', ...body } } as const;
	sandbox.fail({ ...answer, operation, webinarId, times });
}

/** The service acts, and answers with another text. */
export const answering = (make: (text: string) => string) => ({
	kind: 'manual' as const,
	acts: true,
	write: (response: ServerResponse, text: string) =>
		void response.writeHead(200, { 'content-type': 'application/json' }).end(make(text)),
});
