import { join } from 'node:path';

import { watch } from 'chokidar';

import type { OnEnd } from '../realN8n/teardown';

const BUILT = join(__dirname, '../../dist');
/** Time in milliseconds without a change after which a build is complete. */
const QUIET_MS = 2000;

/** Runs the callback after each build that changes a file. Callbacks run one at a time. */
export function onBuild(callback: () => Promise<void>, onEnd: OnEnd): void {
	let working = Promise.resolve();
	let timer: NodeJS.Timeout | undefined;
	const watcher = watch(BUILT, { ignoreInitial: true }).on('all', () => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			working = working.then(callback).catch((error: unknown) => console.error(error));
		}, QUIET_MS);
	});
	onEnd(async () => {
		clearTimeout(timer);
		await watcher.close();
		await working;
	});
}
