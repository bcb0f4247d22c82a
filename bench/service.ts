import { z } from 'zod/v4';

import { sandboxCredential } from '../engine/parameters';
import { Child } from './child';
import { CALLS_PER_SECOND } from './limits';

const address = z.object({ url: z.string(), apiKey: z.string() });

const sandboxReport = z.object({
	/** In the order of arrival; `at` in milliseconds, `status` of HTTP. */
	calls: z.array(z.object({ at: z.number(), status: z.number(), operation: z.string(), email: z.string() })),
	/** Email addresses, one per registration. */
	registered: z.array(z.string()),
	mostInOneSecond: z.number(),
});
export type SandboxReport = z.infer<typeof sandboxReport>;

interface ServiceOptions {
	latencyMs: number | { min: number; max: number };
	callsPerSecond?: number;
}

/** The sandbox in a separate process. */
export class Service {
	private constructor(
		private readonly child: Child,
		private readonly where: z.infer<typeof address>,
	) {}

	static async start({ latencyMs, callsPerSecond = CALLS_PER_SECOND }: ServiceOptions): Promise<Service> {
		const child = Child.start('sandbox');
		const range = typeof latencyMs === 'number' ? { min: latencyMs, max: latencyMs } : latencyMs;
		return new Service(child, address.parse(await child.ask({ latencyMs: range, callsPerSecond })));
	}

	/** The sandbox's credential. */
	get credential() {
		return sandboxCredential(this.where);
	}

	/** Stops the sandbox and returns its report. */
	async stop(): Promise<SandboxReport> {
		const report = sandboxReport.parse(await this.child.ask('report'));
		await this.child.stop();
		return report;
	}
}
