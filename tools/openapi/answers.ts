import { z } from 'zod/v4';

import {
	id,
	registerAnswer,
	registrantsAnswer,
	webinarAnswer,
	webinarsAnswer,
} from '../../nodes/WebinarAccount/service/schemas';
import * as prose from './members';
import { alwaysIn, type Members, propertiesOf, ref, type Schema } from './schema';

/** The objects of the service's answers: what the package's schemas read, and the prose about every member. */

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** What a schema of the package accepts. An identifier becomes a reference. */
function accepted(schema: z.core.$ZodType): JsonSchema {
	const json = z.toJSONSchema(schema, {
		io: 'input',
		unrepresentable: 'any',
		override({ zodSchema, jsonSchema }) {
			const { def } = zodSchema._zod;
			if (zodSchema === id) {
				replace(jsonSchema, ref('Id'));
			} else if (def.type === 'pipe' && def.in._zod.def.type === 'transform') {
				// A schema after a preprocessing: the shape is the schema's.
				replace(jsonSchema, accepted(def.out));
			}
		},
	});
	delete json.$schema;
	return json;
}

function replace(target: object, source: object): void {
	for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
	Object.assign(target, source);
}

/** A part of a JSON Schema, by the names of members; `[]` is the entry of a list. */
function within(schema: JsonSchema, ...path: string[]): JsonSchema {
	return path.reduce((part, name) => {
		const candidates = [part, ...(part.anyOf ?? [])].filter((each) => typeof each === 'object');
		const inner = candidates
			.map((each) => (name === '[]' ? each.items : each.properties?.[name]))
			.find((each) => typeof each === 'object' && !Array.isArray(each));
		if (typeof inner !== 'object' || Array.isArray(inner)) throw new Error(`no ${name} in a schema`);
		return inner;
	}, schema);
}

/**
 * Joins what the package reads of an object with the prose.
 * @throws when a member that the package reads is not described
 */
function described(read: JsonSchema, members: Members): Schema {
	const types: Record<string, Schema> = {};
	for (const [name, schema] of Object.entries(read.properties ?? {})) {
		const member = members[name];
		if (!member) throw new Error(`openapi/members.ts does not describe ${name}`);
		if (typeof schema !== 'object' || isOpen(schema)) continue;
		types[name] = { ...schema };
	}
	const typed = Object.entries(members).map(([name, member]) => {
		const schema = member.schema ?? types[name];
		return [name, { ...member, ...(schema && { schema }) }] as const;
	});
	return { type: 'object', ...objectOf(Object.fromEntries(typed)) };
}

/** Whether the type is up to the prose: anything is accepted, or a list of objects, which have a name of their own. */
function isOpen(schema: JsonSchema): boolean {
	const choices = [schema, ...(schema.anyOf ?? [])].filter((each) => typeof each === 'object');
	return choices.some((choice) => Object.keys(choice).length === 0 || choice.type === 'array');
}

export function objectOf(members: Members): Schema {
	const required = alwaysIn(members);
	return { ...(required.length > 0 && { required }), properties: propertiesOf(members) };
}

const registrants = within(accepted(registrantsAnswer), 'registrants');
const [page = {}] = registrants.anyOf ?? [];
const webinar = accepted(webinarAnswer.shape.webinar);

/** The named schemas of successful answers. */
export const objects: Readonly<Record<string, Schema>> = {
	Id: {
		description: 'Documented as an integer; a string of digits also occurs.',
		anyOf: [
			{ type: 'integer', minimum: 0 },
			{ type: 'string', pattern: '^\\d{1,15}$' },
		],
	},
	WebinarListItem: described(within(accepted(webinarsAnswer), 'webinars', '[]'), prose.listItem),
	Webinar: described(webinar, prose.detail),
	Schedule: described(within(webinar, 'schedules', '[]'), prose.schedule),
	Presenter: described({}, prose.presenter),
	CustomField: described({}, prose.customField),
	Attendee: described(accepted(registerAnswer.shape.user), prose.attendee),
	RegistrantsPage: described(page, prose.registrantsPage),
	Registrant: described(within(page, 'data', '[]'), prose.registrant),
};
