import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import fc from 'fast-check';

import { Harness } from '../support/harness';
import { report } from '../support/progress';
import { Proxy } from '../support/proxy';
import { changeResponseBody } from '../support/changeResponseBody';
import { emailOf, expectCompletion, registerAll, verifiedOutcomes } from './register';
import './seed';

/** `npm run test:more -- long` sets a larger number, and real time. */
const CONTACTS = Number(process.env.LONG_CONTACTS ?? 40);
const inRealTime = process.env.LONG_REAL_TIME !== undefined;
/** Number of random moments for each test. */
const RUNS = Number(process.env.LONG_RUNS ?? 1);

/** Waits in the time of the node, which a fake clock may skip. */
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const moment = fc.integer({ min: 0, max: CONTACTS - 1 });

jest.setTimeout(Number(process.env.LONG_TIMEOUT_MS ?? 60_000));

describe('a long list of contacts', () => {
	let harness: Harness;
	let proxy: Proxy;
	let progress: NodeJS.Timeout;
	/** Number of contacts in the running test. */
	let contacts = CONTACTS;

	beforeAll(async () => {
		harness = await Harness.start({ inRealTime });
		proxy = await Proxy.to(harness.sandbox.url);
		progress = setInterval(() => report(harness.sandbox.registrants.length, contacts), 500);
	});
	beforeEach(() => {
		harness.sandbox.reset();
		contacts = CONTACTS;
	});
	afterAll(async () => {
		clearInterval(progress);
		await proxy.shut();
		await harness.stop();
	});

	const credential = () => ({ ...harness.credential, baseUrl: proxy.url });

	/** Runs an action when this number of registrations have arrived. */
	const afterRegistrations = (count: number, action: () => void) =>
		harness.sandbox.before({ operation: 'register', skip: count }, action);

	/** Registers all contacts, and checks the reported outcome of each against the sandbox. */
	async function registerAndCheck(signal?: AbortSignal) {
		const { sandbox, engine } = harness;
		const options = { contacts, credential: credential(), ...(signal && { signal }) };
		const result = await registerAll(engine, options);
		return { ...result, outcomes: verifiedOutcomes(result, contacts, sandbox) };
	}

	/** Registers the remaining contacts without faults, and expects each contact to be registered once. */
	async function complete() {
		const { sandbox, engine } = harness;
		sandbox.clearFaults();
		await proxy.open();
		await expectCompletion(engine, contacts, sandbox, credential());
	}

	/** Checks random values. After each, the remaining contacts are registered. */
	const checkAndComplete = <Value>(values: fc.Arbitrary<Value>, check: (value: Value) => Promise<void>) =>
		fc.assert(
			fc.asyncProperty(values, async (value) => {
				harness.sandbox.reset();
				await check(value);
				await complete();
			}),
			{ numRuns: RUNS },
		);

	it('is registered exactly once although the network fails repeatedly', async () => {
		await checkAndComplete(moment, async (contact) => {
			let isOver = false;
			const flap = async () => {
				while (!isOver) {
					await proxy.shut();
					await wait(10 + (contact % 40));
					await proxy.open();
					await wait(30 + (contact % 20));
				}
			};
			const flapping = flap();
			const result = await registerAndCheck().finally(() => (isOver = true));
			await flapping;
			expect(result.output).toHaveLength(CONTACTS);
		});
	});

	it('is registered exactly once although the API key is revoked during the run', async () => {
		await checkAndComplete(moment, async (contact) => {
			const body = { status: 'error', errors: { api_key: 'You must specify a valid API key' } };
			afterRegistrations(contact, () =>
				harness.sandbox.fail({ kind: 'answer', status: 401, body, times: Infinity }),
			);
			const { outcomes } = await registerAndCheck();
			const certain = outcomes.filter((outcome) => outcome === 'registered' || outcome === 'failed');
			expect(certain).toHaveLength(CONTACTS);
		});
	});

	it('is registered exactly once although the requests of some contacts always fail', async () => {
		contacts = 4 * CONTACTS;
		const tooMany = '{"status":"success","user":[' + '{},'.repeat(100_000) + '{}]}';
		/** Faults, and the outcome that the node reports for each. */
		const faults = [
			{ kind: 'answer', status: 429, outcome: 'failed' },
			{ kind: 'answer', status: 429, outcome: 'failed' },
			{ kind: 'answer', status: 408, outcome: 'doubtful' },
			{ kind: 'resetBefore', outcome: 'doubtful' },
			{ kind: 'resetAfter', outcome: 'doubtful' },
			{ kind: 'truncatedJson', outcome: 'doubtful' },
			{
				...changeResponseBody((text) => text.replace('"email":"', '"email":"another.')),
				outcome: 'doubtful',
			},
			{
				...changeResponseBody((text) => text.replace(/"webinar_id":1\b/, '"webinar_id":2')),
				outcome: 'doubtful',
			},
			{ ...changeResponseBody(() => tooMany), outcome: 'doubtful' },
		] as const;
		const { length } = faults;
		const anyContact = fc.nat(contacts - 1);
		const victims = fc.uniqueArray(anyContact, { minLength: length, maxLength: length });
		await checkAndComplete(victims, async (chosen) => {
			const expected = new Array<string>(contacts).fill('registered');
			faults.forEach(({ outcome, ...fault }, index) => {
				const contact = chosen[index] ?? 0;
				expected[contact] = outcome;
				harness.sandbox.fail({ ...fault, operation: 'register', email: emailOf(contact), times: Infinity });
			});
			expect((await registerAndCheck()).outcomes).toEqual(expected);
		});
	});

	it('is registered exactly once although the run is canceled', async () => {
		await checkAndComplete(moment, async (contact) => {
			const cancel = new AbortController();
			afterRegistrations(contact, () => cancel.abort());
			const { run } = await registerAndCheck(cancel.signal);
			expect(run.status).toBe('canceled');
		});
	});

	it('is registered exactly once although the n8n process is killed', async () => {
		const { url, apiKey } = harness.sandbox;
		const args = [join(__dirname, 'run.ts'), String(CONTACTS), JSON.stringify({ url, apiKey })];
		const child = spawn(process.execPath, ['--import', 'tsx', ...args], { stdio: 'ignore' });
		const ended = once(child, 'exit');
		afterRegistrations(10, () => child.kill('SIGKILL'));
		await expect(ended).resolves.toEqual([null, 'SIGKILL']);
		const emails = harness.sandbox.registrations.map(({ email }) => email);
		expect(emails.length).toBeGreaterThanOrEqual(10);
		expect(new Set(emails).size).toBe(emails.length);
		await complete();
	});
});
