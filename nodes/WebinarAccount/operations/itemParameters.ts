import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { hasExpression, withoutListMode } from '../fields/webinarFields';

/**
 * Reads the node's parameters, each with an expression once per item, and each without one once per run. With thousands of
 * items, reading parameters takes most of the node's own time.
 */
export class ItemParameters {
	/** Parameters as the workflow stores them, with their expressions. */
	private readonly parameters: INodeParameters;
	private readonly fixedValues = new Map<string, unknown>();
	private readonly valuesByItem = new Map<number, Map<string, unknown>>();

	constructor(private readonly context: IExecuteFunctions) {
		this.parameters = context.getNode().parameters;
	}

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
		const known = withoutListMode(value);
		this.valuesByItem.set(itemIndex, itemValues.set(name, known));
		return known;
	}

	/** Drops the values of an item that is done, to free memory. */
	forget(itemIndex: number): void {
		this.valuesByItem.delete(itemIndex);
	}
}
