import { join } from 'node:path';

import type { INode } from 'n8n-workflow';
import { type Browser, type Locator, type Page, selectors } from 'playwright-core';

import { sandboxCredential } from '../../../tools/engine/parameters';
import { createCredential, CREDENTIAL_TYPE } from '../../../tools/realN8n/credentials';
import { type N8nClient, owner } from '../../../tools/realN8n/n8nClient';
import { createWorkflow, to, type WorkflowFile } from '../../../tools/realN8n/workflows';
import { type Sandbox, startSandbox } from '../../../sandbox';
import { startChromium } from '../../support/chromium';
import { artefacts } from '../support/surroundings';
import { logIn } from '../support/workbench';

selectors.setTestIdAttribute('data-test-id');

/** The size of a laptop's screen, in pixels. */
const VIEWPORT = { width: 1366, height: 768 };

const STEP_WITHIN_MS = 20_000;

/** The time after which n8n has resolved the expressions of a node, and has emptied fields that depend on them. */
const RESOLVED_WITHIN_MS = 2000;

/** The time for one attempt of a step, which is repeated if n8n ignored it. */
const ATTEMPT_WITHIN_MS = 4000;
const ATTEMPTS = 4;

/** Each version of n8n is tested in one theme, to see both. */
const themes = { 1: 'dark', 2: 'light' } as const;

/** A user who is logged in to n8n's editor, and a sandbox. The methods do what a user does, and return what a user sees. */
export class Editor {
	private constructor(
		private readonly n8n: N8nClient,
		readonly sandbox: Sandbox,
		private readonly browser: Browser,
		private readonly page: Page,
	) {}

	static async begin(sandbox?: Sandbox): Promise<Editor> {
		const n8n = await logIn();
		const browser = await startChromium();
		const page = await browser.newPage({
			viewport: VIEWPORT,
			colorScheme: themes[n8n.line.name],
			locale: 'en-GB',
		});
		page.setDefaultTimeout(STEP_WITHIN_MS);
		await page.goto(`${n8n.url}/signin`);
		await page.locator('[name=emailOrLdapLoginId]').fill(owner.email);
		await page.locator('[name=password]').fill(owner.password);
		await page.keyboard.press('Enter');
		await page.waitForURL(({ pathname }) => !pathname.startsWith('/signin'));
		return new Editor(n8n, sandbox ?? (await startSandbox()), browser, page);
	}

	async end(): Promise<void> {
		await this.browser.close();
		await this.sandbox.close();
	}

	/** Creates a credential for the sandbox. @returns the `credentials` of a node that uses it */
	async credentials(name: string): Promise<NonNullable<INode['credentials']>> {
		return { [CREDENTIAL_TYPE]: await createCredential(this.n8n, name, sandboxCredential(this.sandbox)) };
	}

	/** Opens a new workflow that connects these nodes in a row, with the name of the test. */
	async open(nodes: INode[], pinData: WorkflowFile['pinData'] = {}): Promise<void> {
		const connections = Object.fromEntries(
			nodes.slice(1).map(({ name }, index) => [nodes[index]?.name ?? '', { main: [[to(name)]] }]),
		);
		const name = expect.getState().currentTestName ?? "A user of n8n's editor";
		const { id } = await createWorkflow(this.n8n, { name, nodes, connections, pinData });
		await this.page.goto(`${this.n8n.url}/workflow/${id}`);
	}

	/**
	 * Imports a file into a new workflow, which n8n saves.
	 * @param nodeName a node of the file
	 */
	async importFile(path: string, nodeName: string): Promise<void> {
		await this.page.goto(`${this.n8n.url}/workflow/new`);
		await this.page.getByTestId('workflow-import-input').setInputFiles(path);
		await this.canvasNode(nodeName).waitFor();
	}

	/** Saves the workflow, as 2.x also does by itself. @returns its ID */
	async save(): Promise<string> {
		await this.page.keyboard.press('Control+s');
		await this.page.waitForURL(({ pathname }) => !pathname.endsWith('/new'));
		return new URL(this.page.url()).pathname.split('/').pop() ?? '';
	}

	canvasNode(name: string): Locator {
		return this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
	}

	async openNode(name: string): Promise<void> {
		await this.closeMessages();
		await this.canvasNode(name).dblclick();
		await this.page.getByTestId('node-execute-button').waitFor();
	}

	async closeNode(): Promise<void> {
		// If a list has the focus, it handles the key.
		await this.leaveField();
		await this.page.keyboard.press('Escape');
		await this.page.getByTestId('node-execute-button').waitFor({ state: 'hidden' });
	}

	/** Opens the panel of nodes that can follow the only node. */
	async openNodePanel(): Promise<void> {
		await this.page.locator('[data-connection-type=main]').getByTestId('canvas-handle-plus').click();
	}

	/**
	 * Opens the tool panel of the only agent. Tries again if another panel opens, because the agent's plus signs are next
	 * to each other and move while n8n fits the canvas to the screen.
	 */
	async openToolPanel(): Promise<void> {
		const plus = this.page.locator('[data-connection-type=ai_tool]').getByTestId('canvas-handle-plus');
		const title = this.page.getByTestId('nodes-list-header').getByText('Tools', { exact: true });
		for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
			await plus.click();
			if (await appears(title)) return;
			await this.page.keyboard.press('Escape');
		}
		await title.waitFor();
	}

	/**
	 * Searches in the open panel. Repeats the search if nothing is found within a few seconds, because the panel can clear
	 * its search bar while it opens.
	 * @returns the list, after the node has appeared in it
	 */
	async search(text: string, name: string): Promise<Locator> {
		const bar = this.page.getByTestId('node-creator-search-bar');
		const found = this.page
			.getByTestId('node-creator-item-name')
			.filter({ hasText: name, visible: true })
			.first();
		for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
			await bar.fill('');
			await found.waitFor({ state: 'hidden' });
			await bar.fill(text);
			if (await appears(found)) break;
		}
		return await this.listWith('node-creator-item-name', name);
	}

	/** Chooses a node from the list. @returns its actions, after this action has appeared */
	async actions(found: Locator, action: string): Promise<Locator> {
		await found.click();
		return await this.listWith('node-creator-item-name', action);
	}

	async chooseCredential(name: string): Promise<void> {
		await this.page.getByTestId('node-credentials-select').click();
		await this.page.getByRole('option', { name }).click();
	}

	/** Creates a credential for the sandbox in its dialog. */
	async createCredential(): Promise<void> {
		await this.openNewCredential();
		await this.page.getByText('click the Advanced link of any webinar').waitFor();
		const { apiKey, url } = this.sandbox;
		await this.field('apiKey').locator('input').fill(apiKey);
		// What most users see. The picture is in the documentation.
		await this.screenshot('3-credential');
		await this.select('service', 'Other Host');
		for (const [name, value] of Object.entries({ baseUrl: url, eventUrl: url }))
			await this.field(name).locator('input').fill(value);
		await this.page.getByTestId('credential-save-button').click();
		await this.page.getByText('Credential successfully created').waitFor();
		if (this.n8n.line.name === '1') await this.closeTestedCredential();
	}

	/** Opens the list of a field. @returns its entries, after this entry has appeared */
	async list(field: string, entry: string): Promise<Locator> {
		await this.page.getByTestId(`resource-locator-${field}`).getByTestId('rlc-input').click();
		return await this.listWith('rlc-item', entry);
	}

	/** Chooses the first entry with this text from the list of a field. */
	async choose(field: string, entry: string): Promise<void> {
		await (await this.list(field, entry)).filter({ hasText: entry }).first().click();
	}

	async select(field: string, option: string): Promise<void> {
		await this.field(field).click();
		await this.page.getByRole('option').filter({ hasText: option, visible: true }).click();
	}

	async type(field: string, text: string): Promise<void> {
		await this.field(field).locator('input').click();
		await this.page.keyboard.insertText(text);
		await this.leaveField();
	}

	/** Presses a button that a field shows when the pointer is over it. */
	async press(testId: 'radio-button-fixed' | 'from-ai-override-button', field: string): Promise<void> {
		await this.field(field).hover();
		const whole = this.field(field).locator('xpath=ancestor::*[@data-test-id="parameter-item"][1]');
		await whole.getByTestId(testId).click();
	}

	/** Replaces the ID in a field that is in the mode By ID. */
	async retype(field: string, id: string): Promise<void> {
		const input = this.page.getByTestId(`resource-locator-${field}`).locator('input').last();
		await input.fill(id);
		await this.leaveField();
		await this.page.waitForTimeout(RESOLVED_WITHIN_MS);
	}

	/** A field of the input, which can be dragged. */
	inputField(name: string): Locator {
		return this.page.getByTestId('run-data-schema-item').getByText(name, { exact: true });
	}

	/** Drags a field of the input to a field of the node. */
	async map(inputField: string, field: string): Promise<void> {
		const source = this.inputField(inputField);
		const target = this.field(field);
		const mapped = target.getByText('$json').filter({ hasText: inputField });
		await target.scrollIntoViewIfNeeded();
		// n8n 1.x sometimes ignores a drop.
		const drag = async () => {
			await source.hover();
			await this.page.mouse.down();
			await target.hover({ force: true });
			await target.hover({ force: true, position: { x: 20, y: 10 } });
			await this.page.mouse.up();
			return await appears(mapped);
		};
		if (!(await drag()) && !(await drag())) await mapped.waitFor();
		await this.leaveField();
		await this.page.getByTestId(`parameter-expression-preview-${field}`).waitFor();
	}

	async execute(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
	}

	/**
	 * Executes the nodes before the open node, and waits for their output. Then waits until n8n has resolved the node's
	 * expressions with it, which can empty fields.
	 */
	async executePrevious(): Promise<void> {
		await this.page.getByTestId('execute-previous-node').click();
		await this.page.getByTestId('run-data-schema-item').first().waitFor();
		await this.page.waitForTimeout(RESOLVED_WITHIN_MS);
	}

	/** Executes a tool with the values that a model would give. */
	async executeTool(given: Readonly<Record<string, string>>): Promise<void> {
		await this.execute();
		for (const [name, value] of Object.entries(given)) {
			await this.page.getByTestId(`query.${name}`).locator('input').fill(value);
		}
		await this.page.getByRole('dialog').getByTestId('execute-workflow-button').click();
	}

	get output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	/** Takes a screenshot without n8n's toasts. */
	async screenshot(name: string): Promise<void> {
		await this.page.screenshot({
			path: join(artefacts, `n8n-${this.n8n.line.name}-${name}.png`),
			animations: 'disabled',
			style: '.el-notification { display: none !important; }',
		});
	}

	/** Closes n8n's toasts, which can cover nodes. */
	private async closeMessages(): Promise<void> {
		const buttons = this.page.locator('.el-notification__closeBtn').filter({ visible: true });
		for (const button of await buttons.elementHandles()) {
			const isHidden = button.waitForElementState('hidden');
			// A toast can also disappear by itself.
			await Promise.any([button.click(), isHidden]);
			await isHidden;
		}
	}

	/** Opens the dialog for a new credential. n8n 2.x shows a button instead of the list if there is no credential. */
	private async openNewCredential(): Promise<void> {
		const list = this.page.getByTestId('node-credentials-select');
		await list.or(this.page.getByText('Connect to WebinarJam')).click();
		const entry = this.page.getByTestId('node-credentials-select-item-new');
		await entry.or(this.field('apiKey')).waitFor();
		if (await entry.isVisible()) await entry.click();
	}

	/** Closes the credential's dialog after a successful test. n8n 2.x closes it itself. */
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

	/** Moves the focus away from a field, which also closes its pop-ups. */
	private async leaveField(): Promise<void> {
		await this.page.getByTestId('tab-params').click();
	}

	private async listWith(testId: string, text: string): Promise<Locator> {
		const all = this.page.getByTestId(testId).filter({ visible: true });
		await all.filter({ hasText: text }).first().waitFor();
		return all;
	}
}

/** Whether an element is shown before a step would be repeated. */
async function appears(element: Locator): Promise<boolean> {
	return await element.waitFor({ timeout: ATTEMPT_WITHIN_MS }).then(
		() => true,
		() => false,
	);
}
