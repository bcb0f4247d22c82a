import { asInputError, InputError } from '../service/errors';
import { CancelledError, yieldToEventLoop } from '../utils/async';
import { sentences } from '../utils/values';

/** Maximum time in milliseconds without yielding to the event loop. n8n takes about 1 ms to evaluate an item. */
const MAX_BLOCK_MS = 50;

/** Maximum problems that the error names. The others are only counted. */
const MAX_PROBLEMS = 10;

interface ItemProblem {
	itemIndex: number;
	error: InputError;
}

/** The values of some items are invalid, so nothing was sent for any item. */
export class InvalidItemsError extends InputError {
	/** The first item with a problem. */
	readonly itemIndex: number;

	constructor(problems: readonly [ItemProblem, ...ItemProblem[]], itemCount: number) {
		const named = problems.slice(0, MAX_PROBLEMS);
		// n8n counts items from 0. Its editor adds the number to the error unless the message contains it in this form.
		const texts = named.map(({ itemIndex, error }) => `item ${itemIndex}: ${error.message}`);
		if (problems.length > named.length) texts.push(`and ${problems.length - named.length} more`);
		super(
			`${problems.length} of ${itemCount} contacts cannot be registered: ${texts.join('; ')}. Nothing was sent.`,
			sentences([...named.map(({ error }) => error.description), 'Items are counted from 0.']),
		);
		this.itemIndex = problems[0].itemIndex;
	}
}

/**
 * Checks the values of all items, so that a run stops before it sends anything. Returns an error that names all items
 * with a problem, if there are any.
 * @param check throws InputError if the values of an item are invalid
 */
export async function findInvalidItems(
	itemCount: number,
	check: (itemIndex: number) => void,
	signal: AbortSignal | undefined,
): Promise<InvalidItemsError | undefined> {
	const problems: ItemProblem[] = [];
	let lastPause = performance.now();
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
		if (performance.now() - lastPause > MAX_BLOCK_MS) {
			await yieldToEventLoop();
			lastPause = performance.now();
		}
		if (signal?.aborted) throw new CancelledError();
		try {
			check(itemIndex);
		} catch (error) {
			problems.push({ itemIndex, error: asInputError(error) });
		}
	}
	const [first, ...others] = problems;
	return first && new InvalidItemsError([first, ...others], itemCount);
}
