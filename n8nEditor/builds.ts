import { dirname, join } from 'node:path';

import { watch } from 'chokidar';

import type { OnEnd } from '../realN8n/teardown';

const ROOT = join(__dirname, '..');
/** The build removes `dist`, and copies the icons last. */
const LAST_FILE = join(ROOT, 'dist/icons/webinarAccount.svg');
/** The first of these is always there. */
const WATCHED = [ROOT, join(ROOT, 'dist'), dirname(LAST_FILE), LAST_FILE];

/** Calls back after each build; one call at a time. */
export function onBuild(callback: () => Promise<void>, onEnd: OnEnd): void {
	let working = Promise.resolve();
	const watcher = watch(ROOT, {
		ignored: (path) => !WATCHED.includes(path),
		ignoreInitial: true,
		// In milliseconds. What is copied together with it is there by then.
		awaitWriteFinish: { stabilityThreshold: 500 },
	}).on('add', () => {
		working = working.then(callback).catch((error: unknown) => console.error(error));
	});
	onEnd(async () => {
		await watcher.close();
		await working;
	});
}
