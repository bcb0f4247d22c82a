import { type ChildProcess as NodeChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A separate process, so that its work does not slow down the measured process. */
export class ChildProcess {
	private constructor(private readonly process: NodeChildProcess) {}

	/** Starts a process. @param name its file in `tools/bench`, without `.ts` */
	static start(name: 'sandboxProcess' | 'workerProcess'): ChildProcess {
		return new ChildProcess(fork(join(__dirname, `${name}.ts`)));
	}

	/** Sends a request to the process and returns its response. @throws if the process exits instead */
	async request(message: Serializable): Promise<unknown> {
		const response = once(this.process, 'message');
		const exit = once(this.process, 'exit').then(() => {
			throw new Error('A process of the benchmark exited without a response');
		});
		this.process.send(message);
		const values: unknown[] = await Promise.race([response, exit]);
		return values[0];
	}

	async stop(): Promise<void> {
		const exit = once(this.process, 'exit');
		this.process.kill();
		await exit;
	}
}

/** Responds to the requests of the parent process. The child process exits when its parent does. */
export function respondWith(respond: (message: unknown) => Promise<Serializable>): void {
	process.on('disconnect', () => process.exit());
	process.on('message', (message) => {
		void respond(message).then((response) => process.send?.(response));
	});
}
