import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { Settings } from 'luxon';

import { byId } from '../../tools/engine/parameters';
import { Harness } from '../support/harness';
import { report } from '../support/progress';
import { once } from '../support/sessionRules';
import './seed';

/** `npm run test:more -- long` sets LONG_ITEMS to a larger number. */
const ITEMS = Number(process.env.LONG_ITEMS ?? 600);
const ITEMS_PER_ROUND = Math.min(ITEMS, 1800);
const ITEMS_PER_RUN = 50;

const HOUR_MS = 3_600_000;
/** The week before clocks change in Europe. In Australia they change a week later. */
const FROM = Date.UTC(2026, 2, 23);
const UNTIL = Date.UTC(2026, 2, 30);
const ZONES = [
	'Europe/London',
	'America/New_York',
	'Asia/Kathmandu',
	'Australia/Adelaide',
	'America/St_Johns',
];
/** The session lists between which the live series changes. */
const LISTINGS = [[once(21, 9)], [once(21, 2), once(21, 9)], [once(20, 2), once(21, 9), once(22, 16)]];

jest.setTimeout(Number(process.env.LONG_TIMEOUT_MS ?? 60_000));

/** The index of a registration within a round, and of a person in the pool. */
const position = fc.integer({ min: 0, max: ITEMS_PER_ROUND / 3 });
const maybe = <Value>(value: fc.Arbitrary<Value>, freq?: number) =>
	fc.option(value, { nil: undefined, ...(freq !== undefined && { freq }) });

/**
 * Chooses people from a pool, so that most are in several executions. In the mode `register`, people are twice in one
 * execution instead.
 */
const item = (mode: string, run: number) =>
	position.map((person): IDataObject => {
		const name = mode === 'register' ? `again.${run}.${person % (ITEMS_PER_RUN / 2)}` : `person.${person}`;
		return { email: `${name}@example.com`, zone: ZONES[person % ZONES.length] };
	});

const execution = (run: number) =>
	fc.constantFrom('register', 'skip', 'return').chain((mode) =>
		fc.record({
			mode: fc.constant(mode),
			items: fc.array(item(mode, run), { minLength: ITEMS_PER_RUN, maxLength: ITEMS_PER_RUN }),
			/** The registration of the round before which the execution is canceled. */
			cancelledAt: maybe(position, 4),
		}),
	);

const round = fc.record({
	/** Milliseconds since 1970. */
	now: fc.integer({ min: FROM, max: UNTIL }),
	statesRegion: fc.boolean(),
	/** The registrations of the round before which the sessions of the live series change; undefined for other rounds. */
	series: maybe(fc.array(position, { minLength: 5 })),
	/** Registrations of the round after which the connection breaks off. */
	broken: fc.array(position, { maxLength: 8 }),
	executions: fc.tuple(
		...Array.from({ length: ITEMS_PER_ROUND / ITEMS_PER_RUN }, (_, run) => execution(run)),
	),
});
type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;

describe('concurrent executions for people in five time zones', () => {
	let harness: Harness;
	let now = FROM;
	let done = 0;

	beforeAll(async () => {
		harness = await Harness.start({ now: () => now });
		Settings.now = () => now;
		harness.sharesReadings = true;
	});
	afterAll(() => harness.stop());

	const run = ({ mode, items }: Round['executions'][number], isSeries: boolean, signal: AbortSignal) =>
		harness.engine.run({
			parameters: {
				...(isSeries
					? { resource: 'live', webinarId: byId(2), additionalFields: { lastName: 'Lee' } }
					: { resource: 'automated', webinarId: byId(102), timezone: '={{ $json.zone }}' }),
				operation: 'register',
				schedule: byId('next'),
				firstName: 'Ann',
				email: '={{ $json.email }}',
				options: { ifAlreadyRegistered: mode },
			},
			items,
			credential: harness.credential,
			onError: 'continueRegularOutput',
			signal,
		});

	async function play({ statesRegion, series, broken, executions, ...at }: Round): Promise<void> {
		const { sandbox } = harness;
		now = at.now;
		// The cached responses of the last round expire.
		harness.letPass(HOUR_MS);
		sandbox.reset();
		if (statesRegion) {
			const shown = { shownTimezone: 'America/Chicago' };
			sandbox.setWebinars(sandbox.webinars.map((one) => (one.id === 102 ? { ...one, ...shown } : one)));
		}
		const isSeries = series !== undefined;
		series?.forEach((skip, change) =>
			sandbox.before({ operation: 'register', skip }, () => {
				harness.change(2, { sessions: LISTINGS[change % LISTINGS.length] });
				now += 61_000;
				harness.letPass(61_000);
			}),
		);
		for (const skip of broken) sandbox.fail({ kind: 'resetAfter', operation: 'register', skip });
		const running = executions.map((one) => {
			const controller = new AbortController();
			const skip = one.cancelledAt;
			if (skip !== undefined) sandbox.before({ operation: 'register', skip }, () => controller.abort());
			return run(one, isSeries, controller.signal);
		});
		const results = await Promise.all(running);

		const emails = sandbox.registrations.map(({ email }) => email);
		const registered = new Set(emails);
		expect(emails.filter((email, index) => emails.indexOf(email) !== index)).toEqual([]);
		const starts = new Set(sandbox.registrations.map(({ startsAt }) => startsAt));
		if (!isSeries) expect([...starts]).toEqual(starts.size === 0 ? [] : [nextStart(now)]);
		const contradictions = results.flatMap(({ output }, execution) => {
			const { items = [], cancelledAt } = executions[execution] ?? {};
			const isCancelled = cancelledAt !== undefined;
			if (!isCancelled) expect(output).toHaveLength(items.length);
			const expected = isCancelled ? /may have been registered|canceled/ : /may have been registered/;
			return output.flatMap(({ json: { error } }, index) => {
				const { email } = items[index] ?? {};
				if (typeof error === 'string') return expected.test(error) ? [] : [error];
				return typeof email === 'string' && registered.has(email) ? [] : [`lost: item ${index}`];
			});
		});
		expect(contradictions).toEqual([]);
		done += executions.length * ITEMS_PER_RUN;
		report(done, ITEMS);
	}

	it('register each person once and for the right session, and all end', async () => {
		await fc.assert(fc.asyncProperty(round, play), {
			numRuns: Math.max(1, Math.ceil(ITEMS / ITEMS_PER_ROUND)),
			endOnFailure: true,
		});
	});
});

/** Returns the next start of webinar 102, which is daily at 16:00 UTC and on weekdays at 23:00 UTC. */
function nextStart(now: number): number {
	const days = Array.from({ length: 5 }, (_, day) => Math.floor(now / (24 * HOUR_MS)) + day);
	const starts = days.flatMap((day) => {
		const midnight = day * 24 * HOUR_MS;
		const isWeekday = ![0, 6].includes(new Date(midnight).getUTCDay());
		return [midnight + 16 * HOUR_MS, ...(isWeekday ? [midnight + 23 * HOUR_MS] : [])];
	});
	return Math.min(...starts.filter((start) => start > now));
}
