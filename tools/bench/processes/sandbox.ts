import { z } from 'zod/v4';

import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox';
import { answerQuestions } from '../child';
import { type NetworkName, networks, timesOf } from '../simulation/network';
import type { SandboxReport } from '../service';

const networkName = z.custom<NetworkName>((name) => typeof name === 'string' && name in networks);

const question = z.union([
	z.object({ latencyMs: z.object({ min: z.number(), max: z.number() }), callsPerSecond: z.number() }),
	z.object({ network: networkName, callsPerSecond: z.number() }),
	z.literal('report'),
]);

let sandbox: Sandbox | undefined;

answerQuestions(async (asked) => {
	const options = question.parse(asked);
	if (options !== 'report') {
		sandbox = await startSandbox('network' in options ? over(options) : options);
		return { url: sandbox.url, apiKey: sandbox.apiKey };
	}
	return report(sandbox);
});

function over({ network, callsPerSecond }: { network: NetworkName; callsPerSecond: number }): SandboxOptions {
	const times = () => timesOf(networks[network], Math.random);
	return { callsPerSecond, wayThereMs: () => times().up, latencyMs: () => times().down };
}

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
