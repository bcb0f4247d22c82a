import { readAccount } from '../../nodes/WebinarAccount/service/account';
import type { ServiceClient } from '../../nodes/WebinarAccount/service/client';
import type { CallParameters, EndpointName } from '../../nodes/WebinarAccount/service/endpoints';
import { products } from '../../nodes/WebinarAccount/service/products';
import { readResponse } from '../../nodes/WebinarAccount/service/response';

let accounts = 0;

/**
 * Returns a client for automated webinars whose service is a function instead of a host. Each client has its own account, because clients of
 * one account share cached responses.
 * @param respond returns the fields of a successful response
 */
export function respondingClient(
	respond: (parameters: CallParameters, name: EndpointName) => object | Promise<object>,
): ServiceClient {
	const account = readAccount({ apiKey: `key-${++accounts}` });
	const call: ServiceClient['call'] = async (name, parameters = {}) => {
		const body = JSON.stringify({ status: 'success', ...(await respond(parameters, name)) });
		return readResponse(name, { statusCode: 200, body }, account);
	};
	return { account, product: products.automated, accountAndProduct: account.apiKey, call, callOnce: call };
}
