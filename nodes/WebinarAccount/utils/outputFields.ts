// What n8n's workflow builder reads about the output items.

/** The part of a JSON Schema that describes the fields of an output item. */
export interface OutputSchema {
	type?: string | readonly string[];
	properties?: Readonly<Record<string, OutputSchema>>;
	items?: OutputSchema;
}

/**
 * Returns the fields of a schema in the notation of TypeScript, for a language model, such as
 * `title: string | null, schedules: [{ date: string }]`.
 */
export function outputFields({ properties = {} }: OutputSchema): string {
	const fields = Object.entries(properties).map(([name, schema]) => `${name}: ${typeText(schema)}`);
	return fields.join(', ');
}

function typeText({ type = 'unknown', properties, items }: OutputSchema): string {
	if (properties) return `{ ${outputFields({ properties })} }`;
	if (items) return `[${typeText(items)}]`;
	return [type].flat().join(' | ');
}
