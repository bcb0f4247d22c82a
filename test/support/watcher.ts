import type { ServiceClient } from '../../nodes/WebinarAccount/service/endpoints';
import { products } from '../../nodes/WebinarAccount/service/products';
import { WebinarReader } from '../../nodes/WebinarAccount/service/webinars';
import type { EventData, TriggerEvent } from '../../nodes/WebinarAccount/trigger/events/event';

/** Polls one event, and keeps its state as n8n does: as JSON, and only when a poll succeeded. */
export class Watcher {
	/** The state as it is stored. */
	private stored: string | undefined;
	/** The state that a restart of n8n finds: that of the first poll, or of the last one with events. */
	private saved: string | undefined;
	private now = Date.UTC(2026, 2, 2, 12);

	constructor(
		private readonly event: TriggerEvent,
		private readonly service: ServiceClient,
	) {}

	async poll(): Promise<EventData[]> {
		this.now += 5 * 60_000;
		const state: unknown = this.stored === undefined ? undefined : JSON.parse(this.stored);
		const result = await this.event.poll(this.context, state);
		this.stored = JSON.stringify(result.state);
		if (this.saved === undefined || result.events.length > 0) this.saved = this.stored;
		return result.events;
	}

	restart(): void {
		this.stored = this.saved;
	}

	private get context() {
		const { service, now } = this;
		const { live: product } = products;
		const webinars = new WebinarReader(service, Infinity);
		return {
			product,
			service,
			webinars,
			webinarId: '1',
			schedule: undefined,
			minutesBefore: 60,
			simplify: false,
			now,
		};
	}
}
