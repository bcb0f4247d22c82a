import type { INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';

/** @throws with the parameters that the node does not have, which n8n would pass over in silence */
export function checkKnown(parameters: INodeParameters, { description }: INodeType): void {
	const unknown = unknownIn(parameters, description.properties);
	if (unknown.length > 0) throw new Error(`${description.name} has no parameter ${unknown.join(', ')}`);
}

function unknownIn(values: object, fields: readonly INodeProperties[]): string[] {
	return Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
		const own = fields.filter((field) => field.name === name);
		if (own.length === 0) return [name];
		const inner = own.filter(({ type }) => type === 'collection' || type === 'fixedCollection');
		return inner.length > 0
			? unknownInside(value, inner.flatMap(innerOf)).map((one) => `${name}.${one}`)
			: [];
	});
}

/** An expression has no members yet; a collection with several entries is a list. */
function unknownInside(value: unknown, fields: readonly INodeProperties[]): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => unknownInside(entry, fields));
	return typeof value === 'object' && value !== null ? unknownIn(value, fields) : [];
}

/** The groups of a fixed collection are taken for collections. */
function innerOf({ options = [] }: INodeProperties): INodeProperties[] {
	return options.flatMap((option) => {
		if ('values' in option) {
			const { name, displayName, values } = option;
			return [{ name, displayName, type: 'collection', default: {}, options: values } as const];
		}
		return 'type' in option ? [option] : [];
	});
}
