import { CREDENTIAL_TYPE } from '../../../tools/realN8n/credentials';
import { node } from '../../../tools/realN8n/workflows';
import { Workbench } from '../support/workbench';

describe('n8n with the packed package', () => {
	let workbench: Workbench;
	beforeAll(async () => {
		workbench = await Workbench.begin();
	});
	afterAll(() => workbench?.end());

	it('refuses to use the credential in the HTTP Request node, says why, and sends no request', async () => {
		const { n8n, sandbox } = workbench;
		const request = node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, {
			method: 'POST',
			url: `${sandbox.url}/live/webinars`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: CREDENTIAL_TYPE,
		});
		// n8n 1.x cannot restrict a credential to nodes, but it can restrict the URLs of the HTTP Request node.
		const reason =
			n8n.line.name === '2'
				? /^Cannot save workflow: .* cannot use credential type "webinarAccountApi" — it is restricted to: /
				: /^This credential is configured to prevent use within an HTTP Request or GraphQL node/;
		const rejection = workbench.run(request).then(
			({ error }) => error?.message,
			({ message }: Error) => message,
		);
		expect(await rejection).toMatch(reason);
		expect(sandbox.calls).toEqual([]);
	});
});
