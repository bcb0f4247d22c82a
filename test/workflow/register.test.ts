import { byId, useHarness, waitUntil } from '../support/harness';
import { containing, matching } from '../support/matchers';
import { automated, live } from '../support/sandboxWebinars';

/** Noon in New York on a Wednesday; the clocks there change on 8 March, in London on 29 March. */
const NOW = Date.parse('2026-02-25T17:00:00Z');

const ann = { firstName: 'Ann', email: 'ann@example.com' };
const registerLive = { resource: 'live', operation: 'register', webinarId: byId(live.oneSession), ...ann };
const registerAutomated = {
	resource: 'automated',
	operation: 'register',
	webinarId: byId(automated.everyKind),
	...ann,
};

describe('Register', () => {
	const harness = useHarness({ at: NOW });

	/** The parameters of the only registration that reached the service. */
	const sentRegistration = () => {
		const calls = harness.sandbox.calls.filter(({ operation }) => operation === 'register');
		expect(calls).toHaveLength(1);
		return calls[0]?.parameters;
	};

	it('says that the only person may have been registered if the execution is canceled', async () => {
		harness.sandbox.fail({ kind: 'hang', operation: 'register' });
		const cancel = new AbortController();
		const running = harness.run(registerLive, { signal: cancel.signal });
		await waitUntil(() => harness.countRequests('live/register') === 1);
		cancel.abort();
		const { run } = await running;
		expect(run.data.resultData.error?.message).toBe(
			'The person may have been registered, but the execution was canceled',
		);
	});

	it('registers a person for the next session of a live webinar, and returns their room link', async () => {
		const [attendee] = await harness.getOutput(registerLive);
		expect(attendee).toMatchObject({
			webinar_id: live.oneSession,
			user_id: harness.sandbox.registrants[0]?.userId,
			first_name: 'Ann',
			email: 'ann@example.com',
			schedule: 11,
			date: '2026-03-02 14:00',
			live_room_url: matching(/^http:.*\/room\/live\//),
		});
		expect(harness.requestNames).toEqual(['live/webinar', 'live/register']);
		expect(sentRegistration()).toEqual({
			webinar_id: '1',
			schedule: '11',
			first_name: 'Ann',
			email: 'ann@example.com',
		});
	});

	it('sends all contact fields without surrounding spaces', async () => {
		await harness.getOutput({
			...registerAutomated,
			webinarId: byId(automated.specialCharacters),
			firstName: '  Ann ',
			email: ' ann+webinar@example.com ',
			additionalFields: {
				country: 'United States',
				state: 'Texas',
				lastName: ' O’Brien & Søn ',
				phone: '+44 (20) 7946-0000',
				ipAddress: '203.0.113.7',
				timezoneId: 2,
				smsConsent: true,
			},
		});
		expect(sentRegistration()).toMatchObject({
			country: 'United States',
			state: 'Texas',
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

	/** Lets the service respond to the next registration for the automated webinar with some other fields. */
	const respondToRegistration = (other: object) => {
		const booked = { schedule: '1013', date: '2026-02-26 13:00' };
		const user = { webinar_id: automated.everyKind, user_id: 7, email: 'ann@example.com', ...booked };
		const live_room_url = 'https://example.com/of-somebody';
		harness.respondWith('register', { user: { ...user, live_room_url, ...other } }, { times: 1 });
	};
	const registerForDate = { ...registerAutomated, schedule: byId('1013|2026-02-26 13:00') };

	const otherPerson = {
		message: 'The service returned a registration for a different person or webinar',
		description: containing('may have been registered'),
	};
	const otherSession = {
		message: 'The service registered the person for a different session than the one chosen',
		description: matching(
			/^Chosen: schedule 1013 on 2026-02-26 13:00\. Booked: schedule \d+ on [-:\d ]+, user_id 7\. The service may have returned an earlier registration of this person\./,
		),
	};
	const noRegistration = { message: 'The person may have been registered, but the response has no user_id' };

	it.each([
		{ response: { email: ['ann@example.com'] }, expected: otherPerson },
		{ response: { webinar_id: 0 }, expected: otherPerson },
		{ response: { schedule: 1012 }, expected: otherSession },
		{ response: { date: '2026-02-26 14:00' }, expected: otherSession },
		{ response: { date: '2026-02-26 18:00', timezone: 'America/New_York' }, expected: otherSession },
		{ response: { date: '2026-02-26 18:00', timezone: 'nowhere' }, expected: otherSession },
		{ response: { user_id: 0 }, expected: noRegistration },
	])(
		'fails if the registration response has $response, which contradicts the request or names nobody',
		async ({ response, expected }) => {
			respondToRegistration(response);
			const error = await harness.getError(registerForDate);
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
		{ date: '2026-02-26 18:00', timezone: 'Europe/London' },
		{ date: '2026-02-26 15:00', timezone: 'GMT-3' },
	])(
		'accepts a registration response that writes the person, webinar or start in another form: %j',
		async (other) => {
			respondToRegistration(other);
			const expected = { user_id: 7, date: other.date ?? '2026-02-26 13:00' };
			await harness.expectOutput(registerForDate, [{ ...expected, starts_at: '2026-02-26T18:00:00Z' }]);
		},
	);

	it.each(['Thu, 26 Feb 2026, 01:00 PM', 'February 26, 2026', 'tomorrow at one', null])(
		'accepts a registration response if its date cannot be compared with the chosen date: %s',
		async (date) => {
			respondToRegistration({ date });
			await harness.expectOutput(registerForDate, [{ user_id: 7 }]);
		},
	);
});
