import { type Browser, chromium } from 'playwright-core';

import { chromium as program, requirePrograms } from '../../tools/realN8n/programs';

/** Starts a headless Chromium that is installed on this machine. */
export async function startChromium(): Promise<Browser> {
	const [executablePath] = requirePrograms([program]);
	return await chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
