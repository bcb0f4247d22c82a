import type { Schema } from './schema';

/** What the names of some output fields do not say, by the operation. */
const descriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	createOneClickLink: {
		date: 'Date of the next session; null if the session number does not tell which session it is',
		timezone: 'Time zone of the session; null if the session number does not tell which session it is',
		series: 'Whether the link registers for several sessions; null if the session number does not tell',
		schedule_id: "Session number in the webinar's dashboard",
		derived:
			"Whether the link was made from the webinar's details; false if it was made from a Dashboard Link",
	},
};

/** Adds the descriptions to a schema. @param path e.g. "live/createOneClickLink" */
export function withDescriptions(path: string, schema: Schema): Schema {
	const [, operation = ''] = path.split('/');
	const own = descriptions[operation] ?? {};
	const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
		const description = own[name];
		return [name, description === undefined ? property : { ...property, description }] as const;
	});
	return { ...schema, ...(schema.properties && { properties: Object.fromEntries(properties) }) };
}
