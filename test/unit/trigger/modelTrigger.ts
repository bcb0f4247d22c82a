import type { ServiceClient } from '../../../nodes/WebinarAccount/service/client';
import { products } from '../../../nodes/WebinarAccount/service/products';
import { type TriggerEvent, events } from '../../../nodes/WebinarAccount/trigger/events';
import { findEvents } from '../../../nodes/WebinarAccount/trigger/findEvents';
import { readState } from '../../../nodes/WebinarAccount/trigger/state';
import { Webinars } from '../../../nodes/WebinarAccount/webinars/webinars';

export const MINUTE_MS = 60_000;
export const MINUTES_AFTER_START = 180;

/** Returns the event with a value of Trigger On. */
export function eventNamed(value: string): TriggerEvent {
	const event = events.find((each) => each.value === value);
	if (!event) throw new Error(`There is no event ${value}`);
	return event;
}

/** Polls live webinar 1 for one event, and keeps the state as JSON, as n8n does. */
export class ModelTrigger {
	/** The state as plain JSON. */
	stored: unknown;

	constructor(
		private readonly event: TriggerEvent,
		private readonly service: ServiceClient,
	) {}

	/** Returns the JSON of the reported items. @throws if a request fails */
	async poll(now: number) {
		const { event, service } = this;
		const context = {
			event,
			product: products.live,
			service,
			webinars: new Webinars(service, performance.now()),
			webinar: { id: '1' },
			titleContains: '',
			schedule: undefined,
			watchKey: 'key',
			keyDigest: 'digest',
			entered: '1',
			now,
			lastWebinarAt: Infinity,
			endsAt: Infinity,
			minutesBefore: 60,
			minutesInRoom: 30,
			minutesAfterStart: MINUTES_AFTER_START,
			minimumMinutes: 0,
			simplify: false,
		};
		const { events, state } = await findEvents(context, readState(this.stored, 'key'));
		this.stored = JSON.parse(JSON.stringify(state));
		return events;
	}
}
