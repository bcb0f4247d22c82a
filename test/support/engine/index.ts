import { randomUUID } from 'node:crypto';

import { CredentialTestContext, PollContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeCredentialTestResult,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypeDescription,
	IRun,
} from 'n8n-workflow';

import { Engine, PACKAGE, type RunOptions, type RunResult } from '../../../tools/engine';
import { ActiveTrigger, type MemoryKeeping } from './activeTrigger';
import { agentWorkflow } from './agent';

export interface TriggerOptions {
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
	/** How n8n keeps the memory; like n8n 1.x by default. */
	keeps?: MemoryKeeping;
	/** Memory that an earlier run of n8n saved. */
	saved?: IDataObject;
	budgetMs?: number;
}

/** The engine with everything else that n8n does with the package: trigger, credential test, agent, descriptions. */
export class TestEngine extends Engine {
	static override async load(directory = PACKAGE): Promise<TestEngine> {
		return new TestEngine(await Engine.loaderOf(directory));
	}

	/** Called before each run and list. */
	before: () => void = () => {};

	/** Whether the node has a credential. */
	hasCredential = true;

	protected override node(...args: Parameters<Engine['node']>): INode {
		const { credentials, ...node } = super.node(...args);
		return { ...node, ...(this.hasCredential && credentials && { credentials }) };
	}

	override async run(options: RunOptions): Promise<RunResult> {
		this.before();
		return await super.run(options);
	}

	override async list(...list: Parameters<Engine['list']>): ReturnType<Engine['list']> {
		this.before();
		return await super.list(...list);
	}

	get triggerType(): INodeType {
		return this.typeNamed('webinarAccountTrigger');
	}

	/** @param name with or without that of the package in front */
	typeNamed(name: string): INodeType {
		const { type } = this.loader.getNode(name.replace(/^.*\./, ''));
		return 'nodeVersions' in type ? type.getNodeType() : type;
	}

	/** What the editor gets to know of the nodes: their descriptions with icons and search words. */
	get descriptions(): INodeTypeDescription[] {
		return this.loader.types.nodes;
	}

	/** Lets an agent use the node as a tool, with arguments that a model would choose. */
	async useAsTool(
		parameters: INodeParameters,
		args: IDataObject,
		credential: ICredentialDataDecryptedObject,
	): Promise<IRun> {
		const workflow = agentWorkflow(this.node({ ...parameters, toolDescription: '' }), this.nodeType, args);
		return await this.execute(workflow, [{ json: {} }], credential);
	}

	/** Activates a workflow that begins with the trigger node. */
	async activate({ saved, keeps = 'inWorkflow', ...options }: TriggerOptions): Promise<ActiveTrigger> {
		const { budgetMs, credential } = options;
		const additionalData = this.surroundings(credential);
		const node = this.node(options.parameters, this.triggerType);
		// Each start of n8n has its own workflow ID, because nothing that a process keeps in memory survives the process.
		const workflow = (staticData: IDataObject) =>
			Object.assign(this.workflow([node], this.triggerType, staticData), {
				id: randomUUID(),
			});
		return await ActiveTrigger.begin({ workflow, node, additionalData, keeps, budgetMs }, saved);
	}

	/**
	 * Runs the trigger node by hand, as "Fetch Test Event" does.
	 * @param staticData of the workflow, which such a run may read
	 */
	async testTrigger(
		{ parameters, credential }: TriggerOptions,
		staticData: IDataObject = {},
	): Promise<INodeExecutionData[] | null> {
		const node = this.node(parameters, this.triggerType);
		const workflow = this.workflow([node], this.triggerType, staticData);
		const context = new PollContext(workflow, node, this.surroundings(credential), 'manual', 'manual');
		const output = await this.triggerType.poll?.call(context);
		return output?.[0] ?? null;
	}

	/** Presses the credential's Test button: the first node type that n8n finds says which function tests it. */
	async testCredential(
		data: ICredentialDataDecryptedObject,
		{ description, methods }: INodeType = this.nodeType,
	): Promise<INodeCredentialTestResult> {
		const type = this.credentialType.name;
		const testedBy = description.credentials?.find(({ name }) => name === type)?.testedBy;
		const test = typeof testedBy === 'string' ? methods?.credentialTest?.[testedBy] : undefined;
		if (!test) throw new Error('The credential has no test');
		const context = new CredentialTestContext(this.surroundings(data));
		return await test.call(context, { id: '1', name: 'Webinar account', type, data });
	}
}
