/** The part of a JSON Schema that describes the fields of an output item. */
export interface OutputSchema {
	type?: string | readonly string[];
	properties?: Readonly<Record<string, OutputSchema>>;
	items?: OutputSchema;
}

/**
 * Returns the fields of a schema for a language model, such as `title, webinar_id: number, schedules: [{ date, comment }]`.
 * A field without a type is text.
 */
export function outputFields({ properties = {} }: OutputSchema): string {
	const fields = Object.entries(properties).map(([name, schema]) => {
		const type = typeOf(schema);
		return type === 'text' ? name : `${name}: ${type}`;
	});
	return fields.join(', ');
}

function typeOf(schema: OutputSchema): string {
	const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
	if (schema.properties) return `{ ${outputFields(schema)} }`;
	if (schema.items) return `[${typeOf(schema.items)}]`;
	if (types.includes('string')) return 'text';
	if (types.includes('boolean')) return 'boolean';
	return types.includes('integer') || types.includes('number') ? 'number' : 'text';
}
