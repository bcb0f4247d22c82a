import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	NodeHelpers,
} from 'n8n-workflow';

type Type = Pick<INodeType, 'description'>;

/** Checks parameters, because n8n ignores unknown ones. @throws with the parameters that the node does not have */
export function checkKnown(parameters: INodeParameters, { description }: Type): void {
	const unknown = unknownIn(parameters, description.properties);
	if (unknown.length > 0) throw new Error(`${description.name} has no parameter ${unknown.join(', ')}`);
}

/** Returns the paths of a saved node's parameters that its type does not have or does not show. */
export function unknownParametersOf(
	node: Pick<INode, 'name' | 'typeVersion' | 'parameters'>,
	{ description }: Type,
): string[] {
	const { properties } = description;
	// n8n does not save default values, and other fields may be shown because of them.
	const all = NodeHelpers.getNodeParameters(properties, node.parameters, true, true, node, description) ?? {};
	const shown = properties.filter((field) => NodeHelpers.displayParameter(all, field, node, description));
	return unknownIn(node.parameters, shown, true).map((path) => `${node.name}: ${path}`);
}

function unknownIn(values: object, fields: readonly INodeProperties[], isSaved = false): string[] {
	return Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
		const own = fields.filter((field) => field.name === name);
		const inner = own.filter(({ type }) => type === 'collection' || type === 'fixedCollection');
		if (inner.length > 0)
			return unknownInside(value, inner.flatMap(innerOf), isSaved).map((one) => `${name}.${one}`);
		return own.some((field) => !isSaved || takes(field, value)) ? [] : [name];
	});
}

/** Looks inside a collection. One with several entries is a list, and an expression has no fields yet. */
function unknownInside(value: unknown, fields: readonly INodeProperties[], isSaved: boolean): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => unknownInside(entry, fields, isSaved));
	if (typeof value === 'object' && value !== null) return unknownIn(value, fields, isSaved);
	return isSaved ? ['(no fields)'] : [];
}

/** Returns the fields of a collection. A group of a fixed collection counts as a collection. */
function innerOf({ options = [] }: INodeProperties): INodeProperties[] {
	return options.flatMap((option) => {
		if ('values' in option) {
			const { name, displayName, values } = option;
			return [{ name, displayName, type: 'collection', default: {}, options: values } as const];
		}
		return 'type' in option ? [option] : [];
	});
}

/** Whether the editor can have saved this value. */
function takes({ type, options = [], modes = [] }: INodeProperties, value: unknown): boolean {
	const isOffered = (one: unknown) => options.some((option) => 'value' in option && option.value === one);
	if (type === 'options') return isOffered(value);
	if (type === 'resourceLocator') {
		const mode = typeof value === 'object' && value !== null && 'mode' in value ? value.mode : undefined;
		return modes.some(({ name }) => name === mode);
	}
	if (typeof value === 'string' && value.startsWith('=')) return true;
	return Array.isArray(value) ? type === 'string' || value.every(isOffered) : typeof value === type;
}
