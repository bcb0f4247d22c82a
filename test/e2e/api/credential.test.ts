import { sandboxCredential } from '../../../tools/engine/parameters';
import { CREDENTIAL_TYPE, testCredential } from '../../../tools/realN8n/credentials';
import { Execution } from '../../../tools/realN8n/executions';
import { createWorkflow, node, runManually, to } from '../../../tools/realN8n/workflows';
import { CONTACTS, useWorkbench } from '../support/workbench';
import { containing } from '../../support/matchers';

const workbench = useWorkbench();

describe('the credential in the HTTP Request node', () => {
	const run = async () => {
		const { n8n, sandbox } = workbench;
		const request = node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, {
			method: 'POST',
			url: `${sandbox.url}/live/webinars`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: CREDENTIAL_TYPE,
		});
		const workflow = await createWorkflow(n8n, {
			name: 'HTTP Request with our credential',
			nodes: [node(CONTACTS, 'n8n-nodes-base.manualTrigger', 1, {}), workbench.withCredential(request)],
			connections: { [CONTACTS]: { main: [[to(request.name)]] } },
		});
		const execution = await Execution.ended(n8n, await runManually(n8n, workflow, CONTACTS));
		throw new Error(execution.error?.message);
	};

	it('is refused with a reason, and the key goes nowhere', async () => {
		// 1.x knows no restriction to nodes, but one of the addresses that its HTTP Request node may call.
		const reason =
			workbench.n8n.line.name === '2'
				? /^Cannot save workflow: .* cannot use credential type "webinarAccountApi" — it is restricted to: /
				: 'This credential is configured to prevent use within an HTTP Request or GraphQL node';
		await expect(run()).rejects.toThrow(reason);
		expect(workbench.sandbox.calls).toEqual([]);
	});
});

describe("the credential's Test button", () => {
	const test = (changes: object = {}) =>
		testCredential(workbench.n8n, workbench.credential, {
			...sandboxCredential(workbench.sandbox),
			...changes,
		});

	it('says that a good key works, and what to check with a bad one', async () => {
		await expect(test()).resolves.toEqual({ status: 'OK', message: 'Connection successful!' });
		const message = containing('The service does not accept the API key. The key has 5');
		await expect(test({ apiKey: 'wrong' })).resolves.toEqual({ status: 'Error', message });
	});
});
