import type { ServiceClient } from '../../nodes/WebinarAccount/service/endpoints';
import { products } from '../../nodes/WebinarAccount/service/products';
import type { EventData, TriggerEvent } from '../../nodes/WebinarAccount/trigger/event';
import { events } from '../../nodes/WebinarAccount/trigger/events';
import { readState } from '../../nodes/WebinarAccount/trigger/state';
import { pollOnce, type Watch } from '../../nodes/WebinarAccount/trigger/watch';
import { WebinarReader } from '../../nodes/WebinarAccount/webinars/webinarReader';

export function eventNamed(name: string): TriggerEvent {
	const event = events.find(({ value }) => value === name);
	if (!event) throw new Error(`There is no event ${name}`);
	return event;
}

export const POLL_INTERVAL_MS = 5 * 60_000;
let keys = 0;

/** Polls one event, and keeps its state as n8n does: as JSON, and only when a poll succeeded. */
export class Watcher {
	/** Milliseconds since 1970. */
	now = Date.UTC(2026, 2, 2, 12);
	/** The state as it is stored. */
	stored: string | undefined;
	/** The state that a restart of n8n finds: that of the first poll, or of the last one with events. */
	private saved: string | undefined;
	private key = `key ${++keys}`;

	/** @param settings watches webinar 1 unless they say something else */
	constructor(
		private readonly event: TriggerEvent,
		private readonly service: ServiceClient,
		private readonly settings: Partial<Watch> = {},
	) {}

	async poll(settings: Partial<Watch> = {}): Promise<EventData[]> {
		this.now += POLL_INTERVAL_MS;
		const before = this.stored === undefined ? undefined : readState(JSON.parse(this.stored), this.key);
		const { events: found, state } = await pollOnce({ ...this.watch, ...settings }, before);
		this.stored = JSON.stringify(state);
		if (this.saved === undefined || found.length > 0) this.saved = this.stored;
		return found;
	}

	/** Another API key, with which a first poll begins. */
	changeKey(): void {
		this.key = `key ${++keys}`;
		this.saved = undefined;
	}

	restart(): void {
		this.stored = this.saved;
	}

	private get watch(): Watch {
		const { event, key, service, now } = this;
		const settings = { minutesBefore: 60, minutesInRoom: 30, minutesAfterStart: 180, simplify: false };
		return {
			event,
			key,
			product: products.live,
			service,
			now,
			...settings,
			webinars: new WebinarReader(service, { now: () => this.now, displayedSince: performance.now() }),
			webinar: { id: '1' },
			titleContains: '',
			schedule: undefined,
			...this.settings,
		};
	}
}
