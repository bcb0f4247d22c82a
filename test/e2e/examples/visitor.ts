import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import type { LineName } from '../../../tools/realN8n/lines';
import { startChromium } from '../../support/chromium';
import { artefacts } from '../support/surroundings';

const STEP_WITHIN_MS = 20_000;

/** Somebody who fills in forms of n8n in a browser. */
export class Visitor {
	private constructor(
		readonly page: Page,
		private readonly browser: Browser,
		private readonly line: LineName,
	) {}

	static async arrive(line: LineName): Promise<Visitor> {
		const browser = await startChromium();
		const page = await browser.newPage({ viewport: { width: 640, height: 640 }, locale: 'en-GB' });
		page.setDefaultTimeout(STEP_WITHIN_MS);
		// The pages ask for a font and an icon.
		const isElsewhere = ({ hostname }: URL) => hostname !== '127.0.0.1';
		await page.route(isElsewhere, (route) => route.abort());
		return new Visitor(page, browser, line);
	}

	/** Sends the page, and waits for a text of the next one. @returns all its text */
	async submit(next: string): Promise<string> {
		await this.page.locator('#submit-btn').click();
		await this.page.getByText(next).waitFor();
		return await this.page.locator('body').innerText();
	}

	async screenshot(name: string): Promise<void> {
		await this.page.screenshot({ path: join(artefacts, `form-${name}-n8n-${this.line}.png`) });
	}

	async leave(): Promise<void> {
		await this.browser.close();
	}
}
