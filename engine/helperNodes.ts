import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

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

/** Passes its input on: the start of a workflow. */
export const start: INodeType = {
	description: description('start', []),
	execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return Promise.resolve([this.getInputData()]);
	},
};

/** Evaluates one expression for each of its items, as any node behind ours would. */
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
