import { byId, useHarness } from '../support/harness';
import { containing, matching } from '../support/matchers';

// Noon in New York on a Wednesday; the clocks there change on 8 March, in London on 29 March.
const NOW = Date.UTC(2026, 1, 25, 17);

const ann = { firstName: 'Ann', email: 'ann@example.com' };
const live = { resource: 'live', operation: 'register', webinarId: byId(1), ...ann };
const automated = { resource: 'automated', operation: 'register', webinarId: byId(101), ...ann };

describe('Register', () => {
	const harness = useHarness({ at: NOW });

	/** The parameters of the only registration that reached the service. */
	const sentRegistration = () => {
		const calls = harness.sandbox.calls.filter(({ operation }) => operation === 'register');
		expect(calls).toHaveLength(1);
		return calls[0]?.parameters;
	};

	it('registers a person to the next session of a live webinar and returns their room links', async () => {
		const [attendee] = await harness.output(live);
		expect(attendee).toMatchObject({
			webinar_id: 1,
			user_id: harness.sandbox.registrants[0]?.userId,
			first_name: 'Ann',
			email: 'ann@example.com',
			schedule: 11,
			date: '2026-03-02 14:00',
			live_room_url: matching(/^http:.*\/room\/live\//),
		});
		expect(harness.calls).toEqual(['live/webinar', 'live/register']);
		expect(sentRegistration()).toEqual({
			webinar_id: '1',
			schedule: '11',
			first_name: 'Ann',
			email: 'ann@example.com',
		});
	});

	const withSessiregisterForDate = (schedule: string) => ({
		...automated,
		schedule: byId(schedule),
		additionalFields: { sessionDate: '2026-02-26T13:00' },
	});

	it('sends the date of Session Date with the schedule of Session', async () => {
		await harness.output(withSessiregisterForDate('1013'));
		expect(sentRegistration()).toMatchObject({ schedule: '1013', date: '2026-02-26 13:00' });
	});

	it('fails for Session Date without a schedule, or with another date in Session', async () => {
		await harness.fails(withSessiregisterForDate('next'), containing('Session Date needs a schedule'));
		await harness.fails(
			withSessiregisterForDate('1013|2026-02-27 13:00'),
			containing('is not the date of the chosen'),
		);
		expect(harness.count('automated/register')).toBe(0);
	});

	it('fails if Session Date is another time on the day of the chosen session', async () => {
		const parameters = {
			...automated,
			schedule: byId('1013|2026-02-26 13:00'),
			additionalFields: { sessionDate: '2026-02-26 14:00' },
		};
		await harness.fails(parameters, 'Session Date 2026-02-26 14:00 is not the date of the chosen session');
		expect(harness.calls).toEqual([]);
	});

	it('accepts Session Date if it is the date of the chosen session', async () => {
		await harness.output({
			...automated,
			schedule: byId('1013|2026-02-26 13:00'),
			additionalFields: { sessionDate: '2026-02-26 13:00' },
		});
		expect(sentRegistration()).toMatchObject({ schedule: '1013', date: '2026-02-26 13:00' });
	});

	it.each([
		['next', '1013', '2026-02-25 13:00'],
		['justInTime', '1012', undefined],
		['instantReplay', '1011', undefined],
		['1013', '1013', undefined],
		['1013|next', '1013', '2026-02-25 13:00'],
		['1013|2026-02-26 13:00', '1013', '2026-02-26 13:00'],
		// n8n empties the field when the credential is changed.
		['', '1013', '2026-02-25 13:00'],
	])('registers for the session that "%s" means when the workflow runs', async (value, schedule, date) => {
		const [attendee] = await harness.output({ ...automated, schedule: { __rl: true, mode: 'list', value } });
		expect(attendee).toMatchObject({ schedule: Number(schedule), ...(date && { date }) });
		expect(sentRegistration()?.schedule).toBe(schedule);
		expect(sentRegistration()?.date).toBe(date);
	});

	it('registers each attendee for the next session of a schedule in their time zone', async () => {
		const zones = ['Asia/Kathmandu', 'Europe/London', 'GMT-5'];
		const attendees = await harness.output(
			{
				...automated,
				webinarId: byId(102),
				schedule: byId('1022|next'),
				timezone: '={{ $json.zone }}',
				email: '={{ $json.email }}',
			},
			{ items: zones.map((zone, index) => ({ zone, email: `${index}@example.com` })) },
		);
		expect(attendees.map(({ date, timezone }) => [date, timezone])).toEqual([
			['2026-02-26 04:45', 'GMT+5:45'],
			['2026-02-25 23:00', 'GMT+0'],
			['2026-02-25 18:00', 'GMT-5'],
		]);
	});

	it('gives a hint if it chose the next session of a webinar without a time zone', async () => {
		const schedules = [{ date: '2099-01-01 12:00', schedule: 11, comment: 'Once' }];
		harness.succeed('webinar', { webinar: { webinar_id: 1, timezone: null, schedules } });
		const { hints } = await harness.run(live);
		expect(hints).toEqual([
			'The next session was chosen as if all dates were in EST (GMT-5), because the webinar has no time zone. (webinar 1)',
		]);
	});

	it('sends every contact field without surrounding spaces', async () => {
		const where = { country: 'United States', state: 'Texas' };
		await harness.output({
			...automated,
			webinarId: byId(107),
			firstName: '  Ann ',
			email: ' ann+webinar@example.com ',
			additionalFields: {
				...where,
				lastName: ' O’Brien & Søn ',
				phone: '+44 (20) 7946-0000',
				ipAddress: '203.0.113.7',
				timezoneId: 2,
				smsConsent: true,
			},
		});
		expect(sentRegistration()).toMatchObject({
			...where,
			first_name: 'Ann',
			last_name: 'O’Brien & Søn',
			email: 'ann+webinar@example.com',
			phone_country_code: '+44',
			phone: '2079460000',
			ip_address: '203.0.113.7',
			timezone_id: '2',
			twilio_consent: '1',
		});
	});

	it('sends SMS Consent that is false', async () => {
		await harness.output({ ...live, additionalFields: { smsConsent: false } });
		const contact = { first_name: 'Ann', email: 'ann@example.com', twilio_consent: '0' };
		expect(sentRegistration()).toEqual({ webinar_id: '1', schedule: '11', ...contact });
	});

	it.each([
		[
			{ ...automated, schedule: byId('1013|2026-01-01 13:00') },
			'The schedule 1013 has no session on 2026-01-01 13:00',
			/"Displayed schedules".* 1013\|2026-02-26 13:00 /,
		],
		[
			{ ...live, schedule: byId(99) },
			'The webinar has no schedule with the ID 99',
			/Available sessions: 11\|2026-03-02 14:00 /,
		],
		[{ ...live, webinarId: byId(7) }, 'The webinar has no session', /^Add a schedule to the webinar/],
		[{ ...automated, webinarId: byId(102) }, 'The webinar needs a time zone', /Fill in Timezone/],
	])(
		'fails without a registration if the webinar does not offer the session, and advises what to do: %j',
		async (parameters, message, which) => {
			await harness.fails(parameters, { message, description: matching(which) });
			expect(harness.calls.filter((call) => !call.endsWith('/webinar'))).toEqual([]);
		},
	);

	/** Lets the service respond to the next registration for the automated webinar with some other fields. */
	const respondToRegistration = (other: object) => {
		const booked = { schedule: '1013', date: '2026-02-26 13:00' };
		const user = { webinar_id: 101, user_id: 7, email: 'ann@example.com', ...booked };
		const live_room_url = 'https://example.com/of-somebody';
		harness.succeed('register', { user: { ...user, live_room_url, ...other } }, { times: 1 });
	};
	const registerForDate = { ...automated, schedule: byId('1013|2026-02-26 13:00') };

	const otherPerson = {
		message: 'The service returned the registration of another person or webinar',
		description: containing('may have been registered'),
	};
	const otherSession = {
		message: 'The service registered the person for a different session than the one chosen',
		description: matching(
			/^Chosen: schedule 1013 on 2026-02-26 13:00\. Booked: schedule \d+ on [-:\d ]+, user_id 7\. The service may have returned an earlier registration of this person\./,
		),
	};
	const nobody = { message: 'The service reported a success but registered nobody' };

	it.each<[object, object]>([
		[{ email: ['ann@example.com'] }, otherPerson],
		[{ webinar_id: 0 }, otherPerson],
		[{ schedule: 1012 }, otherSession],
		[{ schedule: 0 }, otherSession],
		[{ date: '2026-02-26 14:00' }, otherSession],
		[{ date: '2026-02-26 18:00' }, otherSession],
		[{ date: '2026-02-26 18:00', timezone: 'America/New_York' }, otherSession],
		[{ date: '2026-02-26 18:00', timezone: 'nowhere' }, otherSession],
		[{ user_id: '' }, nobody],
		[{ user_id: ' ' }, nobody],
		[{ user_id: null }, nobody],
		[{ user_id: 0 }, nobody],
		[{ user_id: '0' }, nobody],
	])(
		'fails if the response has the wrong person, webinar or session, or no user: %j',
		async (other, expected) => {
			respondToRegistration(other);
			const error = await harness.error(registerForDate);
			expect(error).toMatchObject(expected);
			expect(JSON.stringify(error)).not.toContain('of-somebody');
		},
	);

	it.each([
		{ email: ' ANN@Example.com' },
		{ email: null },
		{ webinar_id: '101' },
		{ date: '2026-02-26T13:00:00' },
		{ date: '2026-02-26 13:00:00' },
		// The same moment as 13:00 in New York.
		{ date: '2026-02-26 18:00', timezone: 'Europe/London' },
		{ date: '2026-02-26 15:00', timezone: 'GMT-3' },
		{ user_id: '0199d7a5-5f0e-7a4c-8f3d-000000000001' },
		{ user_id: '18446744073709551615' },
	])('accepts a response with the registration in another form: %j', async (other) => {
		respondToRegistration(other);
		const expected = { user_id: other.user_id ?? 7, date: other.date ?? '2026-02-26 13:00' };
		await harness.gives(registerForDate, [{ ...expected, starts_at: '2026-02-26T18:00:00Z' }]);
	});

	it('accepts a response with the same start in a time zone other than the one that was sent', async () => {
		respondToRegistration({ date: '2026-02-26 18:00', timezone: 'Europe/London' });
		const inBerlin = { ...registerForDate, timezone: 'Europe/Berlin' };
		await harness.gives(inBerlin, [{ user_id: 7, starts_at: '2026-02-26T18:00:00Z' }]);
	});

	it.each(['Thu, 26 Feb 2026, 01:00 PM', 'February 26, 2026', 'tomorrow at one', null])(
		'accepts a response whose date it cannot compare: %s',
		async (date) => {
			respondToRegistration({ date });
			await harness.gives(registerForDate, [{ user_id: 7 }]);
		},
	);
});
