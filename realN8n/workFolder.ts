import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { OnEnd } from './teardown';

/** A temporary folder, removed at the end. */
export async function workFolder(onEnd: OnEnd): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-webinar-account-'));
	// A process that is ending may still write.
	onEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 }));
	return folder;
}
