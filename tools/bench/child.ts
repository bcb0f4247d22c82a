import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A separate process, so that its work does not slow down the measured process. */
export class Child {
	private constructor(private readonly process: ChildProcess) {}

	/** @param name of a file in bench/processes */
	static start(name: string, environment: NodeJS.ProcessEnv = {}): Child {
		const env = { ...process.env, ...environment };
		return new Child(fork(join(__dirname, 'processes', `${name}.ts`), { env }));
	}

	async ask(question: Serializable): Promise<unknown> {
		const answered = once(this.process, 'message');
		const ended = once(this.process, 'exit').then(() => {
			throw new Error('A benchmark process ended without an answer');
		});
		this.process.send(question);
		const answer: unknown[] = await Promise.race([answered, ended]);
		return answer[0];
	}

	async stop(): Promise<void> {
		const ended = once(this.process, 'exit');
		this.process.kill();
		await ended;
	}
}

/** Answers the questions of the parent process. The child process ends with it. */
export function answerQuestions(answer: (question: unknown) => Promise<Serializable>): void {
	process.on('disconnect', () => process.exit());
	process.on('message', (question) => {
		void answer(question).then((answered) => process.send?.(answered));
	});
}
