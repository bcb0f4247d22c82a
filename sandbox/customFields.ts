import type { CustomAnswers, CustomField, CustomFields, ParameterLists, Webinar } from './types';
import { invalidSelection, missingFields, type FieldErrors } from './validation';

/** `topics[]` and `topics[0]` mean `topics`, as in any form with several answers. */
const INDEX = /\[\d*\]$/;

/** As in PHP, `topics[]` replaces `topics`, and of several `topics` the last counts. */
export function listsOf(pairs: ReadonlyArray<readonly [name: string, value: string]>): ParameterLists {
	const listed = pairs.filter(([name]) => INDEX.test(name));
	const plain = pairs.filter(([name]) => !INDEX.test(name));
	const lists = new Map(plain.map(([name, value]) => [name, [value]]));
	const named = listed.map(([name, value]) => [name.replace(INDEX, ''), value] as const);
	for (const [name] of named) lists.set(name, []);
	for (const [name, value] of named) lists.get(name)?.push(value);
	return Object.fromEntries(lists);
}

/** The answers to the webinar's custom fields and their errors, both by label. */
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

/** The vendor writes several answers as `["1","2"]`, without saying how a form has them. */
function idsIn(value: string, { multiple }: CustomField): string[] {
	return multiple && /^\["\d+"(?:, ?"\d+")*\]$/.test(value) ? (value.match(/\d+/g) ?? []) : [value];
}

/** For a dropdown, an answer is the id of an option. */
function textOf(value: string, { options }: CustomField): string | undefined {
	if (!options) return value;
	return options.find(({ id }) => String(id) === value)?.text;
}

/** The member of the detail with the custom fields. Its name and the shape of its items vary. */
export function shownCustomFields({ customFields }: Webinar) {
	if (!customFields) return {};
	const { shownAs, questions } = customFields;
	return { [shownAs]: questions.map(shapes[shownAs]) };
}

const shapes: Record<CustomFields['shownAs'], (question: CustomField) => object> = {
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

/** One answer to every required field. */
export function sampleAnswers({ customFields }: Webinar): Record<string, string> {
	const required = customFields?.questions.filter((question) => question.required) ?? [];
	return Object.fromEntries(
		required.map(({ label, options }) => [label, String(options?.[0]?.id ?? 'Sample')]),
	);
}
