import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import waitFor from 'p-wait-for';

const SUPERVISOR = join(__dirname, 'supervisor.ts');
const TYPESCRIPT = ['--import', pathToFileURL(require.resolve('tsx')).href];

const READY_WITHIN_MS = 300_000;
const LOG_LINES_SHOWN = 20;

interface ProgramOptions {
	/** For error texts. */
	name: string;
	command: string;
	args: readonly string[];
	/** All of its environment: nothing is inherited. */
	env: Readonly<Record<string, string>>;
	/** File that takes its output; what is in it stays. */
	logFile: string;
	/** The signal on which it ends by itself. */
	stopSignal?: NodeJS.Signals;
}

/** A program in a process group of its own. The group ends with this process, whatever becomes of that. */
export class BackgroundProgram {
	private constructor(
		private readonly options: ProgramOptions,
		private readonly supervisor: ChildProcess,
		private readonly ended: Promise<unknown>,
	) {}

	static start(options: ProgramOptions): BackgroundProgram {
		const { command, args, env, logFile, stopSignal = 'SIGTERM' } = options;
		const log = openSync(logFile, 'a');
		const supervisor = spawn(process.execPath, [...TYPESCRIPT, SUPERVISOR, stopSignal, command, ...args], {
			cwd: tmpdir(),
			env,
			stdio: ['pipe', log, log],
			detached: true,
		});
		closeSync(log);
		return new BackgroundProgram(options, supervisor, once(supervisor, 'exit'));
	}

	/** Waits until the check holds; fails with the end of the log when the program ends before, or takes too long. */
	async ready(check: () => Promise<boolean>): Promise<void> {
		const { name } = this.options;
		await waitFor(
			async () => {
				if (!this.isRunning) throw new Error(`${name} ended`);
				return await check();
			},
			{ interval: 100, timeout: READY_WITHIN_MS },
		).catch(async (error: unknown) => {
			await this.kill();
			throw new Error(`${name} did not start. Its last words:\n${await this.lastWords()}`, { cause: error });
		});
	}

	get isRunning(): boolean {
		return this.supervisor.exitCode === null && this.supervisor.signalCode === null;
	}

	/** Ends it in peace; by force when that takes too long. */
	async stop(): Promise<void> {
		this.supervisor.stdin?.end();
		await this.ended;
	}

	/** Ends the whole group at once, as a crash would. */
	async kill(): Promise<void> {
		if (this.isRunning && this.supervisor.pid !== undefined) process.kill(-this.supervisor.pid, 'SIGKILL');
		await this.ended;
	}

	private async lastWords(): Promise<string> {
		const text = await readFile(this.options.logFile, 'utf8');
		return text.trimEnd().split('\n').slice(-LOG_LINES_SHOWN).join('\n');
	}
}
