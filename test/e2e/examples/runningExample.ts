import type { INode, INodeParameters } from 'n8n-workflow';
import waitFor from 'p-wait-for';
import { fetch, FormData } from 'undici';
import { z } from 'zod/v4';

import { readRows } from '../../../tools/realN8n/dataTables';
import { asksForDataTable, prepareExample, webhookHeader } from '../../../tools/realN8n/examples';
import {
	createWorkflow,
	publish,
	runManually,
	type StoredWorkflow,
	unpublish,
} from '../../../tools/realN8n/workflows';
import type { Sandbox } from '../../../sandbox';
import type { Execution } from '../support/executions';
import { beginPolling, executionsOf, pollTimes } from '../support/published';
import { Webhook } from '../support/webhook';
import { TRIGGER_TYPE, type Workbench } from '../support/workbench';

/** Parameters to change in an example, by the name of the node. */
export type Changes = Readonly<Record<string, INodeParameters>>;

/** The values of a form in the order of its fields. Checkboxes and radio buttons have a list. */
type FormValues = ReadonlyArray<string | string[]>;

interface FormPage {
	url: string;
	text: string;
}

/** The final states of an execution, and the state of one that shows a page of a form. */
const DONE = ['success', 'error', 'waiting'];

const acceptedForm = z.object({ formWaitingUrl: z.string() });
const webhookNode = z.object({ path: z.string(), httpMethod: z.enum(['GET', 'POST']).default('GET') });
const tableNode = z.object({ dataTableId: z.object({ value: z.string() }) });

/** An example that runs in a real n8n, after the steps in its note. */
export class RunningExample {
	/** The URL of the example's webhook or form. */
	private url = '';
	private webhook: Webhook | undefined;

	private constructor(
		private readonly workbench: Workbench,
		private readonly nodes: readonly INode[],
		private readonly workflow: StoredWorkflow,
	) {}

	/** Creates the workflow. Publishes it if it has a trigger of this package, a webhook or a form. */
	static async start(workbench: Workbench, file: string, changes: Changes = {}): Promise<RunningExample> {
		const { n8n, credential } = workbench;
		const prepared = await prepareExample(n8n, file, credential);
		const nodes = prepared.nodes.map((node) => ({
			...node,
			parameters: {
				...node.parameters,
				...(node.type === TRIGGER_TYPE && { pollTimes }),
				...changes[node.name],
			},
		}));
		const workflow = await createWorkflow(n8n, { ...prepared, nodes });
		const example = new RunningExample(workbench, nodes, workflow);
		for (const node of nodes) await example.publish(node);
		return example;
	}

	private async publish({ type, name, parameters, webhookId }: INode): Promise<void> {
		const { n8n } = this.workbench;
		if (type === TRIGGER_TYPE) await beginPolling(n8n, this.workflow, name);
		if (type === 'n8n-nodes-base.webhook') {
			const { path, httpMethod } = webhookNode.parse(parameters);
			this.webhook = await Webhook.publish(n8n, this.workflow, path, httpMethod);
			this.url = this.webhook.url;
		}
		if (type === 'n8n-nodes-base.formTrigger') {
			await publish(n8n, this.workflow);
			this.url = `${n8n.url}/form/${webhookId}`;
			await waitFor(async () => (await fetch(this.url)).ok, { interval: 100, timeout: 10_000 });
		}
	}

	async stop(): Promise<void> {
		await unpublish(this.workbench.n8n, this.workflow);
	}

	get sandbox(): Sandbox {
		return this.workbench.sandbox;
	}

	async runByHand(): Promise<void> {
		await runManually(this.workbench.n8n, this.workflow, 'Start by Hand');
	}

	/** Sends a request to the webhook, first without the header that the webhook requires. */
	async post(body: object): Promise<void> {
		expect(await this.webhook?.call([body])).toBe(1);
		expect(await this.webhook?.call([body], webhookHeader)).toBe(0);
	}

	/** Opens the webhook's URL in a browser that follows no redirect. */
	async visit(parameters: Readonly<Record<string, string>> = {}) {
		const query = new URLSearchParams(parameters).toString();
		const response = await fetch(`${this.url}?${query}`, { redirect: 'manual' });
		const { status, headers } = response;
		return { status, location: headers.get('location'), page: await response.text() };
	}

	/** Submits the first page of the form. @returns the next page */
	async fillIn(...values: FormValues): Promise<FormPage> {
		const { formWaitingUrl } = acceptedForm.parse(JSON.parse(await submit(this.url, values)));
		return await pageAfter(formWaitingUrl);
	}

	/** Submits another page of the form. @returns the next page */
	async answer({ url }: FormPage, ...values: FormValues): Promise<FormPage> {
		await submit(url, values);
		return await pageAfter(url);
	}

	/** Returns all executions, as soon as there are this many. */
	async executions(count = 0): Promise<Execution[]> {
		return await executionsOf(this.workbench.n8n, this.workflow, count, DONE);
	}

	/** Returns the rows of the example's data table. */
	async table(): Promise<unknown[]> {
		const { dataTableId } = tableNode.parse(this.nodes.find(asksForDataTable)?.parameters);
		return await readRows(this.workbench.n8n, dataTableId.value);
	}
}

async function submit(url: string, values: FormValues): Promise<string> {
	const body = new FormData();
	for (const [index, value] of values.entries()) {
		body.append(`field-${index}`, typeof value === 'string' ? value : JSON.stringify(value));
	}
	return await (await fetch(url, { method: 'POST', body })).text();
}

/** Waits until n8n shows the next page of a form at this URL. */
async function pageAfter(url: string): Promise<FormPage> {
	const status = async () => (await fetch(`${url}/n8n-execution-status`)).text();
	await waitFor(async () => (await status()) !== 'running', { interval: 100, timeout: 60_000 });
	return { url, text: await (await fetch(url)).text() };
}
