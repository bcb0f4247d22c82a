import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { CancelledError, InputError, ServiceError } from '../service/errors';
import { fieldsOf } from '../operations/parameterLabels';

/** Reasons told one by one; a sheet with the wrong columns has few, but many times. */
const MAX_REASONS = 5;

/**
 * What became of the items of a run, as hints beside its output. They hold counts and names of fields, and nothing
 * of a contact.
 */
export class RunReport {
	private readonly notices = new Set<string>();
	private readonly skipped = new Outcome('skipped');
	private readonly failed = new Outcome('failed');
	private succeeded = 0;

	/** Something that a user should know of a run that did not fail. */
	notice(text: string): void {
		this.notices.add(text);
	}

	/**
	 * @param outputs what an item came to
	 * @returns whether it was skipped
	 */
	done(outputs: readonly IDataObject[]): boolean {
		const reason = outputs.find(({ skipped }) => skipped === true)?.reason;
		if (typeof reason === 'string') this.skipped.add([reason]);
		else this.succeeded++;
		return typeof reason === 'string';
	}

	/** @param error what an item failed of while the run went on */
	refused(error: unknown): void {
		this.failed.add(reasonsOf(error));
	}

	hints(): NodeExecutionHint[] {
		const items = this.succeeded + this.skipped.items + this.failed.items;
		const summary = `Of ${items} items, ${[`${this.succeeded} succeeded`, ...this.skipped.texts, ...this.failed.texts].join('; ')}.`;
		const texts = items > 1 && items > this.succeeded ? [...this.notices, summary] : [...this.notices];
		return texts.map((message) => ({ message, type: 'info', location: 'outputPane' }));
	}
}

/** How many items came to one end, and why. */
class Outcome {
	items = 0;
	private readonly reasons = new Map<string, number>();

	constructor(private readonly name: string) {}

	add(reasons: readonly string[]): void {
		this.items++;
		for (const reason of reasons) this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
	}

	/** `["3 were skipped (already registered: 2, no consent: 1)"]`, or nothing. */
	get texts(): string[] {
		if (this.items === 0) return [];
		const byCount = [...this.reasons].sort(
			([name, count], [otherName, otherCount]) => otherCount - count || name.localeCompare(otherName),
		);
		const named = byCount.slice(0, MAX_REASONS).map(([reason, count]) => `${reason}: ${count}`);
		const more = byCount.length > named.length ? ['and others'] : [];
		return [`${this.items} ${this.name} (${[...named, ...more].join(', ')})`];
	}
}

function reasonsOf(error: unknown): readonly string[] {
	if (error instanceof InputError) return error.reasons;
	if (error instanceof CancelledError) return ['stopped before its turn'];
	if (!(error instanceof ServiceError)) return ['an expression or a setting of the node'];
	const fields = fieldsOf(error);
	return fields.length > 0 ? fields.map((field) => `the service refused ${field}`) : [error.message];
}
