import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

import waitFor from 'p-wait-for';

import type { OnEnd } from './teardown';

const READY_WITHIN_MS = 300_000;
const STOPPED_WITHIN_MS = 15_000;
const LOG_LINES_SHOWN = 20;

interface ProgramOptions {
	/** For error messages. */
	name: string;
	command: string;
	args: readonly string[];
	/** The complete environment. Nothing is inherited. */
	env: Readonly<Record<string, string>>;
	/** File to which the program's output is appended. */
	logFile: string;
	isReady: () => Promise<boolean>;
	onEnd: OnEnd;
}

/** A program in its own process group, such as n8n with its task runner. */
export class BackgroundProgram {
	private readonly hasExited: Promise<unknown>;

	private constructor(private readonly child: ChildProcess) {
		this.hasExited = once(child, 'exit');
	}

	/** Starts a program and waits until it is ready. @throws with the end of its log if it exits first or takes too long */
	static async start(options: ProgramOptions): Promise<BackgroundProgram> {
		const { name, command, args, env, logFile, isReady, onEnd } = options;
		const log = openSync(logFile, 'a');
		// The program also ends if this process is killed.
		const child = spawn('setpriv', ['--pdeathsig', 'TERM', command, ...args], {
			cwd: tmpdir(),
			env,
			stdio: ['ignore', log, log],
			detached: true,
		});
		closeSync(log);
		const program = new BackgroundProgram(child);
		onEnd(() => program.stop());
		const check = async () => {
			if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${name} ended`);
			return await isReady();
		};
		await waitFor(check, { interval: 100, timeout: READY_WITHIN_MS }).catch((cause: unknown) => {
			const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-LOG_LINES_SHOWN);
			throw new Error(`${name} did not start. The end of its log:\n${lines.join('\n')}`, { cause });
		});
		return program;
	}

	/** Stops the program. Kills it after 15 seconds. */
	async stop(): Promise<void> {
		// On SIGTERM, PostgreSQL would wait until its clients disconnect.
		this.child.kill('SIGINT');
		const timer = setTimeout(() => void this.kill(), STOPPED_WITHIN_MS);
		await this.hasExited;
		clearTimeout(timer);
		await this.kill();
	}

	/** Kills the program and its child processes, as in a crash. */
	async kill(): Promise<void> {
		try {
			if (this.child.pid !== undefined) process.kill(-this.child.pid, 'SIGKILL');
		} catch {
			// All processes of the group have ended.
		}
		await this.hasExited;
	}
}
