import { z } from 'zod/v4';

import { CREDENTIAL_TYPE } from '../../../tools/realN8n/credentials';
import { node } from '../../../tools/realN8n/workflows';
import { exampleFiles, readExample } from '../../support/examples';
import { Workbench } from '../support/workbench';

const versions = z.array(
	z.looseObject({
		name: z.string(),
		version: z.union([z.number(), z.array(z.number())]),
		hidden: z.boolean().default(false),
	}),
);

describe('n8n with the packed package', () => {
	let workbench: Workbench;
	beforeAll(async () => {
		workbench = await Workbench.begin();
	});
	afterAll(() => workbench?.end());

	it('knows each node version in the examples, and n8n 1.x has no newer version', async () => {
		const { n8n } = workbench;
		const served = versions.parse(JSON.parse(await n8n.file('/types/nodes.json')));
		for (const { name: node, type, typeVersion } of exampleFiles.flatMap((file) => readExample(file).nodes)) {
			const ofType = served.filter(({ name }) => name === type);
			const known = ofType.flatMap(({ version }) => version);
			// n8n hides deprecated nodes, and n8n 2.43 and later do not save them.
			expect({ node, isHidden: ofType.some(({ hidden }) => hidden) }).toEqual({ node, isHidden: false });
			expect({ node, isKnown: known.includes(typeVersion) }).toEqual({ node, isKnown: true });
			if (n8n.line.name === '1')
				expect({ node, newest: Math.max(...known) }).toEqual({ node, newest: typeVersion });
		}
	});

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
