import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { watch } from 'chokidar';

import manifest from '../package.json';
import type { OnEnd } from '../realN8n/teardown';

const ROOT = join(__dirname, '..');
const DIST = join(ROOT, 'dist');
const QUIET_MS = 500;

/** The build writes the icons last. */
const complete = () =>
	[...manifest.n8n.nodes, ...manifest.n8n.credentials, 'dist/icons/webinarAccount.svg'].every((file) =>
		existsSync(join(ROOT, file)),
	);

/** Calls back after each build, once it is complete and quiet; one call at a time. */
export function onBuild(callback: () => Promise<void>, onEnd: OnEnd): void {
	let quiet: NodeJS.Timeout | undefined;
	let working = Promise.resolve();
	const begin = () => {
		if (complete()) working = working.then(callback).catch((error: unknown) => console.error(error));
	};
	// Each build removes the folder itself, so it is its parent that is watched.
	const ignored = (path: string) => path !== ROOT && path !== DIST && !path.startsWith(`${DIST}/`);
	const watcher = watch(ROOT, { ignoreInitial: true, ignored }).on('all', () => {
		clearTimeout(quiet);
		quiet = setTimeout(begin, QUIET_MS);
	});
	onEnd(async () => {
		await watcher.close();
		clearTimeout(quiet);
		await working;
	});
}
