import { type Outcome, textOf } from './registration';

const MOST_FAILURES_LISTED = 20;

/** A line with a label. Control characters could change the state of the terminal. */
export function line(label: string, text: string): string {
	return `  ${label.padEnd(14)}${text.replace(/\p{Cc}+/gu, ' ').trim()}`;
}

/** What became of the contacts. */
export function summary(outcomes: readonly Outcome[]): string {
	const registered = outcomes.filter(({ registration }) => registration && !registration.existing);
	const duplicates = outcomes.filter(({ registration }) => registration?.existing);
	const failed = outcomes.filter(({ reason }) => reason !== undefined);
	const unreached = outcomes.length - registered.length - duplicates.length - failed.length;
	const { contact, registration: { date, timezone, live_room_url: link } = {} } = registered[0] ?? {};
	const unlisted = failed.length - MOST_FAILURES_LISTED;
	const lines = [
		contact && line('Session', `${textOf(date)} (${textOf(timezone)})`),
		line('Registered', `${registered.length} of ${outcomes.length}`),
		duplicates.length > 0 && line('Twice in it', duplicates.map(nameOf).join(', ')),
		unreached > 0 && line('Stopped', `before ${unreached} of them`),
		line('Failed', String(failed.length)),
		...failed.slice(0, MOST_FAILURES_LISTED).map((each) => line('', `${nameOf(each)}: ${each.reason}`)),
		unlisted > 0 && line('', `and ${unlisted} more`),
		contact && line('Room link', `${textOf(link)} (of ${nameOf({ contact })})`),
	];
	return lines.filter(Boolean).join('\n');
}

function nameOf({ contact: { first_name, last_name, email } }: Pick<Outcome, 'contact'>): string {
	return [first_name, last_name, email && `<${email}>`].filter(Boolean).join(' ');
}
