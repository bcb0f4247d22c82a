import type { NodeExecutionHint } from 'n8n-workflow';

import type { NodeError } from '../fields/nodeError';
import { type Hint, enumerated, sentences, withoutMarkup } from '../utils/values';

/** Maximum hints that the editor shows for a run, including the summary. */
const MAX_HINTS = 5;
/** Maximum webinar IDs or items in a hint about several of them. */
const MAX_NAMED = 3;

/** The possible outcomes for a contact, in the order in which the summary lists them. */
const CONTACT_OUTCOMES = [
	'registered',
	'already registered',
	'duplicate',
	'skipped (already registered)',
	'skipped (duplicate)',
	'skipped (no consent)',
] as const;

type ContactOutcome = (typeof CONTACT_OUTCOMES)[number];

// The text names "is true", because the editor preselects "is equal to false" when a field is dragged into an If node.
const SKIPPED_ADVICE =
	'Skipped items have no room link. Drag "skipped" into an If node and choose "is true".';

const DUPLICATES_ADVICE = 'Duplicates repeat the first registration (existing: true).';

/** What a hint is about: a webinar, the contact of the item that adds the hint, or an item as a whole. */
type HintSubject = { webinarId: number } | 'contact' | { itemIndex: number };

/** How often each text occurred. */
type Counts = Map<string, number>;

/**
 * Collects what happened to the items of a run, and returns it as hints. The hints contain counts and field labels, but
 * no contact data.
 */
export class RunReport {
	/** The hints by text, each with the IDs of the webinars, the number of contacts, and the items that it is about. */
	private readonly hintsByText = new Map<
		string,
		{ webinars: Set<number>; contacts: number; items: number[] }
	>();
	private readonly outcomes: Counts = new Map();
	/** How many items changed data in the service, by the kind of change. */
	private readonly changes = new Map<string, { advice: string; count: number }>();
	private failedItems = 0;

	/**
	 * Adds a hint. If several items add the same text, it is shown once, followed by what it is about: "(webinar 5)",
	 * "(3 contacts)" or "(2 items: 6 and 7)".
	 */
	addHint(text: string, about?: HintSubject): void {
		const hint = this.hintsByText.get(text) ?? { webinars: new Set(), contacts: 0, items: [] };
		this.hintsByText.set(text, hint);
		if (about === undefined) return;
		if (about === 'contact') hint.contacts++;
		else if ('webinarId' in about) hint.webinars.add(about.webinarId);
		else hint.items.push(about.itemIndex);
	}

	/** Adds the hints that apply. */
	addHints(hints: readonly Hint[], about?: HintSubject): void {
		for (const [applies, text] of hints) if (applies) this.addHint(text, about);
	}

	/** Records what happened to an item's contact. */
	addOutcome(outcome: ContactOutcome): void {
		increment(this.outcomes, outcome);
	}

	/**
	 * Records that an item changed data in the service.
	 * @param change the kind of change as a participle, e.g. "registered"
	 * @param rerunAdvice tells the user how to run the items again
	 */
	addChange(change: string, rerunAdvice: string): void {
		const { count = 0 } = this.changes.get(change) ?? {};
		this.changes.set(change, { advice: rerunAdvice, count: count + 1 });
	}

	/** Records that an item failed. Its output has the error. */
	addFailure(): void {
		this.failedItems++;
	}

	/**
	 * Returns the summary and the hints in the form that n8n shows. The summary comes first, the hints in the order in which
	 * they were added.
	 */
	hints(itemCount: number): NodeExecutionHint[] {
		const added = [...this.hintsByText].map(([text, { webinars, contacts, items }]) => {
			const about = [
				numbersText('webinar', webinars),
				contactsText(contacts),
				// A run with one item needs no item numbers.
				numbersText('item', itemCount > 1 ? items : []),
			]
				.filter(Boolean)
				.join(', ');
			return about === '' ? text : `${text} (${about})`;
		});
		const summary = this.isSummaryNeeded(itemCount) ? [this.summary(itemCount)] : [];
		const texts = [...summary, ...added].slice(0, MAX_HINTS);
		return texts.map((text) => ({ message: withoutMarkup(text), type: 'info', location: 'outputPane' }));
	}

	/** Whether the user needs a summary. */
	private isSummaryNeeded(itemCount: number): boolean {
		// True also for an operation that records no outcomes.
		const areAllRegistered = [...this.outcomes.keys()].every((outcome) => outcome === 'registered');
		if (this.failedItems === 0 && areAllRegistered) return false;
		// A single item shows its result or its error itself, unless it was skipped.
		return itemCount > 1 || this.hasSkipped();
	}

	/** Whether any contact was skipped. */
	private hasSkipped(): boolean {
		return [...this.outcomes.keys()].some((outcome) => outcome.startsWith('skipped'));
	}

	/**
	 * Returns the summary, e.g. "20 contacts: 12 registered, 4 already registered, 1 skipped (no consent), 3 failed:
	 * Email is missing (3)."
	 */
	private summary(itemCount: number): string {
		const { outcomes, failedItems } = this;
		// Only Register records outcomes, and only for items that did not fail. If all failed, they are called items.
		const isAboutPeople = outcomes.size > 0;
		const parts = isAboutPeople
			? CONTACT_OUTCOMES.flatMap((name) => counted(outcomes.get(name), name))
			: counted(itemCount - failedItems, 'succeeded');
		if (failedItems > 0) parts.push(`${failedItems} failed`);
		const items = isAboutPeople ? contactsText(itemCount) : `${itemCount} items`;
		return sentences([
			`${items}: ${parts.join(', ')}.`,
			outcomes.has('duplicate') ? DUPLICATES_ADVICE : '',
			this.hasSkipped() ? SKIPPED_ADVICE : '',
		]);
	}

	/**
	 * Says in the error that ends a run what its other items have changed, and how to run the items again. n8n shows no output
	 * for a failed run, so the user would not see these changes otherwise.
	 */
	withNoteOnChanges(error: NodeError): NodeError {
		for (const [change, { advice, count }] of this.changes) {
			const [verb, pronoun] = count === 1 ? ['was', 'it'] : ['were', 'them'];
			const text = `${contactsText(count)} ${verb} already ${change} before this error, but the nodes after this one did not get ${pronoun}.`;
			error.description = [error.description, text, advice].filter(Boolean).join(' ');
		}
		return error;
	}
}

/** Returns a list with "3 registered" or "2 duplicates", or an empty list if there is no count or it is 0. */
function counted(count: number | undefined, name: string): string[] {
	if (count === undefined || count === 0) return [];
	// Of the outcomes, only this one is a noun.
	const isPluralNoun = name === 'duplicate' && count > 1;
	return [`${count} ${isPluralNoun ? 'duplicates' : name}`];
}

/** Returns "1 contact" or "3 contacts", or an empty string if the count is 0. */
function contactsText(count: number): string {
	if (count === 0) return '';
	return count === 1 ? '1 contact' : `${count} contacts`;
}

/** Returns "item 6", "2 items: 6 and 7" or "5 items: 1, 2, 3 and 2 more", or an empty string without numbers. */
function numbersText(noun: string, numbers: Iterable<number>): string {
	const sorted = [...numbers].sort((one, other) => one - other);
	if (sorted.length === 0) return '';
	const counted = sorted.length === 1 ? noun : `${sorted.length} ${noun}s:`;
	return `${counted} ${enumerated(sorted.map(String), MAX_NAMED)}`;
}

function increment(counts: Counts, name: string): void {
	counts.set(name, (counts.get(name) ?? 0) + 1);
}
