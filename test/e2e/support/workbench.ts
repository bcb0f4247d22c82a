import type { INode } from 'n8n-workflow';

import { sandboxCredential } from '../../../tools/engine/parameters';
import {
	type CredentialReference,
	CREDENTIAL_TYPE,
	createCredential,
} from '../../../tools/realN8n/credentials';
import { Execution } from './executions';
import { lineNamed } from '../../../tools/realN8n/lines';
import { N8nClient } from '../../../tools/realN8n/n8nClient';
import { createWorkflow, node, runManually, to } from '../../../tools/realN8n/workflows';
import { type Sandbox, startSandbox } from '../../../sandbox';
import { surroundings } from './surroundings';

export const NODE_TYPE = 'n8n-nodes-webinarjam-everwebinar.webinarAccount';
export const TRIGGER_TYPE = 'n8n-nodes-webinarjam-everwebinar.webinarAccountTrigger';

/** Names of nodes. */
export const CONTACTS = 'Contacts';
export const NODE = 'WebinarJam and EverWebinar';
export const TRIGGER = 'WebinarJam and EverWebinar Trigger';

/** Returns a client of the n8n that the test command has started. */
export async function logIn(): Promise<N8nClient> {
	const { line, url } = surroundings();
	return await N8nClient.logIn(lineNamed(line), url);
}

/** An n8n, a sandbox, and a credential for it. */
export class Workbench {
	private constructor(
		readonly n8n: N8nClient,
		readonly sandbox: Sandbox,
		readonly credential: CredentialReference,
	) {}

	/** @param credentialName the name by which the test chooses the credential */
	static async begin(n8n?: N8nClient, credentialName = 'Sandbox'): Promise<Workbench> {
		const client = n8n ?? (await logIn());
		const sandbox = await startSandbox();
		const credential = await createCredential(client, credentialName, sandboxCredential(sandbox));
		return new Workbench(client, sandbox, credential);
	}

	async end(): Promise<void> {
		await this.sandbox.close();
	}

	/** Runs a workflow of one node, with the credential, by hand. */
	async run(last: INode): Promise<Execution> {
		const workflow = await createWorkflow(this.n8n, {
			name: last.name,
			nodes: [node(CONTACTS, 'n8n-nodes-base.manualTrigger', 1, {}), this.withCredential(last)],
			connections: { [CONTACTS]: { main: [[to(last.name)]] } },
		});
		return await Execution.ended(this.n8n, await runManually(this.n8n, workflow, CONTACTS));
	}

	/** Returns a node with the credential. */
	withCredential(node: INode): INode {
		return { ...node, credentials: { [CREDENTIAL_TYPE]: this.credential } };
	}
}
