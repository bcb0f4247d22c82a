import { DateTime } from 'luxon';

import { byId } from '../support/harness';
import { numbers } from '../support/manyWebinars';
import { useOwnAccount } from '../support/ownAccount';
import { matching } from '../support/matchers';
import { once } from '../support/sessionRules';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../support/triggerStage';

const account = useOwnAccount();

const register = {
	resource: 'automated',
	operation: 'register',
	webinarId: byId(101),
	firstName: 'Ann',
	email: '={{ $json.email }}',
};
const perContact = { ...register, schedule: byId('={{ $json.schedule }}'), timezone: '={{ $json.zone }}' };

/** Fails where some work waits for nothing but itself: all that it could wait for is over after an hour. */
async function ended<T>(work: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const tooLate = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(new Error('It has not ended after an hour')), HOUR_MS);
	});
	return await Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

/** The moments of what was booked, in UTC, by address. */
const booked = () =>
	Object.fromEntries(
		account.sandbox.registrants.map(({ email, startsAt }) => [
			email,
			DateTime.fromMillis(startsAt, { zone: 'utc' }).toFormat('yyyy-MM-dd HH:mm'),
		]),
	);

it('two readings do not wait for each other for contacts of several zones, beyond a change of the clocks', async () => {
	const sessions = [{ kind: 'everyDay', schedule: 1013, time: '13:00' }];
	account.change(101, { sessions, displayedSchedules: 14 });
	const contact = (zone: string, name = zone, schedule = '1013|next') => {
		return { email: `${name}@example.com`, zone, schedule };
	};
	await account.output(perContact, { items: [contact('America/New_York')] });
	account.letPass(40_000);
	await account.output(perContact, { items: [contact('America/Chicago')] });
	// Now the first reading is too old, and the second one is not.
	account.letPass(30_000);
	const far = contact('America/Chicago', 'far', '1013|2026-03-10 13:00');
	await ended(account.output(perContact, { items: [contact('America/Halifax', 'near'), far] }));
	expect(booked()).toMatchObject({
		'near@example.com': '2026-03-02 18:00',
		'far@example.com': '2026-03-10 17:00',
	});
});

describe('a webinar that states a region, but shows the dates of each attendee', () => {
	const noon = { kind: 'everyDay', schedule: 1021, time: '11:00' };
	const winter = '2026-03-03 16:00';
	const summer = '2026-03-10 16:00';
	const zones = ['America/New_York', 'America/Chicago', 'Europe/London', 'Asia/Kathmandu', 'GMT-5'];
	const parameters = { ...perContact, webinarId: byId(102) };

	/** A contact who chooses a moment, as it is in their zone. */
	const contact = (zone: string, moment: string) => {
		const there = zone.startsWith('GMT') ? zone.replace('GMT', 'UTC') : zone;
		const date = DateTime.fromFormat(moment, 'yyyy-MM-dd HH:mm', { zone: 'utc' }).setZone(there);
		return { zone, email: `${zone}@example.com`, schedule: `1021|${date.toFormat('yyyy-MM-dd HH:mm')}` };
	};
	const expectAll = (moment: string) =>
		expect(booked()).toEqual(Object.fromEntries(zones.map((zone) => [`${zone}@example.com`, moment])));

	const follows = (sessions: readonly object[]) =>
		account.change(102, { shownTimezone: 'America/New_York', sessions, displayedSchedules: 30 });

	it.each(zones.flatMap((first) => [winter, summer].map((moment) => ({ first, moment }))))(
		'is booked at $moment by everybody, also beyond a change of the clocks, whoever comes first: $first',
		async ({ first, moment }) => {
			follows([noon]);
			for (const zone of [first, ...zones.filter((other) => other !== first)]) {
				await account.output(parameters, { items: [contact(zone, moment)] });
			}
			expectAll(moment);
		},
	);
});

describe('a clock that was ahead', () => {
	const live = { ...register, resource: 'live', webinarId: byId(1), schedule: byId('next') };
	const items = (email: string) => ({ items: [{ email }] });

	it('leaves no reading that is taken for a new one', async () => {
		account.aheadBy = DAY_MS;
		await account.output(live, items('ahead@example.com'));
		account.aheadBy = 0;
		account.change(1, { sessions: [once(12, 1), once(11, 5)] });
		account.letPass(2 * MINUTE_MS);
		await account.output(live, items('later@example.com'));
		expect(account.sandbox.registrants.map(({ schedule }) => schedule)).toEqual([11, 12]);
	});
});

describe('a session that a rule chose and the service rejects', () => {
	const chosen = (schedule: string) => ({ ...register, schedule: byId(schedule) });
	const items = { items: [{ email: 'ann@example.com' }] };

	it('is chosen from what the service offers then', async () => {
		// The registration arrives when the quarter of an hour is over, and the session is gone.
		account.sandbox.before({ operation: 'register' }, () => account.letPass(40 * MINUTE_MS));
		await account.gives(chosen('justInTime'), [{ schedule: 1012, date: '2026-03-02 08:00' }], items);
	});

	it.each(['1013|2026-03-03 13:00', '1013'])(
		'is not chosen again where it was no rule: %s',
		async (session) => {
			account.sandbox.fail({ kind: 'answer', operation: 'register', status: 422, times: Infinity });
			// When the webinar is read again, the session of today is over.
			account.sandbox.before({ operation: 'webinar', skip: 2 }, () => account.letPass(7 * HOUR_MS));
			await account.error(chosen(session), items);
			expect(account.count('automated/register')).toBe(1);
		},
	);
});

describe('executions of one n8n', () => {
	const live = { ...register, resource: 'live', webinarId: byId(1) };
	const people = (count: number, name = 'person') =>
		numbers(count).map((place) => ({ email: `${name}.${place}@example.com` }));

	it('share what one of them read of a webinar, for a minute', async () => {
		await Promise.all(people(20).map((item) => account.output(live, { items: [item] })));
		expect(account.count('live/webinar')).toBe(1);
		account.letPass(40_000);
		await account.output(live, { items: people(1, 'after.40') });
		expect(account.count('live/webinar')).toBe(1);
		account.letPass(21_000);
		await account.output(live, { items: people(1, 'after.61') });
		expect(account.count('live/webinar')).toBe(2);
	});

	it('read a webinar again before they refuse somebody because of it, however young the reading is', async () => {
		await account.output(live, { items: people(1) });
		const unknown = { ...live, schedule: byId(77) };
		const refuse = () =>
			account.fails(unknown, 'The webinar has no schedule with the ID 77', { items: people(1) });
		await refuse();
		expect(account.count('live/webinar')).toBe(2);
		// Those who wait share one that began after they asked, besides one that was pending.
		await Promise.all(people(20).map(refuse));
		expect(account.count('live/webinar')).toBeLessThanOrEqual(4);
		account.change(1, { sessions: [once(77, 3)] });
		await account.gives(unknown, [{ schedule: 77 }], { items: people(1) });
	});

	it('lose nobody after an answer that is empty once', async () => {
		account.succeed('webinar', { webinar: { webinar_id: 1, schedules: [] } }, { times: 1 });
		await account.fails(live, 'The webinar has no session', { items: people(1) });
		await account.output(live, { items: people(1) });
	});

	it('ask for Timezone if the service does not let the dates be compared', async () => {
		const rejection = { kind: 'answer', operation: 'webinar', hasTimezone: true, status: 422 } as const;
		account.sandbox.fail({ ...rejection, times: Infinity });
		await account.fails(
			register,
			{
				message: 'The webinar needs a time zone',
				description: matching(/^The service does not show whether its dates depend/),
			},
			{ items: people(1) },
		);
		expect(account.count('automated/register')).toBe(0);
		account.sandbox.clearFaults();
		await account.gives(register, [{ date: '2026-03-02 13:00', starts_at: '2026-03-02T18:00:00Z' }], {
			items: people(1),
		});
	});

	it('compare the dates of a webinar in each reading, and share that for a minute', async () => {
		for (const name of ['a', 'b', 'c']) await account.output(register, { items: people(1, name) });
		const zones = account.sandbox.calls
			.filter(({ operation }) => operation === 'webinar')
			.map(({ parameters }) => parameters.timezone);
		expect(zones).toEqual([undefined, 'GMT+4:30']);
	});

	it('name a session that is gone as the list showed it', async () => {
		const [, session] = await account.list('searchSchedules', { ...live, options: {} });
		expect(session?.value).toBe('11');
		const schedule = { ...byId(11), mode: 'list', cachedResultName: session?.name ?? '' };
		account.change(1, { sessions: [once(12, 3)] });
		await account.fails(
			{ ...live, schedule },
			{
				message: `The session "${session?.name ?? ''}" is no longer on offer`,
				description: matching(/Next Upcoming Session, which does not expire\. Available sessions: 12\|/),
			},
			{ items: people(1) },
		);
	});

	it('take the next session until the very minute in which it starts', async () => {
		const sessions = [once(5, 0), once(6, 1)].map((session) => ({ ...session, time: '08:08' }));
		account.change(1, { sessions });
		const booked = [];
		for (const seconds of [3600, 29, 1]) {
			account.letPass(seconds * 1000);
			booked.push(...(await account.output(live, { items: people(1, `after.${seconds}`) })));
		}
		expect(booked.map(({ schedule }) => schedule)).toEqual([5, 5, 6]);
	});

	it('share no objects between the outputs of items and runs', async () => {
		const get = { resource: 'live', operation: 'get', webinarId: byId(1) };
		const [first, second] = await account.output(get, { items: [{}, {}] });
		expect(first).toEqual(second);
		expect(first?.presenters).not.toBe(second?.presenters);
		expect(first?.schedules).not.toBe(second?.schedules);
	});
});
