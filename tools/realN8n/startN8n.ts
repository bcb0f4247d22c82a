import { join } from 'node:path';

import { install } from './install';
import { type LineName, lineNamed } from './lines';
import { N8nClient } from './n8nClient';
import { N8nServer } from './n8nServer';
import { packPackage } from './packageTarball';
import { type OnEnd, temporaryFolder } from './teardown';

interface StartOptions {
	/** Receives lines for the user. */
	report: (text: string) => void;
	port?: number;
	/** By default in the temporary folder. */
	logFile?: string;
	/** Additional settings, e.g. for queue mode. */
	environment?: Readonly<Record<string, string>>;
	onEnd: OnEnd;
}

/**
 * Installs this line of n8n if needed, packs the built package and starts an n8n with it.
 * @returns also a client that is logged in as the owner, and a temporary folder with the tarball
 */
export async function startN8n(name: LineName, { report, onEnd, ...options }: StartOptions) {
	const line = lineNamed(name);
	const installation = await install(line, report);
	const folder = await temporaryFolder(onEnd);
	const tarball = await packPackage(folder);
	const userFolder = join(folder, 'n8n');
	report(`Starting n8n ${line.version} …`);
	const logFile = join(folder, 'n8n.log');
	const server = await N8nServer.start({
		logFile,
		...options,
		installation,
		tarball,
		userFolder,
		onEnd,
	});
	const client = await N8nClient.setUp(line, server.url);
	return { installation, folder, userFolder, tarball, server, client };
}
