import { Settings } from 'luxon';

import { TestEngine } from '../support/engine';
import { FastTime } from '../support/fastTime';
import { findSecret } from '../support/findSecret';
import { Listening } from '../support/listening';
import { type Hosts, startHosts } from './hosts';
import { expected, expectedStop, meet, type Observation } from './observe';
import { type Operation, operations } from './operations';
import { checkReport, reportOf } from './report';
import { type Attempt, contact, newStage, type Stage } from './stage';
import { type Fault, faults } from './table';

const NOW = Date.UTC(2026, 2, 2, 12);
/** Virtual milliseconds in a real one. */
const SPEED = 20;

/** One of each kind: the texts are the same as with "Continue". */
const THROWN = [
	'connection refused',
	'certificate not accepted',
	'reset after the service acted',
	'401',
	'500',
];
const thrownFaults = faults.filter(({ name }) => THROWN.includes(name) || / repeats the key/.test(name));

interface Scene {
	operation: Operation;
	stage: Stage;
	unspoiled: Attempt;
}

describe('a fault', () => {
	let hosts: Hosts;
	let engine: TestEngine;
	let time: FastTime;
	let listening: Listening;
	const scenes: Scene[] = [];
	const observed = new Map<Fault, Map<Operation, Observation>>();

	beforeAll(async () => {
		Settings.now = () => NOW;
		time = new FastTime(SPEED);
		hosts = await startHosts();
		engine = await TestEngine.load();
		for (const operation of operations) {
			const stage = await newStage(engine, () => NOW);
			operation.begin?.(stage);
			scenes.push({ operation, stage, unspoiled: await operation.attempt(stage) });
		}
		listening = new Listening();
	});
	afterAll(async () => {
		listening.end();
		time.end();
		Settings.now = () => Date.now();
		await Promise.all(scenes.map(({ stage }) => stage.sandbox.close()));
		await hosts.close();
	});

	async function meetAll(fault: Fault) {
		return await Promise.all(
			scenes.map(async ({ operation, stage }) => {
				const { seen, hints, all } = await meet(operation, stage, fault, hosts);
				expect(findSecret([all, listening.heard], stage.sandbox.apiKey)).toEqual([]);
				expectNoContactIn(hints);
				return [operation, seen] as const;
			}),
		);
	}

	function expectNoContactIn(texts: unknown): void {
		for (const secret of Object.values(contact)) expect(findSecret(texts, secret)).toEqual([]);
	}

	const byName = (rows: Iterable<readonly [Operation, unknown]>) =>
		Object.fromEntries([...rows].map(([{ name }, row]) => [name, row]));

	it.each(faults.map((fault) => [fault.name, fault] as const))('%s', async (_name, fault) => {
		time.limitMs = fault.limitMs ?? 30_000;
		time.setSpeed(fault.speed ?? SPEED);
		const seen = new Map(await meetAll(fault));
		observed.set(fault, seen);
		const wanted = scenes.map(
			({ operation, unspoiled }) => [operation, expected(operation, fault, unspoiled)] as const,
		);
		expect(byName(seen)).toEqual(byName(wanted));
		expectNoContactIn(listening.heard);
		expect(hosts.heard()).toEqual({ bystander: 0, selfSigned: 0 });
	});

	// With "Stop" the error itself comes to the caller.
	it.each(thrownFaults.map((fault) => [fault.name, fault] as const))('%s, thrown', async (_name, fault) => {
		time.limitMs = 30_000;
		const writes = scenes.filter(({ operation }) => operation.done);
		await Promise.all(
			writes.map(async ({ operation, stage }) => {
				const wanted = expectedStop(operation, fault);
				if (!wanted) return;
				const { seen, all } = await meet(operation, { ...stage, onError: 'stopWorkflow' }, fault, hosts);
				expect(seen.told.map(withoutOthers)).toEqual(wanted);
				expect(findSecret([all, listening.heard], stage.sandbox.apiKey)).toEqual([]);
			}),
		);
	});

	it('is told in docs/faults.md', async () => {
		if (observed.size === faults.length) await checkReport(reportOf(observed));
	});
});

/** How many other items are done by then depends on chance. */
function withoutOthers(text: string | undefined): string | undefined {
	return text?.replace(/ Done already, without an output: .*$/, '');
}
