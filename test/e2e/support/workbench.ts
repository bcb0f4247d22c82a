import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v4';

import { sandboxCredential } from '../../../tools/engine/parameters';
import {
	type CredentialReference,
	CREDENTIAL_TYPE,
	createCredential,
} from '../../../tools/realN8n/credentials';
import { Execution } from '../../../tools/realN8n/executions';
import { N8nClient } from '../../../tools/realN8n/n8nClient';
import { createWorkflow, node, runManually, type StoredWorkflow, to } from '../../../tools/realN8n/workflows';
import { type Sandbox, startSandbox } from '../../../sandbox';
import { surroundings } from './surroundings';
import { WatchingWorkflow } from './watchingWorkflow';

export const NODE_TYPE = 'n8n-nodes-webinar-account.webinarAccount';
export const TRIGGER_TYPE = 'n8n-nodes-webinar-account.webinarAccountTrigger';

/** Names of the nodes of a run. */
export const CONTACTS = 'Contacts';
export const NODE = 'WebinarJam / EverWebinar';
export const AFTER = 'After';
export const TRIGGER = 'WebinarJam / EverWebinar Trigger';

const list = z.object({ results: z.array(z.looseObject({ name: z.string(), value: z.unknown() })) });

/** Sets up a file of tests: the running n8n, with a sandbox, which each test finds as new, and a credential for it. */
export function useWorkbench(): Workbench {
	const workbench = new Workbench();
	beforeAll(() => workbench.begin());
	beforeEach(() => workbench.sandbox.reset());
	afterAll(() => workbench.end());
	return workbench;
}

export class Workbench {
	private parts: { n8n: N8nClient; sandbox: Sandbox; credential: CredentialReference } | undefined;
	private readonly watching: WatchingWorkflow[] = [];

	async begin(): Promise<void> {
		const { installation, url } = surroundings();
		const n8n = await N8nClient.logIn(installation.line, url);
		const sandbox = await startSandbox();
		const credential = await createCredential(n8n, 'Sandbox', sandboxCredential(sandbox));
		this.parts = { n8n, sandbox, credential };
	}

	async end(): Promise<void> {
		for (const watching of this.watching) await watching.end();
		await this.parts?.sandbox.close();
	}

	private get begun() {
		if (!this.parts) throw new Error('The workbench is used before the tests begin');
		return this.parts;
	}

	get n8n(): N8nClient {
		return this.begun.n8n;
	}

	get sandbox(): Sandbox {
		return this.begun.sandbox;
	}

	get credential(): CredentialReference {
		return this.begun.credential;
	}

	/** Runs our node once for each item, in a workflow: Contacts → WebinarJam / EverWebinar. */
	async run(parameters: INodeParameters, items: IDataObject[] = [{}]): Promise<Execution> {
		const workflow = await createWorkflow(this.n8n, {
			name: nameOfTest(),
			nodes: [
				node(CONTACTS, 'n8n-nodes-base.manualTrigger', 1, {}),
				this.withCredential(node(NODE, NODE_TYPE, 1, parameters)),
			],
			connections: { [CONTACTS]: { main: [[to(NODE)]] } },
			pinData: { [CONTACTS]: items.map((json) => ({ json })) },
		});
		return await Execution.ended(this.n8n, await runManually(this.n8n, workflow, CONTACTS));
	}

	/** Publishes a workflow that begins with our trigger, until the end of the tests. */
	async watch(workflow: StoredWorkflow, trigger: string): Promise<WatchingWorkflow> {
		const watching = await WatchingWorkflow.begin(this.n8n, workflow, trigger);
		this.watching.push(watching);
		return watching;
	}

	/** Opens a drop-down of one of our nodes. @throws N8nApiError with the text that the editor shows */
	async list(
		methodName: string,
		field: string,
		currentNodeParameters: INodeParameters,
		options: { filter?: string; credential?: CredentialReference; nodeType?: string } = {},
	): Promise<Array<{ name: string; value: unknown }>> {
		const { filter = '', credential = this.credential, nodeType = NODE_TYPE } = options;
		const path = '/rest/dynamic-node-parameters/resource-locator-results';
		const answer = await this.n8n.call('POST', path, {
			nodeTypeAndVersion: { name: nodeType, version: 1 },
			path: `parameters.${field}`,
			methodName,
			currentNodeParameters,
			credentials: { [CREDENTIAL_TYPE]: credential },
			filter,
		});
		return list.parse(answer).results;
	}

	withCredential(ours: INode): INode {
		return { ...ours, credentials: { [CREDENTIAL_TYPE]: this.credential } };
	}
}

const nameOfTest = () => expect.getState().currentTestName?.slice(0, 100) ?? NODE;
