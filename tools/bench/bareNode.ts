import type { IExecuteFunctions, INodeExecutionData, INodeProperties, INodeType } from 'n8n-workflow';

import { mapConcurrent } from '../../nodes/WebinarAccount/utils/async';

/** As many items at once as the node processes. */
const ITEMS_AT_ONCE = 100;

/**
 * A node that only calls n8n's request helper for each item: the minimum cost of a registration.
 * @param readsAddress whether it reads the email address by expression, as every node must; otherwise directly from
 * the item
 */
export function bareNode({ description }: INodeType, baseUrl: string, readsAddress: boolean): INodeType {
	const properties: INodeProperties[] = readsAddress
		? [{ displayName: 'Email', name: 'email', type: 'string', default: '' }]
		: [];
	return {
		description: { ...description, properties },
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const call = async ({ json }: INodeExecutionData, item: number): Promise<INodeExecutionData> => {
				const email = readsAddress ? this.getNodeParameter('email', item) : json.email;
				const response: unknown = await this.helpers.httpRequestWithAuthentication.call(
					this,
					'webinarAccountApi',
					{
						method: 'POST',
						url: `${baseUrl}/live/register`,
						body: { webinar_id: '1', schedule: '11', first_name: 'Ann', email },
						headers: { 'content-type': 'application/x-www-form-urlencoded' },
						encoding: 'text',
						returnFullResponse: true,
						ignoreHttpStatusErrors: true,
					},
				);
				return { json: Object.assign({}, response), pairedItem: { item } };
			};
			return [await mapConcurrent(this.getInputData(), ITEMS_AT_ONCE, call)];
		},
	};
}
