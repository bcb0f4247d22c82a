import { join } from 'node:path';

import { install, type Installation } from './install';
import { type LineName, lineNamed } from './lines';
import { N8nClient } from './n8nClient';
import { N8nServer } from './n8nServer';
import { pack } from './packageLayout';
import { type OnEnd, workFolder } from './teardown';

interface StartOptions {
	/** Receives lines for the user. */
	report: (text: string) => void;
	port?: number;
	/** A temporary folder by default. */
	logFile?: string;
	onEnd: OnEnd;
}

/** A new n8n with the package, and its client and folders. */
interface StartedN8n {
	installation: Installation;
	/** Temporary. */
	folder: string;
	tarball: string;
	server: N8nServer;
	/** Logged in as the owner. */
	client: N8nClient;
}

/** Installs this line of n8n if needed, packs the built package and starts an n8n with it. */
export async function startN8n(name: LineName, options: StartOptions): Promise<StartedN8n> {
	const { report, port, onEnd } = options;
	const line = lineNamed(name);
	const installation = await install(line, report);
	const folder = await workFolder(onEnd);
	const tarball = await pack(folder);
	report(`Starting n8n ${line.version} …`);
	const server = await N8nServer.start({
		installation,
		tarball,
		userFolder: join(folder, 'n8n'),
		logFile: options.logFile ?? join(folder, 'n8n.log'),
		...(port !== undefined && { port }),
		onEnd,
	});
	return { installation, folder, tarball, server, client: await N8nClient.setUp(line, server.url) };
}
