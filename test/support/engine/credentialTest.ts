import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeCredentialTestResult,
	INodeType,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

/** Runs a credential's test as n8n does: by the function of a node type that says it tests the credential. */
export async function testCredential(
	type: string,
	data: ICredentialDataDecryptedObject,
	{ description, methods }: INodeType,
	additionalData: IWorkflowExecuteAdditionalData,
): Promise<INodeCredentialTestResult> {
	const testedBy = description.credentials?.find(({ name }) => name === type)?.testedBy;
	const test = typeof testedBy === 'string' ? methods?.credentialTest?.[testedBy] : undefined;
	if (!test) throw new Error('The credential has no test');
	const context = new CredentialTestContext(additionalData);
	return await test.call(context, { id: '1', name: 'Webinar account', type, data });
}
