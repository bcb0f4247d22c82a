import { DateTime } from 'luxon';
import type { IPollFunctions } from 'n8n-workflow';

import { InputError } from '../service/errors';
import { ID } from '../utils/id';
import { quoted } from '../utils/quoted';
import { WebinarReader } from '../service/webinars';
import { events } from './events';
import type { PollContext, TriggerEvent } from './events/triggerEvent';
import { readStoredWatch, type StoredWatch, watchKey } from './events/watch';
import { withinBudget } from '../client/pollBudget';
import { connect, CREDENTIAL_NAME } from '../client/request';
import { chosenProduct } from '../operations/chosenProduct';
import { NodeParameters } from '../operations/nodeParameters';
import * as field from './triggerFields';

/** A poll ready to begin: its event with what that works with. */
interface PreparedPoll {
	event: TriggerEvent;
	context: PollContext;
	watch: string;
	/** What the last poll of this watch stored. */
	before: StoredWatch | undefined;
}

/** Reads the node's parameters and connects to the service. The webinar is looked up where its ID is not known. */
export async function preparePoll(functions: IPollFunctions, stored: unknown): Promise<PreparedPoll> {
	const parameters = new NodeParameters((name) => functions.getNodeParameter(name, ''));
	const event = chosenEvent(parameters.text(field.event));
	const product = chosenProduct(functions.getNodeParameter('resource'));
	const webinar = event.watches === 'webinar' ? parameters.webinar() : undefined;
	const schedule = event.watches === 'webinar' ? watchedSchedule(parameters) : undefined;
	const minutesBefore = event.isAhead ? parameters.count(field.minutesBefore) : 0;

	// n8n 1.x sets no limit.
	const service = withinBudget(await connect(functions), functions.getPollBudgetMs?.());
	const webinars = new WebinarReader(service);
	const watch = watchKey({
		event: event.value,
		resource: product.name,
		service: service.account.productUrls[product.name],
		credential: functions.getNode().credentials?.[CREDENTIAL_NAME]?.id ?? '',
		...(webinar && { webinar }),
		...(schedule !== undefined && { schedule }),
	});
	const before = readStoredWatch(stored, watch);
	const webinarId = webinar ? (before?.webinarId ?? (await webinars.id(product, webinar))) : '';
	const now = DateTime.now();
	const context = { product, service, webinars, webinarId, schedule, minutesBefore, now };
	return { event, context, watch, before };
}

function chosenEvent(value: string): TriggerEvent {
	const event = events.find((candidate) => candidate.value === value);
	if (event) return event;
	throw new InputError(`There is no event ${quoted(value)}`, 'Choose an event from the list.');
}

/** Only by its ID: which session is next changes, and with it the watch would start afresh. */
function watchedSchedule(parameters: NodeParameters): number | undefined {
	const text = parameters.sessionFilter();
	if (text === '') return undefined;
	if (ID.test(text)) return Number(text);
	throw new InputError(
		`${quoted(text)} is not a schedule ID`,
		'Choose a session from the list, or give its schedule ID alone, e.g. 56. Leave Session empty to watch all of them.',
	);
}
