import { dirname, join } from 'node:path';

import { watch } from 'chokidar';

import type { OnEnd } from '../realN8n/teardown';

const ROOT = join(__dirname, '../..');
/** The build removes `dist` first, and copies the icons last. */
const LAST_FILE = join(ROOT, 'dist/icons/webinarAccount.svg');
const WATCHED = [ROOT, join(ROOT, 'dist'), dirname(LAST_FILE), LAST_FILE];

/** Runs the callback after each build, one at a time. */
export function onBuild(callback: () => Promise<void>, onEnd: OnEnd): void {
	let working = Promise.resolve();
	const watcher = watch(ROOT, {
		ignored: (path) => !WATCHED.includes(path),
		ignoreInitial: true,
		// Milliseconds, after which the other icons are copied too.
		awaitWriteFinish: { stabilityThreshold: 500 },
	}).on('add', () => {
		working = working.then(callback).catch((error: unknown) => console.error(error));
	});
	onEnd(async () => {
		await watcher.close();
		await working;
	});
}
