import { Settings } from 'luxon';

import { TestEngine } from '../support/engine';
import { findSecret } from '../support/findSecret';
import { Listening } from '../support/listening';
import { SkippingClock } from '../support/skippingClock';
import { expectedErrorsUntilStop, expectedObservation, runWithFault } from './observation';
import { type Operation, operations } from './operations';
import { contact, newStage, type OperationResult, type Stage } from './stage';
import { type Hosts, startHosts } from './startHosts';
import { type Fault, faults } from './table';

const NOW = Date.UTC(2026, 2, 2, 12);
/** The pause between faults. After it, a 429 has no more effect on the queue. */
const RECOVERY_MS = 600_000;

interface Scene {
	operation: Operation;
	stage: Stage;
	/** The result without a fault. */
	undisturbed: OperationResult;
}

describe('a network or service fault', () => {
	let hosts: Hosts;
	let engine: TestEngine;
	let clock: SkippingClock;
	let listening: Listening;
	/** Each operation, with its sandbox. */
	const scenes: Scene[] = [];

	beforeAll(async () => {
		Settings.now = () => NOW;
		clock = new SkippingClock();
		hosts = await startHosts();
		engine = await TestEngine.load();
		for (const operation of operations) {
			const stage = await newStage(engine, () => NOW);
			operation.prepare?.(stage);
			scenes.push({ operation, stage, undisturbed: await operation.run(stage) });
		}
		listening = new Listening();
	});
	beforeEach(() => clock.advance(RECOVERY_MS));
	afterAll(async () => {
		listening.end();
		clock.end();
		Settings.now = () => Date.now();
		await Promise.all(scenes.map(({ stage }) => stage.sandbox.close()));
		hosts.close();
	});

	const scenesFor = ({ onlyFor, exceptFor, representsItsKind }: Fault) =>
		scenes.filter(
			({ operation: { name, meetsEveryFault } }) =>
				(onlyFor === undefined || onlyFor.includes(name)) &&
				name !== exceptFor &&
				(meetsEveryFault || representsItsKind || onlyFor || process.env.FAULTS_IN_ALL_OPERATIONS),
		);

	/** Runs one operation with a fault. Expects no API key in the results, and no contact data in hints. */
	async function observe(operation: Operation, stage: Stage, fault: Fault) {
		const { observation, hints, everything } = await runWithFault(operation, stage, fault, { hosts, clock });
		expect(findSecret(everything, stage.sandbox.apiKey)).toEqual([]);
		expect(findSecret(hints, ...Object.values(contact))).toEqual([]);
		return observation;
	}

	/** Expects no API key and none of the secrets on the console or in n8n's log. */
	function expectNotLogged(...secrets: string[]): void {
		const keys = scenes.map(({ stage }) => stage.sandbox.apiKey);
		expect(findSecret(listening.take(), ...keys, ...secrets)).toEqual([]);
	}

	const expectNoRedirectFollowed = () => expect(hosts.received).toEqual({ redirectTarget: 0, selfSigned: 0 });

	it.each(faults)(
		"shows each operation's documented error, and repeats only safe requests: $name",
		async (fault) => {
			const check = async ({ operation, stage, undisturbed }: Scene) => {
				const observation = await observe(operation, stage, fault);
				const expected = expectedObservation(operation, fault, undisturbed);
				expect({ [operation.name]: observation }).toEqual({ [operation.name]: expected });
			};
			await Promise.all(scenesFor(fault).map(check));
			expectNotLogged(...Object.values(contact));
			expectNoRedirectFollowed();
		},
	);

	const faultsThatStop = faults.filter(({ representsItsKind }) => representsItsKind);

	it.each(faultsThatStop)(
		'stops the workflow with the documented error in each operation that writes: $name',
		async (fault) => {
			for (const { operation, stage } of scenes.filter(({ operation: { countWrites } }) => countWrites)) {
				const expected = expectedErrorsUntilStop(operation, fault);
				if (!expected) continue;
				const { errors } = await observe(operation, { ...stage, onError: 'stopWorkflow' }, fault);
				expect(errors.map(withoutCompletedItems)).toEqual(expected);
			}
			// n8n itself logs the error with the node's parameters, so that contact data may be logged.
			expectNotLogged();
		},
	);

	it('does not send plain-http requests through a proxy', async () => {
		const environment = { ...process.env };
		process.env.HTTP_PROXY = hosts.urls.redirectTarget;
		process.env.http_proxy = hosts.urls.redirectTarget;
		try {
			for (const { operation, stage } of scenes.filter(
				({ operation: { meetsEveryFault } }) => meetsEveryFault,
			)) {
				stage.sandbox.reset();
				operation.prepare?.(stage);
				const { errors } = await operation.run(stage);
				expect([operation.name, ...errors.filter(Boolean)]).toEqual([operation.name]);
			}
		} finally {
			process.env = environment;
		}
		expectNoRedirectFollowed();
	});
});

/** Removes the number of completed items from an error, because it varies, and the contact's email address. */
function withoutCompletedItems(error: string | undefined): string | undefined {
	return error
		?.replace(/\.? \(\S+@example\.com\)/, '')
		.replace(/ \d+ contacts? (?:was|were) already \w+ before this error[.,].*$/, '');
}
