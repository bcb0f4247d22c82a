import type { NodeExecutionHint } from 'n8n-workflow';

import type { Fields } from '../fields/field';
import { type NodeError, reportedFields } from '../fields/nodeError';
import { InputError, ServiceError } from '../service/errors';
import { CancelledError } from '../utils/async';
import { withoutMarkup } from '../utils/values';

const MAX_REASONS = 5;
const MAX_HINTS = 5;
const MAX_NAMED = 3;

const SKIPPED_ADVICE =
	'Skipped items have no room link. To separate them, add an If node after this one with the condition {{ $json.skipped }} "is true".';

type Counts = Map<string, number>;

/** Collects the results of a run's items. Its hints contain counts and labels of fields, but no contact data. */
export class RunReport {
	/** By text: the webinars that it is about, or how many contacts. */
	private readonly added = new Map<string, { webinars: Set<number>; contacts: number }>();
	private readonly outcomes: Counts = new Map();
	private readonly failureReasons: Counts = new Map();
	/** How many items changed something at the service, by what was done and the advice before a rerun. */
	private readonly changes = new Map<string, { advice: string; count: number }>();
	private failedItems = 0;

	/** Shown once for all items with the same text. @param about a webinar's ID, or a word that is counted */
	addHint(text: string, about?: number | 'contact'): void {
		const hint = this.added.get(text) ?? { webinars: new Set(), contacts: 0 };
		this.added.set(text, hint);
		if (typeof about === 'number') hint.webinars.add(about);
		else if (about) hint.contacts++;
	}

	outcome(text: string): void {
		add(this.outcomes, text);
	}

	/** @param done at the service by an item, e.g. "registered" @param advice for a rerun */
	changed(done: string, advice: string): void {
		const { count = 0 } = this.changes.get(done) ?? {};
		this.changes.set(done, { advice, count: count + 1 });
	}

	failed(error: unknown, fields: Fields): void {
		this.failedItems++;
		for (const reason of reasonsOf(error, fields)) add(this.failureReasons, reason);
	}

	hints(items: number): NodeExecutionHint[] {
		const added = [...this.added].map(([text, { webinars, contacts }]) => {
			const ids = [...webinars].sort((one, other) => one - other);
			const named = ids.slice(0, MAX_NAMED).join(', ') + (ids.length > MAX_NAMED ? ' …' : '');
			const about = [
				...(ids.length > 0
					? [ids.length === 1 ? `webinar ${named}` : `${ids.length} webinars: ${named}`]
					: []),
				...(contacts > 0 ? [contacts === 1 ? '1 contact' : `${contacts} contacts`] : []),
			];
			return about.length === 0 ? text : `${text} (${about.join(', ')})`;
		});
		const texts = [...this.summary(items), ...added].slice(0, MAX_HINTS);
		return texts.map((text) => ({ message: withoutMarkup(text), type: 'info', location: 'outputPane' }));
	}

	/** "30 contacts: 20 registered, 4 registered already, 3 skipped (no consent), 3 failed (Email is missing: 3)." */
	private summary(items: number): string[] {
		const { outcomes, failedItems } = this;
		const isPlain = [...outcomes.keys()].every((outcome) => outcome === 'registered') && failedItems === 0;
		if (items < 2 || isPlain) return [];
		const isAboutPeople = outcomes.size > 0;
		const succeeded = items - failedItems;
		const counts: Array<[string, number]> = isAboutPeople ? [...outcomes] : [['succeeded', succeeded]];
		const parts = counts.filter(([, count]) => count > 0).map(([outcome, count]) => `${count} ${outcome}`);
		if (failedItems > 0) parts.push(`${failedItems} failed (${listed(this.failureReasons)})`);
		const text = `${items} ${isAboutPeople ? 'contacts' : 'items'}: ${parts.join(', ')}.`;
		const hasSkipped = [...outcomes.keys()].some((outcome) => outcome.startsWith('skipped'));
		return [hasSkipped ? `${text} ${SKIPPED_ADVICE}` : text];
	}

	/** Adds what the other items changed to the error that ends the run, because n8n then shows no output of them. */
	annotated(error: NodeError): NodeError {
		for (const [done, { advice, count }] of this.changes) {
			const who = count === 1 ? '1 contact was' : `${count} contacts were`;
			const text = `${who} already ${done} before this error.`;
			error.description = [error.description, text, advice].filter(Boolean).join(' ');
		}
		return error;
	}
}

function add(counts: Counts, name: string): void {
	counts.set(name, (counts.get(name) ?? 0) + 1);
}

function listed(counts: Counts): string {
	const sorted = [...counts].sort(([one, a], [other, b]) => b - a || one.localeCompare(other));
	const named = sorted.slice(0, MAX_REASONS).map(([reason, count]) => `${reason}: ${count}`);
	return [...named, ...(sorted.length > named.length ? ['and others'] : [])].join(', ');
}

function reasonsOf(error: unknown, fields: Fields): readonly string[] {
	// Values are in quotes. They may be a contact's, and may contain quotes.
	if (error instanceof InputError) return [error.message.replace(/".*"/s, '…')];
	if (error instanceof CancelledError) return ['stopped before its turn'];
	if (!(error instanceof ServiceError)) return ['an expression or a setting of the node'];
	const reported = reportedFields(error, fields);
	return reported.length > 0 ? reported : [error.message];
}
