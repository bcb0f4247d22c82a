import type { Contact } from './contacts';
import { line, printable, table } from './layout';
import type { InvalidContact, InvalidFile } from './invalidContacts';
import type { Registrations, ServiceObject } from './registration';
import { describeSession } from './session';

interface CallCount {
	calls: number;
	throttled: number;
	mostInOneSecond: number;
}

/** The results of a run. */
export interface Run extends Registrations {
	/** Whether the service is a sandbox, which ends with the demo. */
	isSandbox: boolean;
	product: 'live' | 'automated';
	webinar: ServiceObject;
	/** Duplicates of contacts that were registered. */
	skipped: Contact[];
	count: CallCount;
	seconds: number;
}

/** The results of a run, and the file with contacts that were not registered. */
export interface RunReport extends Run {
	invalidFile: InvalidFile;
}

const MOST_REASONS_LISTED = 20;
/** Maximum number of contacts on one line. */
const MOST_CONTACTS_LISTED = 3;

/** The summary of a run, for first-time readers. */
export function summary(report: RunReport): string {
	return [...results(report), '', ...effort(report)].join('\n');
}

function results(report: RunReport): string[] {
	const { registered, invalid, unreached, skipped, invalidFile } = report;
	const all = registered.length + invalid.length + unreached.length + skipped.length;
	const [first] = registered;
	return [
		...(first ? [line('Session', describeSession(report.product, report.webinar, first.user))] : []),
		line('Registered', `${registered.length} of ${all}`),
		...(skipped.length > 0 ? [line('Skipped', describeDuplicates(skipped))] : []),
		...(unreached.length > 0 ? [line('Stopped', `before ${plural(unreached.length, 'contact')}`)] : []),
		...describeInvalid(invalid, invalidFile),
		...(invalidFile.state === 'written' ? [line('Written to', invalidFile.path)] : []),
	];
}

function effort({ registered: [first], count, seconds, isSandbox }: RunReport): string[] {
	const link = first?.user.live_room_url;
	return [
		line('Time', `${seconds.toFixed(1)} s, including the start of n8n's engine`),
		line(
			'Calls',
			`${count.calls}: ${(count.calls / seconds).toFixed(1)} per second on average, ${count.mostInOneSecond} at most in any second`,
		),
		line('Over limit', `${plural(count.throttled, 'call')} throttled (429)`),
		...(first && typeof link === 'string'
			? [
					line('Room link', link),
					line(
						'',
						`${nameOf(first.contact)}'s own${isSandbox ? ', closed with the sandbox' : '; everybody got one'}`,
					),
				]
			: []),
	];
}

function describeDuplicates(duplicates: readonly Contact[]): string {
	return `${plural(duplicates.length, 'duplicate')}: ${listed(duplicates, ' ')}`;
}

/** Groups contacts by reason, so that a common reason is printed once. */
function describeInvalid(invalid: readonly InvalidContact[], { path, state }: InvalidFile): string[] {
	if (invalid.length === 0) {
		const earlier = state === 'earlier' ? `; ${path} is from an earlier run` : '';
		return [line('Invalid', `nobody${earlier}`)];
	}
	const groups = new Map<string, Contact[]>();
	for (const { contact, reason } of invalid) groups.set(reason, [...(groups.get(reason) ?? []), contact]);
	const rows = [...groups].map(([reason, contacts]): [string, string] => [
		listed(contacts, '\n'),
		printable(reason),
	]);
	const unlisted = [...groups.values()].slice(MOST_REASONS_LISTED).flat().length;
	return [
		line('Invalid', String(invalid.length)),
		table(['Contact', 'Reason'], rows.slice(0, MOST_REASONS_LISTED)),
		...(unlisted > 0 ? [line('', `and ${unlisted} more`)] : []),
	];
}

/** The first few contacts, by name and address. */
function listed(contacts: readonly Contact[], space: ' ' | '\n'): string {
	const more = contacts.length - MOST_CONTACTS_LISTED;
	const labels = contacts.slice(0, MOST_CONTACTS_LISTED).map((contact) => {
		const address = printable(contact.person.email);
		return `${nameOf(contact)}${address === '' ? '' : `${space}<${address}>`}`;
	});
	return [...labels, ...(more > 0 ? [`and ${more} more`] : [])].join(`,${space}`);
}

function nameOf({ person, number }: Contact): string {
	return printable(`${person.firstName.trim()} ${person.lastName.trim()}`) || `Contact ${number}`;
}

function plural(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
