import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type { ICredentialsHelper, IWorkflowBase, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

import { unavailable } from './oneCredential';

/** Returns the data that n8n passes to an execution besides the workflow. Nothing sends requests to the URLs. */
export function additionalData(
	credentialsHelper: ICredentialsHelper,
	workflow: IWorkflowBase,
): IWorkflowExecuteAdditionalData {
	const url = 'http://localhost:5678';
	return {
		credentialsHelper,
		hooks: new ExecutionLifecycleHooks('manual', '1', workflow),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables: {},
		externalSecretsProxy: new ExternalSecretsProxy(),
		restApiUrl: url,
		instanceBaseUrl: url,
		mcpBaseUrl: url,
		mcpTestBaseUrl: url,
		formBaseUrl: url,
		formWaitingBaseUrl: url,
		formTestBaseUrl: url,
		webhookBaseUrl: url,
		webhookWaitingBaseUrl: url,
		webhookTestBaseUrl: url,
		executeWorkflow: () => unavailable('other workflow'),
		getRunExecutionData: () => unavailable('other execution'),
		getRuntimeCredential: () => unavailable('runtime credential'),
		startRunnerTask: () => unavailable('task runner'),
		logAiEvent: () => undefined,
	};
}
