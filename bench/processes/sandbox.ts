import { z } from 'zod/v4';

import { type Sandbox, startSandbox } from '../../sandbox';
import { answerQuestions } from '../child';
import type { SandboxReport } from '../service';

const question = z.union([
	z.object({ latencyMs: z.object({ min: z.number(), max: z.number() }), callsPerSecond: z.number() }),
	z.literal('report'),
]);

let sandbox: Sandbox | undefined;

answerQuestions(async (asked) => {
	const options = question.parse(asked);
	if (options !== 'report') {
		sandbox = await startSandbox(options);
		return { url: sandbox.url, apiKey: sandbox.apiKey };
	}
	return report(sandbox);
});

function report(from: Sandbox | undefined): SandboxReport {
	return {
		calls: (from?.calls ?? []).map(({ at, status, operation, parameters: { email = '' } }) => ({
			at,
			status,
			operation,
			email,
		})),
		registered: (from?.registrants ?? []).map(({ email }) => email),
		mostInOneSecond: from?.mostCallsInOneSecond() ?? 0,
	};
}
