/** The part of JSON Schema that n8n's editor reads. Of several types, it shows the first. */
export interface Schema {
	type?: string | string[];
	description?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** Returns a schema for all values: each field that one of them has, with all its types. */
export function schemaOf(values: readonly unknown[]): Schema {
	const names = typesOf(values);
	const objects = values.filter(isObject);
	const entries = values.filter((value) => Array.isArray(value)).flat();
	// n8n shows the fields of an object and the entries of an array only if that is the only type.
	const inside = names.filter((name) => name === 'object' || name === 'array');
	const [type] = inside.length === 1 ? inside : names;
	return {
		...(names.length > 0 && { type: inside.length === 1 || names.length === 1 ? type : names }),
		...(objects.length > 0 && { properties: propertiesOf(objects) }),
		...(entries.length > 0 && { items: schemaOf(entries) }),
	};
}

/** Returns the types of values, with null at the end. A field with integers and other numbers has the type number. */
function typesOf(values: readonly unknown[]): string[] {
	const types = new Set(values.map(typeOf));
	if (types.has('number')) types.delete('integer');
	return [...types].sort((a, b) => Number(a === 'null') - Number(b === 'null'));
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
