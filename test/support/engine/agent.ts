import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	jsonParse,
	type NodeConnectionType,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';
import { z } from 'zod';

import { newNode, nodeTypes, start } from '../../../tools/engine/workflow';

/** What an agent gets to know of a tool, as far as it is looked at here. */
interface Tool {
	name: string;
	description: string;
	schema: z.AnyZodObject;
	invoke(args: IDataObject): Promise<string>;
}

function isTool(value: unknown): value is Tool {
	return typeof value === 'object' && value !== null && 'schema' in value && 'invoke' in value;
}

/** Calls its only tool with given arguments, in the place of a model that chose them. */
const agent: INodeType = {
	description: {
		displayName: 'Agent',
		name: 'agent',
		group: ['transform'],
		version: 1,
		description: 'Calls a tool',
		defaults: { name: 'Agent' },
		inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Arguments', name: 'arguments', type: 'json', default: '{}' }],
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [tool] = z
			.array(z.unknown())
			.parse(await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0));
		if (!isTool(tool)) throw new Error('The agent has no tool');
		const args = jsonParse<IDataObject>(z.string().parse(this.getNodeParameter('arguments', 0)));
		const { name, description, schema } = tool;
		const shape = z.record(z.instanceof(z.ZodType)).parse(schema.shape);
		const fields = Object.fromEntries(
			Object.entries(shape).map(([field, type]) => [field, type.description]),
		);
		return [[{ json: { name, description, fields, answer: await tool.invoke(args) } }]];
	},
};

/** The node type as n8n changes it for agents: a tool instead of a step. */
function asTool(nodeType: INodeType): INodeType {
	const description = { ...nodeType.description, inputs: [], outputs: [NodeConnectionTypes.AiTool] };
	return { ...nodeType, description };
}

/** An agent whose only tool is the node. */
export function agentWorkflow(node: INode, nodeType: INodeType, args: IDataObject): Workflow {
	const to = (name: string, type: NodeConnectionType) => ({ [type]: [[{ node: name, type, index: 0 }]] });
	return new Workflow({
		nodes: [
			newNode('Items', 'start', {}),
			newNode('Agent', 'agent', { arguments: JSON.stringify(args) }),
			node,
		],
		connections: { Items: to('Agent', 'main'), [node.name]: to('Agent', 'ai_tool') },
		active: false,
		nodeTypes: nodeTypes({ start, agent, [node.type]: asTool(nodeType) }),
	});
}
