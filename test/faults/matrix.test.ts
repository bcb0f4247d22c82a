import { writeFile } from 'node:fs/promises';

import { Settings } from 'luxon';

import { TestEngine } from '../support/engine';
import { findSecret } from '../support/findSecret';
import { Listening } from '../support/listening';
import { SkippingClock } from '../support/skippingClock';
import { type Hosts, startHosts } from './hosts';
import { expected, expectedStop, meet, type Observation } from './observe';
import { type Operation, operations } from './operations';
import { reportOf } from './report';
import { type Attempt, contact, newStage, type Stage } from './stage';
import { type Fault, faults } from './table';

const NOW = Date.UTC(2026, 2, 2, 12);
/** The pause between faults. After it, a 429 has no more effect on the queue. */
const RECOVERY_MS = 600_000;

/** One fault of each kind also runs with On Error set to Stop Workflow. */
const THROWN = /^(?:connection refused|certificate not accepted|reset after .*|401|500|.* repeats the key)$/;
const thrownFaults = faults.filter(({ name }) => THROWN.test(name));

interface Scene {
	operation: Operation;
	stage: Stage;
	/** The attempt without a fault. */
	unspoiled: Attempt;
}

describe('a fault of the network or the service', () => {
	let hosts: Hosts;
	let engine: TestEngine;
	let clock: SkippingClock;
	let listening: Listening;
	const scenes: Scene[] = [];
	const observed = new Map<Fault, Map<Operation, Observation>>();

	beforeAll(async () => {
		Settings.now = () => NOW;
		clock = new SkippingClock();
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
		clock.end();
		Settings.now = () => Date.now();
		await Promise.all(scenes.map(({ stage }) => stage.sandbox.close()));
		await hosts.close();
		// `npm run test:more -- faults` sets the variable to print the report.
		const { FAULTS_REPORT: file } = process.env;
		if (file === undefined) return;
		process.stdout.write(`${reportOf(observed)}\n`);
		if (file !== '') await writeFile(file, `${reportOf(observed)}\n`);
	});

	const scenesOf = ({ of, notOf }: Fault) =>
		scenes.filter(({ operation: { name } }) => (of === undefined || of.includes(name)) && name !== notOf);

	/** Runs the fault in all operations that it applies to, and expects no secrets in the results. */
	async function meetInAllOperations(fault: Fault) {
		return await Promise.all(
			scenesOf(fault).map(async ({ operation, stage }) => {
				const { seen, hints, all } = await meet(operation, stage, fault, { hosts, clock });
				expect(findSecret(all, stage.sandbox.apiKey)).toEqual([]);
				expect(findSecret(hints, ...Object.values(contact))).toEqual([]);
				return [operation, seen] as const;
			}),
		);
	}

	/** Expects no API key and none of the secrets on the console or in n8n's log. */
	function expectNotLogged(...secrets: string[]): void {
		const keys = scenes.map(({ stage }) => stage.sandbox.apiKey);
		expect(findSecret(listening.take(), ...keys, ...secrets)).toEqual([]);
	}

	const byName = (rows: Iterable<readonly [Operation, unknown]>) =>
		Object.fromEntries([...rows].map(([{ name }, row]) => [name, row]));

	it.each(faults)(
		'leads to the documented errors, requests and effects in each operation: $name',
		async (fault) => {
			clock.advance(RECOVERY_MS);
			const seen = new Map(await meetInAllOperations(fault));
			observed.set(fault, seen);
			const wanted = scenesOf(fault).map(({ operation, unspoiled }) => {
				return [operation, expected(operation, fault, unspoiled)] as const;
			});
			expect(byName(seen)).toEqual(byName(wanted));
			expectNotLogged(...Object.values(contact));
			expect(hosts.received).toEqual({ bystander: 0, selfSigned: 0 });
		},
	);

	it('does not use a proxy for requests over plain http', async () => {
		const before = { ...process.env };
		process.env.HTTP_PROXY = process.env.http_proxy = hosts.addresses.bystander;
		try {
			for (const { operation, stage } of scenes) {
				stage.sandbox.reset();
				operation.begin?.(stage);
				const { errors } = await operation.attempt(stage);
				expect([operation.name, ...errors.filter(Boolean)]).toEqual([operation.name]);
			}
		} finally {
			process.env = before;
		}
		expect(hosts.received).toEqual({ bystander: 0, selfSigned: 0 });
	});

	it.each(thrownFaults)(
		'leads to the documented thrown error with On Error set to Stop Workflow: $name',
		async (fault) => {
			clock.advance(RECOVERY_MS);
			const writes = scenes.filter(({ operation }) => operation.done);
			await Promise.all(
				writes.map(async ({ operation, stage }) => {
					const wanted = expectedStop(operation, fault);
					if (!wanted) return;
					const stopping = { ...stage, onError: 'stopWorkflow' } as const;
					const { seen, all } = await meet(operation, stopping, fault, { hosts, clock });
					expect(seen.errors.map(withoutOthers)).toEqual(wanted);
					expect(findSecret(all, stage.sandbox.apiKey)).toEqual([]);
				}),
			);
			// n8n itself logs the error with the node's parameters.
			expectNotLogged();
		},
	);
});

/** Removes the number of items that are already done, which varies. */
function withoutOthers(text: string | undefined): string | undefined {
	return text?.replace(/ \d+ contacts? (?:was|were) already \w+ before this error\..*$/, '');
}
