import { ServiceError } from './errors';

/** Answers to questions that many ask: each is asked once, unless that failed and the failure may pass. */
export class Memo<Answer> {
	private readonly answers = new Map<string, Promise<Answer>>();

	/** Those who ask while an answer is on its way share it, and its failure. */
	async get(question: string, ask: () => Promise<Answer>): Promise<Answer> {
		const known = this.answers.get(question);
		if (known) return await known;
		const answer = ask();
		this.answers.set(question, answer);
		// Beside, not in between: who asked first goes on first.
		void answer.catch((error: unknown) => {
			if (mayPass(error)) this.answers.delete(question);
		});
		return await answer;
	}

	clear(): void {
		this.answers.clear();
	}
}

/** The service was out of reach, failed, or was busy: whoever asks later may be lucky. */
function mayPass(error: unknown): boolean {
	return error instanceof ServiceError && (error.repeat !== 'never' || error.httpCode === 429);
}
