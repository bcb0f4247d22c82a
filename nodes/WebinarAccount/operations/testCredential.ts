import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { toTestMessage } from '../fields/nodeError';
import { readAccount, withKey } from '../service/account';
import { type Post, sendRequest } from '../service/client';

/**
 * Tests a credential by listing the live webinars. It fails with the same messages as a run. n8n's declarative test would
 * accept every response that is not listed as a failure, and would show only the HTTP status of a failed request.
 */
export async function testWebinarAccount(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	// A credential test has only n8n's older request helper.
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
		await sendRequest({ account: readAccount(data), post, run: this }, 'live', 'webinars');
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: toTestMessage(error) };
	}
}
