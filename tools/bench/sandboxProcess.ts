import { z } from 'zod/v4';

import { type Sandbox, startSandbox } from '../../sandbox';
import { respondWith } from './childProcess';

const request = z.union([z.object({ latencyMs: z.number() }), z.literal('report')]);

let sandbox: Sandbox | undefined;

respondWith(async (message) => {
	const options = request.parse(message);
	if (options === 'report') {
		const { calls = [], registrations = [] } = sandbox ?? {};
		return {
			statuses: calls.map(({ status }) => status),
			registered: registrations.map(({ email }) => email),
		};
	}
	sandbox = await startSandbox(options);
	return { url: sandbox.url, apiKey: sandbox.apiKey };
});
