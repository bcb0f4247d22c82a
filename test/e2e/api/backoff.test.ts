import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import waitFor from 'p-wait-for';

import { byId } from '../../../tools/engine/parameters';
import { startN8n } from '../../../tools/realN8n/startN8n';
import { type OnEnd, withTeardown } from '../../../tools/realN8n/teardown';
import { createWorkflow, node, publish } from '../../../tools/realN8n/workflows';
import { pollTimes } from '../support/published';
import { artefacts, surroundings } from '../support/surroundings';
import { TRIGGER, TRIGGER_TYPE, Workbench } from '../support/workbench';

const WAITING = { interval: 200, timeout: 90_000 };

/** The settings with which n8n 2.x polls by its scheduler, and waits longer after failures. n8n 1.x has none of them. */
const durableCursors = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_LOG_LEVEL: 'debug',
};

/** Publishes a workflow that polls every three seconds, with a key that the service rejects from the second poll on. */
async function pollWithRejectedKey(onEnd: OnEnd) {
	const { line } = surroundings();
	const logFile = join(artefacts, `n8n-${line}-backoff.log`);
	const options = { report: () => {}, logFile, environment: durableCursors, onEnd };
	const { client: n8n } = await startN8n(line, options);
	const workbench = await Workbench.begin(n8n);
	onEnd(() => workbench.end());
	const { sandbox } = workbench;
	const added = { resource: 'live', webinarId: byId(1), event: 'registrantAdded', pollTimes };
	const trigger = workbench.withCredential(node(TRIGGER, TRIGGER_TYPE, 1, added));
	const workflow = await createWorkflow(n8n, { name: 'Rejected key', nodes: [trigger], connections: {} });
	await publish(n8n, workflow);
	// The first poll reads the webinar's hash, and then the registrants. It must succeed, so that n8n activates the workflow.
	await waitFor(() => sandbox.calls.length >= 2, WAITING);
	sandbox.fail({ kind: 'answer', status: 401, times: Infinity });
	const { length } = sandbox.calls;
	await waitFor(() => sandbox.calls.length > length, WAITING);
	/** The lines of n8n's log with this text, as soon as there are this many. */
	const linesOnce = async (text: string, count: number) => {
		let lines: string[] = [];
		await waitFor(async () => {
			lines = (await readFile(logFile, 'utf8')).split('\n').filter((entry) => entry.includes(text));
			return lines.length >= count;
		}, WAITING);
		return lines;
	};
	return { line, sandbox, linesOnce };
}

it(
	'waits half an hour before the next poll in n8n 2.x, but not in 1.x, if the service rejects the API key',
	() =>
		withTeardown(async (onEnd) => {
			const { line, sandbox, linesOnce } = await pollWithRejectedKey(onEnd);
			if (line === '1') {
				const { length } = sandbox.calls;
				await waitFor(() => sandbox.calls.length >= length + 4, WAITING);
				return;
			}
			// A poll may make more than one call, so they are counted when n8n says that it has failed.
			const [backingOff] = await linesOnce('Poll failed; backing off', 1);
			const callsOfFailedPoll = sandbox.calls.length;
			await linesOnce('skipping this occurrence', 2);
			expect(sandbox.calls).toHaveLength(callsOfFailedPoll);
			expect(backingOff).toContain('credential-invalid');
			expect(backingOff).toContain('1800000');
		}),
	240_000,
);
