import { z } from 'zod/v4';

import { InputError } from '../service/errors';
import { enumerated, type Hint, isRecord, quoted, shortened, withoutBrackets } from '../utils/values';
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
});

/** A custom field of a webinar's registration form. */
export type CustomField = z.output<typeof customField>;

/**
 * Returns the custom fields in a webinar's details. The service does not document where they are, so every object with
 * a label in any list counts as a custom field.
 */
export function findCustomFields(webinar: object): CustomField[] {
	const byLabel = new Map<string, CustomField>();
	for (const entry of listEntriesIn(webinar)) {
		const { data: field } = customField.safeParse(entry);
		if (field) byLabel.set(field.label, field);
	}
	return [...byLabel.values()];
}

/** Returns the entries of a list, or of all lists in an object and in the objects inside it, but not of lists in lists. */
function listEntriesIn(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	return isRecord(value) ? Object.values(value).flatMap(listEntriesIn) : [];
}

/** Answers to custom fields, by the field's label. A field can have several answers. */
export type Answers<Answer> = Readonly<Record<string, readonly Answer[]>>;

/** Whether a label that a user entered names a custom field. It may have the brackets of a list. */
function isLabelOf({ label }: CustomField, entered: string): boolean {
	return label === entered || label === withoutBrackets(entered);
}

/**
 * Returns a hint for each label, which applies if the webinar has no such custom field. Returns no hints if the webinar's details
 * list no custom fields, because the service may list them nowhere.
 * @param entered the labels that the user entered
 */
export function unknownLabelHints({ detail }: Webinar, entered: readonly string[]): Hint[] {
	const fields = entered.length > 0 ? findCustomFields(detail) : [];
	if (fields.length === 0) return [];
	const labels = enumerated(
		fields.map(({ label }) => quoted(label)),
		MAX_LABELS_LISTED,
	);
	return entered.map((label) => [
		!fields.some((field) => isLabelOf(field, label)),
		`The webinar lists no custom field ${quoted(label)}, so the service may drop the answer. The webinar's custom fields are ${labels}.`,
	]);
}

const MAX_LABELS_LISTED = 10;

/**
 * Replaces each answer to a drop-down with the ID of its option. Answers to text fields, and to fields that the webinar
 * does not list, stay as they are.
 * @throws InputError that lists the options if an answer is none of them
 */
export function withOptionIds({ id, detail }: Webinar, answers: Answers<string>): Answers<string> {
	// Most contacts have no answers, for which the details need not be searched.
	if (Object.keys(answers).length === 0) return {};
	const fields = findCustomFields(detail);
	const webinarName = quoted(detail.title ?? `Webinar ${id}`);
	const sent = new Map<string, readonly string[]>();
	for (const [label, texts] of Object.entries(answers)) {
		const { options = [] } = fields.find((field) => isLabelOf(field, label)) ?? {};
		const fieldName = `${shortened(label)} in ${webinarName}`;
		const isTextField = options.length === 0;
		sent.set(label, isTextField ? texts : texts.map((text) => optionIdOf(text, options, fieldName)));
	}
	return Object.fromEntries(sent);
}

const MAX_OPTIONS_LISTED = 20;

/**
 * Returns the ID of the option that an answer names by its label or its ID.
 * @param fieldName names the field and the webinar, for the error
 */
function optionIdOf(answer: string, options: CustomField['options'], fieldName: string): string {
	// The list in the editor enters the exact label, so an answer that is also the ID of another option means the label.
	const found =
		options.find(({ label }) => label === answer) ??
		options.find(({ id }) => id === answer) ??
		options.find(({ label }) => label.toLowerCase() === answer.toLowerCase());
	if (found) return found.id;
	const names = options.map(({ id, label }) =>
		id === label ? shortened(label) : `${shortened(label)} (${shortened(id)})`,
	);
	throw new InputError(
		`${quoted(answer)} is not an option of ${fieldName}`,
		`Use the label or the ID of one of these options: ${enumerated(names, MAX_OPTIONS_LISTED)}.`,
		'customFields',
	);
}
