import { byId, useHarness } from '../../support/harness';
import { realResponse } from '../../support/realResponse';
import { casesOf, DAY_OF_EXAMPLES, type ForEach, registrations } from './examples';

const harness = useHarness({ at: DAY_OF_EXAMPLES });

type Example = (typeof registrations)[number];

const ada = { firstName: 'Ada', email: 'ada@people.example' };
const liveSession = { resource: 'live', webinarId: byId(1229), schedule: byId(119) };

/** The values that a user enters to send the request of an example. */
const parametersOf: ForEach<Example, object> = {
	'live-register': {
		...liveSession,
		...ada,
		additionalFields: { lastName: 'Berg' },
	},
	'live-register-again': {
		...liveSession,
		...ada,
		additionalFields: { lastName: 'Berg' },
	},
	'live-register-with-country': {
		...liveSession,
		...ada,
		additionalFields: {
			lastName: 'Berg',
			phone: '+1 555 010 0199',
			country: 'United States',
			state: 'Texas',
			timezoneId: 3,
			smsConsent: true,
		},
	},
	'automated-register': {
		resource: 'automated',
		webinarId: byId(13),
		schedule: byId('46|2026-11-25 14:30'),
		timezone: 'GMT-5',
		firstName: 'Bo',
		email: 'bo@people.example',
	},
	'automated-register-jit': {
		resource: 'automated',
		webinarId: byId(13),
		schedule: byId('justInTime'),
		firstName: 'Cy',
		email: 'cy@people.example',
	},
};

/** Lets the service respond with a registration of an example, and with the webinar that it is for. */
function respondWith(example: Example) {
	harness.respondLikeReality('live-webinar-dates-past');
	// The person of this example is in GMT-5.
	if (example === 'automated-register') {
		harness.respondLikeReality('automated-webinar-with-timezone', { hasTimezone: true });
	}
	harness.respondLikeReality('automated-webinar');
	harness.respondLikeReality(example);
}

it.each(registrations)('sends the same parameters as a real registration request: %s', async (example) => {
	respondWith(example);
	await harness.getOutput({ ...parametersOf[example], operation: 'register' });
	const sent = harness.sandbox.calls.filter(({ operation }) => operation === 'register');
	const form = Object.entries(realResponse(example).form);
	const expected = Object.fromEntries(form.filter(([name]) => name !== 'api_key'));
	expect(sent.map(({ parameters }) => parameters)).toEqual([expected]);
});

const registrationInOutput: ForEach<Example, object> = {
	'live-register': {
		first_name: 'Ada',
		user_id: 5120034,
		schedule: 119,
		starts_at: '2026-12-17T22:00:00Z',
		date_text: 'Thu, 17 Dec 2026, 14:00 (Los Angeles)',
	},
	'live-register-again': {
		first_name: 'Ada',
		user_id: 5120034,
		schedule: 119,
		starts_at: '2026-12-17T22:00:00Z',
		date_text: 'Thu, 17 Dec 2026, 14:00 (Los Angeles)',
	},
	'live-register-with-country': {
		first_name: 'Ada',
		phone_country_code: '+1',
		phone: '5550100199',
		country: { id: 231, name: 'United States' },
		state: { id: 3970, name: 'Texas' },
		schedule: 119,
		starts_at: '2026-12-17T22:00:00Z',
	},
	'automated-register': {
		first_name: 'Bo',
		user_id: 5120040,
		schedule: 46,
		starts_at: '2026-11-25T19:30:00Z',
		date_text: 'Wed, 25 Nov 2026, 14:30 (GMT-5)',
	},
	'automated-register-jit': {
		first_name: 'Cy',
		user_id: 5120041,
		schedule: 55,
		starts_at: '2026-11-24T19:45:00Z',
		date_text: 'Tue, 24 Nov 2026, 20:45 (Amsterdam)',
	},
};

it.each(casesOf(registrations, registrationInOutput))(
	'returns the session and room links from a real registration response: %s',
	async (example, expected) => {
		respondWith(example);
		const [output] = await harness.getOutput({ ...parametersOf[example], operation: 'register' });
		expect(output).toMatchObject({ ...expected, skipped: false });
		expect(output?.live_room_url).toMatch(/^https:\/\/event\.webinarjam\.com\/go\/live\//);
		expect(output?.replay_room_url).toMatch(/^https:\/\/event\.webinarjam\.com\/go\/replay\//);
	},
);
