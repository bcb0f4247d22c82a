import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { types } from 'node:util';

import execa, { type ExecaChildProcess } from 'execa';
import waitFor from 'p-wait-for';

const READY_WITHIN_MS = 300_000;
const STOPPED_WITHIN_MS = 15_000;
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

/** A program in its own process group, such as n8n with its task runner. */
export class BackgroundProgram {
	private constructor(
		private readonly options: ProgramOptions,
		private readonly child: ExecaChildProcess,
	) {}

	static start(options: ProgramOptions): BackgroundProgram {
		const { command, args, env, logFile } = options;
		const log = openSync(logFile, 'a');
		const child = execa(command, args, {
			...{ cwd: tmpdir(), env, extendEnv: false, stdio: ['ignore', log, log] },
			...{ detached: true, reject: false },
		});
		closeSync(log);
		return new BackgroundProgram(options, child);
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
		return this.child.exitCode === null && this.child.signalCode === null;
	}

	/** Stops it; kills it if that takes too long. */
	async stop(): Promise<void> {
		// execa would kill it alone, after 5 s, which n8n may need to save what it is doing.
		this.child.kill(this.options.stopSignal ?? 'SIGTERM', { forceKillAfterTimeout: false });
		const timer = setTimeout(() => this.killGroup(), STOPPED_WITHIN_MS);
		await this.child;
		clearTimeout(timer);
		this.killGroup();
	}

	/** Kills it and all that it started, as in a crash. */
	async kill(): Promise<void> {
		this.killGroup();
		await this.child;
	}

	private killGroup(): void {
		try {
			if (this.child.pid !== undefined) process.kill(-this.child.pid, 'SIGKILL');
		} catch (error) {
			// Nothing of the group is left.
			if (!(types.isNativeError(error) && 'code' in error && error.code === 'ESRCH')) throw error;
		}
	}

	private async logTail(): Promise<string> {
		const text = await readFile(this.options.logFile, 'utf8');
		return text.trimEnd().split('\n').slice(-LOG_LINES_SHOWN).join('\n');
	}
}
