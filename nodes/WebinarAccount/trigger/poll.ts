import { DateTime } from 'luxon';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { withinBudget } from '../client/pollBudget';
import { connect, CREDENTIAL_NAME } from '../client/request';
import { chosenProduct } from '../operations/chosenProduct';
import { NodeParameters } from '../operations/nodeParameters';
import { toNodeError } from '../router/nodeError';
import { InputError } from '../service/errors';
import { WebinarReader } from '../service/webinars';
import { ID } from '../utils/id';
import { quoted } from '../utils/quoted';
import { events } from './events';
import type { EventData, PollContext, TriggerEvent } from './events/event';
import * as field from './fields';
import { readStoredState, type StoredState } from './state';

/** Items of a manual run. */
const MAX_EXAMPLES = 3;

/** One poll of the trigger node: an item for each new event, or null. In a manual run, examples. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const found = this.getMode() === 'manual' ? await examples(this) : await newEvents(this);
		return found.length === 0 ? null : [found.map((json) => ({ json }))];
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

async function examples(functions: IPollFunctions): Promise<EventData[]> {
	const { event, context } = await preparePoll(functions, undefined);
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
async function newEvents(functions: IPollFunctions): Promise<EventData[]> {
	const begun = JSON.stringify(functions.getWorkflowStaticData('node'));
	const { event, context, key, before } = await preparePoll(functions, JSON.parse(begun));
	const { events: found, state } = await event.poll(context, before?.state);
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
async function preparePoll(functions: IPollFunctions, stored: unknown): Promise<PreparedPoll> {
	const parameters = new NodeParameters((name) => functions.getNodeParameter(name, ''));
	const event = chosenEvent(parameters.text(field.event));
	const product = chosenProduct(functions.getNodeParameter('resource'));
	const isOfOneWebinar = event.watches === 'webinar';
	const webinar = isOfOneWebinar ? parameters.webinar() : undefined;
	const schedule = isOfOneWebinar ? chosenSchedule(parameters.sessionFilter()) : undefined;
	const minutesBefore = event.isAhead ? parameters.count(field.minutesBefore) : 0;

	// n8n 1.x sets no limit.
	const service = withinBudget(await connect(functions), functions.getPollBudgetMs?.());
	const webinars = new WebinarReader(service);
	const key = JSON.stringify([
		service.account.productUrls[product.name],
		// Stands for the account: a renewed key must lose no events.
		functions.getNode().credentials?.[CREDENTIAL_NAME]?.id,
		...[product.name, event.value, webinar, schedule],
	]);
	const before = readStoredState(stored, key);
	const webinarId = webinar ? (before?.webinarId ?? (await webinars.id(product, webinar))) : '';
	const now = DateTime.now();
	const context = { product, service, webinars, webinarId, schedule, minutesBefore, now };
	return { event, context, key, before };
}

function chosenEvent(value: string): TriggerEvent {
	const event = events.find((candidate) => candidate.value === value);
	if (event) return event;
	throw new InputError(`There is no event ${quoted(value)}`, 'Choose an event from the list.');
}

/** Only by its ID: which session is next changes, and each change would start with a first poll again. */
function chosenSchedule(text: string): number | undefined {
	if (text === '') return undefined;
	if (ID.test(text)) return Number(text);
	throw new InputError(
		`${quoted(text)} is not a schedule ID`,
		'Choose a session from the list, or give its schedule ID alone, e.g. 56. Leave Session empty to watch all of them.',
	);
}
