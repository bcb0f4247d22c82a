import type { NodeExecutionHint } from 'n8n-workflow';

import type { Fields } from '../fields/field';
import { type NodeError, reportedFields } from '../fields/nodeError';
import { InputError, ServiceError } from '../service/errors';
import { CancelledError } from '../utils/async';
import { withoutMarkup } from '../utils/values';

const MAX_REASONS = 5;
const MAX_HINTS = 5;
const MAX_NAMED_WEBINARS = 3;

/** The results of a contact, in the order of the summary. */
const OUTCOMES = [
	'registered',
	'already registered',
	'duplicate',
	'skipped (already registered)',
	'skipped (duplicate)',
	'skipped (no consent)',
] as const;

export type Outcome = (typeof OUTCOMES)[number];

// The editor sets the condition "is equal to false" when the field is dragged.
const SKIPPED_ADVICE =
	'Skipped items have no room link. Drag "skipped" into an If node and choose "is true".';

type Counts = Map<string, number>;

/** Collects the results of a run's items. Its hints contain counts and field labels, but no contact data. */
export class RunReport {
	/** Hints by text, each with the IDs of its webinars or the number of its contacts. */
	private readonly hintsByText = new Map<string, { webinars: Set<number>; contacts: number }>();
	private readonly outcomes: Counts = new Map();
	private readonly failureReasons: Counts = new Map();
	/** The number of items that changed something at the service, by the kind of change. */
	private readonly changes = new Map<string, { advice: string; count: number }>();
	private failedItems = 0;

	/** Adds a hint. Equal texts of several items are shown once. @param about the ID of a webinar, or a contact */
	addHint(text: string, about?: number | 'contact'): void {
		const hint = this.hintsByText.get(text) ?? { webinars: new Set(), contacts: 0 };
		this.hintsByText.set(text, hint);
		if (typeof about === 'number') hint.webinars.add(about);
		else if (about) hint.contacts++;
	}

	outcome(outcome: Outcome): void {
		add(this.outcomes, outcome);
	}

	/** Notes that an item changed something at the service. @param done e.g. "registered" @param advice for a rerun */
	changed(done: string, advice: string): void {
		const { count = 0 } = this.changes.get(done) ?? {};
		this.changes.set(done, { advice, count: count + 1 });
	}

	failed(error: unknown, fields: Fields): void {
		this.failedItems++;
		for (const reason of reasonsOf(error, fields)) add(this.failureReasons, reason);
	}

	hints(itemCount: number): NodeExecutionHint[] {
		const added = [...this.hintsByText].map(([text, { webinars, contacts }]) => {
			const about = [webinarsText(webinars), contactsText(contacts)].filter(Boolean).join(', ');
			return about === '' ? text : `${text} (${about})`;
		});
		const texts = [...this.summary(itemCount), ...added].slice(0, MAX_HINTS);
		return texts.map((text) => ({ message: withoutMarkup(text), type: 'info', location: 'outputPane' }));
	}

	/** "20 contacts: 12 registered, 4 already registered, 1 skipped (no consent), 3 failed: Email is missing (3)." */
	private summary(itemCount: number): string[] {
		const { outcomes, failedItems } = this;
		const hasSkipped = [...outcomes.keys()].some((outcome) => outcome.startsWith('skipped'));
		const allRegistered = failedItems === 0 && [...outcomes.keys()].every((name) => name === 'registered');
		if (allRegistered || (itemCount === 1 && !hasSkipped)) return [];

		const isAboutPeople = outcomes.size > 0;
		const parts = isAboutPeople
			? OUTCOMES.flatMap((name) => counted(outcomes.get(name), name))
			: counted(itemCount - failedItems, 'succeeded');
		if (failedItems > 0) parts.push(`${failedItems} failed: ${listed(this.failureReasons)}`);
		const items = isAboutPeople ? contactsText(itemCount) : `${itemCount} items`;
		const text = `${items}: ${parts.join(', ')}.`;
		return [hasSkipped ? `${text} ${SKIPPED_ADVICE}` : text];
	}

	/** Adds the changes by other items to the error that ends the run, because n8n then shows no output of them. */
	annotated(error: NodeError): NodeError {
		for (const [done, { advice, count }] of this.changes) {
			const text = `${contactsText(count)} ${count === 1 ? 'was' : 'were'} already ${done} before this error.`;
			error.description = [error.description, text, advice].filter(Boolean).join(' ');
		}
		return error;
	}
}

function counted(count: number | undefined, name: string): string[] {
	return count ? [`${count} ${name}`] : [];
}

function contactsText(count: number): string {
	if (count === 0) return '';
	return count === 1 ? '1 contact' : `${count} contacts`;
}

/** "webinar 6", "4 webinars: 1, 2, 3 …" */
function webinarsText(webinars: ReadonlySet<number>): string {
	const ids = [...webinars].sort((one, other) => one - other);
	if (ids.length === 0) return '';
	if (ids.length === 1) return `webinar ${ids[0]}`;
	const named = ids.slice(0, MAX_NAMED_WEBINARS).join(', ');
	return `${ids.length} webinars: ${named}${ids.length > MAX_NAMED_WEBINARS ? ' …' : ''}`;
}

function add(counts: Counts, name: string): void {
	counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** "Email is missing (3), First Name is missing (1)", the most frequent first. */
function listed(counts: Counts): string {
	const sorted = [...counts].sort(([one, a], [other, b]) => b - a || one.localeCompare(other));
	const named = sorted.slice(0, MAX_REASONS).map(([reason, count]) => `${reason} (${count})`);
	return [...named, ...(sorted.length > named.length ? ['and others'] : [])].join(', ');
}

/** Returns the reasons why an item failed, without contact data. */
function reasonsOf(error: unknown, fields: Fields): readonly string[] {
	// Quoted values may be a contact's data. They may contain quotes themselves.
	if (error instanceof InputError) return [error.message.replace(/".*"/s, '…')];
	if (error instanceof CancelledError) return ['canceled before it started'];
	if (!(error instanceof ServiceError)) return ['an expression or a setting of the node'];
	const reported = reportedFields(error, fields);
	return reported.length > 0 ? reported : [error.message];
}
