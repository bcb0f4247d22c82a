import './environment';

import { join } from 'node:path';

import { LoadOptionsContext, PackageDirectoryLoader, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameters,
	type INodeType,
	type IRun,
	type OnError,
	Workflow,
} from 'n8n-workflow';

import { additionalData } from './additionalData';
import { OneCredential } from './oneCredential';
import { newNode, nodeTypes, read, start, STORED_WORKFLOW } from './workflow';

/** The repository's root, whose `dist` is loaded. */
export const PACKAGE = join(__dirname, '../..');
const NODE_NAME = 'WebinarJam and EverWebinar';
const CREDENTIAL = 'webinarAccountApi';

export interface RunOptions {
	parameters: INodeParameters;
	/** The JSON of the input items. */
	items: IDataObject[];
	credential: ICredentialDataDecryptedObject;
	onError?: OnError;
	/** Cancels the execution. */
	signal?: AbortSignal;
	/** Runs this node with the same credential instead of the package's node, to compare them. */
	nodeType?: INodeType;
	/** Expression that the next node evaluates for each item, e.g. `={{ $('Items').item.json.email }}`. */
	readAfter?: string;
}

export interface RunResult {
	output: INodeExecutionData[];
	/** Items of the error output, with `onError: 'continueErrorOutput'`. */
	errorOutput: INodeExecutionData[];
	/** Results of `readAfter`, for the items of the output and then for those of the error output. */
	values: unknown[];
	/** The node's hints about the whole run. */
	hints: string[];
	/** Everything that n8n would store of the execution. */
	run: IRun;
}

/** The built package in n8n's own execution engine, in this process. */
export class Engine {
	protected constructor(protected readonly loader: PackageDirectoryLoader) {}

	/** Loads the built package as n8n does at its start. */
	static async load(directory = PACKAGE): Promise<Engine> {
		return new Engine(await Engine.loaderOf(directory));
	}

	protected static async loaderOf(directory: string): Promise<PackageDirectoryLoader> {
		const loader = new PackageDirectoryLoader(directory);
		await loader.loadAll();
		return loader;
	}

	get credentialType(): ICredentialType {
		return this.loader.getCredential(CREDENTIAL).type;
	}

	get nodeType(): INodeType {
		const { type } = this.loader.getNode('webinarAccount');
		return 'nodeVersions' in type ? type.getNodeType() : type;
	}

	/** Runs a workflow of three nodes, Items → WebinarJam and EverWebinar → After, and After Error at the error output. */
	async run({
		parameters,
		items,
		credential,
		onError,
		signal,
		nodeType,
		readAfter = '',
	}: RunOptions): Promise<RunResult> {
		const nodes = [
			newNode('Items', 'start', {}),
			{ ...this.node(parameters), ...(onError && { onError }) },
			newNode('After', 'read', { value: readAfter }),
			newNode('After Error', 'read', { value: readAfter }),
		];
		const input = items.map((json) => ({ json }));
		const execution = this.execute(this.workflow(nodes, nodeType), input, credential);
		signal?.addEventListener('abort', () => execution.cancel());
		const run = await execution;
		const { runData } = run.data.resultData;
		const outputsOf = (name: string) => runData[name]?.[0]?.data?.main ?? [];
		const [output, errorOutput] = outputsOf(NODE_NAME);
		const values = ['After', 'After Error'].flatMap((name) => outputsOf(name)[0] ?? []);
		return {
			output: output ?? [],
			errorOutput: errorOutput ?? [],
			values: values.map(({ json }) => json.value),
			hints: (runData[NODE_NAME]?.[0]?.hints ?? []).map(({ message }) => message),
			run,
		};
	}

	/** Loads a list of the editor, as when a user opens the list. */
	async list(
		method: string,
		parameters: INodeParameters,
		credential: ICredentialDataDecryptedObject,
		filter?: string,
		nodeType = this.nodeType,
		path = '',
	): Promise<INodeListSearchResult> {
		const search = nodeType.methods?.listSearch?.[method];
		if (!search) throw new Error(`The node has no list "${method}"`);
		const node = this.node(parameters, nodeType);
		const surroundings = { ...this.surroundings(credential), currentNodeParameters: node.parameters };
		const context = new LoadOptionsContext(this.workflow([node], nodeType), node, surroundings, path);
		return await search.call(context, filter);
	}

	/** Runs a workflow from the node Items. */
	protected execute(
		workflow: Workflow,
		input: INodeExecutionData[],
		credential: ICredentialDataDecryptedObject,
	): ReturnType<WorkflowExecute['processRunExecutionData']> {
		const node = workflow.getNode('Items');
		if (!node) throw new Error('The workflow has no start');
		const data = createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data: { main: [input] }, source: null }] },
		});
		const execution = new WorkflowExecute(this.surroundings(credential), 'manual', data);
		return execution.processRunExecutionData(workflow);
	}

	protected surroundings(credential: ICredentialDataDecryptedObject) {
		return additionalData(new OneCredential(this.credentialType, credential), STORED_WORKFLOW);
	}

	protected node(parameters: INodeParameters, { description } = this.nodeType): INode {
		return {
			...newNode(NODE_NAME, description.name, parameters),
			credentials: { [CREDENTIAL]: { id: '1', name: 'Webinar account' } },
		};
	}

	protected workflow(nodes: INode[], nodeType = this.nodeType, staticData: IDataObject = {}): Workflow {
		const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
		return new Workflow({
			nodes,
			connections: {
				Items: { main: [to(NODE_NAME)] },
				[NODE_NAME]: { main: [to('After'), to('After Error')] },
			},
			active: false,
			staticData,
			nodeTypes: nodeTypes({ start, read, [nodeType.description.name]: nodeType }),
		});
	}
}
