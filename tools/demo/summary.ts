import { type Outcome, toText } from './registration';

const MAX_LISTED_FAILURES = 20;

/** Formats a line with a label. Removes control characters, which could change the state of the terminal. */
export function line(label: string, text: string): string {
	return `  ${label.padEnd(14)}${text.replace(/\p{Cc}+/gu, ' ').trim()}`;
}

/** Summarizes the results for the contacts. */
export function summary(outcomes: readonly Outcome[]): string {
	const registered = outcomes.filter(({ registration }) => registration && !registration.existing);
	const duplicates = outcomes.filter(({ registration }) => registration?.existing);
	const failed = outcomes.filter(({ reason }) => reason !== undefined);
	const notSent = outcomes.length - registered.length - duplicates.length - failed.length;
	const { contact, registration: { date, timezone, live_room_url: link } = {} } = registered[0] ?? {};
	const unlisted = failed.length - MAX_LISTED_FAILURES;
	const lines = [
		contact && line('Session', `${toText(date)} (${toText(timezone)})`),
		line('Registered', `${registered.length} of ${outcomes.length}`),
		duplicates.length > 0 && line('Duplicates', duplicates.map(nameOf).join(', ')),
		notSent > 0 && line('Not sent', `${notSent}, because the demo was stopped`),
		line('Failed', String(failed.length)),
		...failed.slice(0, MAX_LISTED_FAILURES).map((each) => line('', `${nameOf(each)}: ${each.reason}`)),
		unlisted > 0 && line('', `and ${unlisted} more`),
		contact && line('Room link', `${toText(link)} (of ${nameOf({ contact })})`),
	];
	return lines.filter(Boolean).join('\n');
}

function nameOf({ contact: { first_name, last_name, email } }: Pick<Outcome, 'contact'>): string {
	return [first_name, last_name, email && `<${email}>`].filter(Boolean).join(' ');
}
