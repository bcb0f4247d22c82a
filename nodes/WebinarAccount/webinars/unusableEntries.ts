import type { Json } from '../service/schemas';
import { isRecord, quoted, scalarText } from '../utils/values';
import type { SessionParts, Webinar } from './webinar';

/** Functions for the entries in a webinar's `schedules` that cannot be booked, or whose date cannot be read. */

/** Reads an entry of `schedules` that has no numeric ID, such as the string "Just in time". */
export function readEntryWithoutId(entry: Json): SessionParts & { comment: string } {
	const { date, comment }: Record<string, unknown> = isRecord(entry) ? entry : { comment: entry };
	return { schedule: null, date: scalarText(date), comment: scalarText(comment), startsAt: undefined };
}

/** Returns hints for the user about entries of `schedules` that cannot be booked, or whose date cannot be read. */
export function unusableEntryHints({ sessions, unbookable }: Webinar): string[] {
	const withoutId = unbookable.map((entry) => describe(readEntryWithoutId(entry)));
	const unreadableDates = sessions
		.filter(({ kind, date, startsAt }) => kind === 'dated' && date !== '' && startsAt === undefined)
		.map(({ date }) => date);
	return [
		...hint('Sessions that the service lists without a schedule ID cannot be booked', withoutId),
		...hint('Some session dates from the service cannot be read', unreadableDates),
	];
}

/** Returns the text that names an entry in a hint. */
function describe({ comment, date }: ReturnType<typeof readEntryWithoutId>): string {
	return comment || date || 'no description';
}

/** Maximum number of examples in a hint. */
const MAX_EXAMPLES = 3;

/** Returns a hint that ends with examples; an empty list if there are no examples. */
function hint(text: string, examples: readonly string[]): string[] {
	const distinct = [...new Set(examples)];
	const shown = distinct.slice(0, MAX_EXAMPLES).map((example) => quoted(example));
	if (distinct.length > shown.length) shown.push('…');
	return shown.length === 0 ? [] : [`${text}: ${shown.join(', ')}.`];
}
