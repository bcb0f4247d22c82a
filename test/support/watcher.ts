import type { ServiceClient } from '../../nodes/WebinarAccount/service/endpoints';
import { products } from '../../nodes/WebinarAccount/service/products';
import { WebinarReader } from '../../nodes/WebinarAccount/service/webinars';
import { events } from '../../nodes/WebinarAccount/trigger/events';
import type { EventData, PollContext, TriggerEvent } from '../../nodes/WebinarAccount/trigger/events/event';

export function eventNamed(name: string): TriggerEvent {
	const event = events.find(({ value }) => value === name);
	if (!event) throw new Error(`There is no event ${name}`);
	return event;
}

const MINUTE_MS = 60_000;

/** Polls one event, and keeps its state as n8n does: as JSON, and only when a poll succeeded. */
export class Watcher {
	/** Milliseconds since 1970. */
	now = Date.UTC(2026, 2, 2, 12);
	/** The state as it is stored. */
	stored: string | undefined;
	/** The state that a restart of n8n finds: that of the first poll, or of the last one with events. */
	private saved: string | undefined;

	/** @param settings watches webinar 1 unless they say something else */
	constructor(
		private readonly event: TriggerEvent,
		private readonly service: ServiceClient,
		private readonly settings: Partial<PollContext> = {},
	) {}

	async poll(settings: Partial<PollContext> = {}): Promise<EventData[]> {
		this.now += 5 * MINUTE_MS;
		const state: unknown = this.stored === undefined ? undefined : JSON.parse(this.stored);
		const result = await this.event.poll({ ...this.context, ...settings }, state);
		this.stored = JSON.stringify(result.state);
		if (this.saved === undefined || result.events.length > 0) this.saved = this.stored;
		return result.events;
	}

	async examples(): Promise<EventData[]> {
		return await this.event.examples(this.context);
	}

	restart(): void {
		this.stored = this.saved;
	}

	private get context(): PollContext {
		const { service, now } = this;
		const { live: product } = products;
		const webinars = new WebinarReader(service, Infinity);
		return {
			...{ product, service, webinars, webinarId: '1', titleContains: '', schedule: undefined, now },
			...{ minutesBefore: 60, minutesInRoom: 30, minutesAfterStart: 180, simplify: false },
			lastStart: undefined,
			...this.settings,
		};
	}
}
