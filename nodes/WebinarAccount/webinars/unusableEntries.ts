import type { Json } from '../service/schemas';
import { isRecord, quoted, scalarText } from '../utils/values';
import type { SessionParts, Webinar } from './webinar';

/** Entries of a webinar's `schedules` that cannot be booked, or whose date cannot be read. */

/** Reads an entry without a numeric ID, such as the string "Just in time". */
export function readEntryWithoutId(entry: Json): SessionParts & { comment: string } {
	const { date, comment }: Record<string, unknown> = isRecord(entry) ? entry : { comment: entry };
	return { schedule: null, date: scalarText(date), comment: scalarText(comment), startsAt: undefined };
}

/** Returns hints about the unusable entries of a webinar's schedule. */
export function unusableEntryHints({ sessions, unbookable }: Webinar): string[] {
	const withoutId = unbookable.map((entry) => describe(readEntryWithoutId(entry)));
	const unreadableDates = sessions
		.filter(({ kind, date, startsAt }) => kind === 'dated' && date !== '' && startsAt === undefined)
		.map(({ date }) => date);
	return [
		...hint('The service lists sessions without a schedule ID, which cannot be booked', withoutId),
		...hint('The service lists session dates that cannot be read', unreadableDates),
	];
}

function describe({ comment, date }: ReturnType<typeof readEntryWithoutId>): string {
	return comment || date || 'no description';
}

const MAX_EXAMPLES = 3;

function hint(text: string, examples: readonly string[]): string[] {
	const known = [...new Set(examples)];
	const shown = known.slice(0, MAX_EXAMPLES).map((example) => quoted(example));
	if (known.length > shown.length) shown.push('…');
	return shown.length === 0 ? [] : [`${text}: ${shown.join(', ')}.`];
}
