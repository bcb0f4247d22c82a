import type { INode, INodeParameters } from 'n8n-workflow';

import { CREDENTIAL_TYPE, type CredentialReference } from '../../realN8n/credentials';
import { CALLS_PER_SECOND } from '../limits';
import { registerParameters } from '../registrations';

type NodeSettings = Pick<INode, 'type' | 'typeVersion' | 'parameters'> & Partial<INode>;

/** Access to the service, for nodes with a credential and for those with address and key as parameters. */
interface Access {
	url: string;
	apiKey: string;
	credential: CredentialReference;
}

/** A node that registers the items of a workflow: ours, or one of n8n's own. */
export interface Baseline {
	name: string;
	node: (access: Access) => NodeSettings;
}

const batches = { batching: { batch: { batchSize: CALLS_PER_SECOND, batchInterval: 1000 } } };
const onError = 'continueRegularOutput' as const;

export const baselines: readonly Baseline[] = [
	{
		name: 'Webinar Account',
		node: ({ credential }) => ({
			type: 'n8n-nodes-webinar-account.webinarAccount',
			typeVersion: 1,
			parameters: registerParameters,
			credentials: { [CREDENTIAL_TYPE]: credential },
			onError,
		}),
	},
	{ name: 'HTTP Request', node: (access) => ({ ...httpRequest(access, {}), onError }) },
	{
		name: 'HTTP Request, batches of 20 per second',
		node: (access) => ({ ...httpRequest(access, batches), onError }),
	},
	{
		name: 'HTTP Request, batches and Retry On Fail',
		// Retry On Fail repeats the whole node, but only if the node fails.
		node: (access) => ({ ...httpRequest(access, batches), retryOnFail: true }),
	},
];

/** n8n's HTTP Request node, configured as in the service's documentation. */
function httpRequest({ url, apiKey }: Access, options: INodeParameters): NodeSettings {
	const body = {
		api_key: apiKey,
		webinar_id: '1',
		schedule: '11',
		first_name: 'Ann',
		email: '={{ $json.email }}',
	};
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: `${url}/live/register`,
			sendBody: true,
			contentType: 'form-urlencoded',
			bodyParameters: { parameters: Object.entries(body).map(([name, value]) => ({ name, value })) },
			options,
		},
	};
}
