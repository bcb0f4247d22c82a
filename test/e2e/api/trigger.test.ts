import { join } from 'node:path';

import waitFor from 'p-wait-for';

import { byId } from '../../../tools/engine/parameters';
import { startN8n } from '../../../tools/realN8n/startN8n';
import { type OnEnd, withTeardown } from '../../../tools/realN8n/teardown';
import { createWorkflow, node } from '../../../tools/realN8n/workflows';
import { beginPolling, executionsOf, pollTimes } from '../support/published';
import { artefacts, surroundings } from '../support/surroundings';
import { TRIGGER, TRIGGER_TYPE, Workbench } from '../support/workbench';

const onboarding = { product: 'live', webinarId: 1 } as const;
const added = { resource: 'live', webinarId: byId(1), event: 'registrantAdded', pollTimes };

async function watchInN8nThatRestarts(onEnd: OnEnd): Promise<void> {
	const { line } = surroundings();
	const logFile = join(artefacts, `n8n-${line}-restarted.log`);
	const { client: n8n, server, tarball } = await startN8n(line, { report: () => {}, logFile, onEnd });
	const workbench = await Workbench.begin(n8n);
	onEnd(() => workbench.end());
	const { sandbox } = workbench;
	const register = (firstName: string) =>
		sandbox.addRegistrants(onboarding, [{ firstName, email: `${firstName}@example.com` }]);

	const nodes = [workbench.withCredential(node(TRIGGER, TRIGGER_TYPE, 1, added))];
	const workflow = await createWorkflow(n8n, { name: 'Registrant Added', nodes, connections: {} });
	const reported = async (count: number) =>
		(await executionsOf(n8n, workflow, count, ['success'])).map((execution) => {
			expect(execution.raw).not.toContain(sandbox.apiKey);
			return execution.output(TRIGGER).map(({ json }) => json.email);
		});
	register('ann');
	await beginPolling(n8n, workflow, TRIGGER);
	register('ben');
	await reported(1);

	sandbox.fail({ operation: 'registrants', kind: 'answer', status: 403, times: 1 });
	register('cleo');
	await reported(2);

	await server.restart(tarball, () => register('dan'));
	await reported(3);
	// A poll that finds nothing new is one request. When the second poll begins, the first has ended.
	const requestsBefore = sandbox.calls.length;
	await waitFor(() => sandbox.calls.length >= requestsBefore + 2);
	expect(await reported(3)).toEqual([['ben@example.com'], ['cleo@example.com'], ['dan@example.com']]);
}

it(
	'starts a workflow once for each new registrant, even after a failed poll and a restart of n8n',
	() => withTeardown(watchInN8nThatRestarts),
	240_000,
);
