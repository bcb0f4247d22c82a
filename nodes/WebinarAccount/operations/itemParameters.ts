import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { hasExpression, withoutListMode } from '../fields/webinarFields';

/**
 * Reads the node's parameters and caches their values. A parameter with an expression is read once for each item, and
 * any other parameter only once for the whole run. Without the cache, a run with thousands of items would spend most of
 * its own time on reading parameters.
 */
export class ItemParameters {
	/** The parameters as the workflow stores them, with unresolved expressions. */
	private readonly parameters: INodeParameters;
	private readonly fixedValues = new Map<string, unknown>();
	private readonly valuesByItem = new Map<number, Map<string, unknown>>();

	constructor(private readonly context: IExecuteFunctions) {
		this.parameters = context.getNode().parameters;
	}

	/** Returns a parameter as the workflow stores it, with unresolved expressions. */
	stored(name: string): unknown {
		return this.parameters[name];
	}

	/** Whether a parameter has the same value for all items. */
	isFixed(name: string): boolean {
		return !hasExpression(this.stored(name));
	}

	/** Returns the value of a parameter for an item, with its expressions resolved. */
	value(name: string, itemIndex: number): unknown {
		if (this.fixedValues.has(name)) return this.fixedValues.get(name);
		const itemValues = this.valuesByItem.get(itemIndex) ?? new Map<string, unknown>();
		if (itemValues.has(name)) return itemValues.get(name);
		const value: unknown = this.context.getNodeParameter(name, itemIndex, '') ?? null;
		if (this.isFixed(name)) {
			this.fixedValues.set(name, value);
			return value;
		}
		const itemValue = withoutListMode(value);
		this.valuesByItem.set(itemIndex, itemValues.set(name, itemValue));
		return itemValue;
	}

	/** Drops the values that were read for an item, to free memory when the item is done. */
	forget(itemIndex: number): void {
		this.valuesByItem.delete(itemIndex);
	}
}
