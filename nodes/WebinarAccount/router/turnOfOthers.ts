import { sleep } from 'n8n-workflow';

/**
 * Lets other work of n8n have its turn. Node.js 20 fires every timer that is due before it looks at anything else, and
 * after a long piece of work the first one is. The second one begins when the work is over.
 */
export async function turnOfOthers(): Promise<void> {
	await sleep(0);
	await sleep(0);
}
