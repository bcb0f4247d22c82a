import { z } from 'zod/v4';

import { isRecord } from '../utils/values';
import type { Webinar } from './webinar';

/** A custom field of a webinar's registration form. */
export interface CustomField {
	/** Also the name of its parameter in a registration. */
	label: string;
	/** The choices of a drop-down, e.g. `1 = Friends`; empty for a text. */
	choices: string[];
	/** Whether the form requires an answer; absent where the service does not tell. */
	required?: boolean;
}

/** Objects nested deeper than this are not searched for custom fields. */
const MAX_DEPTH = 3;

/**
 * The custom fields of a webinar. The member that contains them is not documented, so every list of objects with a
 * label counts.
 */
export function customFieldsOf(webinar: Webinar['detail']): CustomField[] {
	const byLabel = new Map(labelled(webinar, MAX_DEPTH).map((field) => [field.label, field]));
	return [...byLabel.values()];
}

function labelled(value: unknown, depth: number): CustomField[] {
	if (Array.isArray(value)) return value.flatMap(readField);
	if (!isRecord(value) || depth === 0) return [];
	return Object.values(value).flatMap((member) => labelled(member, depth - 1));
}

function readField(entry: unknown): CustomField[] {
	if (!isRecord(entry)) return [];
	const { label, options, required } = entry;
	if (typeof label !== 'string' || label.trim() === '') return [];
	return [
		{
			label: label.trim(),
			choices: readChoices(options),
			...readRequired(required),
		},
	];
}

/** The member is not documented; PHP hosts also send a flag as a number or as its text. */
function readRequired(flag: unknown): Pick<CustomField, 'required'> {
	if (flag === true || flag === 1 || flag === '1' || flag === 'true') return { required: true };
	if (flag === false || flag === 0 || flag === '0' || flag === 'false') return { required: false };
	return {};
}

const choice = z.union([
	z.string(),
	z
		.object({ id: z.union([z.string(), z.number()]).optional(), label: z.string() })
		.or(z.object({ id: z.union([z.string(), z.number()]).optional(), value: z.string() }))
		.transform(({ id = '', ...texts }) =>
			[id, ...Object.values(texts)].filter((text) => text !== '').join(' = '),
		),
]);

/** `[{ id: 1, label: 'Friends' }]`, the same with `value`, or plain texts. */
function readChoices(options: unknown): string[] {
	return z.array(choice).catch([]).parse(options);
}

/**
 * The names under which a PHP host may read a parameter with this label: it turns blanks and dots into "_", and takes
 * "[" for the begin of an index or, without a "]", for another "_" (php.net, "Variables From External Sources").
 */
export function namesInPhp(label: string): string[] {
	const [text = ''] = label.trim().split('\0');
	const [beforeIndex = ''] = text.split('[');
	return [beforeIndex, text].map((name) => name.replace(/[ .[]/g, '_'));
}
