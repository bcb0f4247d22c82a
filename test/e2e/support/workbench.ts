import type { IDataObject, INode, INodeParameters, OnError } from 'n8n-workflow';
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
import { type Surroundings, surroundings } from './surroundings';
import { pollOften, WatchingWorkflow } from './watchingWorkflow';

export const NODE_TYPE = 'n8n-nodes-webinar-account.webinarAccount';
export const TRIGGER_TYPE = 'n8n-nodes-webinar-account.webinarAccountTrigger';

/** Names of the nodes of a run. */
export const CONTACTS = 'Contacts';
export const NODE = 'Webinar Account';
export const AFTER = 'After';
export const AFTER_ERROR = 'After Error';
export const TRIGGER = 'Webinar Account Trigger';

interface RunOptions {
	items?: IDataObject[];
	onError?: OnError;
	credential?: CredentialReference;
	/** Expression that a node behind ours evaluates for each item, as `value`. */
	readAfter?: string;
}

const list = z.object({ results: z.array(z.looseObject({ name: z.string(), value: z.unknown() })) });

/** The running n8n, with a sandbox and a credential for it: one for each file of tests. */
export class Workbench {
	private readonly watching: WatchingWorkflow[] = [];

	private constructor(
		readonly surroundings: Surroundings,
		readonly n8n: N8nClient,
		readonly sandbox: Sandbox,
		readonly credential: CredentialReference,
	) {}

	static async open(): Promise<Workbench> {
		const given = surroundings();
		const n8n = await N8nClient.logIn(given.installation.line, given.url);
		const sandbox = await startSandbox();
		const credential = await createCredential(n8n, 'Sandbox', sandboxCredential(sandbox));
		return new Workbench(given, n8n, sandbox, credential);
	}

	async close(): Promise<void> {
		for (const watching of this.watching) await watching.end();
		await this.sandbox.close();
	}

	/** Runs our node once for each item, in a workflow: Contacts → Webinar Account → After, After Error. */
	async run(parameters: INodeParameters, options: RunOptions = {}): Promise<Execution> {
		const { items = [{}], onError, credential = this.credential, readAfter = '' } = options;
		const after = {
			assignments: { assignments: [{ id: '1', name: 'value', type: 'string', value: readAfter }] },
		};
		const ours = this.withCredential(node(NODE, NODE_TYPE, 1, parameters), credential);
		const workflow = await createWorkflow(this.n8n, {
			name: nameOfTest(),
			nodes: [
				node(CONTACTS, 'n8n-nodes-base.manualTrigger', 1, {}),
				{ ...ours, ...(onError && { onError }) },
				node(AFTER, 'n8n-nodes-base.set', 3.4, after),
				node(AFTER_ERROR, 'n8n-nodes-base.set', 3.4, after),
			],
			connections: {
				[CONTACTS]: { main: [[to(NODE)]] },
				[NODE]: { main: [[to(AFTER)], [to(AFTER_ERROR)]] },
			},
			pinData: { [CONTACTS]: items.map((json) => ({ json })) },
		});
		return await Execution.ended(this.n8n, await runManually(this.n8n, workflow, CONTACTS));
	}

	/** A workflow of our trigger alone, not published. */
	async triggerWorkflow(parameters: INodeParameters): Promise<StoredWorkflow> {
		const trigger = node(TRIGGER, TRIGGER_TYPE, 1, { pollTimes: pollOften, ...parameters });
		return await createWorkflow(this.n8n, {
			name: nameOfTest(),
			nodes: [this.withCredential(trigger)],
			connections: {},
		});
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

	private withCredential(ours: INode, credential = this.credential): INode {
		return { ...ours, credentials: { [CREDENTIAL_TYPE]: credential } };
	}
}

const nameOfTest = () => expect.getState().currentTestName?.slice(0, 100) ?? NODE;
