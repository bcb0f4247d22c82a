import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { callOnce, type Post } from '../service/client';
import { toTestMessage } from '../fields/nodeError';
import { readAccount, withKey } from '../service/account';

/**
 * Fails with the texts of a run. n8n's declarative test cannot do this: it fails for listed answers only, so an unknown
 * failure passes, and it shows the code or reason phrase of a failed request.
 */
export async function testWebinarAccount(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	// A test has no other request helper than this old one.
	const { helpers } = this;
	const post: Post = async (options) => {
		const { url, ...request } = withKey(data, options);
		const response: unknown = await helpers.request({
			...request,
			uri: url,
			followRedirect: false,
			simple: false,
			useStream: true,
			resolveWithFullResponse: true,
		});
		return response;
	};
	try {
		await callOnce({ account: readAccount(data), post, run: this }, 'live', 'webinars');
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: toTestMessage(error) };
	}
}
