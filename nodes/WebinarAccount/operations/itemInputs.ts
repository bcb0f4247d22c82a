import type { IExecuteFunctions } from 'n8n-workflow';

import { type Expressions, findExpressions, withNullForEmptyResults } from '../fields/expressions';
import { readFields } from '../fields/field';
import { toNodeError } from '../fields/nodeError';
import { InputError } from '../service/errors';
import { CancelledError, yieldToEventLoop } from '../utils/async';
import { scalarText, sentences, shortened } from '../utils/values';
import type { Operation } from './operation';

/** How many items are read before the node yields to the event loop. n8n needs about 1 ms to read an item. */
const ITEMS_AT_ONCE = 50;

/** Maximum items that the error about invalid items describes. Further items are only counted. */
const MAX_DESCRIBED = 10;

const SKIP_INVALID_ADVICE =
	'Correct the values, or set On Error on the Settings tab to Continue (using error output) to process the other items.';

/** An item with invalid values. */
interface InvalidItem {
	index: number;
	error: InputError;
}

/** Reads the values of the operation's fields for each input item of a run. */
export class ItemInputs {
	private readonly expressions: Expressions;
	/** The names of the parameters that are, or contain, an expression. They can have a different value for each item. */
	private readonly namesWithExpression: ReadonlySet<string>;
	/** The values of the other parameters, which are read once for the whole run. */
	private readonly fixedValues = new Map<string, unknown>();
	/** The values of the items that `readAll` has read, until they are processed. */
	private readonly readInAdvance = new Map<number, unknown>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly itemCount: number,
	) {
		this.expressions = findExpressions(context.getNode().parameters);
		// The first part of a path is the parameter's name.
		const paths = [...this.expressions.keys()];
		this.namesWithExpression = new Set(paths.map((path) => path.replace(/\..*/s, '')));
	}

	/**
	 * Reads the values of all items, so that nothing is sent for any item if some are invalid.
	 * @throws an error that names the invalid items
	 * @throws CancelledError if the user cancels the run in the meantime
	 */
	async readAll(signal: AbortSignal | undefined): Promise<void> {
		const invalid: InvalidItem[] = [];
		for (let index = 0; index < this.itemCount; index++) {
			if (index > 0 && index % ITEMS_AT_ONCE === 0) await yieldToEventLoop();
			if (signal?.aborted) throw new CancelledError();
			try {
				this.readInAdvance.set(index, this.read(index));
			} catch (error) {
				// An error of n8n itself, such as one in an expression.
				if (!(error instanceof InputError)) throw toNodeError(this.context.getNode(), error, {}, index);
				invalid.push({ index, error });
			}
		}
		const [first, ...others] = invalid;
		if (!first) return;
		// n8n shows the error of a run at one item, here at the first invalid one. No fields are passed, because the message
		// of an InputError already has their labels.
		throw toNodeError(this.context.getNode(), this.invalidItemsError([first, ...others]), {}, first.index);
	}

	/** Creates the error for a run in which some items have invalid values. Nothing was sent for any item. */
	private invalidItemsError(invalid: readonly [InvalidItem, ...InvalidItem[]]): InputError {
		const { itemCount } = this;
		const described = invalid.slice(0, MAX_DESCRIBED);
		const lines = described.map(
			({ index, error }) => `Item ${index}${this.nameInBrackets(index, error)}: ${error.message}`,
		);
		const others = invalid.length - described.length;
		// The editor adds "[item 3]" to a message that names no item.
		const firstInvalid = `${invalid.length > 1 ? 'The first is item' : 'It is item'} ${invalid[0].index}.`;
		return new InputError(
			`${invalid.length} of ${itemCount} items have invalid values, so nothing was sent. ${firstInvalid}`,
			// `sentences` lists an advice once, even if it is about several items.
			sentences([
				// Without a valid item, there is nothing to process with On Error set to Continue.
				invalid.length < itemCount ? SKIP_INVALID_ADVICE : '',
				...lines,
				others > 0 ? `${others} more items have invalid values.` : '',
				// n8n counts items from 0.
				'The first item is item 0.',
				...described.map(({ error }) => error.description),
			]),
		);
	}

	/**
	 * Returns the name of an item in brackets, such as " (ann@example.com)". Returns an empty string if the item has no name,
	 * or if the error's message already contains it.
	 */
	nameInBrackets(index: number, { message }: Error): string {
		const { namedBy } = this.operation;
		if (namedBy === undefined) return '';
		const name = shortened(scalarText(this.readParameter(namedBy, index)).trim());
		return name === '' || message.includes(name) ? '' : ` (${name})`;
	}

	/** Returns the values of an item that is processed now. @throws InputError that lists all problems */
	take(index: number): unknown {
		const input = this.readInAdvance.get(index) ?? this.read(index);
		// Frees the memory.
		this.readInAdvance.delete(index);
		return input;
	}

	private read(index: number): unknown {
		const { operation, expressions } = this;
		const given: Record<string, unknown> = {};
		for (const name of Object.keys(operation.fields)) given[name] = this.readParameter(name, index);
		if (operation.read) return operation.read(given, expressions);
		return readFields(operation.fields, given, expressions);
	}

	/**
	 * Reads a parameter for an item. A parameter without an expression is read only once per run, because otherwise a run with
	 * thousands of items would spend most of its time on reading parameters.
	 */
	private readParameter(name: string, index: number): unknown {
		const { expressions, fixedValues } = this;
		if (fixedValues.has(name)) return fixedValues.get(name);
		const value: unknown = this.context.getNodeParameter(name, index, '');
		if (this.namesWithExpression.has(name)) return withNullForEmptyResults(name, value, expressions);
		fixedValues.set(name, value);
		return value;
	}

	/** Whether the items can have different values in any of some parameters, because it contains an expression. */
	mayDiffer(parameters: readonly string[]): boolean {
		return parameters.some((name) => this.namesWithExpression.has(name));
	}
}
