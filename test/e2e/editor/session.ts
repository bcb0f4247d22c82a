import type { Browser } from 'playwright-core';

import { N8nClient } from '../../../tools/realN8n/n8nClient';
import { type Sandbox, startSandbox } from '../../../sandbox';
import { startChromium } from '../../support/chromium';
import { surroundings } from '../support/surroundings';
import { Editor, type Theme } from './editor';

/** A user who is logged in to n8n's editor, and a sandbox. */
export class EditorSession {
	private constructor(
		readonly n8n: N8nClient,
		readonly sandbox: Sandbox,
		readonly editor: Editor,
		private readonly browser: Browser,
	) {}

	static async begin(theme: Theme): Promise<EditorSession> {
		const { installation, url } = surroundings();
		const n8n = await N8nClient.logIn(installation.line, url);
		const sandbox = await startSandbox();
		const browser = await startChromium();
		const editor = await Editor.logIn(browser, url, theme, installation.line.name);
		return new EditorSession(n8n, sandbox, editor, browser);
	}

	async end(): Promise<void> {
		await this.browser.close();
		await this.sandbox.close();
	}
}
