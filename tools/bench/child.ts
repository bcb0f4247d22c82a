import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { z } from 'zod/v4';

import type { Figures } from './scenario';

/** A separate process that answers questions, so that its work does not slow down the measured process. */
export class Child {
	private constructor(private readonly process: ChildProcess) {}

	/** @param name of a file in bench/processes */
	static start(
		name: string,
		nodeOptions: readonly string[] = [],
		environment: NodeJS.ProcessEnv = {},
	): Child {
		const file = join(__dirname, 'processes', `${name}.ts`);
		const env = { ...process.env, ...environment };
		return new Child(fork(file, { execArgv: [...process.execArgv, ...nodeOptions], env }));
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

/** Figures measured in a separate process. @param name of a file in bench/processes */
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

/** Called in the child process: answers each question of the parent. */
export function answerQuestions(answer: (question: unknown) => Promise<Serializable>): void {
	// The child must not outlive the parent, even if the parent was killed.
	process.on('disconnect', () => process.exit());
	process.on('message', (question) => {
		void answer(question).then((answered) => process.send?.(answered));
	});
}
