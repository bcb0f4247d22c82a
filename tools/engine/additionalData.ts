import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type { ICredentialsHelper, IWorkflowBase, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

import { notHere } from './credentials';

/** The data that n8n passes to an execution besides the workflow. The addresses are only read, never called. */
export function additionalData(
	credentialsHelper: ICredentialsHelper,
	workflow: IWorkflowBase,
): IWorkflowExecuteAdditionalData {
	const address = 'http://localhost:5678';
	return {
		credentialsHelper,
		hooks: new ExecutionLifecycleHooks('manual', '1', workflow),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables: {},
		externalSecretsProxy: new ExternalSecretsProxy(),
		restApiUrl: address,
		instanceBaseUrl: address,
		mcpBaseUrl: address,
		mcpTestBaseUrl: address,
		formBaseUrl: address,
		formWaitingBaseUrl: address,
		formTestBaseUrl: address,
		webhookBaseUrl: address,
		webhookWaitingBaseUrl: address,
		webhookTestBaseUrl: address,
		executeWorkflow: () => notHere('other workflow'),
		getRunExecutionData: () => notHere('other execution'),
		getRuntimeCredential: () => notHere('runtime credential'),
		startRunnerTask: () => notHere('task runner'),
		logAiEvent: () => undefined,
	};
}
