import { existsSync } from 'node:fs';

import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts a headless Chromium that is installed on this machine. */
export async function startChromium(): Promise<Browser> {
	const executablePath = process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path));
	if (executablePath === undefined) {
		throw new Error(
			'Chromium was not found. Install it (on Debian: apt-get install chromium), or set CHROMIUM to its path.',
		);
	}
	return await chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
