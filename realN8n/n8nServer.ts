import { request } from 'undici';

import { BackgroundProgram } from './backgroundProgram';
import { freePort, LOOPBACK, n8nEnvironment } from './environment';
import type { Installation } from './install';
import { layOut } from './packageLayout';
import type { OnEnd } from './teardown';

interface N8nServerOptions {
	installation: Installation;
	/** The packed package. */
	tarball: string;
	/** n8n keeps its database here, and finds the package here. */
	userFolder: string;
	logFile: string;
	/** Any free one by default. */
	port?: number;
	/** More settings, of queue mode for example. */
	environment?: Readonly<Record<string, string>>;
	onEnd: OnEnd;
}

/** A running n8n that has the package, with editor and API. */
export class N8nServer {
	readonly url: string;
	private program: BackgroundProgram | undefined;

	private constructor(
		private readonly options: N8nServerOptions,
		private readonly port: number,
	) {
		this.url = `http://${LOOPBACK}:${port}`;
	}

	/** Starts n8n and waits until it takes requests: up to 20 s for the first start in a folder, else about 5 s. */
	static async start(options: N8nServerOptions): Promise<N8nServer> {
		const server = new N8nServer(options, options.port ?? (await freePort()));
		options.onEnd(async () => await server.program?.stop());
		await server.launch(options.tarball);
		return server;
	}

	/** Ends n8n and starts it in the same folder with another build of the package. */
	async restart(tarball: string): Promise<void> {
		await this.program?.stop();
		await this.launch(tarball);
	}

	private async launch(tarball: string): Promise<void> {
		const { installation, userFolder, logFile, environment } = this.options;
		await layOut(tarball, userFolder);
		this.program = BackgroundProgram.start({
			name: `n8n ${installation.line.version}`,
			command: installation.node,
			args: [installation.n8n, 'start'],
			env: {
				...(await n8nEnvironment(installation.line, userFolder)),
				N8N_PORT: String(this.port),
				...environment,
			},
			logFile,
		});
		await this.program.ready(() => answers(`${this.url}/rest/settings`));
	}
}

/** Whether a GET of the address is answered with JSON. While n8n starts, it says so in a text, with 200. */
export async function answers(url: string): Promise<boolean> {
	try {
		const { statusCode, headers, body } = await request(url);
		await body.dump();
		return statusCode === 200 && String(headers['content-type']).startsWith('application/json');
	} catch {
		return false;
	}
}
