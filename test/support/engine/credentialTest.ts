import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type INode,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
	NodeApiError,
	type Workflow,
} from 'n8n-workflow';

export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

interface Surroundings {
	node: INode;
	nodeType: INodeType;
	workflow: Workflow;
	additionalData: IWorkflowExecuteAdditionalData;
}

/** A declarative node that makes the request of the credential's `test`. */
export function requestNodeType({ test }: ICredentialType, { description }: INodeType): INodeType {
	if (!test) throw new Error('The credential has no test');
	const routing = { request: test.request };
	const properties = [{ displayName: 'Temp', name: 'temp', type: 'string' as const, default: '', routing }];
	return { description: { ...description, properties } };
}

/**
 * Runs the `test` of a credential type as n8n does: a declarative node makes the request, and the answer is compared
 * with the rules. n8n's own code for it is in its server and not published as a library.
 */
export async function testCredential(
	type: ICredentialType,
	data: ICredentialDataDecryptedObject,
	{ node, nodeType, workflow, additionalData }: Surroundings,
): Promise<CredentialTestResult> {
	const input = { main: [[{ json: {} }]] };
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		input,
		{ node, data: {}, source: null },
		[],
	);
	try {
		const credential = { id: '1', name: 'Webinar account', type: type.name, data };
		const [items] = (await new RoutingNode(context, nodeType, credential).runNode()) ?? [];
		const answer = items?.[0]?.json ?? {};
		const broken = (type.test?.rules ?? []).find(
			({ type: rule, properties }) =>
				rule === 'responseSuccessBody' &&
				'key' in properties &&
				answer[String(properties.key)] === properties.value,
		);
		return broken
			? { status: 'Error', message: String(broken.properties.message) }
			: { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: messageOf(error) };
	}
}

/** What n8n shows of a failed request: the status text or the network's code, else the error's own message. */
function messageOf(error: unknown): string {
	if (!(error instanceof NodeApiError)) return String(error);
	const { cause } = error;
	if (cause instanceof Error && 'response' in cause) {
		const { response } = cause;
		if (typeof response === 'object' && response !== null && 'statusText' in response)
			return String(response.statusText);
	}
	return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}
