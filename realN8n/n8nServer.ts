import { request } from 'undici';

import { BackgroundProgram } from './backgroundProgram';
import { LOOPBACK, n8nEnvironment } from './environment';
import type { Installation } from './install';

interface N8nServerOptions {
	installation: Installation;
	/** n8n keeps its database here, and finds the package here. */
	userFolder: string;
	port: number;
	logFile: string;
	/** More settings, of queue mode for example. */
	environment?: Readonly<Record<string, string>>;
}

/** A running n8n with editor and API. */
export class N8nServer {
	private constructor(
		private readonly options: N8nServerOptions,
		private program: BackgroundProgram,
	) {}

	/** Starts n8n and waits until it takes requests: up to 20 s for the first start in a folder, else about 5 s. */
	static async start(options: N8nServerOptions): Promise<N8nServer> {
		return new N8nServer(options, await launch(options));
	}

	get url(): string {
		return urlOf(this.options);
	}

	get userFolder(): string {
		return this.options.userFolder;
	}

	/** Ends n8n and starts it in the same folder: it loads the package anew. */
	async restart(): Promise<void> {
		await this.program.stop();
		this.program = await launch(this.options);
	}

	async stop(): Promise<void> {
		await this.program.stop();
	}
}

const urlOf = ({ port }: N8nServerOptions) => `http://${LOOPBACK}:${port}`;

async function launch(options: N8nServerOptions): Promise<BackgroundProgram> {
	const { installation, userFolder, port, logFile, environment } = options;
	const program = BackgroundProgram.start({
		name: `n8n ${installation.line.version}`,
		command: installation.node,
		args: [installation.n8n, 'start'],
		env: {
			...(await n8nEnvironment(installation.line, userFolder)),
			N8N_PORT: String(port),
			...environment,
		},
		logFile,
	});
	await program.ready(() => answers(`${urlOf(options)}/rest/settings`));
	return program;
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
