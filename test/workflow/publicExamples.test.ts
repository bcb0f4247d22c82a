import type { INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../support/harness';
import { containing } from '../support/matchers';
import { publicExample } from '../support/publicExample';

// One test for each example of a response in test/fixtures/publicExamples. Other tests describe what follows from a format.

/** The day on which the examples take place. */
const harness = useHarness({ at: Date.parse('2026-11-24T12:00:00Z') });

describe('an example of a webinar', () => {
	/** What the node shows for a webinar. An error replaces the names of the list, or the booking. */
	interface Shown {
		/** The schedule ID and start of each session in Get Many Sessions. */
		sessions: Array<[schedule: number | null, startsAt: string | null]>;
		/** The names of the sessions in the Session field of Register. */
		list: string[] | { error: string };
		/** The session parameters of a registration for the next session. */
		booking: Record<string, string> | { error: string };
	}

	const NEXT = 'Next Upcoming Session';
	const justInTimeOnly: Shown = {
		sessions: [[null, null]],
		list: { error: "The webinar's just-in-time session cannot be booked" },
		booking: { error: "The webinar's just-in-time session cannot be booked" },
	};

	const webinars: Record<string, Shown> = {
		'live-webinar-single': {
			sessions: [],
			list: { error: 'The webinar has no upcoming session' },
			booking: { error: 'The webinar has no upcoming session' },
		},
		'live-webinar-series': {
			sessions: [
				[131, '2026-12-01T10:00:00Z'],
				[132, '2026-12-08T10:00:00Z'],
				[133, '2026-12-15T10:00:00Z'],
			],
			list: [
				NEXT,
				'Tue, 1 Dec 2026, 10:00 (Dublin) · whole series · 131',
				'Tue, 8 Dec 2026, 10:00 (Dublin) · whole series · 132',
				'Tue, 15 Dec 2026, 10:00 (Dublin) · whole series · 133',
			],
			booking: { schedule: '131' },
		},
		'live-webinar-recurring': {
			sessions: [
				[99, '2026-12-01T09:00:00Z'],
				[99, '2026-12-02T09:00:00Z'],
				[99, '2026-12-03T09:00:00Z'],
			],
			list: [NEXT, 'Tue, 1 Dec 2026, 09:00 (Dublin) · whole series · 99'],
			booking: { schedule: '99' },
		},
		'live-webinar-dates-past': {
			sessions: [[119, '2026-12-17T22:00:00Z']],
			list: [NEXT, 'Thu, 17 Dec 2026, 14:00 (Los Angeles) · 119'],
			booking: { schedule: '119' },
		},
		'live-webinar-always-on': {
			sessions: [[12, null]],
			list: [NEXT, 'Always on · 12'],
			booking: { schedule: '12' },
		},
		'live-webinar-right-now': {
			sessions: [[11, null]],
			list: [NEXT, 'Right now · 11'],
			booking: { schedule: '11' },
		},
		'automated-webinar': {
			sessions: [
				[46, '2026-11-25T19:30:00Z'],
				[46, '2026-11-26T19:30:00Z'],
				[46, '2026-11-27T19:30:00Z'],
				[54, null],
				[55, null],
			],
			list: [
				NEXT,
				'Just-in-Time Session',
				'Instant Replay',
				'Next · Every day, 08:30 PM · 46',
				'Wed, 25 Nov 2026, 20:30 (Amsterdam) · 46',
				'Thu, 26 Nov 2026, 20:30 (Amsterdam) · 46',
				'Fri, 27 Nov 2026, 20:30 (Amsterdam) · 46',
			],
			booking: { schedule: '46', date: '2026-11-25 20:30' },
		},
		'automated-webinar-with-timezone': {
			sessions: [
				[46, '2026-11-25T19:30:00Z'],
				[46, '2026-11-26T19:30:00Z'],
				[46, '2026-11-27T19:30:00Z'],
				[54, null],
				[55, null],
			],
			list: [
				NEXT,
				'Just-in-Time Session',
				'Instant Replay',
				'Next · Every day, 08:30 PM · 46',
				'Wed, 25 Nov 2026, 14:30 (GMT-5) · 46',
				'Thu, 26 Nov 2026, 14:30 (GMT-5) · 46',
				'Fri, 27 Nov 2026, 14:30 (GMT-5) · 46',
			],
			booking: { schedule: '46', date: '2026-11-25 14:30', timezone: 'GMT-5' },
		},
		'automated-webinar-follows-attendee': {
			sessions: [
				[61, '2026-11-25T15:00:00Z'],
				[61, '2026-11-26T15:00:00Z'],
			],
			list: [NEXT, 'Next · Every day, 10:00 AM · 61'],
			booking: { error: 'The webinar needs a time zone' },
		},
		'automated-webinar-jit-beside-blocks': {
			sessions: [[1098, null]],
			list: [
				NEXT,
				'Just-in-Time Session',
				'Fri, 4 Sep 2026, 11:00 (New York) · began 2 months ago · 1101',
				'Fri, 4 Sep 2026, 19:00 (New York) · began 2 months ago · 1100',
			],
			booking: { schedule: '1098' },
		},
		'automated-webinar-jit-only': justInTimeOnly,
		'automated-webinar-jit-only-with-timezone': justInTimeOnly,
		'automated-webinar-legacy-ids': {
			sessions: [
				[3, null],
				[null, null],
				[null, null],
			],
			list: [NEXT, 'Every Tuesday, 01:00 PM · 3'],
			booking: { error: 'The webinar has no upcoming session' },
		},
	};

	/** Lets the service respond with a webinar, and returns the parameters that choose it. */
	function respondWithWebinar(example: string): INodeParameters {
		const { product, form } = publicExample(example);
		const exampleWithoutTimezone = example.replace('-with-timezone', '');
		if (exampleWithoutTimezone !== example)
			harness.respondWithExample(exampleWithoutTimezone, { hasTimezone: false });
		harness.respondWithExample(example);
		const chosen = { resource: product, webinarId: byId(form.webinar_id ?? '') };
		return product === 'automated' ? { ...chosen, timezone: form.timezone ?? '' } : chosen;
	}

	it.each(Object.entries(webinars))('has these sessions to show and to book: %s', async (example, shown) => {
		const webinar = respondWithWebinar(example);
		const sessions = await harness.getOutput({
			...webinar,
			operation: 'getSessions',
			webinarScope: 'one',
			returnAll: true,
			filters: { includeUndated: true },
		});
		expect(sessions.map(({ schedule, starts_at }) => [schedule, starts_at])).toEqual(shown.sessions);

		const register = { ...webinar, operation: 'register', firstName: 'Ann', email: 'ann@example.com' };
		const list = harness.loadChoices('searchSessions', register);
		if ('error' in shown.list) await expect(list).rejects.toMatchObject({ message: shown.list.error });
		else expect((await list).map(({ name }) => name)).toEqual(shown.list);

		harness.respondWith('register', { user: { user_id: 1, email: 'ann@example.com' } });
		const registration = { ...register, schedule: byId('next') };
		if ('error' in shown.booking) {
			await harness.expectError(registration, String(shown.booking.error));
			return;
		}
		await harness.getOutput(registration);
		expect(harness.sandbox.calls.at(-1)?.parameters).toEqual({
			webinar_id: publicExample(example).form.webinar_id,
			first_name: 'Ann',
			email: 'ann@example.com',
			...shown.booking,
		});
	});
});

describe('an example of a webinar list', () => {
	it.each([
		{
			example: 'live-webinars',
			types: [
				'Single presentation',
				null,
				'Series of presentations',
				'Always on',
				'Right now',
				'Single presentation',
			],
			names: [
				'Atelier juin · over · ID 1231',
				'Two evenings · Thu 17 Dec 2026 14:00 · ID 1229',
				'Weekly class · Every day, 09:00 AM · ID 1228',
				'Open house · Always on · ID 46',
				'Now · Right now · ID 45',
				'Bot Webinar · Single presentation · ID 2',
			],
		},
		{
			example: 'live-webinars-long-dates',
			types: ['Single presentation', null, 'Right now'],
			names: [
				'Spring class · over · ID 53',
				'Winter class · Tue 1 Dec 2026 16:00 · ID 54',
				'Live today · Right now · ID 55',
			],
		},
		{
			example: 'automated-webinars',
			types: [null, null, null],
			names: [
				'Masterclass · Every day, 08:30 PM · ID 13',
				'Bot Webinar evergreen · Just in time · ID 7',
				'On demand · ID 5',
			],
		},
	])(
		'returns each type, and shows when each webinar takes place: $example',
		async ({ example, types, names }) => {
			harness.respondWithExample(example);
			const { product: resource } = publicExample(example);
			const webinars = await harness.getOutput({ resource, operation: 'getAll' });
			expect(webinars.map(({ type = null }) => type)).toEqual(types);
			const entries = await harness.loadChoices('searchWebinars', { resource });
			expect(entries.map(({ name }) => name)).toEqual(names);
		},
	);
});

describe('an example of a registrant list', () => {
	/** Lets the service list the registrants of an example, and returns the parameters that choose their webinar. */
	function respondWithRegistrants(example: string) {
		const { product, form } = publicExample(example);
		harness.respondWithExample(example);
		const automated = example.includes('jit-only') ? 'automated-webinar-jit-only' : 'automated-webinar';
		harness.respondWithExample(product === 'live' ? 'live-webinar-dates-past' : automated);
		return { resource: product, webinarId: byId(form.webinar_id ?? '') };
	}

	const getRegistrants = { operation: 'getRegistrants', returnAll: true };

	it.each<{ example: string; rows: Array<[name: string, startsAt: string | null]> }>([
		{
			example: 'live-registrants',
			rows: [
				['ada', '2026-10-01T21:00:00Z'],
				['bo', '2026-10-01T21:00:00Z'],
				['cy', '2026-10-01T21:00:00Z'],
				['di', '2026-09-24T21:00:00Z'],
				['eve', '2026-12-17T22:00:00Z'],
			],
		},
		{ example: 'live-registrants-before-session', rows: [['eve', '2026-12-17T22:00:00Z']] },
		{ example: 'live-registrants-numeric-flags', rows: [['ada', '2026-10-01T21:00:00Z']] },
		{ example: 'live-registrants-unknown-schedule', rows: [] },
		{
			example: 'automated-registrants',
			rows: [
				['ada', '2026-11-23T19:30:00Z'],
				['fay', '2026-11-23T19:45:00Z'],
				['gus', null],
				['hal', '2026-11-23T20:30:00Z'],
				['ida', '2026-11-24T13:30:00Z'],
			],
		},
		{
			example: 'automated-registrants-jit-only',
			rows: [
				['gus', null],
				['jo', null],
			],
		},
	])("returns each registrant with the session's start: $example", async ({ example, rows }) => {
		const registrants = await harness.getOutput({ ...respondWithRegistrants(example), ...getRegistrants });
		expect(registrants.map(({ email, starts_at }) => [email, starts_at])).toEqual(
			rows.map(([name, startsAt]) => [`${name}@people.example`, startsAt]),
		);
	});

	it('says in a hint that registrants may be missing if the service lists only one of eight pages', async () => {
		const parameters = { ...respondWithRegistrants('live-registrants-page-2-of-8'), ...getRegistrants };
		const { output, hints } = await harness.run(parameters);
		expect(output[24]?.json).toMatchObject({
			email: 'p24@people.example',
			starts_at: '2026-10-01T21:00:00Z',
		});
		expect(hints).toEqual([containing('The service reports 198 registrants, but it listed 25.')]);
	});

	it.each(['live-registrants', 'live-registrants-numeric-flags'])(
		"returns an attendee's flags as booleans, and times and revenue as numbers: %s",
		async (example) => {
			const [ada] = await harness.getOutput({ ...respondWithRegistrants(example), ...getRegistrants });
			expect(ada).toMatchObject({
				email: 'ada@people.example',
				attended_live: true,
				attended_replay: false,
				purchased: true,
				subscribed: true,
				entered_live: 3 * 60 + 12,
				time_live: 1 * 3600 + 41 * 60 + 7,
				time_replay: null,
				revenue_live: 497,
				live_room_url: containing('https://event.webinarjam.com/go/live/'),
			});
		},
	);
});

describe('an example of a registration', () => {
	const ada = {
		resource: 'live',
		webinarId: byId(1229),
		schedule: byId(119),
		firstName: 'Ada',
		email: 'ada@people.example',
	};
	const automatedWebinar = { resource: 'automated', webinarId: byId(13) };
	const adaRegistered = {
		first_name: 'Ada',
		user_id: 5120034,
		starts_at: '2026-12-17T22:00:00Z',
		date_text: 'Thu, 17 Dec 2026, 14:00 (Los Angeles)',
	};

	it.each([
		{
			example: 'live-register',
			parameters: { ...ada, additionalFields: { lastName: 'Berg' } },
			registered: adaRegistered,
		},
		{
			example: 'live-register-again',
			parameters: { ...ada, additionalFields: { lastName: 'Berg' } },
			registered: adaRegistered,
		},
		{
			example: 'live-register-with-country',
			parameters: {
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
			registered: {
				phone_country_code: '+1',
				phone: '5550100199',
				country: { id: 231, name: 'United States' },
				state: { id: 3970, name: 'Texas' },
				starts_at: '2026-12-17T22:00:00Z',
			},
		},
		{
			example: 'automated-register',
			parameters: {
				...automatedWebinar,
				schedule: byId('46|2026-11-25 14:30'),
				timezone: 'GMT-5',
				firstName: 'Bo',
				email: 'bo@people.example',
			},
			registered: {
				user_id: 5120040,
				starts_at: '2026-11-25T19:30:00Z',
				date_text: 'Wed, 25 Nov 2026, 14:30 (GMT-5)',
			},
		},
		{
			example: 'automated-register-jit',
			parameters: {
				...automatedWebinar,
				schedule: byId('justInTime'),
				firstName: 'Cy',
				email: 'cy@people.example',
			},
			registered: {
				user_id: 5120041,
				starts_at: '2026-11-24T19:45:00Z',
				date_text: 'Tue, 24 Nov 2026, 20:45 (Amsterdam)',
			},
		},
	])(
		'has the parameters that the service accepted, and returns the session and room links: $example',
		async ({ example, parameters, registered }) => {
			harness.respondWithExample('live-webinar-dates-past');
			// The person of this example is in GMT-5.
			if (example === 'automated-register')
				harness.respondWithExample('automated-webinar-with-timezone', { hasTimezone: true });
			harness.respondWithExample('automated-webinar');
			harness.respondWithExample(example);
			const [output] = await harness.getOutput({ ...parameters, operation: 'register' });
			const { form } = publicExample(example);
			const sent = harness.sandbox.calls.at(-1)?.parameters;
			expect({ ...sent, api_key: form.api_key }).toEqual(form);
			expect(output).toMatchObject({
				...registered,
				live_room_url: containing('https://event.webinarjam.com/go/live/'),
				replay_room_url: containing('https://event.webinarjam.com/go/replay/'),
				skipped: false,
			});
		},
	);

	it('has the most useful fields first, and the IDs last', async () => {
		harness.respondWithExample('live-webinar-dates-past');
		harness.respondWithExample('live-register');
		const [registration = {}] = await harness.getOutput({ ...ada, operation: 'register' });
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
	});
});

describe('the start of a registration', () => {
	const registerBo = {
		resource: 'automated',
		operation: 'register',
		webinarId: byId(13),
		timezone: 'America/New_York',
		firstName: 'Bo',
		email: 'bo@people.example',
	};

	it("is that of the date that was sent, although the response has the webinar's time zone", async () => {
		harness.respondWithExample('automated-webinar-with-timezone', { hasTimezone: true });
		harness.respondWithExample('automated-webinar');
		const response = { date: '2026-11-25 14:30', timezone: 'Europe/Amsterdam' };
		const user = { user_id: 1, email: registerBo.email, webinar_id: 13, schedule: '46', ...response };
		harness.respondWith('register', { user });
		await harness.expectOutput({ ...registerBo, schedule: byId('46|next') }, [
			{ ...response, starts_at: '2026-11-25T19:30:00Z', schedule: 46 },
		]);
	});
});

describe('an example of an error', () => {
	const webinar = { resource: 'live', webinarId: byId(1) };
	const getAll = { resource: 'live', operation: 'getAll' };
	const getRegistrants = { ...webinar, operation: 'getRegistrants' };
	const get = { ...webinar, operation: 'get' };
	const unsubscribe = { ...webinar, operation: 'unsubscribe', unsubscribeBy: 'leadId', leadId: '1' };

	it.each([
		{ example: 'error-regenerated-key', parameters: get, message: 'The service rejected the API key' },
		{ example: 'error-wrong-key', parameters: getAll, message: 'The service rejected the API key' },
		{
			example: 'error-missing-key',
			parameters: getRegistrants,
			message: 'Could not read the webinar: api_key: The api key field is required.',
		},
		{
			example: 'error-blocked-user-agent',
			parameters: get,
			message: 'Could not read the webinar: the response is a web page (HTTP 403)',
		},
		{
			example: 'error-firewall-1010',
			parameters: get,
			message:
				"Could not read the webinar: the service's firewall refused the request (Cloudflare error 1010)",
		},
		{
			example: 'error-message-object',
			parameters: get,
			message: 'Could not read the webinar: Webinar not found',
		},
		{
			example: 'error-unknown-route',
			parameters: getRegistrants,
			message: 'Could not read the webinar: the response is a web page (HTTP 404)',
		},
		{
			example: 'error-unknown-route',
			parameters: unsubscribe,
			message: 'Could not unsubscribe the registrant: the response is a web page (HTTP 404)',
		},
	])('says what failed: $example', async ({ example, parameters, message }) => {
		const { status, body, headers } = publicExample(example);
		harness.sandbox.fail({ kind: 'answer', status, body, headers, times: Infinity });
		await harness.expectError(parameters, message);
	});

	it('names the Session field if the service rejects the schedule: error-schedule-0', async () => {
		harness.respondWithExample('automated-webinar');
		harness.respondWithExample('error-schedule-0');
		const register = { operation: 'register', firstName: 'Bo', email: 'bo@people.example' };
		await harness.expectError(
			{ resource: 'automated', webinarId: byId(13), schedule: byId('next'), ...register },
			{
				httpCode: '422',
				message: 'Could not register the person: Session: The selected schedule is invalid.',
			},
		);
	});
});
