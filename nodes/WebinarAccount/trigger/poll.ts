import { Settings } from 'luxon';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { CREDENTIAL_NAME, connect } from '../client/connect';
import { chosenProduct } from '../operations';
import * as input from '../operations/input';
import { hasExpression, withoutListMode } from '../operations/parameters';
import { toNodeError } from '../router/nodeError';
import { InputError } from '../service/errors';
import { WebinarReader } from '../service/webinars';
import { unlessAborted } from '../utils/async';
import { quoted } from '../utils/text';
import { ID } from '../utils/values';
import { events } from './events';
import type { EventData, PollContext, Setting, TriggerEvent } from './events/event';
import * as field from './fields';
import { readStoredState, type StoredState } from './state';

/** Maximum number of items of a manual run. */
const MAX_EXAMPLES = 3;

/** With all webinars, a poll begins with no other webinar after this time: the next poll goes on. */
const LAST_START_MS = 45_000;

/** The part of n8n's limit for a poll that the poll may use to begin with webinars, and to read. */
const START_SHARE = 0.6;
const READ_SHARE = 0.9;

/** One poll of the trigger node: returns an item for each new event, or null; in a manual run, examples. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	// n8n 1.x sets no time limit; n8n 2.x aborts a late poll without an error.
	const budgetMs = this.getPollBudgetMs?.() ?? Infinity;
	const signal = timeout(budgetMs);
	try {
		const work = this.getMode() === 'manual' ? examples(this, budgetMs) : newEvents(this, budgetMs, signal);
		const found = await unlessAborted(work, signal, () => overBudget(budgetMs));
		return found.length === 0 ? null : [found.map((json) => ({ json }))];
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

/** n8n 1.x sets no limit (Infinity). */
function timeout(ms: number): AbortSignal | undefined {
	return ms === Infinity ? undefined : AbortSignal.timeout(Math.max(0, Math.ceil(ms)));
}

async function examples(functions: IPollFunctions, budgetMs: number): Promise<EventData[]> {
	const { event, context } = await preparePoll(functions, undefined, budgetMs);
	const found = await event.examples(context);
	if (found.length === 0) throw event.noExample(context);
	return found.slice(0, MAX_EXAMPLES);
}

/**
 * Writes the state once, after everything succeeded, together with the items that belong to it:
 * - n8n 1.x, and 2.x by default, keep the state in the running workflow and save it when a poll returns items, or on
 *   activation. A restart returns to the saved state, which leads to the same events.
 * - n8n 2.x with durable cursors passes a copy, and saves it in one step with the execution it starts, or alone if
 *   there are no items. It drops the changes of a poll that failed or was aborted.
 */
async function newEvents(
	functions: IPollFunctions,
	budgetMs: number,
	signal: AbortSignal | undefined,
): Promise<EventData[]> {
	const initial = JSON.stringify(functions.getWorkflowStaticData('node'));
	const { event, context, key, before } = await preparePoll(functions, JSON.parse(initial), budgetMs);
	const { events: found, state } = await event.poll(context, before?.state);
	// The poll was already reported as failed, so it must not change the state.
	if (signal?.aborted) return [];
	const stored = functions.getWorkflowStaticData('node');
	// Another poll finished during this one, which took longer than the interval: the next poll continues from there.
	if (JSON.stringify(stored) !== initial) return [];
	const after: StoredState = { key, webinarId: context.webinarId ?? '', state };
	if (JSON.stringify(after) !== JSON.stringify(before)) Object.assign(stored, after);
	return found;
}

interface PreparedPoll {
	event: TriggerEvent;
	context: PollContext;
	key: string;
	/** The state stored by the last poll with this key. */
	before: StoredState | undefined;
}

/** Reads the node's parameters, connects to the service and looks up the webinar's ID if it is unknown. */
async function preparePoll(
	functions: IPollFunctions,
	stored: unknown,
	budgetMs: number,
): Promise<PreparedPoll> {
	const read = <Shape extends z.ZodRawShape>(shape: Shape) =>
		input.readInput(z.object(shape), (name) => parameter(functions, name));
	const event = chosenEvent(read({ event: input.text(field.event) }).event);
	const product = chosenProduct(functions.getNodeParameter('resource'));
	const isOne = event.watches === 'webinar' && read({ webinarScope }).webinarScope === 'one';
	const { webinarId: webinar, schedule } = isOne
		? read({ webinarId: input.webinar, schedule: watchedSchedule })
		: { webinarId: undefined, schedule: undefined };
	const { titleContains } =
		event.watches === 'webinar' && !isOne ? read({ options }).options : { titleContains: '' };
	const taken = <Value>(name: Setting, schema: z.ZodType<Value>, none: Value) =>
		event.takes.includes(name) ? schema : z.unknown().transform(() => none);
	const settings = read({
		minutesBefore: taken('minutesBefore', input.count(field.minutesBefore), 0),
		minutesInRoom: taken('minutesInRoom', input.count(field.minutesInRoom), 0),
		minutesAfterStart: taken('minutesAfterStart', input.count(field.minutesAfterStart), 0),
		simplify: taken('simplify', input.flag(field.simplify), false),
	});

	// In all webinars, one that takes too long must not end the poll.
	const signal = timeout(isOne ? budgetMs : budgetMs * READ_SHARE);
	const lastStart = isOne ? undefined : timeout(Math.min(LAST_START_MS, budgetMs * START_SHARE));
	const service = (await connect(functions))(signal);
	const now = Settings.now();
	const webinars = new WebinarReader(service, Infinity, signal);
	const key = JSON.stringify([
		service.account.productUrls[product.name],
		// The credential's ID, not its key, so that a new key does not lose events.
		functions.getNode().credentials?.[CREDENTIAL_NAME]?.id,
		...[product.name, event.value, webinar, schedule, settings.minutesInRoom],
	]);
	const before = readStoredState(stored, key);
	const webinarId = webinar && (before?.webinarId ?? (await webinars.id(product, webinar)));
	const context = { product, service, webinars, webinarId, titleContains, schedule, now, lastStart };
	return { event, context: { ...context, ...settings }, key, before };
}

function parameter(functions: IPollFunctions, name: string): unknown {
	const value = functions.getNodeParameter(name, '');
	return hasExpression(functions.getNode().parameters[name]) ? withoutListMode(value) : value;
}

const options = input.collection({ titleContains: input.text(field.titleContains) });

const webinarScope = input.option(field.webinarScope);

function chosenEvent(value: string): TriggerEvent {
	const event = events.find((candidate) => candidate.value === value);
	if (event) return event;
	throw new InputError(`There is no event ${quoted(value)}`, 'Choose an event from the list.');
}

/** Only an ID is valid: "next" would change over time, and each change would cause a first poll. */
const watchedSchedule = input.sessionFilter((value) => {
	if (ID.test(value)) return Number(value);
	throw new InputError(
		`${quoted(value)} is not a schedule ID`,
		'Choose a session from the list, or enter only its schedule ID, e.g. 56. To watch all sessions, choose All Sessions.',
	);
});

function overBudget(budgetMs: number): InputError {
	return new InputError(
		`The poll takes longer than the ${Math.round(budgetMs / 1000)} seconds that this n8n allows`,
		'No event is lost: the next poll tries again. If this happens every time, the list of registrants is too long for one poll: watch a single Session, raise Calls per Second in the credential, or allow polls more time in the settings of n8n.',
	);
}
