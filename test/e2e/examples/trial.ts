import type { IDataObject, INodeParameters } from 'n8n-workflow';
import waitFor from 'p-wait-for';
import { request } from 'undici';
import { z } from 'zod/v4';

import { byId } from '../../../tools/engine/parameters';
import { endedExecutions, Execution } from '../../../tools/realN8n/executions';
import {
	createWorkflow,
	runManually,
	type StoredWorkflow,
	type WorkflowFile,
} from '../../../tools/realN8n/workflows';
import type { Registrant, Sandbox } from '../../../sandbox';
import { pollOften } from '../support/watchingWorkflow';
import type { Workbench } from '../support/workbench';

/** What is changed in an example: by the name of a node, parameters of it. */
export type Changes = Readonly<Record<string, INodeParameters>>;

/** Runs an example through its branches, and says what must come of each. */
export type Run = (trial: Trial) => Promise<void>;

/** The JSON of a node's items, on its first output. */
export type Rows = (node: string) => IDataObject[];

const WITHIN_MS = 60_000;
/** An execution that shows the last page of a form waits. */
const DONE = ['success', 'error', 'waiting'];

export const onboarding = { product: 'live', webinarId: 1 } as const;
export const anywhere = { product: 'automated', webinarId: 102 } as const;
export const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };
export const ben = { firstName: 'Ben', email: 'ben@example.com' };

/** An example in a real n8n. */
export class Trial {
	private readonly created: StoredWorkflow[] = [];

	/** @param example after the steps in its note */
	constructor(
		readonly workbench: Workbench,
		readonly example: WorkflowFile,
	) {}

	/** Creates a workflow of the example. */
	async workflow(changes: Changes = {}): Promise<StoredWorkflow> {
		const nodes = this.example.nodes.map((node) => ({
			...node,
			parameters: { ...node.parameters, ...changes[node.name] },
		}));
		return await this.create({ ...this.example, nodes });
	}

	async create(workflow: WorkflowFile): Promise<StoredWorkflow> {
		const stored = await createWorkflow(this.workbench.n8n, workflow);
		this.created.push(stored);
		return stored;
	}

	/** Runs it by hand. */
	async runByHand(changes: Changes = {}): Promise<Rows> {
		const workflow = await this.workflow(changes);
		const id = await runManually(this.workbench.n8n, workflow, 'Start by Hand');
		const execution = await Execution.ended(this.workbench.n8n, id);
		expect(execution.error).toBeUndefined();
		return rowsOf(execution);
	}

	/** Publishes it, lets something happen after its first poll, and returns its executions. */
	async watch(trigger: string, happens: () => unknown, changes: Changes = {}, count = 1): Promise<Rows[]> {
		const workflow = await this.workflow({
			...changes,
			[trigger]: { pollTimes: pollOften, ...changes[trigger] },
		});
		const watching = await this.workbench.watch(workflow, trigger);
		happens();
		const executions = await watching.executions(count);
		await watching.end();
		return executions.map(rowsOf);
	}

	/** The executions of a workflow that an act starts, the oldest first. */
	async executionsOf({ id }: StoredWorkflow, act: () => Promise<unknown>, count = 1): Promise<Execution[]> {
		const { n8n } = this.workbench;
		const before = await endedExecutions(n8n, id, DONE);
		await act();
		const ended = async () =>
			(await endedExecutions(n8n, id, DONE)).ids.filter((one) => !before.ids.includes(one));
		await waitFor(async () => (await ended()).length >= count, { interval: 100, timeout: WITHIN_MS });
		const ids = (await ended()).sort((one, other) => Number(one) - Number(other));
		return await Promise.all(ids.map((one) => Execution.ended(n8n, one, DONE)));
	}

	/** The enabled nodes of the example that no execution has reached. */
	async unreached(): Promise<string[]> {
		const { n8n } = this.workbench;
		const reached = new Set<string>();
		for (const { id } of this.created) {
			for (const one of (await endedExecutions(n8n, id, DONE)).ids)
				for (const name of (await Execution.ended(n8n, one, DONE)).nodes) reached.add(name);
		}
		const { nodes, connections } = this.example;
		const ends = Object.values(connections).flatMap(({ main = [] }) => main.flat());
		const enabled = nodes.filter(({ disabled }) => !disabled).map(({ name }) => name);
		return enabled.filter((name) => ends.some((end) => end?.node === name) && !reached.has(name));
	}

	/** The path of a webhook of the example. */
	path(name: string): string {
		return z.string().parse(this.example.nodes.find((node) => node.name === name)?.parameters.path);
	}
}

export function rowsOf(execution: Execution | undefined): Rows {
	return (node) => (execution?.output(node) ?? []).map(({ json }) => json as IDataObject);
}

/** As a person does it, by the link in an email. */
export async function unsubscribe({ url }: Sandbox, who: Registrant | undefined): Promise<void> {
	await (await request(`${url}/unsubscribe/${who?.token}`, { method: 'POST' })).body.dump();
}

export const choose = (webinar: number) => ({ webinarId: byId(webinar) });

/** The page at an address of n8n, once it is live: that takes a moment after publishing. */
export async function live(url: string): Promise<string> {
	let page = '';
	await waitFor(
		async () => {
			const { statusCode, body } = await request(url);
			page = await body.text();
			return statusCode === 200;
		},
		{ interval: 100, timeout: 10_000 },
	);
	return page;
}

/** The ID of the example's data table. */
export function tableOf({ example }: Trial): string {
	const { value } = z
		.object({ value: z.string() })
		.parse(example.nodes.find(({ parameters }) => 'dataTableId' in parameters)?.parameters.dataTableId);
	return value;
}
