import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import fc from 'fast-check';

import { Harness } from '../support/harness';
import { report } from '../support/progress';
import { Proxy } from '../support/proxy';
import { answering } from '../support/answering';
import { emailOf, expectCompletion, registerAll, trueOf } from './register';
import './seed';

/** At full size and in real time with `npm run test:more -- long`. */
const CONTACTS = Number(process.env.LONG_CONTACTS ?? 40);
const inRealTime = process.env.LONG_REAL_TIME !== undefined;
/** Moments tried of each kind. */
const RUNS = Number(process.env.LONG_RUNS ?? 1);

/** In the node's time. */
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const moment = fc.integer({ min: 0, max: CONTACTS - 1 });

jest.setTimeout(Number(process.env.LONG_TIMEOUT_MS ?? 60_000));

describe('a long list of contacts, of which each is registered once in the end', () => {
	let harness: Harness;
	let proxy: Proxy;
	let progress: NodeJS.Timeout;
	/** Of the running test. */
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

	/** Lets something happen before one of the registrations. */
	const at = (contact: number, happening: () => void) =>
		harness.sandbox.before({ operation: 'register', skip: contact }, happening);

	async function registerAndCheck(signal?: AbortSignal) {
		const { sandbox, engine } = harness;
		const options = { contacts, credential: credential(), ...(signal && { signal }) };
		const result = await registerAll(engine, options);
		return { ...result, said: trueOf(result, contacts, sandbox) };
	}

	async function complete() {
		const { sandbox, engine } = harness;
		sandbox.clearFaults();
		await proxy.open();
		await expectCompletion(engine, contacts, sandbox, credential());
	}

	const property = <Value>(values: fc.Arbitrary<Value>, check: (value: Value) => Promise<void>) =>
		fc.assert(
			fc.asyncProperty(values, async (value) => {
				harness.sandbox.reset();
				await check(value);
				await complete();
			}),
			{ numRuns: RUNS },
		);

	it('with a network that comes and goes', async () => {
		await property(moment, async (contact) => {
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

	it('with a key that is revoked half-way', async () => {
		await property(moment, async (contact) => {
			const body = { status: 'error', errors: { api_key: 'You must specify a valid API key' } };
			at(contact, () => harness.sandbox.fail({ kind: 'answer', status: 401, body, times: Infinity }));
			const { said } = await registerAndCheck();
			expect(said.filter((word) => word === 'registered' || word === 'failed')).toHaveLength(CONTACTS);
		});
	});

	it('with contacts whose calls always fail, each in another way', async () => {
		contacts = 4 * CONTACTS;
		const tooMany = '{"status":"success","user":[' + '{},'.repeat(100_000) + '{}]}';
		const ways = [
			{ kind: 'answer', status: 429, says: 'failed' },
			{ kind: 'answer', status: 429, says: 'failed' },
			{ kind: 'answer', status: 408, says: 'doubtful' },
			{ kind: 'resetBefore', says: 'doubtful' },
			{ kind: 'resetAfter', says: 'doubtful' },
			{ kind: 'truncatedJson', says: 'doubtful' },
			{ ...answering((text) => text.replace('"email":"', '"email":"another.')), says: 'doubtful' },
			{ ...answering((text) => text.replace(/"webinar_id":1\b/, '"webinar_id":2')), says: 'doubtful' },
			{ ...answering(() => tooMany), says: 'doubtful' },
		] as const;
		const { length } = ways;
		const anyone = fc.nat(contacts - 1);
		await property(fc.uniqueArray(anyone, { minLength: length, maxLength: length }), async (those) => {
			const expected = new Array<string>(contacts).fill('registered');
			ways.forEach(({ says, ...way }, index) => {
				const contact = those[index] ?? 0;
				expected[contact] = says;
				harness.sandbox.fail({ ...way, operation: 'register', email: emailOf(contact), times: Infinity });
			});
			expect((await registerAndCheck()).said).toEqual(expected);
		});
	});

	it('cancelled at any moment', async () => {
		await property(moment, async (contact) => {
			const cancel = new AbortController();
			at(contact, () => cancel.abort());
			const { run } = await registerAndCheck(cancel.signal);
			expect(run.status).toBe('canceled');
		});
	});

	it('with n8n stopped in the middle', async () => {
		const { url, apiKey } = harness.sandbox;
		const args = [join(__dirname, 'run.ts'), String(CONTACTS), JSON.stringify({ url, apiKey })];
		const child = spawn(process.execPath, ['--import', 'tsx', ...args], { stdio: 'ignore' });
		const ended = once(child, 'exit');
		at(10, () => child.kill('SIGKILL'));
		await expect(ended).resolves.toEqual([null, 'SIGKILL']);
		const emails = harness.sandbox.registrations.map(({ email }) => email);
		expect(emails.length).toBeGreaterThanOrEqual(10);
		expect(new Set(emails).size).toBe(emails.length);
		await complete();
	});
});
