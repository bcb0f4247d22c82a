import { Settings } from 'luxon';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { type NodeError, toNodeError } from '../fields/nodeError';
import { connect } from '../service/client';
import { InputError, PartError } from '../service/errors';
import { CancelledError } from '../utils/async';
import { DAY_MS } from '../webinars/dates';
import { Webinars } from '../webinars/webinars';
import type { EventData, Poll, TriggerSettings } from './events';
import { findEvents, findExamples } from './findEvents';
import { digestOf, readState, STATE_FORMAT, type TriggerState } from './state';
import { readSettings, triggerFields } from './triggerFields';

/**
 * Returns an output item for each new event, or null if there are none. In a manual test, returns examples.
 * @throws a NodeError if finding fails, or takes too long
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const events =
			this.getMode() === 'manual' ? await findExamples(await startPoll(this)) : await pollUnlessPolling(this);
		return events.length === 0 ? null : [events.map((json) => ({ json }))];
	} catch (error) {
		throw toPollError(this, error);
	}
}

/** The nodes whose polls run now, by workflow and node. */
const pollingNodes = new Set<string>();

/**
 * Returns the new events; none if another poll of the node runs in this process. n8n starts a poll at each poll time, even
 * if the last one has not ended, and polls that overlap would read the same lists.
 */
async function pollUnlessPolling(functions: IPollFunctions): Promise<EventData[]> {
	// A copied workflow has the same node IDs.
	const nodeKey = JSON.stringify([functions.getWorkflow().id, functions.getNode().id]);
	if (pollingNodes.has(nodeKey)) return [];
	pollingNodes.add(nodeKey);
	try {
		return await pollAndStore(functions, nodeKey);
	} finally {
		pollingNodes.delete(nodeKey);
	}
}

/**
 * Finds the new events and stores the state for the next poll. The state is stored in one step at the end, so that no
 * event is lost: if a poll fails, or n8n aborts it, nothing is stored, and the next poll finds the same events.
 *
 * Every n8n saves the state when a poll returns items. After a poll without items, some discard it before the next poll, so
 * this process keeps a copy. How each n8n does it is in docs/developers/trigger-storage.md.
 */
async function pollAndStore(functions: IPollFunctions, nodeKey: string): Promise<EventData[]> {
	const poll = await startPoll(functions);
	const stored = functions.getWorkflowStaticData('node');
	const storedText = JSON.stringify(stored);
	// Parsed from text, because n8n wraps the stored objects in proxies, which are slow to read.
	const lastState: unknown = unsavedState(nodeKey, storedText) ?? JSON.parse(storedText);
	const { events, state, warnings, failure } = await findEvents(poll, readState(lastState, poll.watchKey));
	for (const warning of warnings) logWarning(functions, warning);
	if (failure) throw failure;
	// n8n has aborted the poll, and takes no events from it.
	if (performance.now() >= poll.endsAt) throw new CancelledError();
	Object.assign(stored, state);
	const isSavedByN8n = events.length > 0;
	replaceUnsavedState(nodeKey, storedText, isSavedByN8n ? undefined : state);
	return events;
}

function logWarning(functions: IPollFunctions, warning: Error): void {
	const { message, description } = toPollError(functions, warning);
	const details = { workflowId: functions.getWorkflow().id, description };
	functions.logger.warn(`${functions.getNode().name}: ${message}`, details);
}

/**
 * The state after a poll that found no events, which n8n on its scheduler without durable cursors discards. Without
 * this copy, each poll would begin where the last event was found.
 */
interface UnsavedState {
	/** A digest of the stored state from which the polls began. */
	storedDigest: string;
	state: TriggerState;
	/** When the last poll ended, on the clock of `performance.now()`. */
	keptAt: number;
}

/** The states by workflow and node; the oldest first. */
const unsavedStates = new Map<string, UnsavedState>();

/**
 * Returns the state that `replaceUnsavedState` kept after the node's last poll; undefined if there is none, or if
 * the stored state has changed since that poll began. First removes the states that are older than a day.
 * @param stored the stored state as JSON
 */
export function unsavedState(nodeKey: string, stored: string): TriggerState | undefined {
	for (const [oldestKey, { keptAt }] of unsavedStates) {
		// The rest is newer.
		if (performance.now() - keptAt < DAY_MS) break;
		unsavedStates.delete(oldestKey);
	}
	const unsaved = unsavedStates.get(nodeKey);
	return unsaved?.storedDigest === digestOf(stored) ? unsaved.state : undefined;
}

/**
 * Keeps the state of a poll in place of the node's earlier one.
 * @param stored the stored state as JSON from which the poll began
 * @param state undefined to keep none, because the poll found events, so that n8n saves its state
 */
export function replaceUnsavedState(nodeKey: string, stored: string, state?: TriggerState): void {
	// Deleted first, because `set` moves only a new key to the end of the map.
	unsavedStates.delete(nodeKey);
	if (state) {
		unsavedStates.set(nodeKey, { storedDigest: digestOf(stored), state, keptAt: performance.now() });
	}
}

// The time limits of a poll. n8n 2.x aborts a poll that takes too long, and shows no error. The poll therefore ends itself
// earlier, so that it can still return the events that it has found, or fail with an error.

/** Time in milliseconds after which a poll of all webinars begins to read no further webinar. */
const LAST_WEBINAR_MS = 45_000;

/** The same limit as a share of the time that n8n allows for a poll. The earlier limit applies. */
const LAST_WEBINAR_SHARE = 0.6;

/** Share of the time that n8n allows for a poll. After it, the poll cancels its requests. */
const LAST_RESPONSE_SHARE = 0.9;

/** Maximum time of a timer. Node.js fires a timer with a longer time at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Begins the time limits of a poll: when it begins no further webinar, cancels its requests, and ends. */
function startTimeLimits(budgetMs: number) {
	const begunAt = performance.now();
	const lastWebinarMs = Math.min(LAST_WEBINAR_MS, budgetMs * LAST_WEBINAR_SHARE);
	// A timer takes whole milliseconds.
	const lastResponseMs = Math.ceil(budgetMs * LAST_RESPONSE_SHARE);
	// Not if the budget is infinite, as in n8n 1.x.
	const canTimerRun = lastResponseMs <= MAX_TIMER_MS;
	return {
		begunAt,
		lastWebinarAt: begunAt + lastWebinarMs,
		requestSignal: canTimerRun ? AbortSignal.timeout(lastResponseMs) : undefined,
		endsAt: begunAt + budgetMs,
	};
}

/** Begins a poll: starts its time limits, reads the node's fields, and connects to the service. */
async function startPoll(functions: IPollFunctions): Promise<Poll> {
	const { begunAt, requestSignal, ...limits } = startTimeLimits(pollBudgetMs(functions));
	const settings = readSettings(functions);
	const { product, webinar } = settings;
	const createClient = await connect(functions);
	const service = createClient(product, requestSignal);
	return {
		...settings,
		...limits,
		// The next poll compares the settings, the key and the webinar with its own.
		watchKey: watchKeyOf(settings, service.account.productUrls[product.name]),
		keyDigest: digestOf(service.account.apiKey),
		entered: JSON.stringify(webinar ?? null),
		service,
		// Other polls may wait for the webinars too, so the signal must not cancel these requests. It ends only this poll's wait.
		webinars: new Webinars(createClient(product), begunAt, requestSignal),
		now: Settings.now(),
	};
}

/**
 * Returns all settings that decide what is reported, as JSON. Minutes Before decides only when a session is reported, and the
 * webinar's ID is in the state.
 */
function watchKeyOf(settings: TriggerSettings, productUrl: string): string {
	return JSON.stringify([
		STATE_FORMAT,
		productUrl,
		settings.event.value,
		settings.titleContains,
		settings.schedule,
		settings.minutesInRoom,
		settings.minutesAfterStart,
		settings.minimumMinutes,
	]);
}

/** Returns the time in milliseconds that n8n allows for a poll. n8n 1.x has no limit. */
function pollBudgetMs(functions: IPollFunctions): number {
	return functions.getPollBudgetMs?.() ?? Infinity;
}

/** Converts an error or a warning to one of n8n's. */
function toPollError(functions: IPollFunctions, error: unknown): NodeError {
	const explained = withTimeExplained(error, pollBudgetMs(functions));
	return toNodeError(functions.getNode(), explained, triggerFields);
}

/** Replaces a cancellation, also that of one webinar. A poll's requests are canceled only if it runs out of time. */
function withTimeExplained(error: unknown, budgetMs: number): unknown {
	if (error instanceof CancelledError) return outOfTime(budgetMs);
	if (!(error instanceof PartError)) return error;
	return new PartError(error.part, withTimeExplained(error.reason, budgetMs));
}

function outOfTime(budgetMs: number): InputError {
	return new InputError(
		`The poll takes longer than the ${Math.round(budgetMs / 1000)} seconds that this n8n instance allows`,
		'No event is lost, because the next poll tries again. If every poll fails this way, the registrant list is too long for one poll. In that case, choose a single session in Session, watch the webinar with a separate trigger, raise Calls per Second in the credential, or allow more time for polls in the settings of your n8n instance.',
	);
}
