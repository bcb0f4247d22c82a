import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { Settings } from 'luxon';

import { byId } from '../../tools/engine/parameters';
import { Harness } from '../support/harness';
import { automated } from '../support/sandboxWebinars';

/** `npm run test:more -- long` sets LONG_ITEMS to a larger number. */
const ITEMS = Number(process.env.LONG_ITEMS ?? 600);
const ITEMS_PER_ROUND = Math.min(ITEMS, 1800);
const ITEMS_PER_EXECUTION = 50;
const EXECUTIONS_PER_ROUND = ITEMS_PER_ROUND / ITEMS_PER_EXECUTION;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
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

/** Repeats the same random values in each run, unless LONG_SEED has another seed. */
fc.configureGlobal({ seed: Number(process.env.LONG_SEED ?? 41) });

jest.setTimeout(Number(process.env.LONG_TIMEOUT_MS ?? 60_000));

/** Chooses a registration of a round by its position, or a person by their number. */
const position = fc.integer({ min: 0, max: ITEMS_PER_ROUND / 3 });

const sometimes = <Value>(value: fc.Arbitrary<Value>, frequency = 5) =>
	fc.option(value, { nil: undefined, freq: frequency });

/**
 * Generates a contact. Contacts repeat within an execution. No two executions have the same contact, because an execution
 * that reads the whole registrant list does not see whom another one registers meanwhile.
 */
const contactFor = (execution: number) =>
	position.map((person): IDataObject => ({
		email: `person.${execution}.${person % (ITEMS_PER_EXECUTION / 2)}@example.com`,
		zone: ZONES[person % ZONES.length],
	}));

interface Execution {
	mode: 'register' | 'skip' | 'return';
	contacts: IDataObject[];
	/** The registration of the round before which the execution is canceled. */
	canceledBefore: number | undefined;
}

const anyExecution = (index: number): fc.Arbitrary<Execution> =>
	fc.constantFrom('register' as const, 'skip' as const, 'return' as const).chain((mode) =>
		fc.record({
			mode: fc.constant(mode),
			contacts: fc.array(contactFor(index), {
				minLength: ITEMS_PER_EXECUTION,
				maxLength: ITEMS_PER_EXECUTION,
			}),
			canceledBefore: sometimes(position, 4),
		}),
	);

/** Executions that run at the same time, and what happens meanwhile. */
interface Round {
	/** The start of the round, in milliseconds since 1970. */
	startsAt: number;
	/** Whether the automated webinar states a region although its dates follow the attendee. */
	statesRegion: boolean;
	/** The registrations after which the connection breaks off. */
	brokenConnections: number[];
	executions: Execution[];
}

const anyRound: fc.Arbitrary<Round> = fc.record({
	startsAt: fc.integer({ min: FROM, max: UNTIL }),
	statesRegion: fc.boolean(),
	brokenConnections: fc.array(position, { maxLength: 8 }),
	executions: fc.tuple(...Array.from({ length: EXECUTIONS_PER_ROUND }, (_, index) => anyExecution(index))),
});

describe('concurrent executions for people in five time zones', () => {
	let harness: Harness;
	let now = FROM;
	let itemsDone = 0;

	beforeAll(async () => {
		harness = await Harness.start({ now: () => now });
		Settings.now = () => now;
		harness.sharesCache = true;
	});
	afterAll(() => harness.stop());

	/** Prepares the sandbox for a round. */
	function prepare({ startsAt, statesRegion, brokenConnections }: Round): void {
		const { sandbox } = harness;
		now = startsAt;
		// The cached responses of the last round expire.
		harness.passTime(HOUR_MS);
		sandbox.reset();
		if (statesRegion) harness.changeWebinar(automated.attendeeZone, { shownTimezone: 'America/Chicago' });
		for (const skip of brokenConnections) {
			sandbox.fail({ kind: 'resetAfter', operation: 'register', skip });
		}
	}

	/** Runs an execution, which may be canceled. */
	async function execute({ mode, contacts, canceledBefore }: Execution) {
		const controller = new AbortController();
		if (canceledBefore !== undefined) {
			harness.sandbox.before({ operation: 'register', skip: canceledBefore }, () => controller.abort());
		}
		return await harness.engine.run({
			parameters: {
				resource: 'automated',
				operation: 'register',
				webinarId: byId(automated.attendeeZone),
				timezone: '={{ $json.zone }}',
				schedule: byId('next'),
				firstName: 'Ann',
				email: '={{ $json.email }}',
				options: { ifAlreadyRegistered: mode },
			},
			items: contacts,
			credential: harness.credential,
			onError: 'continueRegularOutput',
			signal: controller.signal,
		});
	}
	type Result = Awaited<ReturnType<typeof execute>>;

	function expectNoDuplicates(): void {
		const emails = harness.sandbox.registrations.map(({ email }) => email);
		expect(emails).toEqual([...new Set(emails)]);
	}

	function expectNextSession(): void {
		for (const { startsAt } of harness.sandbox.registrations) expect(startsAt).toBe(nextStart(now));
	}

	/** Expects that an item without an error is registered, and that errors have one of the possible reasons. */
	function expectHonestOutput({ output }: Result, { contacts, canceledBefore }: Execution): void {
		const isCanceled = canceledBefore !== undefined;
		if (!isCanceled) expect(output).toHaveLength(contacts.length);
		const reason = isCanceled ? /may have been registered|canceled/ : /may have been registered/;
		const registered = new Set(harness.sandbox.registrations.map(({ email }) => email));
		output.forEach(({ json }, index) => {
			if (typeof json.error === 'string') expect(json.error).toMatch(reason);
			else expect(registered).toContain(contacts[index]?.email);
		});
	}

	it('registers each person once and for the next session, or says why the registration failed', async () => {
		const playRound = async (round: Round) => {
			prepare(round);
			const results = await Promise.all(round.executions.map(execute));
			expectNoDuplicates();
			expectNextSession();
			results.forEach((result, index) => {
				const execution = round.executions[index];
				if (execution) expectHonestOutput(result, execution);
			});
			itemsDone += ITEMS_PER_ROUND;
			process.stderr.write(`  ${itemsDone} of ${ITEMS}\n`);
		};
		await fc.assert(fc.asyncProperty(anyRound, playRound), {
			numRuns: Math.max(1, Math.ceil(ITEMS / ITEMS_PER_ROUND)),
			endOnFailure: true,
		});
	});
});

/** Returns the next start of the automated webinar, which is daily at 16:00 UTC and on weekdays at 23:00 UTC. */
function nextStart(now: number): number {
	const days = Array.from({ length: 5 }, (_, index) => (Math.floor(now / DAY_MS) + index) * DAY_MS);
	const starts = days.flatMap((midnight) => {
		const daily = midnight + 16 * HOUR_MS;
		const onWeekdays = midnight + 23 * HOUR_MS;
		const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay());
		return isWeekend ? [daily] : [daily, onWeekdays];
	});
	return Math.min(...starts.filter((start) => start > now));
}
