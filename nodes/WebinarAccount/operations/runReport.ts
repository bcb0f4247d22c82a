import type { NodeExecutionHint } from 'n8n-workflow';

import type { NodeError } from '../fields/nodeError';
import { type Hint, enumerated, sentences, withoutMarkup } from '../utils/values';

/** Maximum hints that the editor shows for a run, including the summary. */
const MAX_HINTS = 10;
/** Maximum webinars or items in a hint about several of them. */
const MAX_NAMED = 3;

/** What happened to an item, in the order in which the summary lists the outcomes. */
const OUTCOMES = [
	'registered',
	'already registered',
	'already registered in this run',
	'skipped (already registered)',
	'skipped (already registered in this run)',
	'skipped (no consent)',
	'unsubscribed',
	'failed',
] as const;

/** The summary does not list a possible registration, because its item failed. */
type Outcome = (typeof OUTCOMES)[number] | 'possibly registered';

const REGISTER_AGAIN_ADVICE =
	'Run the items again with If Already Registered set to Skip or Return Existing under Options, so that nobody is registered twice. It has no effect on just-in-time sessions and instant replays.';

/** The outcomes that change data in the service, each in words, and with the advice how to run the items again. */
const CHANGES: ReadonlyArray<readonly [outcome: Outcome, words: string, advice: string]> = [
	['registered', 'was registered', REGISTER_AGAIN_ADVICE],
	['possibly registered', 'may have been registered', REGISTER_AGAIN_ADVICE],
	[
		'unsubscribed',
		'was unsubscribed',
		'Run the items again. This changes nothing for people who are already unsubscribed.',
	],
];

// The text names "is true", because the editor preselects "is equal to false" when a field is dragged into an If node.
const SKIPPED_ADVICE =
	'Skipped items have no room link. Drag "skipped" into an If node and choose "is true".';

/** Collects what happened to the items of a run, and returns it as hints. The hints contain no contact data. */
export class RunReport {
	/** What each hint is about, such as "webinar 6", by the hint's text. */
	private readonly subjectsByHint = new Map<string, Set<string>>();
	private readonly counts = new Map<Outcome, number>();

	/** @param itemCount the number of the run's items */
	constructor(private readonly itemCount: number) {}

	/** Adds a hint. If the same text is added several times, it is shown once, followed by "(webinar 6 and webinar 7)". */
	addHint(text: string, subject?: string): void {
		const subjects = this.subjectsByHint.get(text) ?? new Set();
		this.subjectsByHint.set(text, subject === undefined ? subjects : subjects.add(subject));
	}

	/** Adds the hints that apply. */
	addHints(hints: readonly Hint[], subject?: string): void {
		for (const [applies, text] of hints) if (applies) this.addHint(text, subject);
	}

	/** Records what happened to an item. */
	addOutcome(outcome: Outcome): void {
		this.counts.set(outcome, this.countOf(outcome) + 1);
	}

	private countOf(outcome: Outcome): number {
		return this.counts.get(outcome) ?? 0;
	}

	/**
	 * Returns the summary and the hints in the form that n8n shows. The summary comes first, the hints in the order in which
	 * they were added.
	 */
	hints(): NodeExecutionHint[] {
		const added = [...this.subjectsByHint].map(([text, subjects]) =>
			subjects.size === 0 ? text : `${text} (${enumerated([...subjects].sort(compareNumbered), MAX_NAMED)})`,
		);
		const texts = [...this.summary(), ...added].slice(0, MAX_HINTS);
		return texts.map((text) => ({ message: withoutMarkup(text), type: 'info', location: 'outputPane' }));
	}

	/** Returns the summary, e.g. "20 items: 12 registered, 4 already registered, 3 failed." Not needed if all went well. */
	private summary(): string[] {
		const { itemCount } = this;
		const occurred = OUTCOMES.filter((outcome) => this.counts.has(outcome));
		const isNeeded = occurred.some((outcome) => outcome !== 'registered' && outcome !== 'unsubscribed');
		// A single item shows its result or its error itself.
		if (itemCount === 1 || !isNeeded) return [];
		const parts = occurred.map((outcome) => `${this.countOf(outcome)} ${outcome}`);
		const hasSkipped = occurred.some((outcome) => outcome.startsWith('skipped'));
		return [sentences([`${itemCount} items: ${parts.join(', ')}.`, hasSkipped ? SKIPPED_ADVICE : ''])];
	}

	/**
	 * Says in the error that ends a run what its other items have changed, and how to run the items again. n8n shows no output
	 * for a failed run, so the user would not see these changes otherwise.
	 */
	withNoteOnChanges(error: NodeError): NodeError {
		const occurred = CHANGES.filter(([outcome]) => this.counts.has(outcome));
		const notes = occurred.flatMap(([outcome, words, advice]) => [
			`In ${this.countOf(outcome)} of ${this.itemCount} items, the person ${words}, but the nodes after this one did not get the output.`,
			advice,
		]);
		error.description = sentences([error.description ?? '', ...notes]);
		return error;
	}
}

/** Compares two names such as "item 9" and "item 10" for sorting. */
function compareNumbered(one: string, other: string): number {
	return one.localeCompare(other, 'en', { numeric: true });
}
