import { DateTime } from 'luxon';

import { byId } from '../support/harness';
import { numbers } from '../support/manyWebinars';
import { useOwnAccount } from '../support/ownAccount';
import { matching } from '../support/matchers';
import { live } from '../support/sandboxWebinars';
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
const registerPerContact = {
	...register,
	schedule: byId('={{ $json.schedule }}'),
	timezone: '={{ $json.zone }}',
};

/** Fails if the work is not done after an hour, which can only mean a deadlock: every timeout is shorter. */
async function withinAnHour<T>(work: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(new Error('It has not ended after an hour')), HOUR_MS);
	});
	return await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** The starts of the booked sessions in UTC, by email address. */
const bookedStarts = () =>
	Object.fromEntries(
		account.sandbox.registrants.map(({ email, startsAt }) => [
			email,
			DateTime.fromMillis(startsAt, { zone: 'utc' }).toFormat('yyyy-MM-dd HH:mm'),
		]),
	);

it('registers contacts of two time zones in one run without a deadlock between their cached webinars', async () => {
	const sessions = [{ kind: 'everyDay', schedule: 1013, time: '13:00' }];
	account.change(101, { sessions, displayedSchedules: 14 });
	const newYork = { email: 'new-york@example.com', zone: 'America/New_York', schedule: '1013|next' };
	const chicago = { email: 'chicago@example.com', zone: 'America/Chicago', schedule: '1013|next' };
	await account.output(registerPerContact, { items: [newYork] });
	account.letPass(40_000);
	await account.output(registerPerContact, { items: [chicago] });
	// The webinar that was read for New York has expired, the one for Chicago has not.
	account.letPass(30_000);
	const halifax = { email: 'halifax@example.com', zone: 'America/Halifax', schedule: '1013|next' };
	const chicagoLater = {
		email: 'chicago-later@example.com',
		zone: 'America/Chicago',
		// After the change to daylight saving time.
		schedule: '1013|2026-03-10 13:00',
	};
	await withinAnHour(account.output(registerPerContact, { items: [halifax, chicagoLater] }));
	expect(bookedStarts()).toMatchObject({
		'halifax@example.com': '2026-03-02 18:00',
		'chicago-later@example.com': '2026-03-10 17:00',
	});
});

describe('a webinar that states a region, but shows dates in the time zone of the attendee', () => {
	const beforeClockChange = '2026-03-03 16:00';
	const afterClockChange = '2026-03-10 16:00';
	const ZONES = ['America/New_York', 'America/Chicago', 'Europe/London', 'Asia/Kathmandu', 'GMT-5'];

	/** Returns a contact of a time zone who chooses the session at a UTC time, written in that zone. */
	const contactOf = (zone: string, utc: string) => {
		const luxonZone = zone.startsWith('GMT') ? zone.replace('GMT', 'UTC') : zone;
		const localTime = DateTime.fromFormat(utc, 'yyyy-MM-dd HH:mm', { zone: 'utc' }).setZone(luxonZone);
		return {
			zone,
			email: `${zone}@example.com`,
			schedule: `1021|${localTime.toFormat('yyyy-MM-dd HH:mm')}`,
		};
	};

	const cases = ZONES.flatMap((firstZone) => [
		{ firstZone, start: beforeClockChange },
		{ firstZone, start: afterClockChange },
	]);

	it.each(cases)(
		'registers contacts of all time zones for $start UTC if the first contact is in $firstZone',
		async ({ firstZone, start }) => {
			const sessions = [{ kind: 'everyDay', schedule: 1021, time: '11:00' }];
			account.change(102, { shownTimezone: 'America/New_York', sessions, displayedSchedules: 30 });
			const otherZones = ZONES.filter((zone) => zone !== firstZone);
			for (const zone of [firstZone, ...otherZones]) {
				const items = [contactOf(zone, start)];
				await account.output({ ...registerPerContact, webinarId: byId(102) }, { items });
			}
			const expected = Object.fromEntries(ZONES.map((zone) => [`${zone}@example.com`, start]));
			expect(bookedStarts()).toEqual(expected);
		},
	);
});

it('shows the new name of a webinar in the list of webinars after four seconds', async () => {
	const firstName = async () => {
		const [first] = await account.list('searchWebinars', { resource: 'live' });
		return first?.name;
	};
	expect(await firstName()).toMatch(/^Onboarding/);
	account.change(live.oneSession, { name: 'Renamed' });
	account.letPass(2000);
	expect(await firstName()).toMatch(/^Onboarding/);
	account.letPass(2000);
	expect(await firstName()).toMatch(/^Renamed/);
});

describe('two API keys of one host', () => {
	/** Lets the account have another API key, and one other webinar. */
	const becomeAnotherAccount = () => {
		account.sandbox.setApiKey('another-key');
		const [, series] = account.sandbox.webinars;
		account.sandbox.setWebinars(series ? [{ ...series, id: live.oneSession }] : []);
	};

	it('lists the webinars of the chosen account, right after those of another one', async () => {
		const names = async () => {
			const entries = await account.list('searchWebinars', { resource: 'live' });
			return entries.map(({ name }) => name.split(' · ')[0]);
		};
		expect(await names()).toContain('Onboarding');
		becomeAnotherAccount();
		expect(await names()).toEqual(['Growth Series']);
	});

	it('chooses the session from the webinar of the own account, right after another one', async () => {
		const next = { ...register, resource: 'live', webinarId: byId(live.oneSession), schedule: byId('next') };
		const additionalFields = { lastName: 'Lee' };
		const items = [{ email: 'ann@example.com' }];
		await account.output({ ...next, additionalFields }, { items });
		becomeAnotherAccount();
		await account.output({ ...next, additionalFields }, { items });
		expect(account.sandbox.registrants.map(({ schedule }) => schedule)).toEqual([11, 21]);
	});
});

it('reads a webinar again after the clock of n8n was a day ahead', async () => {
	const next = { ...register, resource: 'live', webinarId: byId(1), schedule: byId('next') };
	account.aheadBy = DAY_MS;
	await account.output(next, { items: [{ email: 'ahead@example.com' }] });
	account.aheadBy = 0;
	account.change(1, { sessions: [once(12, 1), once(11, 5)] });
	account.letPass(2 * MINUTE_MS);
	await account.output(next, { items: [{ email: 'later@example.com' }] });
	expect(account.sandbox.registrants.map(({ schedule }) => schedule)).toEqual([11, 12]);
});

describe('a session that the service rejects, because it is over when the request arrives', () => {
	const registerFor = (schedule: string) => ({ ...register, schedule: byId(schedule) });
	const items = [{ email: 'ann@example.com' }];

	it('registers for the current just-in-time session if the chosen one is over', async () => {
		account.sandbox.before({ operation: 'register' }, () => account.letPass(40 * MINUTE_MS));
		await account.gives(registerFor('justInTime'), [{ schedule: 1012, date: '2026-03-02 08:00' }], {
			items,
		});
	});

	it.each(['1013|2026-03-03 13:00', '1013'])(
		'fails instead of registering for another date if the rejected session was chosen as %s',
		async (session) => {
			account.sandbox.fail({ kind: 'answer', operation: 'register', status: 422, times: Infinity });
			// When the webinar is read again, the session of today is over.
			account.sandbox.before({ operation: 'webinar', skip: 2 }, () => account.letPass(7 * HOUR_MS));
			await account.error(registerFor(session), { items });
			expect(account.count('automated/register')).toBe(1);
		},
	);
});

describe('executions in one n8n process', () => {
	const registerLive = { ...register, resource: 'live', webinarId: byId(1) };
	const people = (count: number, name = 'person') =>
		numbers(count).map((number) => ({ email: `${name}.${number}@example.com` }));

	it('reads a webinar once a minute for all executions', async () => {
		await Promise.all(people(20).map((item) => account.output(registerLive, { items: [item] })));
		expect(account.count('live/webinar')).toBe(1);
		account.letPass(40_000);
		await account.output(registerLive, { items: people(1, 'after.40') });
		expect(account.count('live/webinar')).toBe(1);
		account.letPass(21_000);
		await account.output(registerLive, { items: people(1, 'after.61') });
		expect(account.count('live/webinar')).toBe(2);
	});

	it('reads the webinar again before it fails a contact for an unknown session', async () => {
		await account.output(registerLive, { items: people(1) });
		const unknownSession = { ...registerLive, schedule: byId(77) };
		const expectFailure = () =>
			account.fails(unknownSession, 'The webinar has no schedule with the ID 77', { items: people(1) });
		await expectFailure();
		expect(account.count('live/webinar')).toBe(2);
		// At most one request is pending when the 20 executions begin, and they share the next one.
		await Promise.all(people(20).map(expectFailure));
		expect(account.count('live/webinar')).toBeLessThanOrEqual(4);
		account.change(1, { sessions: [once(77, 3)] });
		await account.gives(unknownSession, [{ schedule: 77 }], { items: people(1) });
	});

	it('registers the next contact after a single response without sessions', async () => {
		account.succeed('webinar', { webinar: { webinar_id: 1, schedules: [] } }, { times: 1 });
		await account.fails(registerLive, 'The webinar has no session', { items: people(1) });
		await account.output(registerLive, { items: people(1) });
	});

	it('asks for Timezone while the service rejects requests that compare time zones', async () => {
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

	it('compares the dates of a webinar in two time zones once for all executions of a minute', async () => {
		await account.output(register, { items: people(1, 'a') });
		await account.output(register, { items: people(1, 'b') });
		await account.output(register, { items: people(1, 'c') });
		const zones = account.sandbox.calls
			.filter(({ operation }) => operation === 'webinar')
			.map(({ parameters }) => parameters.timezone);
		expect(zones).toEqual([undefined, 'GMT+4:30']);
	});

	it('names a session that is no longer on offer as the editor showed it', async () => {
		const [, session] = await account.list('searchSchedules', { ...registerLive, options: {} });
		expect(session?.value).toBe('11');
		const schedule = { ...byId(11), mode: 'list', cachedResultName: session?.name ?? '' };
		account.change(1, { sessions: [once(12, 3)] });
		// The list and the run share what was read for a minute.
		account.letPass(61_000);
		await account.fails(
			{ ...registerLive, schedule },
			{
				message: `The session "${session?.name ?? ''}" is no longer on offer`,
				description: matching(/Next Upcoming Session, which does not expire\. Available sessions: 12\|/),
			},
			{ items: people(1) },
		);
	});

	it('registers for a session as the next one until the minute of its start', async () => {
		// The clock starts at 07:07:30, so the first session is an hour and 30 seconds ahead.
		const today = { ...once(5, 0), time: '08:08' };
		const tomorrow = { ...once(6, 1), time: '08:08' };
		account.change(1, { sessions: [today, tomorrow] });
		account.letPass(HOUR_MS);
		await account.gives(registerLive, [{ schedule: 5 }], { items: people(1, 'at.08.07.30') });
		account.letPass(29_000);
		await account.gives(registerLive, [{ schedule: 5 }], { items: people(1, 'at.08.07.59') });
		account.letPass(1000);
		await account.gives(registerLive, [{ schedule: 6 }], { items: people(1, 'at.08.08.00') });
	});

	it('returns separate objects for two items that read the same webinar', async () => {
		const get = { resource: 'live', operation: 'get', webinarId: byId(1) };
		const [first, second] = await account.output(get, { items: [{}, {}] });
		expect(first).toEqual(second);
		expect(first?.presenters).not.toBe(second?.presenters);
		expect(first?.schedules).not.toBe(second?.schedules);
	});
});
