import type { Schema } from './schema';

const SCHEDULE_ID = 'ID of the schedule, as Register takes it';
const SCHEDULE_TEXT = 'Date of the schedule in words. Its ID is schedule_id.';
const ATTENDED_LIVE =
	'Whether the person opened the live room. To count attendees with Summarize, count date_live, because false counts too.';

const registrant = { schedule: SCHEDULE_TEXT, attended_live: ATTENDED_LIVE };

/** What the names of some output fields do not say, by the operation. A dot leads into a list or an object. */
const descriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	createOneClickLink: {
		date: 'Date of the next session; null if the session number does not tell which session it is',
		timezone: 'Time zone of the session; null if the session number does not tell which session it is',
		series: 'Whether the link registers for several sessions; null if the session number does not tell',
		schedule_id: "Session number in the webinar's dashboard",
		derived:
			"Whether the link was made from the webinar's details; false if it was made from a Dashboard Link",
	},
	findRegistrant: {
		...registrant,
		registrations: 'Number of registrations that the person has',
		attended_live_any: 'Whether the person attended the live session of any of these registrations',
		attended_replay_any: 'Whether the person watched the replay of any of these registrations',
		purchased_any: 'Whether the person bought something with any of these registrations',
	},
	get: { 'schedules.schedule': SCHEDULE_ID },
	getRegistrants: registrant,
	getSessions: { schedule: SCHEDULE_ID },
	register: { schedule: SCHEDULE_ID },
	unsubscribe: { 'sessions.schedule': SCHEDULE_TEXT },
};

/** Adds the descriptions to a schema. @param path e.g. "live/createOneClickLink" */
export function withDescriptions(path: string, schema: Schema): Schema {
	const [, operation = ''] = path.split('/');
	return addTexts(schema, '', descriptions[operation] ?? {});
}

/** Adds the descriptions to the fields of a schema. @param outer the path of the schema, which ends with a dot */
function addTexts(schema: Schema, outer: string, texts: Readonly<Record<string, string>>): Schema {
	const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
		const description = texts[outer + name];
		const inner = addTexts(property, `${outer}${name}.`, texts);
		return [name, description === undefined ? inner : { ...inner, description }] as const;
	});
	return {
		...schema,
		...(schema.properties && { properties: Object.fromEntries(properties) }),
		...(schema.items && { items: addTexts(schema.items, outer, texts) }),
	};
}
