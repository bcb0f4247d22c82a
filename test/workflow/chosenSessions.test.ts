import { byId, useHarness } from '../support/harness';
import { containing } from '../support/matchers';
import { automated, live } from '../support/sandboxWebinars';
import { singleSession } from '../support/singleSession';

/** Noon in New York on a Wednesday. */
const NOW = Date.UTC(2026, 1, 25, 17);

const ann = { operation: 'register', firstName: 'Ann', email: 'ann@example.com' };

describe('the values of Session in Register', () => {
	const harness = useHarness({ at: NOW });

	/** Registers Ann, and returns the schedule and the date that were sent, and the hints. */
	const register = async (parameters: object) => {
		const { output, hints } = await harness.run({ ...ann, ...parameters });
		expect(output).toHaveLength(1);
		const { schedule, date } = harness.sandbox.calls.at(-1)?.parameters ?? {};
		return { schedule, date, hints };
	};

	const dailyWebinar = { resource: 'automated', webinarId: byId(automated.everyKind) };
	const seriesWebinar = {
		resource: 'live',
		webinarId: byId(live.series),
		additionalFields: { lastName: 'Lee' },
	};

	it.each(['next', '1013', '1013|next'])(
		'registers for the next date of an automated webinar, without a hint, if Session is "%s"',
		async (value) => {
			await expect(register({ ...dailyWebinar, schedule: byId(value) })).resolves.toEqual({
				schedule: '1013',
				date: '2026-02-25 13:00',
				hints: [],
			});
		},
	);

	it('registers for the chosen date of an automated webinar', async () => {
		await expect(
			register({ ...dailyWebinar, schedule: byId('1013|2026-02-27 13:00') }),
		).resolves.toMatchObject({ schedule: '1013', date: '2026-02-27 13:00' });
	});

	it('registers for all sessions of an automated schedule, with a hint, if Session is its ID with "all"', async () => {
		await expect(register({ ...dailyWebinar, schedule: byId('1013|all') })).resolves.toEqual({
			schedule: '1013',
			date: undefined,
			hints: [
				'People are registered for every session of schedule 1013. To register them only for the next one, enter 1013 in Session. (webinar 101)',
			],
		});
	});

	it.each(['1011', '1012'])(
		"registers without date and time zone for an automated webinar's instant replay or just-in-time session %s",
		async (value) => {
			const inLondon = { ...dailyWebinar, timezone: 'Europe/London', schedule: byId(value) };
			await expect(register(inLondon)).resolves.toEqual({ schedule: value, date: undefined, hints: [] });
			expect(harness.sandbox.calls.at(-1)?.parameters).not.toHaveProperty('timezone');
		},
	);

	it("registers for a just-in-time session by its ID without Timezone, although dates depend on the attendee's time zone", async () => {
		harness.changeWebinar(automated.attendeeZone, {
			sessions: [
				{ kind: 'justInTime', schedule: 2 },
				{ kind: 'everyDay', schedule: 3, time: '11:00' },
			],
		});
		const anywhere = { resource: 'automated', webinarId: byId(automated.attendeeZone) };
		await expect(register({ ...anywhere, schedule: byId('2') })).resolves.toMatchObject({
			schedule: '2',
			date: undefined,
		});
		await harness.expectError({ ...ann, ...anywhere, schedule: byId('3') }, 'The webinar needs a time zone');
	});

	it.each([
		{ what: 'a past date', entry: { schedule: 1052, date: '2026-02-20 19:15', comment: 'Rediffusion' } },
		{ what: 'no date', entry: { schedule: 1052, comment: 'Rediffusion' } },
	])(
		'registers without a date, and with a hint, for an automated schedule whose only entry has $what',
		async ({ entry }) => {
			const schedules = [entry, { schedule: 1051, date: '2026-03-01 19:15', comment: 'dim. 1 mars' }];
			const webinar = { webinar_id: automated.quarterHourZone, timezone: 'Asia/Kathmandu', schedules };
			harness.respondWith('webinar', { webinar });
			harness.respondWith('register', {
				user: { user_id: 1, webinar_id: automated.quarterHourZone, schedule: '1052' },
			});
			const kathmandu = { resource: 'automated', webinarId: byId(automated.quarterHourZone) };
			const registration = await register({ ...kathmandu, schedule: byId('1052') });
			expect(registration).toMatchObject({ schedule: '1052', date: undefined });
			expect(registration.hints).toContain(
				'Schedule 1052 has only one entry, which is not upcoming. The node assumes that it is a replay, and registers people for it without a date. (webinar 105)',
			);
		},
	);

	it.each(['next', '21', '21|2026-03-10 18:00'])(
		'registers for a live schedule without a date if Session is "%s"',
		async (value) => {
			await expect(register({ ...seriesWebinar, schedule: byId(value) })).resolves.toMatchObject({
				schedule: '21',
				date: undefined,
			});
		},
	);

	it.each(['next', 'all'])(
		'fails, and registers nobody, if Session is a live schedule with "%s"',
		async (detail) => {
			await harness.expectError(
				{ ...ann, ...seriesWebinar, schedule: byId(`21|${detail}`) },
				{
					message: `"21|${detail}" is not a session of a live webinar`,
					description: containing(`Enter 21 without "|${detail}"`),
				},
			);
			expect(harness.countRequests('live/register')).toBe(0);
		},
	);

	it('advises to add a session if Next Upcoming Session is chosen from the list and the webinar is over', async () => {
		harness.changeWebinar(live.oneSession, { sessions: [singleSession({ schedule: 11, daysAhead: -2 })] });
		const schedule = { __rl: true, mode: 'list', value: 'next', cachedResultName: 'Next Upcoming Session' };
		await harness.expectError(
			{ ...ann, resource: 'live', webinarId: byId(live.oneSession), schedule },
			{
				message: 'The webinar has no upcoming session',
				description: 'Add a session in the webinar account. The webinar has no available sessions now.',
			},
		);
	});

	it('offers no live session that has begun in the error for a session that is gone', async () => {
		harness.changeWebinar(live.oneSession, {
			sessions: [
				{ kind: 'once', schedule: 11, daysAhead: 0, time: '09:00' },
				{ kind: 'once', schedule: 12, daysAhead: 1, time: '09:00' },
			],
		});
		const oneSession = { resource: 'live', webinarId: byId(live.oneSession) };
		const { description } = await harness.getError({ ...ann, ...oneSession, schedule: byId('10') });
		expect(description).toMatch(/ Available sessions: 12\|2026-02-26 09:00 \([^)]*\)\.$/);
	});
});
