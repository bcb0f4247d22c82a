import { join } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';
import waitFor from 'p-wait-for';

import { byId, sandboxCredential } from '../../../tools/engine/parameters';
import { createCredential, CREDENTIAL_TYPE } from '../../../tools/realN8n/credentials';
import { N8nClient } from '../../../tools/realN8n/n8nClient';
import { N8nServer } from '../../../tools/realN8n/n8nServer';
import { type OnEnd, withTeardown } from '../../../tools/realN8n/teardown';
import { createWorkflow, node } from '../../../tools/realN8n/workflows';
import { type Sandbox, startSandbox } from '../../../sandbox';
import { artefacts, surroundings } from '../support/surroundings';
import { pollEvery, WatchingWorkflow } from '../support/watchingWorkflow';
import { TRIGGER, TRIGGER_TYPE } from '../support/workbench';

const onboarding = { product: 'live', webinarId: 1 } as const;
const TIMEOUT_MS = 240_000;
/** So many workflows, more often, are too much for a busy machine. */
const pollTimes = pollEvery(10);

/** What is watched, and which of the names of a round it reports. */
interface Watch {
	event: string;
	parameters: INodeParameters;
	reports: (round: number) => string[];
}

const people =
	(...names: string[]) =>
	(round: number) =>
		names.map((name) => `${name}${round}@example.com`);
const everybody = people('replay', 'absent', 'early', 'late', 'buyer');
const watch = (event: string, reports: Watch['reports'], parameters: INodeParameters = {}): Watch => ({
	event,
	parameters: { event, webinarId: byId(onboarding.webinarId), ...parameters },
	reports,
});

const watches: readonly Watch[] = [
	watch('registrantAdded', everybody),
	watch('registrantAdded', everybody, { webinarScope: 'all' }),
	watch('registrantAttended', people('replay', 'early', 'late')),
	watch('registrantAttendedLive', people('early', 'late')),
	watch('registrantAttendedReplay', people('replay')),
	watch('registrantDidNotAttend', people('absent')),
	watch('registrantLeftEarly', people('early')),
	watch('registrantPurchased', people('buyer')),
	watch('registrantStayed', people('late')),
	watch('sessionStarting', (round) => [`schedule ${round}`], { minutesBefore: 3 * 24 * 60 }),
	watch('webinarPublished', (round) => [`webinar ${round}`]),
];

/** Lets each event happen once, all of them before the next poll. */
function happen(sandbox: Sandbox, round: number): void {
	const add = (name: string) => {
		const [person] = sandbox.addRegistrants(onboarding, [
			{ firstName: name, email: `${name}${round}@example.com` },
		]);
		if (!person) throw new Error('Nobody was added');
		return person;
	};
	sandbox.attend(add('replay'), { replay: 60 });
	sandbox.startSession(add('absent'), 200);
	const early = add('early');
	sandbox.attend(early, { live: 60 });
	sandbox.startSession(early, 200);
	sandbox.attend(add('late'), { live: 3600 });
	sandbox.buy(add('buyer'), { live: 49 });
	const [webinar] = sandbox.webinars.filter(({ id }) => id === onboarding.webinarId);
	if (webinar?.product !== 'live') throw new Error('There is no such webinar');
	const session = { kind: 'once', schedule: 100 + round, daysAhead: 1, time: `0${round}:00` } as const;
	sandbox.changeWebinar(onboarding, { sessions: [...webinar.sessions, session] });
	const { id } = sandbox.publish('live');
	sandbox.changeWebinar({ product: 'live', webinarId: id }, { name: `webinar ${round}` });
}

async function reportEachOnce(onEnd: OnEnd): Promise<void> {
	const { installation, tarball, folder } = surroundings();
	const sandbox = await startSandbox();
	onEnd(() => sandbox.close());
	const { line } = installation;
	const server = await N8nServer.start({
		...{ installation, tarball, userFolder: join(folder, 'restarted') },
		logFile: join(artefacts, `n8n-${line.name}-restarted.log`),
		onEnd,
	});
	const n8n = await N8nClient.setUp(line, server.url);
	const credential = await createCredential(n8n, 'Sandbox', sandboxCredential(sandbox));
	// One after the other: n8n 1.x with SQLite fails at several at once ("no such savepoint").
	const running: Array<Pick<Watch, 'reports'> & { name: string; workflow: WatchingWorkflow }> = [];
	for (const [place, { event, parameters, reports }] of watches.entries()) {
		const name = `${place} ${event}`;
		const trigger = node(TRIGGER, TRIGGER_TYPE, 1, { pollTimes, ...parameters });
		const nodes = [{ ...trigger, credentials: { [CREDENTIAL_TYPE]: credential } }];
		const workflow = await createWorkflow(n8n, { name, nodes, connections: {} });
		running.push({ name, reports, workflow: await WatchingWorkflow.begin(n8n, workflow, TRIGGER) });
	}
	const reported = async ({ workflow }: (typeof running)[number]) =>
		(await workflow.executions(0)).flatMap((execution) => {
			expect(execution.raw).not.toContain(sandbox.apiKey);
			return execution.output(TRIGGER).map(({ json: { email, schedule, name } }) => {
				if (typeof email === 'string') return email;
				return schedule === undefined ? String(name) : `schedule ${Number(schedule) - 100}`;
			});
		});
	for (const round of [1, 2]) {
		// While n8n is down, because an execution that a restart interrupts is lost with its events.
		if (round === 2) await server.restart(tarball, () => happen(sandbox, round));
		else happen(sandbox, round);
		for (const each of running) {
			const expected = [1, 2].slice(0, round).flatMap(each.reports).sort();
			await waitFor(async () => (await reported(each)).length >= expected.length, {
				interval: 500,
				timeout: 60_000,
			}).catch(() => {});
			expect([each.name, (await reported(each)).sort()]).toEqual([each.name, expected]);
		}
	}
	// Another poll of each reports nothing more.
	const { length } = sandbox.calls;
	await waitFor(() => sandbox.calls.length >= length + 3 * watches.length, { timeout: 60_000 });
	for (const each of running) {
		expect([each.name, (await reported(each)).sort()]).toEqual([
			each.name,
			[1, 2].flatMap(each.reports).sort(),
		]);
	}
}

it(
	'reports each event once, in workflows that are published, also across a restart of n8n',
	() => withTeardown(reportEachOnce),
	TIMEOUT_MS,
);
