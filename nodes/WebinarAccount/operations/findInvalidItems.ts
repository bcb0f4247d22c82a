import { asInputError, InputError, webinarNameIn } from '../service/errors';
import { CancelledError, yieldToEventLoop } from '../utils/async';
import { sentences, shortened } from '../utils/values';

/** Maximum time in milliseconds without yielding to the event loop. n8n needs about 1 ms to check an item. */
const MAX_BLOCK_MS = 50;

/** Maximum problems that the error describes. Further problems are only counted. */
const MAX_PROBLEMS = 10;

/** An item with invalid values. */
interface ItemProblem {
	itemIndex: number;
	/** The item's email address, as the user wrote it. Empty if there is none. */
	email: string;
	error: InputError;
}

/** The error for a run in which some items have invalid values. Nothing was sent for any item. */
export class InvalidItemsError extends InputError {
	/** The index of the first item with invalid values. */
	readonly itemIndex: number;
	/** Whether no item is valid. */
	readonly isAboutAllItems: boolean;

	constructor(problems: readonly [ItemProblem, ...ItemProblem[]], itemCount: number) {
		const named = problems.slice(0, MAX_PROBLEMS);
		// The editor adds "[item 0]" to an error, unless the message already contains "item 0". n8n counts items from 0.
		const texts = named.map((problem) => `${itemName(problem)}: ${problem.error.message}`);
		if (problems.length > named.length) texts.push(`and ${problems.length - named.length} more`);
		super(
			`${problems.length} of ${itemCount} contacts cannot be registered: ${texts.join('; ')}. Nothing was sent.`,
			sentences([...named.map(({ error }) => error.description), 'The first item is item 0.']),
			webinarNameIn(problems),
		);
		this.itemIndex = problems[0].itemIndex;
		this.isAboutAllItems = problems.length === itemCount;
	}
}

/** Returns "item 6 (ann@example.com)", or "item 6" if the message contains the email address or there is none. */
function itemName({ itemIndex, email, error }: ItemProblem): string {
	const person = shortened(email);
	return person === '' || error.message.includes(person)
		? `item ${itemIndex}`
		: `item ${itemIndex} (${person})`;
}

/**
 * Checks the values of all items before the run sends anything. Returns an error that names the items with invalid values;
 * undefined if there are none.
 * @param check throws InputError if an item has invalid values
 * @param emailOf returns an item's email address without checking it; empty if it has none
 * @throws CancelledError as soon as the signal is aborted
 */
export async function findInvalidItems(
	itemCount: number,
	check: (itemIndex: number) => void,
	emailOf: (itemIndex: number) => string,
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
			problems.push({ itemIndex, error: asInputError(error), email: emailOf(itemIndex) });
		}
	}
	const [first, ...others] = problems;
	return first && new InvalidItemsError([first, ...others], itemCount);
}
