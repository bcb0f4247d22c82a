import { DAY_MS } from '../webinars/dates';
import type { TriggerState } from './store';

/**
 * Keeps the state of the polls that found no events. On its scheduler without durable cursors, n8n reloads the stored
 * state before each poll, and saves the state only after a poll that found events. Without this copy, each poll would
 * begin where the last event was found.
 */

interface UnsavedState {
	/** A digest of the stored state from which the polls began. */
	storedDigest: string;
	state: TriggerState;
	/** When the last poll ended, on the clock of `performance.now()`. */
	keptAt: number;
}

/** Maximum number of nodes whose state is kept. */
const MAX_NODES = 1000;

/** The states by workflow and node; the oldest first. */
const unsavedStates = new Map<string, UnsavedState>();

/**
 * Returns the state of the node's last polls; undefined if they found events, if they began from another stored state, or
 * if the last one was a day ago.
 */
export function unsavedState(nodeKey: string, storedDigest: string): TriggerState | undefined {
	removeOldest();
	const unsaved = unsavedStates.get(nodeKey);
	return unsaved?.storedDigest === storedDigest ? unsaved.state : undefined;
}

/** Keeps the state of a poll that found no events. */
export function keepUnsavedState(nodeKey: string, storedDigest: string, state: TriggerState): void {
	// Deleted first, so that the oldest state is always the first one.
	unsavedStates.delete(nodeKey);
	unsavedStates.set(nodeKey, { storedDigest, state, keptAt: performance.now() });
	removeOldest();
}

/** Removes the node's state when n8n saves it. */
export function forgetUnsavedState(nodeKey: string): void {
	unsavedStates.delete(nodeKey);
}

/** Removes the states that are older than a day, and those of too many nodes. */
function removeOldest(): void {
	for (const [nodeKey, { keptAt }] of unsavedStates) {
		const isTooOld = performance.now() - keptAt >= DAY_MS;
		if (!isTooOld && unsavedStates.size <= MAX_NODES) break;
		unsavedStates.delete(nodeKey);
	}
}
