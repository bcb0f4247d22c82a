import { DateTime } from 'luxon';

import type { ServiceClient } from '../../nodes/WebinarAccount/service/endpoints';
import { products } from '../../nodes/WebinarAccount/service/products';
import { WebinarReader } from '../../nodes/WebinarAccount/service/webinars';
import type { EventData, TriggerEvent } from '../../nodes/WebinarAccount/trigger/events/event';

/** Polls one event, and keeps its state as n8n does: as JSON, and only when a poll succeeded. */
export class Watcher {
	/** The state as it is stored. */
	stored: string | undefined;
	now = DateTime.fromISO('2026-03-02T12:00:00Z');

	constructor(
		private readonly event: TriggerEvent,
		private readonly service: ServiceClient,
		private readonly settings: { schedule?: number; minutesBefore?: number } = {},
	) {}

	async poll(): Promise<EventData[]> {
		this.now = this.now.plus({ minutes: 5 });
		const state: unknown = this.stored === undefined ? undefined : JSON.parse(this.stored);
		const result = await this.event.poll(this.context, state);
		this.stored = JSON.stringify(result.state);
		return result.events;
	}

	async examples(): Promise<EventData[]> {
		return await this.event.examples(this.context);
	}

	private get context() {
		const { schedule, minutesBefore = 60 } = this.settings;
		const webinars = new WebinarReader(this.service);
		const { live: product } = products;
		return {
			product,
			service: this.service,
			webinars,
			webinarId: '1',
			schedule,
			minutesBefore,
			now: this.now,
		};
	}
}
