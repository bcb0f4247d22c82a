import type { IDataObject, INodeParameters } from 'n8n-workflow';
import waitFor from 'p-wait-for';
import { request } from 'undici';
import { z } from 'zod/v4';

import { byId } from '../../../tools/engine/parameters';
import { readRows } from '../../../tools/realN8n/dataTables';
import { Execution } from '../support/executions';
import {
	createWorkflow,
	node,
	runManually,
	type StoredWorkflow,
	unpublish,
	type WorkflowFile,
} from '../../../tools/realN8n/workflows';
import type { Registrant, Sandbox } from '../../../sandbox';
import { beginPolling, executionsOf, pollTimes } from '../support/published';
import { NODE, NODE_TYPE, type Workbench } from '../support/workbench';

/** Parameters to change in an example, by the name of the node. */
export type Changes = Readonly<Record<string, INodeParameters>>;

/** Runs an example through all its branches, and checks the result of each. */
export type Run = (trial: Trial) => Promise<void>;

/** The states of an execution that has ended, or that shows the last page of a form. */
const DONE = ['success', 'error', 'waiting'];

export const onboarding = { product: 'live', webinarId: 1 } as const;
export const anywhere = { product: 'automated', webinarId: 102 } as const;
export const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };
export const ben = { firstName: 'Ben', email: 'ben@example.com' };
export const cleo = { firstName: 'Cleo', email: 'cleo@example.com' };

/** The sessions of a webinar with two dates, each with its own schedule. */
export const twoSessions = (first: number, daysAhead: readonly [number, number]) => ({
	sessions: daysAhead.map(
		(days, index) => ({ kind: 'once', time: '14:00', schedule: first + index, daysAhead: days }) as const,
	),
});

/** An example in a real n8n. */
export class Trial {
	private readonly created: StoredWorkflow[] = [];

	/** @param example an example after the steps in its note, e.g. from `setUpByClicks` */
	constructor(
		readonly workbench: Workbench,
		readonly example: WorkflowFile,
	) {}

	/** Creates a workflow of the example. */
	async workflow(changes: Changes = {}, example = this.example): Promise<StoredWorkflow> {
		const nodes = example.nodes.map((node) => ({
			...node,
			parameters: { ...node.parameters, ...changes[node.name] },
		}));
		const stored = await createWorkflow(this.workbench.n8n, { ...example, nodes });
		this.created.push(stored);
		return stored;
	}

	/** Runs the example by hand. */
	async runByHand(changes: Changes = {}, example = this.example): Promise<Outcome> {
		const { n8n } = this.workbench;
		const id = await runManually(n8n, await this.workflow(changes, example), 'Start by Hand');
		return succeeded(await Execution.ended(n8n, id));
	}

	/** Registers Ann to a live webinar with our node. */
	async register(webinar: number, schedule: string, email: string, additionalFields: INodeParameters) {
		const session = { ...choose(webinar), schedule: byId(schedule) };
		const parameters = { resource: 'live', operation: 'register', ...session, firstName: 'Ann', email };
		await this.workbench.run(node(NODE, NODE_TYPE, 1, { ...parameters, additionalFields }));
	}

	/** Publishes the example, and does something after its first poll. Returns the execution that the trigger starts. */
	async watch(trigger: string, happens: () => unknown, changes: Changes = {}): Promise<Outcome> {
		const { n8n } = this.workbench;
		const workflow = await this.workflow({ ...changes, [trigger]: { pollTimes, ...changes[trigger] } });
		await beginPolling(n8n, workflow, trigger);
		await happens();
		const [execution] = await executionsOf(n8n, workflow, 1);
		await unpublish(n8n, workflow);
		return succeeded(execution);
	}

	/** Does something that starts a published workflow. Returns the execution. */
	async startedBy(workflow: StoredWorkflow, act: () => Promise<unknown>): Promise<Outcome> {
		const { n8n } = this.workbench;
		const { length } = await executionsOf(n8n, workflow, 0, DONE);
		await act();
		return outcomeOf((await executionsOf(n8n, workflow, length + 1, DONE))[length]);
	}

	/** Returns the names of enabled nodes that no execution has reached. */
	async unreached(): Promise<string[]> {
		const executions = await Promise.all(
			this.created.map((workflow) => executionsOf(this.workbench.n8n, workflow, 0, DONE)),
		);
		const reached = new Set(executions.flat().flatMap(({ nodes }) => nodes));
		const { nodes, connections } = this.example;
		const ends = Object.values(connections).flatMap(({ main = [] }) => main.flat());
		const enabled = nodes.filter(({ disabled }) => !disabled).map(({ name }) => name);
		return enabled.filter((name) => ends.some((end) => end?.node === name) && !reached.has(name));
	}

	/** Returns the path of a webhook of the example. */
	path(name: string): string {
		return z.string().parse(this.example.nodes.find((node) => node.name === name)?.parameters.path);
	}

	/** Returns the rows of the example's data table. */
	async table(): Promise<Array<Record<string, unknown>>> {
		const { parameters } = this.example.nodes.find((node) => 'dataTableId' in node.parameters) ?? {};
		const { value } = z.object({ value: z.string() }).parse(parameters?.dataTableId);
		return await readRows(this.workbench.n8n, value);
	}
}

/** An execution: a function that returns the JSON of a node's items on its first output, and the error. */
export type Outcome = ReturnType<typeof outcomeOf>;

function outcomeOf(execution: Execution | undefined) {
	if (!execution) throw new Error('n8n started no execution');
	const rows = (node: string) => execution.output(node).map(({ json }) => json as IDataObject);
	return Object.assign(rows, { error: execution.error?.message, execution });
}

function succeeded(execution: Execution | undefined): Outcome {
	const outcome = outcomeOf(execution);
	expect(outcome.error).toBeUndefined();
	return outcome;
}

/** Unsubscribes a person by the link in an email. */
export async function unsubscribe({ url }: Sandbox, who: Registrant | undefined): Promise<void> {
	await (await request(`${url}/unsubscribe/${who?.token}`, { method: 'POST' })).body.dump();
}

export const choose = (webinar: number) => ({ webinarId: byId(webinar) });

/** Returns the page at a URL of n8n as soon as it responds, because publishing takes a moment. */
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
