import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { z } from 'zod/v4';

import type { Figures } from './scenario';

/** A process of its own, so that what it does takes no time from what is measured. It answers questions. */
export class Child {
	private constructor(private readonly process: ChildProcess) {}

	/** @param name of a file in bench/processes */
	static start(name: string, nodeOptions: readonly string[] = []): Child {
		const file = join(__dirname, 'processes', `${name}.ts`);
		return new Child(fork(file, { execArgv: [...process.execArgv, ...nodeOptions] }));
	}

	async ask(question: Serializable): Promise<unknown> {
		const answered = once(this.process, 'message');
		const ended = once(this.process, 'exit').then(() => {
			throw new Error('A process of the benchmark ended without an answer');
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

/** Figures that a process of its own measures. @param name of a file in bench/processes */
export async function measureInChild(
	name: string,
	question: Serializable,
	nodeOptions: readonly string[] = [],
): Promise<Figures> {
	const child = Child.start(name, nodeOptions);
	const figures = z.record(z.string(), z.number()).parse(await child.ask(question));
	await child.stop();
	return figures;
}

/** The other side: answers each question that the parent asks. */
export function answerQuestions(answer: (question: unknown) => Promise<Serializable>): void {
	// It must not outlive the parent, even if that was killed.
	process.on('disconnect', () => process.exit());
	process.on('message', (question) => {
		void answer(question).then((answered) => process.send?.(answered));
	});
}
