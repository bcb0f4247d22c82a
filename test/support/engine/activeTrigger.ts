import { AsyncLocalStorage } from 'node:async_hooks';

import { commitStagedCursor, PollContext, runPollInStagingScope, TriggersAndPollers } from 'n8n-core';
import {
	deepCopy,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IWorkflowExecuteAdditionalData,
	type Logger,
	type Workflow,
} from 'n8n-workflow';

/** How n8n keeps a trigger's memory: see `ActiveTrigger`. */
export type MemoryKeeping = 'inWorkflow' | 'onScheduler' | 'asCursor';

interface TriggerSurroundings {
	/** Makes the workflow as n8n does when it starts. */
	workflow: (staticData: IDataObject) => Workflow;
	node: INode;
	additionalData: IWorkflowExecuteAdditionalData;
	keeps: MemoryKeeping;
	/** Milliseconds that a poll may take; n8n's default is five minutes. */
	budgetMs?: number | undefined;
}

/**
 * A polling trigger in an active workflow, as n8n treats it. n8n's own code for it is in its server.
 * - `inWorkflow` (1.x, and 2.x by default): the memory is part of the running workflow, and saved on activation and
 *   when a poll returns items.
 * - `onScheduler` (2.x with polls on its scheduler): each poll gets a copy of what was saved, which is saved after a poll
 *   with items.
 * - `asCursor` (2.x with durable cursors): each poll gets a copy, which is saved after it, with items or without. The
 *   poll on activation is a trial: its copy is saved with items only.
 */
export class ActiveTrigger {
	/** One for all triggers, because each storage slows down every promise of the process. */
	private static readonly staging = new AsyncLocalStorage<IDataObject>();
	/** What a restart of n8n would find. */
	saved: IDataObject;
	/** What the trigger wrote to n8n's log as warnings. */
	readonly warnings: string[] = [];
	/** What the poll on the first activation gave. */
	atFirst: INodeExecutionData[] = [];
	private running: Workflow;

	private constructor(
		private readonly surroundings: TriggerSurroundings,
		saved: IDataObject,
	) {
		this.saved = deepCopy(saved);
		this.running = this.loaded();
	}

	/** Activates the workflow, which polls once. Fails as that poll does. */
	static async begin(surroundings: TriggerSurroundings, saved: IDataObject = {}): Promise<ActiveTrigger> {
		const trigger = new ActiveTrigger(surroundings, saved);
		trigger.atFirst = await trigger.activate();
		return trigger;
	}

	/** Ends n8n and starts it again: what was not saved is gone. Gives the items of a poll on activation. */
	async restart(): Promise<INodeExecutionData[]> {
		this.running = this.loaded();
		// A cursor's job goes on where it was.
		return this.surroundings.keeps === 'inWorkflow' ? await this.activate() : [];
	}

	/** One poll at its time; its items start an execution. */
	async poll(): Promise<INodeExecutionData[]> {
		return await this.run({ isTrial: false });
	}

	private loaded(): Workflow {
		return this.surroundings.workflow({ [`node:${this.surroundings.node.name}`]: deepCopy(this.saved) });
	}

	private async activate(): Promise<INodeExecutionData[]> {
		const items = await this.run({ isTrial: true });
		if (this.surroundings.keeps === 'inWorkflow') this.saveWorkflow();
		return items;
	}

	private async run({ isTrial }: { isTrial: boolean }): Promise<INodeExecutionData[]> {
		const { node } = this.surroundings;
		const functions = this.pollFunctions();
		const workflow = this.running;
		return await runPollInStagingScope(functions, async () => {
			await workflow.expression.acquireIsolate();
			try {
				const output = await new TriggersAndPollers().runPollFunction(workflow, node, functions);
				if (output !== null) functions.__emit(output);
				else if (!isTrial && this.surroundings.keeps === 'asCursor') await commitStagedCursor(functions);
				return output?.[0] ?? [];
			} finally {
				await workflow.expression.releaseIsolate();
			}
		});
	}

	private pollFunctions(): PollContext {
		const { node, additionalData, keeps, budgetMs } = this.surroundings;
		const budget = budgetMs === undefined ? undefined : () => budgetMs;
		const fail = (error: Error) => {
			throw error;
		};
		const isStaged = keeps !== 'inWorkflow';
		const commit = () => {
			if (isStaged) this.saved = deepCopy(this.staged());
			else this.saveWorkflow();
		};
		const context = new PollContext(
			...([this.running, node, additionalData, 'trigger', 'activate', commit, fail] as const),
			isStaged ? async () => Promise.resolve(commit()) : undefined,
			isStaged ? (poll) => ActiveTrigger.staging.run(deepCopy(this.saved), poll) : undefined,
			isStaged ? () => this.staged() : undefined,
			budget,
		);
		return Object.defineProperty(context, 'logger', { value: this.logger });
	}

	private get logger(): Logger {
		const ignore = () => {};
		const warn = (message: string) => void this.warnings.push(message);
		return { error: ignore, warn, info: ignore, debug: ignore };
	}

	/** Like n8n, refuses to give the memory outside of a poll. */
	private staged(): IDataObject {
		const staged = ActiveTrigger.staging.getStore();
		if (!staged) throw new Error('The memory was read outside of a poll');
		return staged;
	}

	private saveWorkflow(): void {
		this.saved = deepCopy(this.running.getStaticData('node', this.surroundings.node));
	}
}
