import type { CustomAnswers, CustomField, CustomFields, ParameterLists, Webinar } from './types';
import { invalidSelection, missingFields, type FieldErrors } from './validation';

/** The brackets of `topics[]` and `topics[0]`, which both mean the field `topics`. */
const INDEX = /\[\d*\]$/;

/** Collects the values of each parameter. As in PHP, `topics[]` replaces `topics`, and the last `topics` counts. */
export function listsOf(pairs: ReadonlyArray<readonly [name: string, value: string]>): ParameterLists {
	const listed = pairs.filter(([name]) => INDEX.test(name));
	const plain = pairs.filter(([name]) => !INDEX.test(name));
	const lists = new Map(plain.map(([name, value]) => [name, [value]]));
	const named = listed.map(([name, value]) => [name.replace(INDEX, ''), value] as const);
	for (const [name] of named) lists.set(name, []);
	for (const [name, value] of named) lists.get(name)?.push(value);
	return Object.fromEntries(lists);
}

/** Reads the values of the webinar's custom fields, and their errors, both by label. */
export function customAnswers(
	lists: ParameterLists,
	webinar: Webinar | undefined,
): { answers: CustomAnswers; errors: FieldErrors } {
	const answers: Record<string, readonly string[]> = {};
	let errors: FieldErrors = {};
	for (const question of webinar?.customFields?.questions ?? []) {
		const given = (lists[question.label] ?? []).flatMap((value) => idsIn(value, question));
		const values = given.map((value) => value.trim()).filter(Boolean);
		errors = { ...errors, ...errorsIn(values, question) };
		if (values.length > 0) answers[question.label] = values.map((value) => textOf(value, question) ?? value);
	}
	return { answers, errors };
}

function errorsIn(values: readonly string[], question: CustomField): FieldErrors {
	const { label, required, multiple } = question;
	if (values.length === 0) return required ? missingFields({}, [label]) : {};
	if (values.length > 1 && !multiple) return { [label]: [`The ${label} field takes one answer only.`] };
	return values.every((value) => textOf(value, question) !== undefined) ? {} : invalidSelection(label);
}

/** Splits `["1","2"]`, which is how the vendor writes several answers. How a form encodes them is unknown. */
function idsIn(value: string, { multiple }: CustomField): string[] {
	return multiple && /^\["\d+"(?:, ?"\d+")*\]$/.test(value) ? (value.match(/\d+/g) ?? []) : [value];
}

/** Returns the text of an option by its ID, which is what a drop-down takes (service: D). */
function textOf(value: string, { options }: CustomField): string | undefined {
	if (!options) return value;
	return options.find(({ id }) => String(id) === value)?.text;
}

/** Returns the custom fields as the detail shows them. Their container is unknown, so webinars differ in it. */
export function shownCustomFields({ customFields }: Webinar) {
	if (!customFields) return {};
	const { shownAs, questions } = customFields;
	return { [shownAs]: questions.map(entryOf[shownAs]) };
}

const entryOf: Record<CustomFields['shownAs'], (question: CustomField) => object> = {
	custom_fields: ({ label, required, options, multiple }: CustomField) => ({
		label,
		type: options ? 'dropdown' : 'text',
		required,
		...(multiple !== undefined && { multiple }),
		...(options && { options: options.map(({ id, text }) => ({ id, value: text })) }),
	}),
	registration_fields: ({ id, label, options }: CustomField) => ({
		id,
		label,
		type: options ? 'dropdown' : 'text',
		...(options && { options: options.map((option) => ({ id: option.id, label: option.text })) }),
	}),
};

/** Returns a valid value for each required custom field. */
export function sampleAnswers({ customFields }: Webinar): Record<string, string> {
	const required = customFields?.questions.filter((question) => question.required) ?? [];
	return Object.fromEntries(
		required.map(({ label, options }) => [label, String(options?.[0]?.id ?? 'Sample')]),
	);
}
