import { byId, useHarness } from '../support/harness';
import { matching } from '../support/matchers';
import { automated } from '../support/sandboxWebinars';

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

	it.each([
		{ value: 'next', schedule: '1013', date: '2026-02-25 13:00' },
		// n8n empties the field when the credential is changed.
		{ value: '', schedule: '1013', date: '2026-02-25 13:00' },
		{ value: null, schedule: '1013', date: '2026-02-25 13:00' },
		{ value: '1013', schedule: '1013', date: '2026-02-25 13:00' },
		{ value: '1013|next', schedule: '1013', date: '2026-02-25 13:00' },
		{ value: '1013|2026-02-27 13:00', schedule: '1013', date: '2026-02-27 13:00' },
		{ value: 'justInTime', schedule: '1012', date: undefined },
		{ value: 'instantReplay', schedule: '1011', date: undefined },
	])(
		'registers for schedule $schedule on $date, without a hint, if Session is "$value"',
		async ({ value, schedule, date }) => {
			const session = { __rl: true, mode: 'list', value } as const;
			await expect(register({ ...dailyWebinar, schedule: session })).resolves.toEqual({
				schedule,
				date,
				hints: [],
			});
		},
	);

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

	it.each([
		{
			date: '2026-02-24 18:00',
			hints: [
				'People are registered for a session that has begun (2026-02-24 18:00, schedule 1051). If it is not a replay, choose a later session, or the next session of a schedule. (webinar 105)',
			],
		},
		{ date: '2026-02-26 18:00', hints: [] },
	])('says in a hint if the chosen date of an automated webinar is past: $date', async ({ date, hints }) => {
		const webinar_id = automated.quarterHourZone;
		const schedules = [
			{ schedule: 1051, date: '2026-02-24 18:00', comment: '' },
			{ schedule: 1051, date: '2026-02-26 18:00', comment: '' },
		];
		const webinar = { webinar_id, timezone: 'Asia/Kathmandu', schedules };
		harness.respondWith('webinar', { webinar });
		harness.respondWith('register', { user: { user_id: 1, webinar_id, schedule: '1051', date } });
		const kathmandu = { resource: 'automated', webinarId: byId(webinar_id) };
		const registration = await register({ ...kathmandu, schedule: byId(`1051|${date}`) });
		expect(registration).toMatchObject({ schedule: '1051', date });
		const aboutSession = registration.hints.filter((text) => text.includes('session'));
		expect(aboutSession).toEqual(hints);
	});

	describe('an automated webinar with a replay in another language, which is the only entry of its schedule', () => {
		const webinar_id = automated.quarterHourZone;
		const inKathmandu = { resource: 'automated', webinarId: byId(webinar_id) };

		beforeEach(() => {
			const schedules = [
				{ schedule: 1052, date: '2026-02-20 19:15', comment: 'Rediffusion' },
				{ schedule: 1051, date: '2026-03-01 19:15', comment: 'dim. 1 mars' },
			];
			harness.respondWith('webinar', { webinar: { webinar_id, timezone: 'Asia/Kathmandu', schedules } });
			harness.respondWith('register', { user: { user_id: 1, webinar_id, schedule: '1052' } });
		});

		it.each(['1052', '1052|next'])(
			'registers without a date, and with a hint, if Session is "%s"',
			async (value) => {
				const registration = await register({ ...inKathmandu, schedule: byId(value) });
				expect(registration).toMatchObject({ schedule: '1052', date: undefined });
				expect(registration.hints).toContain(
					'Schedule 1052 has only one entry, which is not upcoming. The node assumes that it is a replay, and registers people for it without a date. (webinar 105)',
				);
			},
		);

		it('is offered by a value without its date, in the session list and in errors', async () => {
			const entries = await harness.loadChoices('searchSessions', { ...ann, ...inKathmandu });
			expect(entries.map(({ value }) => value)).toEqual(['next', '1052', '1051|2026-03-01 19:15']);
			await harness.expectError(
				{ ...ann, ...inKathmandu, schedule: byId('9999') },
				{
					message: 'The webinar has no schedule with the ID 9999',
					description: matching(/Available sessions: 1052 \(Rediffusion\) and 1051\|2026-03-01 19:15 \(/),
				},
			);
		});
	});

	it('needs one request for the details of an automated webinar that is always open', async () => {
		const alwaysOpen = { resource: 'automated', webinarId: byId(automated.rightNow) };
		await expect(register(alwaysOpen)).resolves.toMatchObject({ schedule: '1031' });
		expect(harness.requestNames).toEqual(['automated/webinar', 'automated/register']);
	});
});

describe("a daily webinar at 10:00 on each attendee's own clock that states the time zone of New York", () => {
	/** 08:00 in Los Angeles and 11:00 in New York, where today's session is over. */
	const harness = useHarness({ at: Date.parse('2026-03-02T16:00:00Z') });
	const clinic = { resource: 'automated', webinarId: byId(automated.attendeeLocalTime) };
	const inBerlin = { ...clinic, timezone: 'Europe/Berlin' };

	beforeEach(() => harness.changeWebinar(automated.attendeeLocalTime, { shownTimezone: 'America/New_York' }));

	it("registers an attendee in Los Angeles for today's session, which is still to come there", async () => {
		await harness.expectOutput({ ...ann, ...clinic, timezone: 'America/Los_Angeles' }, [
			{ date: '2026-03-02 10:00', timezone: 'GMT-8', starts_at: '2026-03-02T18:00:00Z' },
		]);
	});

	it("returns the start on the attendee's clock", async () => {
		await harness.expectOutput({ ...ann, ...inBerlin }, [
			{
				date: '2026-03-03 10:00',
				date_text: 'Tue, 3 Mar 2026, 10:00 (Berlin)',
				starts_at: '2026-03-03T09:00:00Z',
			},
		]);
		const [registrant] = harness.sandbox.registrants;
		expect(registrant?.startsAt).toBe(Date.parse('2026-03-03T09:00:00Z'));
	});

	it('needs a time zone', async () => {
		await harness.expectError(
			{ ...ann, ...clinic },
			{
				message: 'The webinar needs a time zone',
				description: matching(/Fill in Timezone, e\.g\. Europe\/London or GMT-5\.$/),
			},
		);
		expect(harness.countRequests('automated/register')).toBe(0);
	});

	it('has the attendee time zone in a one-click link', async () => {
		const link = { operation: 'createOneClickLink', linkFor: 'emailTool', emailTool: 'mailchimp' };
		const [output] = await harness.getOutput({ ...inBerlin, ...link });
		expect(output?.url).toContain('timezone=GMT%2B1');
	});

	it('offers no dates in the session list without a time zone', async () => {
		const entries = await harness.loadChoices('searchSessions', { ...ann, ...clinic, timezone: '' });
		expect(entries.map(({ value }) => value)).toEqual(['next', '1081|next']);
	});
});

describe('the sessions that the error for an unavailable session offers', () => {
	const harness = useHarness({ at: NOW });

	it('offers just in time and instant replay by values that stay valid', async () => {
		const { message, description = '' } = await harness.getError({
			...ann,
			resource: 'automated',
			webinarId: byId(automated.everyKind),
			schedule: byId('9999'),
		});
		expect(message).toBe('The webinar has no schedule with the ID 9999');
		expect(description).toMatch(
			/Available sessions: 1011 \(Instant replay\), 1012 \(Just in time\), 1013\|2026-02-25 13:00 /,
		);
	});
});
