import { z } from 'zod/v4';

import { sandboxCredential } from '../engine/parameters';
import { Child } from './child';
import { type NetworkName, networks } from './simulation/network';

/** A message to a process can be any string. */
export const networkName = z.custom<NetworkName>((name) => typeof name === 'string' && name in networks);

const address = z.object({
	url: z.string(),
	apiKey: z.string(),
	/** The file with the TLS certificate of a network. */
	certificate: z.string().optional(),
});

const sandboxReport = z.object({
	/** Requests in the order of arrival; `at` in milliseconds, `status` of HTTP. */
	calls: z.array(z.object({ at: z.number(), status: z.number(), email: z.string() })),
	/** The email address of each registration. */
	registered: z.array(z.string()),
});
export type SandboxReport = z.infer<typeof sandboxReport>;

type ServiceOptions = { latencyMs: number } | { network: NetworkName };

/** The sandbox in a separate process. */
export class Service {
	private constructor(
		private readonly child: Child,
		private readonly where: z.infer<typeof address>,
	) {}

	static async start(options: ServiceOptions): Promise<Service> {
		const child = Child.start('sandbox');
		return new Service(child, address.parse(await child.ask(options)));
	}

	/** The environment of a process that must accept the certificate. */
	get environment(): NodeJS.ProcessEnv {
		return { NODE_EXTRA_CA_CERTS: this.where.certificate };
	}

	/** The credential for the sandbox. */
	get credential() {
		return sandboxCredential(this.where);
	}

	/** Reads what the sandbox has received so far. */
	async report(): Promise<SandboxReport> {
		return sandboxReport.parse(await this.child.ask('report'));
	}

	/** Ends the sandbox and returns its report. */
	async stop(): Promise<SandboxReport> {
		const report = await this.report();
		await this.child.stop();
		return report;
	}
}
