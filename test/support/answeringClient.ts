import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { readAnswer } from '../../nodes/WebinarAccount/service/answer';
import type { CallParameters, ServiceClient } from '../../nodes/WebinarAccount/service/endpoints';

/** A service without a network, whose successful answers follow from the parameters of a call. */
export function answeringClient(answer: (parameters: CallParameters) => object): ServiceClient {
	const account = readAccount({ apiKey: 'key' });
	return {
		account,
		call: (_product, name, parameters = {}) => {
			const body = JSON.stringify({ status: 'success', ...answer(parameters) });
			return Promise.resolve(readAnswer(name, { statusCode: 200, body }, account));
		},
	};
}
