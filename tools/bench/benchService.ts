import { z } from 'zod/v4';

import { sandboxCredential } from '../engine/parameters';
import { ChildProcess } from './childProcess';

const connectionSchema = z.object({ url: z.string(), apiKey: z.string() });

const sandboxReport = z.object({
	/** Requests in the order of arrival: `at` in milliseconds, `status` of HTTP. */
	calls: z.array(z.object({ at: z.number(), status: z.number(), email: z.string() })),
	/** The email address of each registration. */
	registered: z.array(z.string()),
});
export type SandboxReport = z.infer<typeof sandboxReport>;

/** The sandbox in a separate process. */
export class BenchService {
	private constructor(
		private readonly child: ChildProcess,
		private readonly connection: z.infer<typeof connectionSchema>,
	) {}

	/** Starts a sandbox that waits this long before it responds. */
	static async start(latencyMs: number): Promise<BenchService> {
		const child = ChildProcess.start('sandboxProcess');
		return new BenchService(child, connectionSchema.parse(await child.request({ latencyMs })));
	}

	/** The credential for the sandbox. */
	get credential() {
		return sandboxCredential(this.connection);
	}

	/** Stops the sandbox and returns what it received. */
	async stop(): Promise<SandboxReport> {
		const report = sandboxReport.parse(await this.child.request('report'));
		await this.child.stop();
		return report;
	}
}
