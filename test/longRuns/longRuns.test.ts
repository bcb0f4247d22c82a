import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import fc from 'fast-check';

import { Harness } from '../support/harness';
import { report } from '../support/progress';
import { Proxy } from '../support/proxy';
import { expectSecondRunToComplete, registerAll, verifiedReports } from './registerAll';
import './seed';

/** `npm run test:more -- long` sets a larger number, and real time. */
const CONTACTS = Number(process.env.LONG_CONTACTS ?? 40);
const inRealTime = process.env.LONG_REAL_TIME !== undefined;
/** How often each test runs, at other random moments. */
const RUNS = Number(process.env.LONG_RUNS ?? 1);

/** Waits in the time of the node. A fake clock may skip it. */
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Chooses the contact at whose registration something happens. */
const anyContact = fc.nat(CONTACTS - 1);

jest.setTimeout(Number(process.env.LONG_TIMEOUT_MS ?? 60_000));

describe('a long list of contacts', () => {
	let harness: Harness;
	let proxy: Proxy;
	let progress: NodeJS.Timeout;

	beforeAll(async () => {
		harness = await Harness.start({ inRealTime });
		proxy = await Proxy.to(harness.sandbox.url);
		progress = setInterval(() => report(harness.sandbox.registrants.length, CONTACTS), 500);
	});
	beforeEach(() => harness.sandbox.reset());
	afterAll(async () => {
		clearInterval(progress);
		await proxy.shut();
		await harness.stop();
	});

	const credential = () => ({ ...harness.credential, baseUrl: proxy.url });

	/** Does something when this number of registrations have arrived. */
	const afterRegistrations = (count: number, act: () => void) =>
		harness.sandbox.before({ operation: 'register', skip: count }, act);

	/** Registers all contacts, and checks the report on each contact against the service. */
	async function registerAndVerify(signal?: AbortSignal) {
		const { sandbox, engine } = harness;
		const options = { contacts: CONTACTS, credential: credential(), ...(signal && { signal }) };
		const result = await registerAll(engine, options);
		return { ...result, reports: verifiedReports(result, CONTACTS, sandbox) };
	}

	/** Runs once more without faults, and expects each contact to be registered once. */
	async function expectCompletion() {
		const { sandbox, engine } = harness;
		sandbox.clearFaults();
		await proxy.open();
		await expectSecondRunToComplete(engine, CONTACTS, sandbox, credential());
	}

	/** Repeats a run with random values. After each run, a second one registers the remaining contacts. */
	const repeatWith = <Value>(values: fc.Arbitrary<Value>, run: (value: Value) => Promise<void>) =>
		fc.assert(
			fc.asyncProperty(values, async (value) => {
				harness.sandbox.reset();
				await run(value);
				await expectCompletion();
			}),
			{ numRuns: RUNS, endOnFailure: true },
		);

	/** Breaks and restores the network until the work ends. */
	async function whileNetworkFails<Result>(contact: number, work: Promise<Result>): Promise<Result> {
		let isOver = false;
		const breakRepeatedly = async () => {
			while (!isOver) {
				await proxy.shut();
				await wait(10 + (contact % 40));
				await proxy.open();
				await wait(30 + (contact % 20));
			}
		};
		const breaking = breakRepeatedly();
		const result = await work.finally(() => (isOver = true));
		await breaking;
		return result;
	}

	it('registers each contact once, with a second run, although the network fails repeatedly', async () => {
		await repeatWith(anyContact, async (contact) => {
			const { output } = await whileNetworkFails(contact, registerAndVerify());
			expect(output).toHaveLength(CONTACTS);
		});
	});

	it('registers each contact once, with a second run, although the first is canceled', async () => {
		await repeatWith(anyContact, async (contact) => {
			const controller = new AbortController();
			afterRegistrations(contact, () => controller.abort());
			const { run } = await registerAndVerify(controller.signal);
			expect(run.status).toBe('canceled');
		});
	});

	it('registers each contact once, with a second run, although n8n is killed during the first', async () => {
		const { url, apiKey } = harness.sandbox;
		const script = join(__dirname, 'registerInOtherProcess.ts');
		const args = ['--import', 'tsx', script, String(CONTACTS), JSON.stringify({ url, apiKey })];
		const child = spawn(process.execPath, args, { stdio: 'ignore' });
		const exit = once(child, 'exit');
		afterRegistrations(10, () => child.kill('SIGKILL'));
		await expect(exit).resolves.toEqual([null, 'SIGKILL']);
		const emails = harness.sandbox.registrations.map(({ email }) => email);
		expect(emails.length).toBeGreaterThanOrEqual(10);
		expect(emails).toEqual([...new Set(emails)]);
		await expectCompletion();
	});
});
