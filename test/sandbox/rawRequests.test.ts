import { request } from 'undici';

import { failure, success } from '../support/sandboxClient';
import { useSandbox } from '../support/sandboxStage';

const stage = useSandbox();
const { post, send } = stage;

type Parameters = Record<string, string>;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** Placeholder for the sandbox's API key. */
const KEY = '<API_KEY>';

const ann = { first_name: 'Ann', email: 'ann@example.com' };
const phone = { phone_country_code: '+1', phone: '2025550143', twilio_consent: '1' };
/** A session of a webinar that requires a phone number. */
const phoneRequired = { webinar_id: '6', schedule: '61' };
const usa = { country: 'United States' };

const isRequired = (field: string) => `The ${field} field is required.`;
const isInvalid = (field: string) => `The selected ${field} is invalid.`;

/** Sends a request without changes, except for the API key in place of KEY. */
const sendRaw = (path: string, body: string, contentType: string) => {
	const { apiKey } = stage.sandbox;
	return send(`/${path}`.replace(KEY, apiKey), body.replace(KEY, apiKey), contentType);
};

describe("the sandbox's API", () => {
	it.each([
		{ path: 'live/webinars', body: `api_key=${KEY}` },
		{ path: 'automated/webinar', body: `api_key=${KEY}&webinar_id=102&timezone=GMT%2B5:45` },
		{ path: 'api/live/countries', body: `api_key=${KEY}` },
		{ path: 'live/countries', body: `api_key=${KEY}` },
	])('accepts POST $path with the body $body', async ({ path, body }) => {
		expect((await sendRaw(path, body, FORM)).status).toBe(200);
	});

	it.each([
		{ place: 'nowhere', path: 'live/webinars', body: '', contentType: FORM },
		{ place: 'under another name', path: 'live/webinars', body: `API_KEY=${KEY}`, contentType: FORM },
		{ place: 'in JSON', path: 'live/webinars', body: `{"api_key":"${KEY}"}`, contentType: JSON_TYPE },
		{ place: 'in the URL', path: `live/webinars?api_key=${KEY}`, body: '', contentType: FORM },
		{ place: 'nowhere, for countries', path: 'live/countries', body: '', contentType: FORM },
	])(
		'asks for the API key with HTTP 400 if the request contains it $place',
		async ({ path, body, contentType }) => {
			const { status, text } = await sendRaw(path, body, contentType);
			expect(status).toBe(400);
			expect(text).toContain('The api key field is required.');
		},
	);

	it.each(['live/nothing', 'automated/countries'])(
		'responds with HTTP 404 to the unknown path %s',
		async (path) => {
			expect((await sendRaw(path, `api_key=${KEY}`, FORM)).status).toBe(404);
		},
	);

	it.each([
		{
			path: 'live/webinar',
			body: `api_key=${KEY}`,
			status: 400,
			message: isRequired('webinar id'),
		},
		{
			path: 'live/webinar',
			body: `api_key=${KEY}&webinar_id=101`,
			status: 422,
			message: isInvalid('webinar id'),
		},
		{
			path: 'automated/webinar',
			body: `api_key=${KEY}&webinar_id=102&timezone=GMT+5`,
			status: 422,
			message: 'The timezone format is invalid.',
		},
		{
			path: 'live/unsubscribe',
			body: `api_key=${KEY}&webinar_id=1&lead_id=1`,
			status: 422,
			message: isInvalid('lead id'),
		},
	])('rejects the body $body with "$message": POST $path', async ({ path, body, status, message }) => {
		const response = await sendRaw(path, body, FORM);
		expect(response.status).toBe(status);
		expect(response.text).toContain(message);
	});
});

describe("the sandbox's check of a registration for a live webinar", () => {
	const valid = { webinar_id: '1', schedule: '11', ...ann };
	const register = (changes: Parameters) => post('/live/register', { ...valid, ...changes });

	it.each<Parameters>([
		{},
		{ ...phoneRequired, ...phone },
		{ country: '1' },
		{ ...usa, state: 'New York' },
		{ ...usa, state: 'Texas', timezone_id: '3' },
	])('accepts a registration with the valid values %j', async (changes) => {
		expect((await register(changes)).status).toBe(200);
		expect(stage.sandbox.registrants).toHaveLength(1);
	});

	it.each<{ field: string; changes: Parameters; status: number; message: string }>([
		{ field: 'schedule', changes: { schedule: '21' }, status: 422, message: isInvalid('schedule') },
		{ field: 'schedule', changes: { schedule: '0' }, status: 422, message: isInvalid('schedule') },
		{ field: 'schedule', changes: { schedule: '0x0b' }, status: 422, message: isInvalid('schedule') },
		{ field: 'schedule', changes: { schedule: '011' }, status: 422, message: isInvalid('schedule') },
		{ field: 'webinar_id', changes: { webinar_id: '99' }, status: 422, message: isInvalid('webinar id') },
		{
			field: 'email',
			changes: { email: 'ann@example' },
			status: 422,
			message: 'The email must be a valid email address.',
		},
		{
			field: 'phone',
			changes: { phone: '555-0100' },
			status: 422,
			message: 'The phone must contain digits only.',
		},
		{
			field: 'phone_country_code',
			changes: { phone_country_code: '49' },
			status: 422,
			message: 'The phone country code format is invalid.',
		},
		{
			field: 'twilio_consent',
			changes: { twilio_consent: 'yes' },
			status: 422,
			message: 'The twilio consent field must be true or false.',
		},
		{ field: 'phone', changes: phoneRequired, status: 400, message: isRequired('phone') },
		{ field: 'country', changes: { country: 'Atlantis' }, status: 422, message: isInvalid('country') },
		{
			field: 'state',
			changes: { country: 'France', state: 'Texas' },
			status: 422,
			message: isInvalid('state'),
		},
		{ field: 'state', changes: { ...usa, state: 'Ohio' }, status: 422, message: isInvalid('state') },
		{
			field: 'timezone_id',
			changes: { ...usa, state: 'Texas' },
			status: 422,
			message: isRequired('timezone id'),
		},
		{
			field: 'timezone_id',
			changes: { ...usa, state: 'Texas', timezone_id: '4' },
			status: 422,
			message: isInvalid('timezone id'),
		},
	])(
		'rejects a registration with the invalid values $changes, and names the field $field',
		async ({ field, changes, status, message }) => {
			const response = await register(changes);
			expect(response).toMatchObject({ status, json: { errors: { [field]: [message] } } });
			expect(stage.sandbox.registrants).toEqual([]);
		},
	);
});

describe("the sandbox's check of a registration for an automated webinar", () => {
	it.each(['2026-03-03 20:30', '2026-03-02 10:59'])(
		'rejects the date %s if the schedule has no session on it',
		async (date) => {
			const registration = { webinar_id: '102', schedule: '1021', date, ...ann };
			expect(await post('/automated/register', registration)).toEqual(
				failure(422, { date: [isInvalid('date')] }),
			);
		},
	);
});

describe("the sandbox's check of the registrant list's filters", () => {
	it('accepts an attendance filter together with its timestamp in seconds', async () => {
		const filters = { webinar_id: '1', attended_live: '3', attended_live_timestamp: '60' };
		expect((await post('/live/registrants', filters)).status).toBe(200);
	});

	it.each([
		{ field: 'schedule_id', value: '54a', message: 'The schedule id must be an integer.' },
		{ field: 'attended_live', value: '5', message: 'The attended live must be between 0 and 4.' },
		{ field: 'attended_replay', value: 'yes', message: 'The attended replay must be between 0 and 4.' },
		{
			field: 'attended_live_timestamp',
			value: '1:0',
			message: 'The attended live timestamp must be an integer.',
		},
		{ field: 'purchased', value: '3', message: 'The purchased must be between 0 and 2.' },
		{ field: 'date_range', value: '9', message: 'The date range must be between 0 and 8.' },
		{ field: 'page', value: '0', message: 'The page must be an integer from 1.' },
	])('rejects the value $value for $field', async ({ field, value, message }) => {
		const response = await post('/live/registrants', { webinar_id: '1', [field]: value });
		expect(response).toEqual(failure(422, { [field]: [message] }));
	});
});

describe('the missing fields of a request to the sandbox', () => {
	it.each<{ path: string; parameters: Parameters; missing: string[] }>([
		{
			path: 'automated/register',
			// The webinar requires a phone number.
			parameters: { webinar_id: '104', first_name: ' ' },
			missing: ['first_name', 'email', 'schedule', 'phone_country_code', 'phone', 'twilio_consent'],
		},
		{
			path: 'live/register',
			// The webinar requires a phone number.
			parameters: { webinar_id: '9', schedule: '91', ...ann, last_name: 'Lee' },
			missing: ['phone_country_code', 'phone', 'twilio_consent'],
		},
		{
			path: 'live/registrants',
			parameters: { webinar_id: '1', attended_replay: '3' },
			missing: ['attended_replay_timestamp'],
		},
		{
			path: 'live/unsubscribe',
			parameters: {},
			missing: ['webinar_id', 'lead_id'],
		},
	])('reports all missing fields at once: POST $path, $missing', async ({ path, parameters, missing }) => {
		const errors = missing.map((field) => [field, [isRequired(field.replaceAll('_', ' '))]] as const);
		expect(await post(`/${path}`, parameters)).toEqual(failure(400, Object.fromEntries(errors)));
	});
});

describe('other requests to the sandbox', () => {
	it.each(['live/webinars', 'automated/register', 'live/countries', 'api/live/countries'])(
		'responds with HTTP 405 to GET %s',
		async (path) => {
			const { statusCode, headers, body } = await request(`${stage.sandbox.url}/${path}?api_key=x`);
			expect(statusCode).toBe(405);
			expect(headers.allow).toBe('POST');
			expect(await body.json()).toMatchObject({ status: 'error' });
		},
	);

	it('counts requests for the country list toward the rate limit', async () => {
		stage.sandbox.setCallsPerSecond(3);
		const statuses = [];
		for (const path of ['/live/countries', '/api/live/countries', '/live/webinars', '/live/countries']) {
			statuses.push((await post(path)).status);
		}
		stage.sandbox.setCallsPerSecond(Infinity);
		expect(statuses).toEqual([200, 200, 200, 429]);
	});

	it("returns a registration's country and state with IDs and names", async () => {
		const registration = { webinar_id: '1', schedule: '11', ...ann };
		const user: unknown = expect.objectContaining({
			country: { id: 7, name: 'United States' },
			state: { id: 3, name: 'Texas' },
		});
		const response = await post('/live/register', {
			...registration,
			country: '7',
			state: 'Texas',
			timezone_id: '2',
		});
		expect(response).toEqual(success({ user }));
	});
});
