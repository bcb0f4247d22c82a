import type {
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypeDescription,
	INodeTypes,
	IWorkflowBase,
} from 'n8n-workflow';

/** A stored workflow for n8n's hooks, which need one but do not use it here. */
export const STORED_WORKFLOW: IWorkflowBase = {
	id: '1',
	name: 'Test',
	active: false,
	isArchived: false,
	activeVersionId: null,
	createdAt: new Date(0),
	updatedAt: new Date(0),
	nodes: [],
	connections: {},
};

/** Returns a node for a new workflow. */
export function newNode(name: string, type: string, parameters: INodeParameters): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}

export function nodeTypes(types: Record<string, INodeType>): INodeTypes {
	const find = (name: string) => {
		const type = types[name];
		if (!type) throw new Error(`There is no node type "${name}"`);
		return type;
	};
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}

const description = (name: string, properties: INodeTypeDescription['properties']): INodeTypeDescription => ({
	displayName: name,
	name,
	group: ['transform'],
	version: 1,
	description: name,
	defaults: { name },
	inputs: ['main'],
	outputs: ['main'],
	properties,
});

/** A node type that passes its input on. It is the start of a workflow. */
export const start: INodeType = {
	description: description('start', []),
	execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return Promise.resolve([this.getInputData()]);
	},
};

/** A node type that evaluates one expression for each item, as other nodes do. */
export const read: INodeType = {
	description: description('read', [{ displayName: 'Value', name: 'value', type: 'string', default: '' }]),
	execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const values = this.getInputData().map((_item, index) => ({
			json: { value: this.getNodeParameter('value', index) },
			pairedItem: { item: index },
		}));
		return Promise.resolve([values]);
	},
};
