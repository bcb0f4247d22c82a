import waitFor from 'p-wait-for';

import { byId } from '../../../tools/engine/parameters';
import { createWorkflow, node } from '../../../tools/realN8n/workflows';
import { pollOften } from '../support/watchingWorkflow';
import { TRIGGER, TRIGGER_TYPE, useWorkbench } from '../support/workbench';

const onboarding = { product: 'live', webinarId: 1 } as const;
const added = { resource: 'live', webinarId: byId(1), event: 'registrantAdded', pollTimes: pollOften };
const workbench = useWorkbench();

it('a workflow with the trigger starts once for each new registrant, also after a poll that failed', async () => {
	const { n8n, sandbox } = workbench;
	const register = (firstName: string) =>
		sandbox.addRegistrants(onboarding, [{ firstName, email: `${firstName}@example.com` }]);
	const nodes = [workbench.withCredential(node(TRIGGER, TRIGGER_TYPE, 1, added))];
	const workflow = await createWorkflow(n8n, { name: 'Registrant Added', nodes, connections: {} });
	register('ann');
	const watching = await workbench.watch(workflow, TRIGGER);
	const reported = async (executions: number) =>
		(await watching.executions(executions)).map((execution) =>
			execution.output(TRIGGER).map(({ json }) => json.email),
		);
	register('ben');
	expect(await reported(1)).toEqual([['ben@example.com']]);

	sandbox.fail({ operation: 'registrants', kind: 'answer', status: 403, times: 1 });
	register('cleo');
	await watching.executions(2);
	// With nothing new, a poll is one call. When the second begins, an execution of the first has ended.
	const { length } = sandbox.calls;
	await waitFor(() => sandbox.calls.length >= length + 2);
	expect(await reported(2)).toEqual([['ben@example.com'], ['cleo@example.com']]);
});
