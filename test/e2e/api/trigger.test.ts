import { join } from 'node:path';

import waitFor from 'p-wait-for';

import { byId } from '../../../tools/engine/parameters';
import { startN8n } from '../../../tools/realN8n/startN8n';
import { type OnEnd, withTeardown } from '../../../tools/realN8n/teardown';
import { createWorkflow, node, publish } from '../../../tools/realN8n/workflows';
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

/** The settings with which n8n 2.x polls on its scheduler, and saves the trigger's state only with events. */
const onScheduler = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'false',
};

const WAITING = { interval: 200, timeout: 90_000 };

/** Watches all webinars, of which one is published after the first poll, with three pages of registrants who wait. */
async function watchOnScheduler(onEnd: OnEnd): Promise<void> {
	const { line } = surroundings();
	// n8n 1.x does not poll on a scheduler.
	if (line === '1') return;
	const logFile = join(artefacts, `n8n-${line}-scheduler.log`);
	const options = { report: () => {}, logFile, environment: onScheduler, onEnd };
	const { client: n8n } = await startN8n(line, options);
	const workbench = await Workbench.begin(n8n);
	onEnd(() => workbench.end());
	const { sandbox } = workbench;
	const [template] = sandbox.webinars;
	if (!template) throw new Error('The sandbox has no webinar');
	const published = { ...template, id: 99, hash: 'published', title: 'Published later' };
	const polls = () => sandbox.calls.filter(({ operation }) => operation === 'webinars').length;
	/** Counts the requests for the middle page of the webinar, which a poll sends only if it reads the whole list. */
	const wholeReadings = () =>
		sandbox.calls.filter(
			({ operation, parameters }) =>
				operation === 'registrants' &&
				parameters.webinar_id === String(published.id) &&
				parameters.page === '2',
		).length;
	/** Waits until two polls have ended. */
	const waitForTwoPolls = async () => {
		const before = polls();
		await waitFor(() => polls() >= before + 3, WAITING);
	};

	sandbox.setWebinars([template]);
	const didNotAttend = { resource: 'live', webinarScope: 'all', event: 'registrantDidNotAttend', pollTimes };
	const nodes = [workbench.withCredential(node(TRIGGER, TRIGGER_TYPE, 1, didNotAttend))];
	const workflow = await createWorkflow(n8n, { name: 'On the scheduler', nodes, connections: {} });
	await publish(n8n, workflow);
	await waitForTwoPolls();

	sandbox.setWebinars([template, published]);
	sandbox.addRegistrants({ product: 'live', webinarId: published.id }, 60);
	await waitFor(() => wholeReadings() >= 1, WAITING);
	await waitForTwoPolls();
	expect(wholeReadings()).toBe(1);

	const [person] = sandbox.addRegistrants({ product: 'live', webinarId: template.id }, 1);
	if (!person) throw new Error('The sandbox registered nobody');
	sandbox.startSession(person, 200);
	const [execution] = await executionsOf(n8n, workflow, 1, ['success']);
	expect(execution?.output(TRIGGER).map(({ json }) => json.id)).toEqual([person.id]);
	await waitForTwoPolls();
	expect(wholeReadings()).toBe(1);
	expect(await executionsOf(n8n, workflow, 1)).toHaveLength(1);
}

it(
	"reads a new webinar completely only once, if n8n's scheduler polls and n8n saves the state only with events",
	() => withTeardown(watchOnScheduler),
	240_000,
);
