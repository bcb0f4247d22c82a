import type { IDataObject, NodeApiError, NodeExecutionHint, NodeOperationError } from 'n8n-workflow';

import { skipReasons } from '../operations/operation';
import { fieldsOf } from '../operations/parameterLabels';
import { CancelledError, InputError, ServiceError } from '../service/errors';
import { withoutMarkup } from '../utils/text';

/** Maximum number of reasons in a hint; a sheet with wrong columns has few reasons, but many times. */
const MAX_REASONS = 5;

const SKIPPED_ADVICE =
	'Skipped items have no room link. To separate them, add an If node after this one with the condition {{ $json.skipped }} "is true".';

type Reasons = Map<string, number>;

/** Collects the results of a run's items. Its hints contain counts and labels of fields, but no contact data. */
export class RunReport {
	private readonly notices = new Set<string>();
	private readonly skipReasons: Reasons = new Map();
	private readonly failureReasons: Reasons = new Map();
	/** What to do before each item that changed something is run again. */
	private readonly changes: string[] = [];
	private items = 0;
	private skippedItems = 0;
	private failedItems = 0;

	/** Adds a hint. Equal ones are shown once. */
	notice(text: string): void {
		this.notices.add(text);
	}

	/** Records that an item changed something at the service. @param advice what to do before running it again */
	changed(advice: string): void {
		this.changes.push(advice);
	}

	/** Records a successful or skipped item. */
	done(outputs: readonly IDataObject[]): void {
		this.items++;
		const output = outputs.find(({ skipped }) => skipped === true);
		// Members of the service can have the same names.
		const reason = skipReasons.find((known) => known === output?.reason);
		if (reason === undefined) return;
		this.skippedItems++;
		add(this.skipReasons, [reason]);
	}

	/** Records an item that failed while the run continued. */
	failed(error: unknown): void {
		this.items++;
		this.failedItems++;
		add(this.failureReasons, reasonsOf(error));
	}

	hints(): NodeExecutionHint[] {
		const unsuccessful = this.skippedItems + this.failedItems;
		const parts = [
			`${this.items - unsuccessful} succeeded`,
			...(this.skippedItems > 0 ? [`${this.skippedItems} skipped (${listed(this.skipReasons)})`] : []),
			...(this.failedItems > 0 ? [`${this.failedItems} failed (${listed(this.failureReasons)})`] : []),
		];
		const advice = this.skippedItems > 0 ? [SKIPPED_ADVICE] : [];
		const summary = [`Of ${this.items} items, ${parts.join('; ')}.`, ...advice].join(' ');
		const texts = [...this.notices, ...(this.items > 1 && unsuccessful > 0 ? [summary] : [])];
		return texts.map((text) => ({ message: withoutMarkup(text), type: 'info', location: 'outputPane' }));
	}

	/** Adds what the other items changed to the error that ends the run, because n8n then shows no output of them. */
	annotated(error: NodeApiError | NodeOperationError): NodeApiError | NodeOperationError {
		const { length } = this.changes;
		if (length === 0) return error;
		const done = `${length === 1 ? '1 contact was' : `${length} contacts were`} already registered before this error.`;
		const advice = new Set(this.changes);
		error.description = [error.description, done, ...advice].filter(Boolean).join(' ');
		return error;
	}
}

function add(counts: Reasons, reasons: readonly string[]): void {
	for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
}

/** `already registered: 2, no consent: 1`, the most frequent first. */
function listed(counts: Reasons): string {
	const sorted = [...counts].sort(([one, a], [other, b]) => b - a || one.localeCompare(other));
	const named = sorted.slice(0, MAX_REASONS).map(([reason, count]) => `${reason}: ${count}`);
	return [...named, ...(sorted.length > named.length ? ['and others'] : [])].join(', ');
}

function reasonsOf(error: unknown): readonly string[] {
	if (error instanceof InputError) return error.reasons;
	if (error instanceof CancelledError) return ['stopped before its turn'];
	if (!(error instanceof ServiceError)) return ['an expression or a setting of the node'];
	const fields = fieldsOf(error);
	return fields.length > 0 ? fields.map((field) => `the service rejected ${field}`) : [error.message];
}
