import type { INode, INodeParameters } from 'n8n-workflow';

import { CREDENTIAL_TYPE, type CredentialReference } from '../../realN8n/credentials';
import { CALLS_PER_SECOND } from '../leastTime';
import { registerParameters } from '../registerContacts';

type NodeSettings = Pick<INode, 'type' | 'typeVersion' | 'parameters'> & Partial<INode>;

/** How a node reaches the service. The HTTP Request node needs the URL and the key, this package's node a credential. */
interface Connection {
	url: string;
	apiKey: string;
	credential: CredentialReference;
}

/** A node that registers the items of a workflow. */
export interface Candidate {
	name: string;
	node: (connection: Connection) => NodeSettings;
}

const batches = { batching: { batch: { batchSize: CALLS_PER_SECOND, batchInterval: 1000 } } };
const onError = 'continueRegularOutput' as const;

export const candidates: readonly Candidate[] = [
	{
		name: 'WebinarJam and EverWebinar node',
		node: ({ credential }) => ({
			type: 'n8n-nodes-webinar-account.webinarAccount',
			typeVersion: 1,
			parameters: registerParameters,
			credentials: { [CREDENTIAL_TYPE]: credential },
			onError,
		}),
	},
	{ name: 'HTTP Request', node: (connection) => ({ ...httpRequest(connection, {}), onError }) },
	{
		name: 'HTTP Request, batches of 20 per second',
		node: (connection) => ({ ...httpRequest(connection, batches), onError }),
	},
	{
		name: 'HTTP Request, batches and Retry On Fail',
		// Retry On Fail repeats the whole node, and only if the node fails. So On Error must stay at Stop.
		node: (connection) => ({ ...httpRequest(connection, batches), retryOnFail: true }),
	},
];

/** n8n's HTTP Request node with the parameters of a registration. */
function httpRequest({ url, apiKey }: Connection, options: INodeParameters): NodeSettings {
	const { email } = registerParameters;
	const body = { api_key: apiKey, webinar_id: '1', schedule: '11', first_name: 'Ann', email };
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
