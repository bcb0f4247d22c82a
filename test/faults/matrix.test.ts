import { Settings } from 'luxon';

import { TestEngine } from '../support/engine';
import { findSecret } from '../support/findSecret';
import { Listening } from '../support/listening';
import { SkippingClock } from '../support/skippingClock';
import { expectedObservation, runWithFault } from './observation';
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

	const scenesFor = ({ onlyFor, exceptFor }: Fault) =>
		scenes.filter(
			({ operation: { name } }) => (onlyFor === undefined || onlyFor.includes(name)) && name !== exceptFor,
		);

	/**
	 * Runs one operation with a fault, and compares the result with the table. Expects no API key in the result, and no
	 * contact data in hints.
	 */
	async function check({ operation, stage, undisturbed }: Scene, fault: Fault): Promise<void> {
		const { observation, hints, everything } = await runWithFault(operation, stage, fault, { hosts, clock });
		expect(findSecret(everything, stage.sandbox.apiKey)).toEqual([]);
		expect(findSecret(hints, ...Object.values(contact))).toEqual([]);
		const expected = expectedObservation(operation, fault, undisturbed);
		expect({ [operation.name]: observation }).toEqual({ [operation.name]: expected });
	}

	const expectNoRedirectFollowed = () => expect(hosts.received).toEqual({ redirectTarget: 0, selfSigned: 0 });

	it.each(faults)(
		"shows each operation's documented error, and repeats only safe requests: $name",
		async (fault) => {
			await Promise.all(scenesFor(fault).map((scene) => check(scene, fault)));
			const keys = scenes.map(({ stage }) => stage.sandbox.apiKey);
			expect(findSecret(listening.take(), ...keys, ...Object.values(contact))).toEqual([]);
			expectNoRedirectFollowed();
		},
	);

	it('does not send plain-http requests through a proxy', async () => {
		const environment = { ...process.env };
		process.env.HTTP_PROXY = hosts.urls.redirectTarget;
		process.env.http_proxy = hosts.urls.redirectTarget;
		try {
			for (const { operation, stage } of scenes) {
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
