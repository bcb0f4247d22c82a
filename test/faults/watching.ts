import { type Attempt, failedWith } from './stage';

/** Something that has no items: it succeeds or throws as a whole. */
export async function watch(attempt: () => Promise<unknown>): Promise<Attempt> {
	try {
		const result = await attempt();
		return { told: [undefined], outputs: [[{ result: JSON.stringify(result) }]], hints: [], all: result };
	} catch (error) {
		if (error instanceof Error) return failedWith(error);
		throw error;
	}
}
