import { Settings } from 'luxon';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { connect } from '../client/connect';
import { CREDENTIAL_NAME } from '../client/request';
import * as input from '../operations/input';
import { chosenProduct } from '../operations/resource';
import { toNodeError } from '../router/nodeError';
import { InputError } from '../service/errors';
import { WebinarReader } from '../service/webinars';
import { unlessAborted } from '../utils/async';
import { quoted } from '../utils/text';
import { ID } from '../utils/values';
import { events } from './events';
import type { EventData, PollContext, TriggerEvent } from './events/event';
import * as field from './fields';
import { readStoredState, type StoredState } from './state';

/** Items of a manual run. */
const MAX_EXAMPLES = 3;

/** One poll of the trigger node: an item for each new event, or null. In a manual run, examples. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	// n8n 1.x sets no limit; n8n 2.x gives a late poll up without a word.
	const budgetMs = this.getPollBudgetMs?.() ?? Infinity;
	const signal = budgetMs === Infinity ? undefined : AbortSignal.timeout(Math.max(0, Math.ceil(budgetMs)));
	try {
		const work = this.getMode() === 'manual' ? examples(this, signal) : newEvents(this, signal);
		const found = await unlessAborted(work, signal, () => overBudget(budgetMs));
		return found.length === 0 ? null : [found.map((json) => ({ json }))];
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

async function examples(functions: IPollFunctions, signal: AbortSignal | undefined): Promise<EventData[]> {
	const { event, context } = await preparePoll(functions, undefined, signal);
	const found = await event.examples(context);
	if (found.length === 0) throw event.noExample(context);
	return found.slice(0, MAX_EXAMPLES);
}

/**
 * The state is written once, when all went well, together with the items that belong to it:
 * - n8n 1.x, and 2.x by default, keep it in the running workflow and save it when a poll returns items, or on
 *   activation. A restart goes back to what was saved, which leads to the same events.
 * - n8n 2.x with durable cursors hands out a copy, and saves that in one step with the execution it starts, or alone
 *   when there are no items. What a poll wrote before it failed or was given up is dropped.
 */
async function newEvents(functions: IPollFunctions, signal: AbortSignal | undefined): Promise<EventData[]> {
	const begun = JSON.stringify(functions.getWorkflowStaticData('node'));
	const { event, context, key, before } = await preparePoll(functions, JSON.parse(begun), signal);
	const { events: found, state } = await event.poll(context, before?.state);
	// It is reported as failed already, so it must not be remembered.
	if (signal?.aborted) return [];
	const stored = functions.getWorkflowStaticData('node');
	// This poll took longer than the interval and another one finished meanwhile: the next poll continues from there.
	if (JSON.stringify(stored) !== begun) return [];
	const after: StoredState = { key, webinarId: context.webinarId, state };
	if (JSON.stringify(after) !== JSON.stringify(before)) Object.assign(stored, after);
	return found;
}

interface PreparedPoll {
	event: TriggerEvent;
	context: PollContext;
	key: string;
	/** What the last poll of this key stored. */
	before: StoredState | undefined;
}

/** Reads the node's parameters and connects to the service. A webinar without a known ID is looked up. */
async function preparePoll(
	functions: IPollFunctions,
	stored: unknown,
	signal: AbortSignal | undefined,
): Promise<PreparedPoll> {
	const read = <Shape extends z.ZodRawShape>(shape: Shape) =>
		input.readInput(z.object(shape), (name) => functions.getNodeParameter(name, ''));
	const event = chosenEvent(read({ event: input.text(field.event) }).event);
	const product = chosenProduct(functions.getNodeParameter('resource'));
	const { webinarId: webinar, schedule } =
		event.watches === 'webinar'
			? read({ webinarId: input.webinar, schedule: watchedSchedule })
			: { webinarId: undefined, schedule: undefined };
	const { minutesBefore } = event.isAhead
		? read({ minutesBefore: input.count(field.minutesBefore) })
		: { minutesBefore: 0 };

	const service = (await connect(functions))(signal);
	const now = Settings.now();
	const webinars = new WebinarReader(service, Infinity, signal);
	const key = JSON.stringify([
		service.account.productUrls[product.name],
		// Stands for the account: a renewed key must lose no events.
		functions.getNode().credentials?.[CREDENTIAL_NAME]?.id,
		...[product.name, event.value, webinar, schedule],
	]);
	const before = readStoredState(stored, key);
	const webinarId = webinar ? (before?.webinarId ?? (await webinars.id(product, webinar))) : '';
	const context = { product, service, webinars, webinarId, schedule, minutesBefore, now };
	return { event, context, key, before };
}

function chosenEvent(value: string): TriggerEvent {
	const event = events.find((candidate) => candidate.value === value);
	if (event) return event;
	throw new InputError(`There is no event ${quoted(value)}`, 'Choose an event from the list.');
}

/** Only by its ID: which session is next changes, and each change would start with a first poll again. */
const watchedSchedule = input.reading(z.unknown(), (given) => {
	const { value } = input.asLocator(field.watchedSchedule, given);
	if (value === '') return undefined;
	if (ID.test(value)) return Number(value);
	throw new InputError(
		`${quoted(value)} is not a schedule ID`,
		'Choose a session from the list, or give its schedule ID alone, e.g. 56. Leave Session empty to watch all of them.',
	);
});

function overBudget(budgetMs: number): InputError {
	return new InputError(
		`The poll takes longer than the ${Math.round(budgetMs / 1000)} seconds that this n8n allows`,
		'Nothing is lost: the next poll tries again. If this happens every time, there are too many registrants to read in one go: watch a single Session, raise Calls per Second in the credential, or allow polls more time in the settings of n8n.',
	);
}
