import { z } from 'zod/v4';

import { InputError } from '../service/errors';
import { isRecord, quoted, readFlag, shortened } from '../utils/values';
import type { Webinar } from './webinar';

const text = z.string().trim().min(1);
const optionId = z.union([text, z.number().transform(String)]);

/** An option, whose form is not documented: an ID with a label or a value, a value with a label, or a string. */
const option = z.union([
	text.transform((value) => ({ id: value, text: value })),
	z
		.object({ id: optionId.optional(), value: optionId.optional(), label: text.optional() })
		.transform(({ id, value, label }) => ({ id: id ?? value ?? label, text: label ?? value }))
		.pipe(z.object({ id: z.string(), text: z.string() })),
]);

const customField = z.object({
	/** Also the name of the parameter in a registration. */
	label: text,
	/** The options of a drop-down, whose IDs a registration takes. Empty for a text field. */
	options: z.array(option).catch([]),
	/** Whether the form requires an answer; undefined if the service does not say so. */
	required: z.unknown().transform(readFlag).optional(),
});

/** A custom field of a webinar's registration form. */
export type CustomField = z.output<typeof customField>;

/**
 * Returns the custom fields in a webinar's detail. It is not documented which field of the detail contains them, so every
 * list of objects with a label counts.
 */
export function findCustomFields(webinar: object): CustomField[] {
	const byLabel = new Map(fieldsIn(webinar).map((field) => [field.label, field]));
	return [...byLabel.values()];
}

function fieldsIn(value: unknown): CustomField[] {
	if (Array.isArray(value)) return value.flatMap((entry) => customField.safeParse(entry).data ?? []);
	return isRecord(value) ? Object.values(value).flatMap(fieldsIn) : [];
}

/** Answers by the label of the custom field. A field can have several answers. */
export type Answers<Answer> = Readonly<Record<string, readonly Answer[]>>;

/** Replaces the text of a drop-down's option by the option's ID. @throws InputError that lists the options */
export function withOptionIds({ id, detail }: Webinar, answers: Answers<string>): Answers<string> {
	const given = Object.entries(answers);
	const fields = given.length > 0 ? findCustomFields(detail) : [];
	const webinarName = quoted(detail.title ?? `Webinar ${id}`);
	return Object.fromEntries(
		given.map(([name, texts]) => {
			const { options = [] } = fields.find(({ label }) => label === name) ?? {};
			const isDropDown = options.length > 0;
			const place = `${shortened(name)} in ${webinarName}`;
			const ids = isDropDown ? texts.map((answer) => optionIdOf(answer, options, place)) : texts;
			return [name, [...new Set(ids)]];
		}),
	);
}

const MAX_OPTIONS_LISTED = 20;

/** @param place names the field and the webinar, for the error */
function optionIdOf(answer: string, options: CustomField['options'], place: string): string {
	const found =
		options.find(({ id }) => id === answer) ??
		options.find(({ text: name }) => name.toLowerCase() === answer.toLowerCase());
	if (found) return found.id;
	const listed = options
		.slice(0, MAX_OPTIONS_LISTED)
		.map(({ id, text: name }) => (id === name ? shortened(name) : `${shortened(name)} (${shortened(id)})`));
	const more = options.length > listed.length ? ', …' : '';
	throw new InputError(
		`${quoted(answer)} is not an option of ${place}`,
		`Use the text or the ID of an option: ${listed.join(', ')}${more}.`,
	);
}
