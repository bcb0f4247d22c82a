import * as fc from 'fast-check';

import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import { type ServiceClient, endpoints } from '../../../nodes/WebinarAccount/service/endpoints';
import { products } from '../../../nodes/WebinarAccount/service/products';
import { eventNamed, MINUTE_MS, MINUTES_AFTER_START, ModelTrigger } from './modelTrigger';

/** Runs random histories of a webinar's sessions and asserts that Session Ended reports each session exactly once. */

const sessionEnded = eventNamed('sessionEnded');

/** Simulates a service with one live webinar in UTC, and a trigger that watches it. */
class ModelWebinar {
	now = Date.UTC(2026, 2, 2, 12);
	readonly firstPollAt = this.now;
	/** The starts of all sessions, by schedule ID. */
	readonly starts = new Map<number, number>();
	/** The schedule IDs that a successful poll has read. */
	readonly seen = new Set<number>();
	private isFailing = false;

	constructor(private readonly listsPastSessions: boolean) {}

	publish(minutesFromNow: number): void {
		this.starts.set(this.starts.size + 1, this.now + minutesFromNow * MINUTE_MS);
	}

	/** Polls, and returns the schedule IDs of the reported sessions. */
	async poll(isFailing = false): Promise<number[]> {
		this.isFailing = isFailing;
		if (isFailing) {
			await expect(this.trigger.poll(this.now)).rejects.toThrow('The service fails');
			return [];
		}
		const events = await this.trigger.poll(this.now);
		for (const [schedule] of this.listed()) this.seen.add(schedule);
		return events.map(({ schedule }) => Number(schedule));
	}

	/** Returns the IDs of the sessions that have ended since the first poll and that the trigger can know. */
	endedSessions(): number[] {
		return [...this.starts.keys()].filter((schedule) => {
			const endedAt = (this.starts.get(schedule) ?? 0) + MINUTES_AFTER_START * MINUTE_MS;
			return this.seen.has(schedule) && endedAt > this.firstPollAt && endedAt <= this.now;
		});
	}

	private listed(): Array<[schedule: number, startsAt: number]> {
		return [...this.starts].filter(([, startsAt]) => this.listsPastSessions || startsAt > this.now);
	}

	private readonly service: ServiceClient = {
		account: readAccount({ apiKey: 'key' }),
		product: products.live,
		callOnce: () => Promise.reject(new Error('The trigger repeats its requests')),
		call: (name) => {
			if (this.isFailing) return Promise.reject(new Error('The service fails'));
			const schedules = this.listed().map(([schedule, startsAt]) => ({
				date: new Date(startsAt).toISOString().slice(0, 16).replace('T', ' '),
				schedule,
				comment: '',
			}));
			const body = { webinar: { webinar_id: 1, timezone: 'UTC', schedules } };
			return Promise.resolve(endpoints[name].schema.parse(body));
		},
	};

	private readonly trigger = new ModelTrigger(sessionEnded, this.service);
}

/** In total, the steps take less than the three days in which a session is reported late. */
const anyStep = fc.oneof(
	fc.record({ kind: fc.constant('publish' as const), minutesFromNow: fc.integer({ min: -400, max: 600 }) }),
	fc.record({
		kind: fc.constant('poll' as const),
		minutesLater: fc.integer({ min: 1, max: 130 }),
		isFailing: fc.boolean(),
	}),
);

it('reports each session that has ended exactly once, in any order of new sessions, polls and failed polls', async () => {
	const history = fc.array(anyStep, { maxLength: 30, size: 'max' });
	const property = fc.asyncProperty(history, fc.boolean(), async (steps, listsPastSessions) => {
		const model = new ModelWebinar(listsPastSessions);
		for (const minutes of [-200, -180, -60, 0, 90]) model.publish(minutes);
		expect(await model.poll()).toEqual([]);
		const reported: number[] = [];
		for (const step of steps) {
			if (step.kind === 'publish') {
				model.publish(step.minutesFromNow);
			} else {
				model.now += step.minutesLater * MINUTE_MS;
				reported.push(...(await model.poll(step.isFailing)));
			}
		}
		model.now += 6 * 60 * MINUTE_MS;
		reported.push(...(await model.poll()));
		expect([...reported].sort()).toEqual(model.endedSessions().sort());
	});
	await fc.assert(property, { numRuns: 20 });
});
