import { asInputError, InputError } from '../service/errors';
import { CancelledError, yieldToEventLoop } from '../utils/async';
import { sentences } from '../utils/values';

/** Maximum time in milliseconds without yielding to the event loop. n8n needs about 1 ms to check an item. */
const MAX_BLOCK_MS = 50;

/** Maximum problems that the error describes. Further problems are only counted. */
const MAX_PROBLEMS = 10;

/** An item with invalid values. */
interface ItemProblem {
	itemIndex: number;
	error: InputError;
}

/** The error for a run in which some items have invalid values. Nothing was sent for any item. */
export class InvalidItemsError extends InputError {
	/** The index of the first item with invalid values. */
	readonly itemIndex: number;

	constructor(problems: readonly [ItemProblem, ...ItemProblem[]], itemCount: number) {
		const named = problems.slice(0, MAX_PROBLEMS);
		// The editor adds "[item 0]" to an error, unless the message already contains "item 0". n8n counts items from 0.
		const texts = named.map(({ itemIndex, error }) => `item ${itemIndex}: ${error.message}`);
		if (problems.length > named.length) texts.push(`and ${problems.length - named.length} more`);
		super(
			`${problems.length} of ${itemCount} contacts cannot be registered: ${texts.join('; ')}. Nothing was sent.`,
			sentences([...named.map(({ error }) => error.description), 'The first item is item 0.']),
		);
		this.itemIndex = problems[0].itemIndex;
	}
}

/**
 * Checks the values of all items before the run sends anything. Returns an error that names the items with invalid values;
 * undefined if there are none.
 * @param check throws InputError if an item has invalid values
 * @throws CancelledError as soon as the signal is aborted
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
