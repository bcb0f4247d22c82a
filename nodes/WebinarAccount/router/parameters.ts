import {
	type IExecuteFunctions,
	type INodeParameterResourceLocator,
	isExpression,
	isResourceLocatorValue,
} from 'n8n-workflow';

/** Reads a node's parameter for one item, by the parameter's name. */
type ReadParameter = (name: string, itemIndex: number) => unknown;

/**
 * The parameters of a run. One without an expression is the same for every item, so n8n is asked for it once: in a
 * run of thousands of contacts, asking is most of what this node adds to the call itself.
 */
export function itemParameters(context: IExecuteFunctions): ReadParameter {
	const { parameters } = context.getNode();
	const fixed = new Map<string, unknown>();
	return (name, itemIndex) => {
		if (fixed.has(name)) return fixed.get(name);
		const value: unknown = context.getNodeParameter(name, itemIndex, '');
		if (holdsExpression(parameters[name])) return isResourceLocatorValue(value) ? given(value) : value;
		fixed.set(name, value);
		return value;
	};
}

/** The editor keeps the list's mode for an expression, whose value nobody chose from that list. */
function given(locator: INodeParameterResourceLocator): INodeParameterResourceLocator {
	return locator.mode === 'list' ? { ...locator, mode: 'id' } : locator;
}

function holdsExpression(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return isExpression(value);
	return Object.values(value).some(holdsExpression);
}
