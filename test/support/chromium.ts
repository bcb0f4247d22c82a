import { type Browser, chromium } from 'playwright-core';

import { chromium as program, needPrograms } from '../../tools/realN8n/programs';

/** Starts a headless Chromium that is installed on this machine. */
export async function startChromium(): Promise<Browser> {
	const [executablePath] = needPrograms([program]);
	return await chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
