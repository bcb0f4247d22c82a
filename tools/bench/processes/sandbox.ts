import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod/v4';

import { type Sandbox, startSandbox } from '../../../sandbox';
import { answerQuestions } from '../child';
import { networks } from '../simulation/network';
import { networkName, type SandboxReport } from '../service';
import { startLine } from './line';

const question = z.union([
	z.object({ latencyMs: z.number() }),
	z.object({ network: networkName }),
	z.literal('report'),
]);

let sandbox: Sandbox | undefined;

answerQuestions(async (asked) => {
	const options = question.parse(asked);
	if (options === 'report') return report(sandbox);
	if ('latencyMs' in options) {
		sandbox = await startSandbox(options);
		return { url: sandbox.url, apiKey: sandbox.apiKey };
	}
	const network = networks[options.network];
	sandbox = await startSandbox({ latencyMs: () => network.work(Math.random) });
	const { url, certificate } = await startLine(sandbox.url, network);
	const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'certificate.pem');
	writeFileSync(file, certificate);
	return { url, apiKey: sandbox.apiKey, certificate: file };
});

function report(from: Sandbox | undefined): SandboxReport {
	const calls = from?.calls ?? [];
	return {
		calls: calls.map(({ at, status, parameters: { email = '' } }) => ({ at, status, email })),
		registered: (from?.registrations ?? []).map(({ email }) => email),
	};
}
