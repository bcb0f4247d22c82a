import { join } from 'node:path';

import { type Browser, type Locator, type Page, selectors } from 'playwright-core';

import type { LineName } from '../../../realN8n/lines';
import { owner } from '../../../realN8n/n8nClient';
import { artefacts } from '../support/surroundings';

selectors.setTestIdAttribute('data-test-id');

/** A laptop's. */
const VIEWPORT = { width: 1366, height: 768 };

const STEP_WITHIN_MS = 20_000;

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** n8n's editor in a browser window, in the terms of its user. */
export class Editor {
	private constructor(
		private readonly page: Page,
		private readonly url: string,
		private readonly line: LineName,
		private readonly theme: Theme,
	) {}

	static async logIn(browser: Browser, url: string, theme: Theme, line: LineName): Promise<Editor> {
		const page = await browser.newPage({ viewport: VIEWPORT, colorScheme: theme, locale: 'en-GB' });
		page.setDefaultTimeout(STEP_WITHIN_MS);
		await page.goto(`${url}/signin`);
		await page.locator('[name=emailOrLdapLoginId]').fill(owner.email);
		await page.locator('[name=password]').fill(owner.password);
		await page.keyboard.press('Enter');
		await page.waitForURL(({ pathname }) => !pathname.startsWith('/signin'));
		return new Editor(page, url, line, theme);
	}

	async open(workflowId: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflowId}`);
	}

	canvasNode(name: string): Locator {
		return this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
	}

	async openNode(name: string): Promise<void> {
		await this.canvasNode(name).dblclick();
		await this.page.getByTestId('node-execute-button').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.page.getByTestId('node-execute-button').waitFor({ state: 'hidden' });
	}

	/** Searches a node to put behind the only one. @returns the list in which it must show up */
	async search(text: string, name: string): Promise<Locator> {
		await this.page.getByTestId('canvas-handle-plus').click();
		await this.page.getByTestId('node-creator-search-bar').fill(text);
		return await this.listWith('node-creator-item-name', name);
	}

	/** Chooses a node that was found. @returns the list of its actions */
	async actions(found: Locator, action: string): Promise<Locator> {
		await found.click();
		return await this.listWith('node-creator-item-name', action);
	}

	async createCredential(
		fields: Readonly<Record<string, string>>,
		options: Readonly<Record<string, string>>,
	) {
		await this.openNewCredential();
		for (const [name, option] of Object.entries(options)) {
			await this.field(name).click();
			await this.page.getByRole('option', { name: option }).click();
		}
		for (const [name, value] of Object.entries(fields)) await this.field(name).locator('input').fill(value);
		await this.field('apiKey').scrollIntoViewIfNeeded();
		await this.screenshot('3-credential');
		await this.page.getByTestId('credential-save-button').click();
		await this.page.getByText('Credential successfully created').waitFor();
		if (this.line === '1') await this.closeTestedCredential();
	}

	/** Opens the list of a field. @returns its entries, one of which must be this */
	async list(field: string, entry: string): Promise<Locator> {
		await this.page.getByTestId(`resource-locator-${field}`).getByTestId('rlc-input').click();
		return await this.listWith('rlc-item', entry);
	}

	/** Opens a field with options. @returns them, one of which must be this */
	async options(field: string, option: string): Promise<Locator> {
		await this.field(field).click();
		const all = this.page.getByRole('option').filter({ visible: true });
		await all.filter({ hasText: option }).first().waitFor();
		return all;
	}

	/** A member of the input, which can be dragged. */
	inputMember(name: string): Locator {
		return this.page.getByTestId('run-data-schema-item').getByText(name, { exact: true });
	}

	/** Drags a member of the input to a field. */
	async map(member: string, field: string): Promise<void> {
		const source = this.inputMember(member);
		const target = this.field(field);
		const mapped = target.getByText(`$json.${member}`);
		await target.scrollIntoViewIfNeeded();
		// Now and then the editor of n8n 1.x takes no notice of a drop.
		const drag = async () => {
			await source.hover();
			await this.page.mouse.down();
			await target.hover({ force: true });
			await target.hover({ force: true, position: { x: 20, y: 10 } });
			await this.page.mouse.up();
			return await mapped.waitFor({ timeout: 3000 }).then(
				() => true,
				() => false,
			);
		};
		if (!(await drag()) && !(await drag())) await mapped.waitFor();
		// Leaves the field, and with that its pop-ups.
		await this.page.getByTestId('tab-params').click();
		await this.page.getByTestId(`parameter-expression-preview-${field}`).waitFor();
	}

	async execute(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
	}

	get output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	get error(): Locator {
		return this.page.getByTestId('node-error-message');
	}

	/** Without the messages that n8n shows in the corner for a moment. */
	async screenshot(name: string): Promise<void> {
		await this.page.screenshot({
			path: join(artefacts, `n8n-${this.line}-${this.theme}-${name}.png`),
			animations: 'disabled',
			style: '.el-notification { display: none !important; }',
		});
	}

	async close(): Promise<void> {
		await this.page.close();
	}

	/** 2.x has a button instead of the list while there is no credential. */
	private async openNewCredential(): Promise<void> {
		const list = this.page.getByTestId('node-credentials-select');
		await list.or(this.page.getByText('Connect to WebinarJam')).click();
		const entry = this.page.getByTestId('node-credentials-select-item-new');
		await entry.or(this.field('apiKey')).waitFor();
		if (await entry.isVisible()) await entry.click();
	}

	/** 2.x closes the dialog by itself when the test has passed. */
	private async closeTestedCredential(): Promise<void> {
		const dialog = this.page.getByTestId('editCredential-modal');
		await dialog.getByText('Connection tested successfully').waitFor();
		await this.screenshot('3-credential-tested');
		await dialog.locator('.el-dialog__headerbtn').click();
		await dialog.waitFor({ state: 'hidden' });
	}

	private field(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`);
	}

	private async listWith(testId: string, text: string): Promise<Locator> {
		const all = this.page.getByTestId(testId).filter({ visible: true });
		await all.filter({ hasText: text }).first().waitFor();
		return all;
	}
}
