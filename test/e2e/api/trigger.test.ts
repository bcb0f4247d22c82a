import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';
import waitFor from 'p-wait-for';

import { byId } from '../../../tools/engine/parameters';
import { startN8n } from '../../../tools/realN8n/startN8n';
import { type OnEnd, withTeardown } from '../../../tools/realN8n/teardown';
import { createWorkflow, node, publish } from '../../../tools/realN8n/workflows';
import { beginPolling, executionsOf, pollTimes } from '../support/published';
import { artefacts, surroundings } from '../support/surroundings';
import { TRIGGER, TRIGGER_TYPE, Workbench } from '../support/workbench';

const { line } = surroundings();
const onboarding = { product: 'live', webinarId: 1 } as const;
const added = { resource: 'live', webinarId: byId(1), event: 'registrantAdded' };
const WAITING = { interval: 200, timeout: 90_000 };
const TEST_WITHIN_MS = 240_000;

/** The settings with which n8n 2.x polls on its scheduler, and saves the trigger's state only with events. */
const onScheduler = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'false',
};

/** n8n 1.x has no scheduler. */
const onlyInN8n2 = line === '2' ? it : it.skip;

/** Starts an n8n for one test, and creates a workflow of one trigger. */
async function startWithTrigger(
	onEnd: OnEnd,
	parameters: INodeParameters & { event: string },
	environment = {},
) {
	const logFile = join(artefacts, `n8n-${line}-${parameters.event}.log`);
	const options = { report: () => {}, logFile, environment, onEnd };
	const { client: n8n, server, tarball } = await startN8n(line, options);
	const workbench = await Workbench.begin(n8n);
	onEnd(() => workbench.end());
	const workflow = await createWorkflow(n8n, {
		name: 'Trigger',
		nodes: [workbench.withCredential(node(TRIGGER, TRIGGER_TYPE, 1, { ...parameters, pollTimes }))],
		connections: {},
	});
	return { n8n, server, tarball, sandbox: workbench.sandbox, workflow, logFile };
}

async function watchInN8nThatRestarts(onEnd: OnEnd): Promise<void> {
	const { n8n, server, tarball, sandbox, workflow } = await startWithTrigger(onEnd, added);
	const register = (firstName: string) =>
		sandbox.addRegistrants(onboarding, [{ firstName, email: `${firstName}@example.com` }]);
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
	TEST_WITHIN_MS,
);

/** Watches all webinars, of which one is published after the first poll, with three pages of registrants who wait. */
async function watchOnScheduler(onEnd: OnEnd): Promise<void> {
	const parameters = { resource: 'live', webinarScope: 'all', event: 'registrantDidNotAttend' };
	const { n8n, sandbox, workflow } = await startWithTrigger(onEnd, parameters, onScheduler);
	const [template] = sandbox.webinars;
	if (!template) throw new Error('The sandbox has no webinar');
	sandbox.setWebinars([template]);
	const polls = () => sandbox.calls.filter(({ operation }) => operation === 'webinars').length;
	/** Waits until two polls have ended. */
	const waitForTwoPolls = async () => {
		const before = polls();
		await waitFor(() => polls() >= before + 3, WAITING);
	};
	/** Counts the requests for a page in the middle, which a poll sends only if it reads the whole list. */
	const wholeReadings = () =>
		sandbox.calls.filter(({ operation, parameters: { page } }) => operation === 'registrants' && page === '2')
			.length;

	await publish(n8n, workflow);
	await waitForTwoPolls();
	const published = sandbox.publish('live');
	sandbox.addRegistrants({ product: 'live', webinarId: published.id }, 60);
	await waitFor(() => wholeReadings() >= 1, WAITING);
	await waitForTwoPolls();
	expect(wholeReadings()).toBe(1);

	const [person] = sandbox.addRegistrants(onboarding, 1);
	if (!person) throw new Error('The sandbox registered nobody');
	sandbox.startSession(person, 200);
	const [execution] = await executionsOf(n8n, workflow, 1, ['success']);
	expect(execution?.output(TRIGGER).map(({ json }) => json.id)).toEqual([person.id]);
	await waitForTwoPolls();
	expect(wholeReadings()).toBe(1);
	expect(await executionsOf(n8n, workflow, 1)).toHaveLength(1);
}

onlyInN8n2(
	"reads a new webinar completely only once, if n8n's scheduler polls and n8n saves the state only with events",
	() => withTeardown(watchOnScheduler),
	TEST_WITHIN_MS,
);

/** Polls with a key that the service rejects from the second poll on. */
async function pollWithRejectedKey(onEnd: OnEnd): Promise<void> {
	const environment = {
		...onScheduler,
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
		N8N_LOG_LEVEL: 'debug',
	};
	const { n8n, sandbox, workflow, logFile } = await startWithTrigger(onEnd, added, environment);
	/** Waits until n8n's log has this many lines with this text. @returns the lines */
	const linesOnce = async (text: string, count: number) => {
		const lines = async () =>
			(await readFile(logFile, 'utf8')).split('\n').filter((entry) => entry.includes(text));
		await waitFor(async () => (await lines()).length >= count, WAITING);
		return await lines();
	};
	await publish(n8n, workflow);
	// The first poll reads the webinar's hash, and then the registrants. It must succeed, so that n8n activates the workflow.
	await waitFor(() => sandbox.calls.length >= 2, WAITING);
	sandbox.fail({ kind: 'answer', status: 401, times: Infinity });
	const [backingOff] = await linesOnce('Poll failed; backing off', 1);
	// When n8n skips a poll for the first time, all polls that it began before have ended.
	await linesOnce('skipping this occurrence', 1);
	const callsBefore = sandbox.calls.length;
	await linesOnce('skipping this occurrence', 3);
	expect(sandbox.calls).toHaveLength(callsBefore);
	expect(backingOff).toContain('credential-invalid');
	expect(backingOff).toContain('1800000');
}

onlyInN8n2(
	'waits half an hour before the next poll if the service rejects the API key',
	() => withTeardown(pollWithRejectedKey),
	TEST_WITHIN_MS,
);
