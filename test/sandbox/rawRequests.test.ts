import { request } from 'undici';

import { failure, success } from '../support/sandboxClient';
import { useSandbox } from '../support/sandboxStage';

const stage = useSandbox();
const { post, send } = stage;

const FORM = 'application/x-www-form-urlencoded';
const ann = { first_name: 'Ann', email: 'ann@example.com' };
/** Valid parameters of each operation. */
const valid: Record<string, Record<string, string>> = {
	'live/register': { webinar_id: '1', schedule: '11', ...ann },
	'automated/register': { webinar_id: '102', schedule: '1021', ...ann },
	'live/registrants': { webinar_id: '1' },
};
const certification = 'webinar_id=6&schedule=61';
const phone = 'phone_country_code=%2B1&phone=2025550143&twilio_consent=1';
const usa = 'country=United+States';
const required = (field: string) => `The ${field} field is required.`;
const invalid = (field: string) => `The selected ${field} is invalid.`;

/** Raw requests, as curl sends them. KEY is replaced by the sandbox's API key. */
it.each<[path: string, body: string, status: number, error?: string, contentType?: string]>([
	['live/webinars', 'api_key=KEY', 200],
	['live/webinars', '', 400, required('api key')],
	['live/webinars', 'API_KEY=KEY', 400, required('api key')],
	['live/webinars', '{"api_key":"KEY"}', 400, required('api key'), 'application/json'],
	['live/webinars?api_key=KEY', '', 400, required('api key')],
	['live/nothing', 'api_key=KEY', 404],
	['live/webinars/', 'api_key=KEY', 404],
	['Live/webinars', 'api_key=KEY', 404],
	['live/Webinars', 'api_key=KEY', 404],
	['live/webinar', 'api_key=KEY', 400, required('webinar id')],
	['live/webinar', 'api_key=KEY&webinar_id=101', 422, invalid('webinar id')],
	['automated/webinar', 'api_key=KEY&webinar_id=102&timezone=GMT%2B5:45', 200],
	['automated/webinar', 'api_key=KEY&webinar_id=102&timezone=GMT+5', 422, 'The timezone format is invalid.'],
	['live/unsubscribe', 'api_key=KEY&webinar_id=1&lead_id=1', 422, invalid('lead id')],
	['api/live/countries', 'api_key=KEY', 200],
	['live/countries', 'api_key=KEY', 200],
	['live/countries', '', 400, required('api key')],
	['automated/countries', 'api_key=KEY', 404],
])(
	'responds to POST %s with the body "%s" with %d %s',
	async (path, body, status, error = '', type = FORM) => {
		const { apiKey } = stage.sandbox;
		const answer = await send(`/${path.replace('KEY', apiKey)}`, body.replace('KEY', apiKey), type);
		expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(error) as unknown]);
	},
);

/** Requests with valid parameters, of which the second column replaces or adds some. */
it.each<[path: keyof typeof valid, changes: string, status: number, error?: string]>([
	['live/register', '', 200],
	['live/register', 'schedule=21', 422, invalid('schedule')],
	['live/register', 'schedule=0', 422, invalid('schedule')],
	['live/register', 'schedule=0x0b', 422, invalid('schedule')],
	['live/register', 'schedule=011', 422, invalid('schedule')],
	['live/register', 'webinar_id=99', 422, invalid('webinar id')],
	['live/register', 'email=ann@example', 422, 'The email must be a valid email address.'],
	['live/register', 'phone=555-0100', 422, 'The phone must contain digits only.'],
	['live/register', 'phone_country_code=49', 422, 'The phone country code format is invalid.'],
	['live/register', 'twilio_consent=yes', 422, 'The twilio consent field must be true or false.'],
	['live/register', 'twilio_consent=TRUE', 422, 'The twilio consent field must be true or false.'],
	['live/register', 'twilio_consent=0', 200],
	['live/register', 'twilio_consent=1', 200],
	['live/register', 'twilio_consent=true', 200],
	['live/register', 'twilio_consent=false', 200],
	['live/register', certification, 400, required('phone')],
	['live/register', `${certification}&${phone}`, 200],
	['live/register', 'country=Atlantis', 422, invalid('country')],
	['live/register', 'country=1', 200],
	['live/register', 'country=France&state=Texas', 422, invalid('state')],
	['live/register', `${usa}&state=Ohio`, 422, invalid('state')],
	['live/register', `${usa}&state=New+York`, 200],
	['live/register', `${usa}&state=Texas`, 422, required('timezone id')],
	['live/register', `${usa}&state=Texas&timezone_id=4`, 422, invalid('timezone id')],
	['live/register', `${usa}&state=Texas&timezone_id=3`, 200],
	['automated/register', 'date=2026-03-03+20:30', 422, invalid('date')],
	['automated/register', 'date=2026-03-02+10:59', 422, invalid('date')],
	['live/registrants', 'attended_live=3&attended_live_timestamp=60', 200],
	['live/registrants', 'schedule_id=54a', 422, 'The schedule id must be an integer.'],
	['live/registrants', 'attended_live=5', 422, 'The attended live must be between 0 and 4.'],
	['live/registrants', 'attended_replay=yes', 422, 'The attended replay must be between 0 and 4.'],
	['live/registrants', 'attended_live_timestamp=1:0', 422, 'The attended live timestamp must be an integer.'],
	['live/registrants', 'purchased=3', 422, 'The purchased must be between 0 and 2.'],
	['live/registrants', 'date_range=9', 422, 'The date range must be between 0 and 8.'],
	['live/registrants', 'page=0', 422, 'The page must be an integer from 1.'],
])('responds to valid POST %s changed by "%s" with %d %s', async (path, changes, status, error = '') => {
	const parameters = { ...valid[path], ...Object.fromEntries(new URLSearchParams(changes)) };
	const answer = await post(`/${path}`, parameters);
	const [, field = ''] = /^The (?:selected )?(.+?) (?:field|format|must|is) /.exec(error) ?? [];
	const expectedError = error && `"${field.replaceAll(' ', '_')}":["${error}"]`;
	expect([answer.status, JSON.stringify(answer.json)]).toEqual([
		status,
		expect.stringContaining(expectedError),
	]);
	const isRegistered = path === 'live/register' && status === 200;
	expect(stage.sandbox.registrants).toHaveLength(isRegistered ? 1 : 0);
});

it.each<[path: string, parameters: Record<string, string>, missing: string[]]>([
	// The settings of these webinars require the phone number.
	[
		'automated/register',
		{ webinar_id: '104', first_name: ' ' },
		['first_name', 'email', 'schedule', 'phone_country_code', 'phone', 'twilio_consent'],
	],
	[
		'live/register',
		{ webinar_id: '9', schedule: '91', ...ann, last_name: 'Lee' },
		['phone_country_code', 'phone', 'twilio_consent'],
	],
	['live/registrants', { webinar_id: '1', attended_replay: '3' }, ['attended_replay_timestamp']],
	['live/unsubscribe', {}, ['webinar_id', 'lead_id']],
])('reports every missing field of POST %s with %j at once', async (path, parameters, missing) => {
	const errors = missing.map((field) => [field, [required(field.replaceAll('_', ' '))]] as const);
	expect(await post(`/${path}`, parameters)).toEqual(failure(400, Object.fromEntries(errors)));
});

it.each(['live/webinars', 'automated/register', 'live/countries', 'api/live/countries'])(
	'responds to GET %s with 405',
	async (path) => {
		const { statusCode, headers, body } = await request(`${stage.sandbox.url}/${path}?api_key=x`);
		expect([statusCode, headers.allow]).toEqual([405, 'POST']);
		expect(await body.json()).toMatchObject({ status: 'error' });
	},
);

it('counts the list of countries against the limit of requests per second', async () => {
	stage.sandbox.setCallsPerSecond(3);
	const paths = ['/live/countries', '/api/live/countries', '/live/webinars', '/live/countries'];
	const answers = [];
	for (const path of paths) answers.push((await post(path)).status);
	stage.sandbox.setCallsPerSecond(Infinity);
	expect(answers).toEqual([200, 200, 200, 429]);
});

it('returns the country and the state of a registration', async () => {
	const places = { country: '7', state: 'Texas', timezone_id: '2' };
	const user: unknown = expect.objectContaining({
		country: { id: 7, name: 'United States' },
		state: { id: 3, name: 'Texas' },
	});
	expect(await post('/live/register', { ...valid['live/register'], ...places })).toEqual(success({ user }));
});
