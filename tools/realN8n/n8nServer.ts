import { request } from 'undici';

import { BackgroundProgram } from './backgroundProgram';
import { freePort, LOOPBACK, n8nEnvironment } from './n8nEnvironment';
import type { Installation } from './install';
import { installTarball } from './packageTarball';
import type { OnEnd } from './teardown';

interface N8nServerOptions {
	installation: Installation;
	/** The packed package. */
	tarball: string;
	/** Folder of n8n's database and of the package. */
	userFolder: string;
	logFile: string;
	/** Any free port by default. */
	port?: number;
	/** Additional settings, e.g. for queue mode. */
	environment?: Readonly<Record<string, string>>;
	onEnd: OnEnd;
}

/** A running n8n with the package, editor and API. */
export class N8nServer {
	readonly url: string;
	private program: BackgroundProgram | undefined;

	private constructor(
		private readonly options: N8nServerOptions,
		private readonly port: number,
	) {
		this.url = `http://${LOOPBACK}:${port}`;
	}

	/** Starts n8n and waits until it accepts requests: up to 20 s for the first start in a folder, otherwise about 5 s. */
	static async start(options: N8nServerOptions): Promise<N8nServer> {
		const server = new N8nServer(options, options.port ?? (await freePort()));
		await server.launch(options.tarball);
		return server;
	}

	/**
	 * Stops n8n and starts it in the same folder with another build of the package.
	 * @param whileDown is called while n8n is stopped
	 */
	async restart(tarball: string, whileDown?: () => void): Promise<void> {
		await this.program?.stop();
		whileDown?.();
		await this.launch(tarball);
	}

	private async launch(tarball: string): Promise<void> {
		const { installation, userFolder, logFile, environment, onEnd } = this.options;
		await installTarball(tarball, userFolder);
		this.program = await BackgroundProgram.start({
			name: `n8n ${installation.line.version}`,
			command: installation.node,
			args: [installation.n8n, 'start'],
			env: {
				...(await n8nEnvironment(installation.line, userFolder)),
				N8N_PORT: String(this.port),
				...environment,
			},
			logFile,
			isReady: () => respondsWithJson(`${this.url}/rest/settings`),
			onEnd,
		});
	}
}

/** Whether a GET request gets JSON. While n8n starts, it responds with 200 and a text. */
export async function respondsWithJson(url: string): Promise<boolean> {
	try {
		const { statusCode, headers, body } = await request(url);
		await body.dump();
		return statusCode === 200 && String(headers['content-type']).startsWith('application/json');
	} catch {
		return false;
	}
}
