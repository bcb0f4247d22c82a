import type { INode } from 'n8n-workflow';
import type { Browser } from 'playwright-core';

import { sandboxCredential } from '../../../tools/engine/parameters';
import { createCredential, CREDENTIAL_TYPE } from '../../../tools/realN8n/credentials';
import { N8nClient } from '../../../tools/realN8n/n8nClient';
import { createWorkflow, to, type WorkflowFile } from '../../../tools/realN8n/workflows';
import { type Sandbox, startSandbox } from '../../../sandbox';
import { startChromium } from '../../support/chromium';
import { surroundings } from '../support/surroundings';
import { Editor, type Theme } from './editor';

/** A user who is logged in to n8n's editor, and a sandbox. */
export class EditorSession {
	private constructor(
		private readonly n8n: N8nClient,
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

	/** Creates a credential for the sandbox. @returns it as nodes have it */
	async credentials(name: string): Promise<NonNullable<INode['credentials']>> {
		return { [CREDENTIAL_TYPE]: await createCredential(this.n8n, name, sandboxCredential(this.sandbox)) };
	}

	/** Opens a new workflow of these nodes, one after the other, with the name of the test. */
	async open(nodes: INode[], pinData: WorkflowFile['pinData'] = {}): Promise<void> {
		const connections = Object.fromEntries(
			nodes.slice(1).map(({ name }, index) => [nodes[index]?.name ?? '', { main: [[to(name)]] }]),
		);
		const name = expect.getState().currentTestName ?? "A user of n8n's editor";
		const { id } = await createWorkflow(this.n8n, { name, nodes, connections, pinData });
		await this.editor.open(id);
	}

	async end(): Promise<void> {
		await this.browser.close();
		await this.sandbox.close();
	}
}
