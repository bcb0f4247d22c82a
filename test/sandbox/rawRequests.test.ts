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
it.each<{ path: string; body: string; status: number; error?: string; type?: string }>([
	{ path: 'live/webinars', body: 'api_key=KEY', status: 200 },
	{ path: 'live/webinars', body: '', status: 400, error: required('api key') },
	{ path: 'live/webinars', body: 'API_KEY=KEY', status: 400, error: required('api key') },
	{
		path: 'live/webinars',
		body: '{"api_key":"KEY"}',
		status: 400,
		error: required('api key'),
		type: 'application/json',
	},
	{ path: 'live/webinars?api_key=KEY', body: '', status: 400, error: required('api key') },
	{ path: 'live/nothing', body: 'api_key=KEY', status: 404 },
	{ path: 'live/webinar', body: 'api_key=KEY', status: 400, error: required('webinar id') },
	{ path: 'live/webinar', body: 'api_key=KEY&webinar_id=101', status: 422, error: invalid('webinar id') },
	{ path: 'automated/webinar', body: 'api_key=KEY&webinar_id=102&timezone=GMT%2B5:45', status: 200 },
	{
		path: 'automated/webinar',
		body: 'api_key=KEY&webinar_id=102&timezone=GMT+5',
		status: 422,
		error: 'The timezone format is invalid.',
	},
	{
		path: 'live/unsubscribe',
		body: 'api_key=KEY&webinar_id=1&lead_id=1',
		status: 422,
		error: invalid('lead id'),
	},
	{ path: 'api/live/countries', body: 'api_key=KEY', status: 200 },
	{ path: 'live/countries', body: 'api_key=KEY', status: 200 },
	{ path: 'live/countries', body: '', status: 400, error: required('api key') },
	{ path: 'automated/countries', body: 'api_key=KEY', status: 404 },
])(
	'responds to POST $path with the body "$body" with $status $error',
	async ({ path, body, status, error = '', type = FORM }) => {
		const { apiKey } = stage.sandbox;
		const answer = await send(`/${path.replace('KEY', apiKey)}`, body.replace('KEY', apiKey), type);
		expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(error) as unknown]);
	},
);

/** Requests with valid parameters, of which the second column replaces or adds some. */
it.each<{ path: keyof typeof valid; changes: string; status: number; error?: string }>([
	{ path: 'live/register', changes: '', status: 200 },
	{ path: 'live/register', changes: 'schedule=21', status: 422, error: invalid('schedule') },
	{ path: 'live/register', changes: 'schedule=0', status: 422, error: invalid('schedule') },
	{ path: 'live/register', changes: 'schedule=0x0b', status: 422, error: invalid('schedule') },
	{ path: 'live/register', changes: 'schedule=011', status: 422, error: invalid('schedule') },
	{ path: 'live/register', changes: 'webinar_id=99', status: 422, error: invalid('webinar id') },
	{
		path: 'live/register',
		changes: 'email=ann@example',
		status: 422,
		error: 'The email must be a valid email address.',
	},
	{
		path: 'live/register',
		changes: 'phone=555-0100',
		status: 422,
		error: 'The phone must contain digits only.',
	},
	{
		path: 'live/register',
		changes: 'phone_country_code=49',
		status: 422,
		error: 'The phone country code format is invalid.',
	},
	{
		path: 'live/register',
		changes: 'twilio_consent=yes',
		status: 422,
		error: 'The twilio consent field must be 0 or 1.',
	},
	{ path: 'live/register', changes: certification, status: 400, error: required('phone') },
	{ path: 'live/register', changes: `${certification}&${phone}`, status: 200 },
	{ path: 'live/register', changes: 'country=Atlantis', status: 422, error: invalid('country') },
	{ path: 'live/register', changes: 'country=1', status: 200 },
	{ path: 'live/register', changes: 'country=France&state=Texas', status: 422, error: invalid('state') },
	{ path: 'live/register', changes: `${usa}&state=Ohio`, status: 422, error: invalid('state') },
	{ path: 'live/register', changes: `${usa}&state=New+York`, status: 200 },
	{ path: 'live/register', changes: `${usa}&state=Texas`, status: 422, error: required('timezone id') },
	{
		path: 'live/register',
		changes: `${usa}&state=Texas&timezone_id=4`,
		status: 422,
		error: invalid('timezone id'),
	},
	{ path: 'live/register', changes: `${usa}&state=Texas&timezone_id=3`, status: 200 },
	{ path: 'automated/register', changes: 'date=2026-03-03+20:30', status: 422, error: invalid('date') },
	{ path: 'automated/register', changes: 'date=2026-03-02+10:59', status: 422, error: invalid('date') },
	{ path: 'live/registrants', changes: 'attended_live=3&attended_live_timestamp=60', status: 200 },
	{
		path: 'live/registrants',
		changes: 'schedule_id=54a',
		status: 422,
		error: 'The schedule id must be an integer.',
	},
	{
		path: 'live/registrants',
		changes: 'attended_live=5',
		status: 422,
		error: 'The attended live must be between 0 and 4.',
	},
	{
		path: 'live/registrants',
		changes: 'attended_replay=yes',
		status: 422,
		error: 'The attended replay must be between 0 and 4.',
	},
	{
		path: 'live/registrants',
		changes: 'attended_live_timestamp=1:0',
		status: 422,
		error: 'The attended live timestamp must be an integer.',
	},
	{
		path: 'live/registrants',
		changes: 'purchased=3',
		status: 422,
		error: 'The purchased must be between 0 and 2.',
	},
	{
		path: 'live/registrants',
		changes: 'date_range=9',
		status: 422,
		error: 'The date range must be between 0 and 8.',
	},
	{ path: 'live/registrants', changes: 'page=0', status: 422, error: 'The page must be an integer from 1.' },
])(
	'responds to valid POST $path changed by "$changes" with $status $error',
	async ({ path, changes, status, error = '' }) => {
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
	},
);

it.each<{ path: string; parameters: Record<string, string>; missing: string[] }>([
	// The settings of these webinars require the phone number.
	{
		path: 'automated/register',
		parameters: { webinar_id: '104', first_name: ' ' },
		missing: ['first_name', 'email', 'schedule', 'phone_country_code', 'phone', 'twilio_consent'],
	},
	{
		path: 'live/register',
		parameters: { webinar_id: '9', schedule: '91', ...ann, last_name: 'Lee' },
		missing: ['phone_country_code', 'phone', 'twilio_consent'],
	},
	{
		path: 'live/registrants',
		parameters: { webinar_id: '1', attended_replay: '3' },
		missing: ['attended_replay_timestamp'],
	},
	{ path: 'live/unsubscribe', parameters: {}, missing: ['webinar_id', 'lead_id'] },
])(
	'reports every missing field of POST $path with $parameters at once',
	async ({ path, parameters, missing }) => {
		const errors = missing.map((field) => [field, [required(field.replaceAll('_', ' '))]] as const);
		expect(await post(`/${path}`, parameters)).toEqual(failure(400, Object.fromEntries(errors)));
	},
);

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
