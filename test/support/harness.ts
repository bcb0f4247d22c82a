import { randomBytes } from 'node:crypto';

import { Settings } from 'luxon';

import type { RunOptions, RunResult } from '../../tools/engine';
import { sandboxCredential } from '../../tools/engine/parameters';
import { type Fault, type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox';
import { TestEngine, type TriggerOptions } from './engine';
import type { ActiveTrigger } from './engine/activeTrigger';
import { findSecret } from './findSecret';
import { checkKnown } from './knownParameters';
import { OpenApiCheck } from './openApiCheck';
import { publicExample } from './publicExample';
import { SkippingClock } from './skippingClock';

export { byId } from '../../tools/engine/parameters';

const HOUR_MS = 3_600_000;

/** Returns an API key that no other test has, because the package keeps limits and cached responses for each key. */
const newApiKey = () => randomBytes(32).toString('hex');

/** The clock of all harnesses in a file. */
let clock: SkippingClock | undefined;
let running = 0;

interface HarnessOptions extends SandboxOptions {
	/** The start time of the node and the sandbox, in milliseconds since 1970. */
	at?: number;
	/** Waits as the node does. */
	inRealTime?: boolean;
}

type ListOptions = Parameters<TestEngine['list']> extends [unknown, unknown, unknown, ...infer R] ? R : never;

/** Sets up a test file or a group of tests: the built node and a sandbox, which is reset before each test. Each test has its
 * own account. */
export function useHarness(options: HarnessOptions = {}): Harness {
	const harness = new Harness();
	beforeAll(() => harness.begin(options));
	beforeEach(() => harness.renew());
	afterEach(() => expect(harness.openApi.take()).toEqual([]));
	afterAll(() => harness.stop());
	return harness;
}

/** The built node and its own sandbox. Time in which the node only waits is skipped. */
export class Harness {
	/** Whether runs and lists share cached responses. Otherwise an hour passes between them. */
	sharesCache = false;
	private parts: { engine: TestEngine; sandbox: Sandbox } | undefined;
	/** Compares every request and every response with docs/openapi.yaml. */
	readonly openApi = new OpenApiCheck({ requests: true });

	static async start(options: HarnessOptions = {}): Promise<Harness> {
		const harness = new Harness();
		await harness.begin(options);
		return harness;
	}

	async begin({ at, inRealTime = false, ...options }: HarnessOptions): Promise<void> {
		if (at !== undefined) Settings.now = () => at;
		// No limit, because a busy machine delays requests and makes them exceed it.
		const limit = { callsPerSecond: Infinity };
		const { inspectors } = this.openApi;
		const sandbox = await startSandbox({
			...limit,
			apiKey: newApiKey(),
			inspectors,
			...options,
			...(at !== undefined && { now: () => at }),
		});
		this.parts = { engine: await TestEngine.load(), sandbox };
		if (!inRealTime) clock ??= new SkippingClock();
		this.engine.before = () => {
			if (!this.sharesCache) clock?.advance(HOUR_MS);
		};
		running++;
	}

	/** Undoes what an earlier test changed, and begins with a new account. */
	renew(): void {
		this.sharesCache = false;
		this.engine.hasCredential = true;
		this.sandbox.reset();
		this.sandbox.setApiKey(newApiKey());
	}

	async stop(): Promise<void> {
		if (--running === 0) {
			clock?.end();
			clock = undefined;
		}
		Settings.now = () => Date.now();
		await this.sandbox.close();
	}

	get engine(): TestEngine {
		return this.begun.engine;
	}

	get sandbox(): Sandbox {
		return this.begun.sandbox;
	}

	private get begun() {
		if (!this.parts) throw new Error('The harness is used before the tests begin');
		return this.parts;
	}

	/** The credential for the sandbox. */
	get credential() {
		return sandboxCredential(this.sandbox);
	}

	/**
	 * Runs an operation, by default on one empty item and with the sandbox's credential. Expects that the key is nowhere
	 * in the data that n8n would store of the run.
	 */
	async run(
		parameters: RunOptions['parameters'],
		options: Partial<Omit<RunOptions, 'parameters'>> = {},
	): Promise<RunResult> {
		const credential = options.credential ?? this.credential;
		checkKnown(parameters, options.nodeType ?? this.engine.nodeType);
		const result = await this.engine.run({ items: [{}], ...options, credential, parameters });
		if (typeof credential.apiKey === 'string') expectWithoutKey(result.run, credential.apiKey);
		return result;
	}

	/** Returns the JSON of the output items of a run that must succeed. */
	async getOutput(...args: Parameters<Harness['run']>) {
		const { output, run } = await this.run(...args);
		const { error } = run.data.resultData;
		if (error) throw error;
		return output.map(({ json }) => json);
	}

	/** Returns the error of a run that must fail, as the user sees it. */
	async getError(...args: Parameters<Harness['run']>) {
		const { run } = await this.run(...args);
		const { error } = run.data.resultData;
		if (!error) throw new Error('The run did not fail');
		const { name, message, description, context } = error;
		const httpCode = 'httpCode' in error ? error.httpCode : undefined;
		return { name, message, description, itemIndex: context.itemIndex, httpCode };
	}

	/** Expects a run to fail with this message or these fields of its error. */
	async expectError(
		parameters: RunOptions['parameters'],
		expected: string | object,
		options?: Parameters<Harness['run']>[1],
	): Promise<void> {
		const isMessage = typeof expected === 'string' || 'asymmetricMatch' in expected;
		expect(await this.getError(parameters, options)).toMatchObject(
			isMessage ? { message: expected } : expected,
		);
	}

	/** Expects a run to fail like `expectError`, and before it sends a request. */
	async expectErrorWithoutRequest(...args: Parameters<Harness['expectError']>): Promise<void> {
		await this.expectError(...args);
		expect(this.requestNames).toEqual([]);
	}

	/** Expects a run to succeed with items that have these fields. */
	async expectOutput(
		parameters: RunOptions['parameters'],
		expected: object[],
		options?: Parameters<Harness['run']>[1],
	): Promise<void> {
		expect(await this.getOutput(parameters, options)).toMatchObject(expected);
	}

	/** Returns the entries of a list in the editor, by default of the action node. */
	async loadChoices(method: string, parameters: RunOptions['parameters'], ...rest: ListOptions) {
		return (await this.engine.list(method, parameters, this.credential, ...rest)).results;
	}

	/** Adds people who registered elsewhere, by default one in the first live webinar. */
	addRegistrants(people: Parameters<Sandbox['addRegistrants']>[1] = 1, webinarId = 1, schedule?: number) {
		const product = webinarId > 100 ? 'automated' : 'live';
		const session = { product, webinarId, ...(schedule !== undefined && { schedule }) } as const;
		return this.sandbox.addRegistrants(session, people);
	}

	/** Changes settings of a webinar, even those that no real webinar changes. */
	changeWebinar(webinarId: number, settings: object): void {
		const changed = this.sandbox.webinars.map((one) =>
			one.id === webinarId ? { ...one, ...settings } : one,
		);
		this.sandbox.setWebinars(changed);
	}

	/** Lets the service respond to an operation with a success and these fields, instead of acting. */
	respondWith(
		operation: NonNullable<Fault['operation']>,
		body: object,
		{ times = Infinity, webinarId }: Pick<Fault, 'times' | 'webinarId'> = {},
	): void {
		const answer = { kind: 'answer', status: 200, body: { status: 'success', ...body } } as const;
		this.sandbox.fail({ ...answer, operation, webinarId, times });
	}

	/** Lets the service respond to every request to an endpoint with an example from `test/fixtures/publicExamples`. */
	respondWithExample(
		fixture: string,
		target: Pick<Fault, 'operation' | 'email' | 'hasTimezone' | 'skip' | 'times'> = {},
	): void {
		const { product, operation, status, body, headers } = publicExample(fixture);
		this.sandbox.fail({
			kind: 'answer',
			status,
			body,
			headers,
			product,
			operation,
			times: Infinity,
			...target,
		});
	}

	/** Lets the service list only these registrants. @param page other fields of the only page, e.g. `total` */
	respondWithRegistrants(data: readonly object[], page: object = {}, webinarId?: number): void {
		const registrants = { data, last_page: 1, total: data.length, ...page };
		this.sandbox.clearFaults();
		this.respondWith('registrants', { registrants }, { webinarId });
	}

	/** Activates a workflow with the trigger node, by default with the sandbox's credential. The trigger polls once. */
	async activate(
		parameters: TriggerOptions['parameters'],
		options: Partial<TriggerOptions> = {},
	): Promise<ActiveTrigger> {
		checkKnown(parameters, this.engine.triggerType);
		return await this.engine.activate({ credential: this.credential, ...options, parameters });
	}

	/** Advances the monotonic clock. */
	passTime(milliseconds: number): void {
		clock?.advance(milliseconds);
	}

	/** Returns the JSON of the items of a manual run (Fetch Test Event) of the trigger node. */
	async runTriggerManually(parameters: TriggerOptions['parameters'], staticData = {}) {
		const { credential } = this;
		checkKnown(parameters, this.engine.triggerType);
		const items = await this.engine.testTrigger({ parameters, credential }, staticData);
		expectWithoutKey(items, this.sandbox.apiKey);
		return items?.map(({ json }) => json);
	}

	/** Returns the names of the requests that reached the service, e.g. `live/register`. */
	get requestNames(): string[] {
		return this.sandbox.calls.map(({ product, operation }) => `${product}/${operation}`);
	}

	/** Returns the number of requests with this name, e.g. `live/register`. */
	countRequests(name: string): number {
		return this.requestNames.filter((requestName) => requestName === name).length;
	}
}

/** Waits until a condition is true. */
export async function waitUntil(condition: () => boolean): Promise<void> {
	while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** Expects that a value contains the API key in no form. See `findSecret`. */
export function expectWithoutKey(thing: unknown, key: string): void {
	expect(findSecret(thing, key)).toEqual([]);
}
