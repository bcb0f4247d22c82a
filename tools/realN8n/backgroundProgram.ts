import { closeSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

import execa, { type ExecaChildProcess } from 'execa';
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
	/** The whole environment: nothing is inherited. */
	env: Readonly<Record<string, string>>;
	/** File to which its output is appended. */
	logFile: string;
	isReady: () => Promise<boolean>;
	onEnd: OnEnd;
}

/** A program in its own process group, such as n8n with its task runner. */
export class BackgroundProgram {
	private constructor(private readonly child: ExecaChildProcess) {}

	/** Waits until it is ready. @throws with the end of the log if the program exits first, or takes too long */
	static async start(options: ProgramOptions): Promise<BackgroundProgram> {
		const { name, command, args, env, logFile, isReady, onEnd } = options;
		const log = openSync(logFile, 'a');
		// It ends with this process, also if that is killed.
		const child = execa('setpriv', ['--pdeathsig', 'TERM', command, ...args], {
			cwd: tmpdir(),
			env,
			extendEnv: false,
			stdio: ['ignore', log, log],
			detached: true,
			reject: false,
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

	/** Stops it; kills it if that takes too long. */
	async stop(): Promise<void> {
		// On SIGTERM, PostgreSQL would wait for its clients to leave. execa would kill it alone, after 5 s, which n8n may
		// need to save what it is doing.
		this.child.kill('SIGINT', { forceKillAfterTimeout: false });
		const timer = setTimeout(() => void this.kill(), STOPPED_WITHIN_MS);
		await this.child;
		clearTimeout(timer);
		await this.kill();
	}

	/** Kills it and all that it started, as in a crash. */
	async kill(): Promise<void> {
		try {
			if (this.child.pid !== undefined) process.kill(-this.child.pid, 'SIGKILL');
		} catch {
			// Nothing of the group is left.
		}
		await this.child;
	}
}
