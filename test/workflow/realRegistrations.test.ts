import { DateTime } from 'luxon';

import { byId, useHarness } from '../support/harness';
import { publicExample } from '../support/publicExample';

/** The day on which the examples of `test/fixtures/publicExamples` take place. */
const harness = useHarness({ at: Date.parse('2026-11-24T12:00:00Z') });

const registerLive = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(1229),
	schedule: byId(119),
	firstName: 'Ada',
};
const registerAda = { ...registerLive, email: 'ada@people.example' };

const registerForAutomated = {
	resource: 'automated',
	operation: 'register',
	webinarId: byId(13),
	schedule: byId('46|next'),
};
const registerBo = {
	...registerForAutomated,
	timezone: 'America/New_York',
	firstName: 'Bo',
	email: 'bo@people.example',
};

/** The parameters of the last registration that the service received. */
const sentRegistration = () =>
	harness.sandbox.calls.filter(({ operation }) => operation === 'register').at(-1)?.parameters;

/** How the examples show the dates of the automated webinar: in its own time zone, and to an attendee in GMT-5. */
const WITHOUT_TIMEZONE = JSON.stringify(publicExample('automated-webinar').body);
const IN_GMT_MINUS_5 = JSON.stringify(publicExample('automated-webinar-with-timezone').body);

/** Returns the response with its dates in another time zone, such as GMT+2. */
function datesIn(timezone: string): string {
	const luxonZone = timezone.replace('GMT', 'UTC');
	return IN_GMT_MINUS_5.replace(/(?<="date":")[^"]+/g, (date) =>
		DateTime.fromSQL(date, { zone: 'UTC-5' }).setZone(luxonZone).toFormat('yyyy-MM-dd HH:mm'),
	);
}

/** Lets the service respond with the automated webinar, whose dates are in the time zone that a request passes. */
function respondWithAutomatedWebinar(): void {
	harness.sandbox.fail({
		kind: 'manual',
		acts: false,
		operation: 'webinar',
		times: Infinity,
		write: (response) => {
			const timezone = harness.sandbox.calls.at(-1)?.parameters.timezone;
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(timezone === undefined ? WITHOUT_TIMEZONE : datesIn(timezone));
		},
	});
}

/** Lets the service respond to a registration with an example in which some fields are replaced. */
function respondToRegistrationWith(fixture: string, user: object): void {
	const { body, operation = 'register' } = publicExample(fixture);
	if (typeof body === 'string' || !('user' in body)) throw new Error(`${fixture} is no registration`);
	harness.respondWith(operation, { user: Object.assign({}, body.user, user) });
}

describe('Register with real responses', () => {
	it('returns a live registration with its room link and date, most useful fields first', async () => {
		harness.respondWithExample('live-webinar-dates-past');
		harness.respondWithExample('live-register');
		const [registration = {}] = await harness.getOutput(registerAda);
		expect(registration).toMatchObject({
			first_name: 'Ada',
			skipped: false,
			live_room_url: 'https://event.webinarjam.com/go/live/1229/h2k9s4l7d0q8w3e6r1t5',
			date: '2026-12-17 14:00',
			date_text: 'Thu, 17 Dec 2026, 14:00 (Los Angeles)',
			starts_at: '2026-12-17T22:00:00Z',
			user_id: 5120034,
			schedule: 119,
		});
		expect(Object.keys(registration)).toEqual([
			'first_name',
			'last_name',
			'email',
			'skipped',
			'live_room_url',
			'phone_country_code',
			'phone',
			'date',
			'date_text',
			'timezone',
			'starts_at',
			'replay_room_url',
			'thank_you_url',
			'webinar_title',
			'password',
			'user_id',
			'webinar_id',
			'webinar_hash',
			'schedule',
		]);
		expect(sentRegistration()).not.toHaveProperty('date');
	});

	it.each([
		{
			date: '2026-11-25 14:30',
			timezone: 'Europe/Amsterdam',
			what: "the date that was sent, and the webinar's time zone",
		},
		{
			date: '2026-11-25 20:30',
			timezone: 'Europe/Amsterdam',
			what: "the date in the webinar's time zone, and this time zone",
		},
	])('accepts a registration response with $what', async ({ date, timezone }) => {
		respondWithAutomatedWebinar();
		respondToRegistrationWith('automated-register', { date, timezone });
		await harness.expectOutput(registerBo, [
			{
				date,
				timezone,
				starts_at: '2026-11-25T19:30:00Z',
				date_text: 'Wed, 25 Nov 2026, 14:30 (New York)',
				schedule: 46,
			},
		]);
		expect(sentRegistration()).toMatchObject({ schedule: '46', date: '2026-11-25 14:30', timezone: 'GMT-5' });
	});

	it('returns the start of the booked session in the time zone that the response states', async () => {
		respondWithAutomatedWebinar();
		// The webinar itself is in Europe/Amsterdam.
		respondToRegistrationWith('automated-register', { date: '2026-11-26 14:30', timezone: 'GMT-5' });
		// Without a chosen date, the service may book any date of the schedule.
		await harness.expectOutput({ ...registerBo, schedule: byId(46) }, [
			{ date: '2026-11-26 14:30', starts_at: '2026-11-26T19:30:00Z' },
		]);
	});

	it('names the Session field if the service rejects the schedule ID', async () => {
		harness.respondWithExample('automated-webinar');
		harness.respondWithExample('error-schedule-0');
		await harness.expectError(
			{ ...registerBo, timezone: '' },
			{
				httpCode: '422',
				message: 'Could not register the person: Session: The selected schedule is invalid.',
			},
		);
	});
});
