import { z } from 'zod/v4';

import { InputError } from '../service/errors';
import { isRecord, quoted, readFlag, shortened } from '../utils/values';
import type { Webinar } from './webinar';

const text = z.string().trim().min(1);
const optionId = z.union([text, z.number().transform(String)]);

/** The shape is not documented: `{ id: 1, label: 'Friends' }`, the same with `value`, a value with its label, or a text. */
const option = z.union([
	text.transform((value) => ({ id: value, text: value })),
	z
		.object({ id: optionId.optional(), value: optionId.optional(), label: text.optional() })
		.transform(({ id, value, label }) => ({ id: id ?? value ?? label, text: label ?? value }))
		.pipe(z.object({ id: z.string(), text: z.string() })),
]);

const customField = z.object({
	/** Also the name of its parameter in a registration. */
	label: text,
	/** The options of a drop-down, of which a registration takes the ID; empty for a text. */
	options: z.array(option).catch([]),
	/** Whether the form requires an answer; undefined where the service does not tell. */
	required: z.unknown().transform(readFlag).optional(),
});

/** A custom field of a webinar's registration form. */
export type CustomField = z.output<typeof customField>;

/** Every list of objects with a label counts, because the member that contains the fields is not documented. */
export function customFieldsOf(webinar: object): CustomField[] {
	const byLabel = new Map(fieldsIn(webinar).map((field) => [field.label, field]));
	return [...byLabel.values()];
}

function fieldsIn(value: unknown): CustomField[] {
	if (Array.isArray(value)) return value.flatMap((entry) => customField.safeParse(entry).data ?? []);
	return isRecord(value) ? Object.values(value).flatMap(fieldsIn) : [];
}

/** Answers to custom fields by label; a label can have several. */
export type Answers<Answer> = Readonly<Record<string, readonly Answer[]>>;

/** Of a drop-down, the service takes the ID of an option, whose text may be given. @throws InputError with the options */
export function answersFor({ id, detail }: Webinar, answers: Answers<string>): Answers<string> {
	const given = Object.entries(answers);
	const fields = given.length > 0 ? customFieldsOf(detail) : [];
	const place = quoted(detail.title ?? `Webinar ${id}`);
	return Object.fromEntries(
		given.map(([name, texts]) => {
			const { options = [] } = fields.find(({ label }) => label === name) ?? {};
			const what = `an option of ${shortened(name)} in ${place}`;
			const ids = options.length === 0 ? texts : texts.map((answer) => idOf(answer, options, what));
			return [name, [...new Set(ids)]];
		}),
	);
}

const MAX_OPTIONS_LISTED = 20;

function idOf(answer: string, options: CustomField['options'], what: string): string {
	const found =
		options.find(({ id }) => id === answer) ??
		options.find(({ text: name }) => name.toLowerCase() === answer.toLowerCase());
	if (found) return found.id;
	const listed = options
		.slice(0, MAX_OPTIONS_LISTED)
		.map(({ id, text: name }) => (id === name ? shortened(name) : `${shortened(name)} (${shortened(id)})`));
	const more = options.length > listed.length ? ', …' : '';
	throw new InputError(
		`${quoted(answer)} is not ${what}`,
		`Use the text or the ID of an option: ${listed.join(', ')}${more}.`,
	);
}
