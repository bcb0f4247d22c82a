/** The part of JSON Schema that n8n's editor reads: of several types it shows the first. */
export interface Schema {
	type?: string | string[];
	description?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** What all values have in common: every member that one of them has, with every type that it has somewhere. */
export function schemaOf(values: readonly unknown[]): Schema {
	const names = [...new Set(values.map(typeOf))].sort((a, b) => Number(a === 'null') - Number(b === 'null'));
	const members = values.filter(isObject);
	const entries = values.filter((value) => Array.isArray(value)).flat();
	// n8n shows what is inside only if this is the only type.
	const inside = names.filter((name) => name === 'object' || name === 'array');
	const [type] = inside.length === 1 ? inside : names;
	return {
		...(names.length > 0 && { type: inside.length === 1 || names.length === 1 ? type : names }),
		...(members.length > 0 && { properties: propertiesOf(members) }),
		...(entries.length > 0 && { items: schemaOf(entries) }),
	};
}

function propertiesOf(objects: ReadonlyArray<Record<string, unknown>>): Record<string, Schema> {
	const keys = [...new Set(objects.flatMap(Object.keys))];
	return Object.fromEntries(
		keys.map((key) => [key, schemaOf(objects.filter((each) => key in each).map((each) => each[key]))]),
	);
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === 'object';

/** The paths of all members, such as `schedules[].date`. */
export function pathsOf({ properties = {}, items }: Schema, path = ''): string[] {
	return [
		...Object.entries(properties).flatMap(([key, inner]) => {
			const here = path === '' ? key : `${path}.${key}`;
			return [here, ...pathsOf(inner, here)];
		}),
		...(items ? pathsOf(items, `${path}[]`) : []),
	];
}
