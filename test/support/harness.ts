import { Settings } from 'luxon';

import type { RunOptions, RunResult } from '../../engine';
import { sandboxCredential } from '../../engine/parameters';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox';
import { TestEngine, type TriggerOptions } from './engine';
import type { ActiveTrigger } from './engine/activeTrigger';
import { FastTime } from './fastTime';
import { findSecret } from './findSecret';

export { byId } from '../../engine/parameters';

/** Virtual milliseconds in a real one, for a harness that is fast. */
export const SPEED = 10;

/** The built node and a sandbox of its own, for one test file. */
export class Harness {
	private time: FastTime | undefined;

	private constructor(
		readonly engine: TestEngine,
		readonly sandbox: Sandbox,
	) {}

	static async start(options: SandboxOptions = {}): Promise<Harness> {
		return new Harness(await TestEngine.load(), await startSandbox(options));
	}

	/** The same where the node's waiting takes a tenth of its time, and the sandbox has no limit. */
	static async startFast(options: SandboxOptions = {}): Promise<Harness> {
		const harness = await Harness.start({ callsPerSecond: Infinity, ...options });
		harness.time = new FastTime(SPEED);
		return harness;
	}

	/** The same at another time, in milliseconds since 1970, for the node and for the sandbox. */
	static async startAt(time: number, options: SandboxOptions = {}): Promise<Harness> {
		Settings.now = () => time;
		return await Harness.start({ ...options, now: () => time });
	}

	async stop(): Promise<void> {
		this.time?.end();
		Settings.now = () => Date.now();
		await this.sandbox.close();
	}

	/** The credential for the sandbox. */
	get credential() {
		return sandboxCredential(this.sandbox);
	}

	/**
	 * Runs an operation; by default on one empty item and with the sandbox's credential. Whatever happens, the key
	 * is nowhere in what n8n would store of the run.
	 */
	async run(
		parameters: RunOptions['parameters'],
		options: Partial<Omit<RunOptions, 'parameters'>> = {},
	): Promise<RunResult> {
		const credential = options.credential ?? this.credential;
		forgetReadings();
		const result = await this.engine.run({ items: [{}], ...options, credential, parameters });
		if (typeof credential.apiKey === 'string') expectWithoutKey(result.run, credential.apiKey);
		return result;
	}

	/** The JSON of the output items of a run that must succeed. */
	async output(...args: Parameters<Harness['run']>) {
		const { output, run } = await this.run(...args);
		const { error } = run.data.resultData;
		if (error) throw error;
		return output.map(({ json }) => json);
	}

	/** The error of a run that must fail, as the user sees it. */
	async error(...args: Parameters<Harness['run']>) {
		const { run } = await this.run(...args);
		const { error } = run.data.resultData;
		if (!error) throw new Error('The run did not fail');
		const { name, message, description, context } = error;
		const httpCode = 'httpCode' in error ? error.httpCode : undefined;
		return { name, message, description, itemIndex: context.itemIndex, httpCode };
	}

	/** Activates a workflow with the trigger node; by default with the sandbox's credential. */
	async activate(
		parameters: TriggerOptions['parameters'],
		options: Partial<TriggerOptions> = {},
	): Promise<ActiveTrigger> {
		return await this.engine.activate({ credential: this.credential, ...options, parameters });
	}

	/** The JSON of the items of a manual run of the trigger node. */
	async examples(parameters: TriggerOptions['parameters'], staticData = {}) {
		const { credential } = this;
		const items = await this.engine.testTrigger({ parameters, credential }, staticData);
		expectWithoutKey(items, this.sandbox.apiKey);
		return items?.map(({ json }) => json);
	}

	/** The names of the calls that reached the service, e.g. `live/register`. */
	get calls(): string[] {
		return this.sandbox.calls.map(({ product, operation }) => `${product}/${operation}`);
	}
}

/** What the node has read of webinars is shared by all runs for a minute; a test begins without it. */
export function forgetReadings(): void {
	const built: unknown = jest.requireActual('../../dist/nodes/WebinarAccount/service/webinars');
	const { readings } = built as typeof import('../../nodes/WebinarAccount/service/webinars');
	readings.lists.clear();
	readings.webinars.clear();
}

/** The key is in no form in anything that can be reached from here: see `findSecret`. */
export function expectWithoutKey(thing: unknown, key: string): void {
	expect(findSecret(thing, key)).toEqual([]);
}
