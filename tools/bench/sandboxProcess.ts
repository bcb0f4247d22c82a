import { z } from 'zod/v4';

import { type Sandbox, startSandbox } from '../../sandbox';
import type { SandboxReport } from './benchService';
import { respondWith } from './childProcess';

const request = z.union([z.object({ latencyMs: z.number() }), z.literal('report')]);

let sandbox: Sandbox | undefined;

respondWith(async (message) => {
	const options = request.parse(message);
	if (options === 'report') return reportOf(sandbox);
	sandbox = await startSandbox(options);
	return { url: sandbox.url, apiKey: sandbox.apiKey };
});

function reportOf(running: Sandbox | undefined): SandboxReport {
	const calls = running?.calls ?? [];
	return {
		calls: calls.map(({ at, status, parameters: { email = '' } }) => ({ at, status, email })),
		registered: (running?.registrations ?? []).map(({ email }) => email),
	};
}
