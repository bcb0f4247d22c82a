import { z } from 'zod/v4';

import { InputError } from '../service/errors';
import { isRecord, quoted, readFlag, shortened } from '../utils/values';
import type { Webinar } from './webinar';

const nonBlank = z.string().trim().min(1);

/** The ID of an option, which may be a number or a string. */
const optionId = z.union([nonBlank, z.number().transform(String)]);

/**
 * An option of a drop-down. Its format is not documented, so several formats are accepted: a string, or an object with
 * id, value and label.
 */
const option = z.union([
	nonBlank.transform((value) => ({ id: value, label: value })),
	z
		.object({ id: optionId.optional(), value: optionId.optional(), label: nonBlank.optional() })
		.transform(({ id, value, label }) => ({ id: id ?? value ?? label, label: label ?? value }))
		.pipe(z.object({ id: z.string(), label: z.string() })),
]);

const customField = z.object({
	/** The field's label, which is also the name of its parameter in a register request. */
	label: nonBlank,
	/** The options of a drop-down; empty for a text field. A register request sends the ID of the chosen option. */
	options: z.array(option).catch([]),
	/** Whether the registration form requires an answer; undefined if the service does not say. */
	required: z.unknown().transform(readFlag).optional(),
});

/** A custom field of a webinar's registration form. */
export type CustomField = z.output<typeof customField>;

/**
 * Returns the custom fields in a webinar's details. The service does not document where they are, so every object with
 * a label in any list counts as a custom field.
 */
export function findCustomFields(webinar: object): CustomField[] {
	const byLabel = new Map(fieldsIn(webinar).map((field) => [field.label, field]));
	return [...byLabel.values()];
}

/** Returns the custom fields in the lists of a value, and in those of the objects in it. */
function fieldsIn(value: unknown): CustomField[] {
	if (Array.isArray(value)) return value.flatMap((entry) => customField.safeParse(entry).data ?? []);
	return isRecord(value) ? Object.values(value).flatMap(fieldsIn) : [];
}

/** Answers to custom fields, by the field's label. A field can have several answers. */
export type Answers<Answer> = Readonly<Record<string, readonly Answer[]>>;

/**
 * Replaces each answer to a drop-down with the ID of its option. Answers to text fields stay as they are.
 * @throws InputError that lists the options if an answer is none of them
 */
export function withOptionIds({ id, detail }: Webinar, answers: Answers<string>): Answers<string> {
	const given = Object.entries(answers);
	const fields = given.length > 0 ? findCustomFields(detail) : [];
	const webinarName = quoted(detail.title ?? `Webinar ${id}`);
	return Object.fromEntries(
		given.map(([fieldLabel, fieldAnswers]) => {
			const { options = [] } = fields.find(({ label }) => label === fieldLabel) ?? {};
			const fieldName = `${shortened(fieldLabel)} in ${webinarName}`;
			// A text field has no options.
			const values = fieldAnswers.map((answer) =>
				options.length === 0 ? answer : optionIdOf(answer, options, fieldName),
			);
			return [fieldLabel, [...new Set(values)]];
		}),
	);
}

/** Maximum number of options that an error lists. */
const MAX_OPTIONS_LISTED = 20;

/**
 * Returns the ID of the option that an answer names by its ID or its label.
 * @param fieldName names the field and the webinar, for the error
 */
function optionIdOf(answer: string, options: CustomField['options'], fieldName: string): string {
	const found =
		options.find(({ id }) => id === answer) ??
		options.find(({ label }) => label.toLowerCase() === answer.toLowerCase());
	if (found) return found.id;
	const listed = options
		.slice(0, MAX_OPTIONS_LISTED)
		.map(({ id, label }) => (id === label ? shortened(label) : `${shortened(label)} (${shortened(id)})`));
	const more = options.length > listed.length ? ', …' : '';
	throw new InputError(
		`${quoted(answer)} is not an option of ${fieldName}`,
		`Use the label or the ID of one of these options: ${listed.join(', ')}${more}.`,
	);
}
