import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { readResponse } from '../../nodes/WebinarAccount/service/response';
import type { CallParameters, ServiceClient } from '../../nodes/WebinarAccount/service/endpoints';
import type { EndpointName } from '../../nodes/WebinarAccount/service/schemas';

let accounts = 0;

/**
 * Returns a service without a network, whose successful responses follow from the parameters of a request. Each has
 * another account, because clients of one account share cached responses.
 */
export function answeringClient(
	answer: (parameters: CallParameters, name: EndpointName) => object | Promise<object>,
): ServiceClient {
	const account = readAccount({ apiKey: `key-${++accounts}` });
	return {
		account,
		call: async (_product, name, parameters = {}) => {
			const body = JSON.stringify({ status: 'success', ...(await answer(parameters, name)) });
			return readResponse(name, { statusCode: 200, body }, account);
		},
	};
}
