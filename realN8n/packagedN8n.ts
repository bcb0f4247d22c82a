import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { freePort } from './environment';
import type { Installation } from './install';
import { N8nServer } from './n8nServer';
import { layOut } from './packageLayout';
import type { OnEnd } from './teardown';

interface PackagedN8nOptions {
	installation: Installation;
	tarball: string;
	/** For n8n's own folder, and everything else it writes. */
	folder: string;
	logFile: string;
	port?: number;
	onEnd: OnEnd;
}

/** Starts a new n8n that has the package. */
export async function startPackagedN8n(options: PackagedN8nOptions): Promise<N8nServer> {
	const { installation, tarball, folder, logFile, onEnd } = options;
	const userFolder = join(folder, 'n8n');
	await mkdir(userFolder, { recursive: true });
	await layOut(tarball, userFolder);
	const port = options.port ?? (await freePort());
	const server = await N8nServer.start({ installation, userFolder, port, logFile });
	onEnd(() => server.stop());
	return server;
}
