import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { toTestMessage } from './fields/nodeError';
import { readAccount, withKey } from './service/account';
import { HttpClient, type Post } from './service/client';
import { products } from './service/products';

/**
 * Tests a credential with a request for the list of live webinars. A failed test shows the same message as a failed
 * run. n8n's declarative test is not used, because it accepts every response that is not listed as a failure, and shows
 * only the HTTP status.
 */
export async function testWebinarAccount(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	// n8n offers only its older request helper to credential tests.
	const { helpers } = this;
	const post: Post = async (options) => {
		const { url, ...request } = withKey(data, options);
		const response: unknown = await helpers.request({
			...request,
			uri: url,
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
		});
		return response;
	};
	try {
		// Sent once, because the user waits for the result.
		await new HttpClient(readAccount(data), products.live, post, this).callOnce('webinars');
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: toTestMessage(error) };
	}
}
