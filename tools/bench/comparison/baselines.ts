import type { INode, INodeParameters } from 'n8n-workflow';

import { CREDENTIAL_TYPE, type CredentialReference } from '../../realN8n/credentials';
import { CALLS_PER_SECOND } from '../limits';
import { registerParameters } from '../registrations';

type NodeSettings = Pick<INode, 'type' | 'typeVersion' | 'parameters'> & Partial<INode>;

/** What a node is filled in with: some take the address and the key, some take a credential. */
interface Inputs {
	url: string;
	apiKey: string;
	credential: CredentialReference;
}

/** A node with its settings that registers the items of a workflow: ours, or what n8n has without it. */
export interface Baseline {
	name: string;
	node: (inputs: Inputs) => NodeSettings;
}

const batches = { batching: { batch: { batchSize: CALLS_PER_SECOND, batchInterval: 1000 } } };
const onError = 'continueRegularOutput' as const;

export const baselines: readonly Baseline[] = [
	{
		name: 'WebinarJam / EverWebinar node, as it is',
		node: ({ credential }) => ({
			type: 'n8n-nodes-webinar-account.webinarAccount',
			typeVersion: 1,
			parameters: registerParameters,
			credentials: { [CREDENTIAL_TYPE]: credential },
			onError,
		}),
	},
	{ name: 'HTTP Request, as it is', node: (inputs) => ({ ...httpRequest(inputs, {}), onError }) },
	{
		name: 'HTTP Request, batches of 20 a second',
		node: (inputs) => ({ ...httpRequest(inputs, batches), onError }),
	},
	{
		name: 'HTTP Request, batches and Retry On Fail',
		// It repeats the whole node when an item failed, so it needs the node to fail.
		node: (inputs) => ({ ...httpRequest(inputs, batches), retryOnFail: true }),
	},
];

/** n8n's own node for any service, filled in as the service's documentation says. */
function httpRequest({ url, apiKey }: Inputs, options: INodeParameters): NodeSettings {
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
