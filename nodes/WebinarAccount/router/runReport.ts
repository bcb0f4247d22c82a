import type { IDataObject, NodeApiError, NodeExecutionHint, NodeOperationError } from 'n8n-workflow';

import { fieldsOf } from '../operations/parameterLabels';
import { CancelledError, InputError, ServiceError } from '../service/errors';

/** Reasons told one by one; a sheet with the wrong columns has few, but many times. */
const MAX_REASONS = 5;

type Reasons = Map<string, number>;

/**
 * What became of the items of a run. Its hints hold counts and names of fields, and nothing of a contact.
 */
export class RunReport {
	private readonly notices = new Set<string>();
	private readonly skipped: Reasons = new Map();
	private readonly failed: Reasons = new Map();
	private readonly changes = new Map<number, string>();
	private items = 0;
	private skippedItems = 0;
	private failedItems = 0;

	/** Something that a user should know of a run that did not fail. */
	notice(text: string): void {
		this.notices.add(text);
	}

	/** An item changed something at the service. @param advice for those who run it again */
	changed(itemIndex: number, advice: string): void {
		this.changes.set(itemIndex, advice);
	}

	/** @param outputs what an item came to */
	done(outputs: readonly IDataObject[]): void {
		this.items++;
		const reason = outputs.find(({ skipped }) => skipped === true)?.reason;
		if (typeof reason !== 'string') return;
		this.skippedItems++;
		add(this.skipped, [reason]);
	}

	/** @param error what an item failed of while the run went on */
	hasFailed(error: unknown): void {
		this.items++;
		this.failedItems++;
		add(this.failed, reasonsOf(error));
	}

	hints(): NodeExecutionHint[] {
		const unsuccessful = this.skippedItems + this.failedItems;
		const parts = [
			`${this.items - unsuccessful} succeeded`,
			...(this.skippedItems > 0 ? [`${this.skippedItems} skipped (${listed(this.skipped)})`] : []),
			...(this.failedItems > 0 ? [`${this.failedItems} failed (${listed(this.failed)})`] : []),
		];
		const summary = `Of ${this.items} items, ${parts.join('; ')}.`;
		const texts = [...this.notices, ...(this.items > 1 && unsuccessful > 0 ? [summary] : [])];
		return texts.map((message) => ({ message, type: 'info', location: 'outputPane' }));
	}

	/** When an item ends the run, n8n shows no output of the others, so its error tells what they changed. */
	annotated(error: NodeApiError | NodeOperationError): NodeApiError | NodeOperationError {
		const indexes = [...this.changes.keys()];
		if (indexes.length === 0) return error;
		const behind = indexes.filter((index) => index > Number(error.context.itemIndex)).length;
		const before = indexes.length - behind;
		const done = `Done already, without an output: ${before === 1 ? '1 item' : `${before} items`} before this one and ${behind} behind it, which were under way.`;
		const advice = new Set(this.changes.values());
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
