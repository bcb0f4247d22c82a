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
	/** For error messages. */
	name: string;
	command: string;
	args: readonly string[];
	/** The whole environment: nothing is inherited. */
	env: Readonly<Record<string, string>>;
	/** File to which its output is appended. */
	logFile: string;
	/** The signal that makes it exit. */
	stopSignal?: NodeJS.Signals;
}

/** A program in its own process group, which ends together with this process, even if that is killed. */
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

	/** Waits until the check succeeds. Fails with the end of the log if the program exits first, or takes too long. */
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
			throw new Error(`${name} did not start. The end of its log:\n${await this.logTail()}`, {
				cause: error,
			});
		});
	}

	get isRunning(): boolean {
		return this.supervisor.exitCode === null && this.supervisor.signalCode === null;
	}

	/** Stops it; kills it if that takes too long. */
	async stop(): Promise<void> {
		this.supervisor.stdin?.end();
		await this.ended;
	}

	/** Kills the whole group, as in a crash. */
	async kill(): Promise<void> {
		if (this.isRunning && this.supervisor.pid !== undefined) process.kill(-this.supervisor.pid, 'SIGKILL');
		await this.ended;
	}

	private async logTail(): Promise<string> {
		const text = await readFile(this.options.logFile, 'utf8');
		return text.trimEnd().split('\n').slice(-LOG_LINES_SHOWN).join('\n');
	}
}
