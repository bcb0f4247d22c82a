import type { NodeApiError, NodeExecutionHint, NodeOperationError } from 'n8n-workflow';

import { reportedFields } from '../fields/nodeError';
import type { Fields } from '../fields/field';
import { InputError, ServiceError } from '../service/errors';
import { CancelledError } from '../utils/async';
import { withoutMarkup } from '../utils/text';
import type { ItemReport } from './operation';

/** Maximum number of reasons in a hint; a sheet with wrong columns has few reasons, but many times. */
const MAX_REASONS = 5;

const MAX_HINTS = 5;

/** Webinars that a hint names. */
const MAX_NAMED = 3;

const SKIPPED_ADVICE =
	'Skipped items have no room link. To separate them, add an If node after this one with the condition {{ $json.skipped }} "is true".';

type Counts = Map<string, number>;

/** What an item told, with what became of it. */
interface ReportedItem extends ItemReport {
	became: string | undefined;
}

/** Collects the results of a run's items. Its hints contain counts and labels of fields, but no contact data. */
export class RunReport {
	/** By text: the webinars that it is about, or how many contacts. */
	private readonly notices = new Map<string, { webinars: Set<number>; contacts: number }>();
	private readonly outcomes: Counts = new Map();
	private readonly failureReasons: Counts = new Map();
	/** How many items changed something at the service, by what was done and the advice before a rerun. */
	private readonly changes = new Map<string, { advice: string; count: number }>();
	private items = 0;
	private failedItems = 0;

	/** The report of one item. */
	ofItem(partFailed: ItemReport['partFailed']): ReportedItem {
		const item: ReportedItem = {
			became: undefined,
			partFailed,
			notice: (text, about) => {
				const notice = this.notices.get(text) ?? { webinars: new Set(), contacts: 0 };
				this.notices.set(text, notice);
				if (typeof about === 'number') notice.webinars.add(about);
				else if (about) notice.contacts++;
			},
			outcome: (text) => (item.became = text),
			changed: (done, advice) => {
				const { count = 0 } = this.changes.get(done) ?? {};
				this.changes.set(done, { advice, count: count + 1 });
			},
		};
		return item;
	}

	/** Records an item that did not fail. */
	done({ became }: ReportedItem): void {
		this.items++;
		add(this.outcomes, became ?? 'succeeded');
	}

	/** Records an item that failed while the run continued. */
	failed(error: unknown, fields: Fields): void {
		this.items++;
		this.failedItems++;
		for (const reason of reasonsOf(error, fields)) add(this.failureReasons, reason);
	}

	hints(): NodeExecutionHint[] {
		const notices = [...this.notices].map(([text, { webinars, contacts }]) => {
			const ids = [...webinars].sort((one, other) => one - other);
			const named = ids.slice(0, MAX_NAMED).join(', ');
			const such = ids.length > MAX_NAMED ? `${named} …` : named;
			const about = [
				...(ids.length > 0
					? [ids.length === 1 ? `webinar ${named}` : `${ids.length} webinars: ${such}`]
					: []),
				...(contacts > 0 ? [contacts === 1 ? '1 contact' : `${contacts} contacts`] : []),
			];
			return about.length === 0 ? text : `${text} (${about.join(', ')})`;
		});
		const summary = this.summary();
		const texts = [...(summary === undefined ? [] : [summary]), ...notices].slice(0, MAX_HINTS);
		return texts.map((text) => ({ message: withoutMarkup(text), type: 'info', location: 'outputPane' }));
	}

	/** "30 contacts: 20 registered, 4 registered already, 3 skipped (no consent), 3 failed (Email is empty: 3)." */
	private summary(): string | undefined {
		const { size } = this.outcomes;
		const isPlain =
			size === 0 || (size === 1 && (this.outcomes.has('succeeded') || this.outcomes.has('registered')));
		if (this.items < 2 || (isPlain && this.failedItems === 0)) return undefined;
		const parts = [
			...[...this.outcomes].map(([outcome, count]) => `${count} ${outcome}`),
			...(this.failedItems > 0 ? [`${this.failedItems} failed (${listed(this.failureReasons)})`] : []),
		];
		const isAboutPeople = size > 0 && !this.outcomes.has('succeeded');
		const hasSkipped = [...this.outcomes.keys()].some((outcome) => outcome.startsWith('skipped'));
		const text = `${this.items} ${isAboutPeople ? 'contacts' : 'items'}: ${parts.join(', ')}.`;
		return hasSkipped ? `${text} ${SKIPPED_ADVICE}` : text;
	}

	/** Adds what the other items changed to the error that ends the run, because n8n then shows no output of them. */
	annotated(error: NodeApiError | NodeOperationError): NodeApiError | NodeOperationError {
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

/** `Email is empty: 2, Phone is not a number: 1`, the most frequent first. */
function listed(counts: Counts): string {
	const sorted = [...counts].sort(([one, a], [other, b]) => b - a || one.localeCompare(other));
	const named = sorted.slice(0, MAX_REASONS).map(([reason, count]) => `${reason}: ${count}`);
	return [...named, ...(sorted.length > named.length ? ['and others'] : [])].join(', ');
}

function reasonsOf(error: unknown, fields: Fields): readonly string[] {
	if (error instanceof InputError) return error.reasons;
	if (error instanceof CancelledError) return ['stopped before its turn'];
	if (!(error instanceof ServiceError)) return ['an expression or a setting of the node'];
	const named = reportedFields(error, fields);
	return named.length > 0 ? named.map((field) => `the service rejected ${field}`) : [error.message];
}
