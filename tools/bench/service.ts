import { z } from 'zod/v4';

import { sandboxCredential } from '../engine/parameters';
import { Child } from './child';
import { type NetworkName, networks } from './simulation/network';

/** What a process is told may be any text. */
export const networkName = z.custom<NetworkName>((name) => typeof name === 'string' && name in networks);

const address = z.object({
	url: z.string(),
	apiKey: z.string(),
	/** The file with the certificate of a network with TLS. */
	certificate: z.string().optional(),
});

const sandboxReport = z.object({
	/** In the order of arrival; `at` in milliseconds, `status` that of HTTP. */
	calls: z.array(z.object({ at: z.number(), status: z.number(), email: z.string() })),
	/** Email addresses, one for each registration. */
	registered: z.array(z.string()),
});
export type SandboxReport = z.infer<typeof sandboxReport>;

type ServiceOptions = { latencyMs: number } | { network: NetworkName };

/** The sandbox in a process of its own. */
export class Service {
	private constructor(
		private readonly child: Child,
		private readonly where: z.infer<typeof address>,
	) {}

	static async start(options: ServiceOptions): Promise<Service> {
		const child = Child.start('sandbox');
		return new Service(child, address.parse(await child.ask(options)));
	}

	/** For a process that is to accept the certificate of the network. */
	get environment(): NodeJS.ProcessEnv {
		return { NODE_EXTRA_CA_CERTS: this.where.certificate };
	}

	/** The credential that the sandbox takes. */
	get credential() {
		return sandboxCredential(this.where);
	}

	/** What the sandbox has seen so far. */
	async report(): Promise<SandboxReport> {
		return sandboxReport.parse(await this.child.ask('report'));
	}

	/** Ends the sandbox, and tells what it saw. */
	async stop(): Promise<SandboxReport> {
		const report = await this.report();
		await this.child.stop();
		return report;
	}
}
