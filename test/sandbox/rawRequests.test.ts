import { request } from 'undici';

import { success } from '../support/sandboxClient';
import { useSandbox } from '../support/sandboxStage';

const stage = useSandbox();
const { post, send } = stage;

const FORM = 'application/x-www-form-urlencoded';
const ann = 'first_name=Ann&email=ann@example.com';
const onboarding = `webinar_id=1&schedule=11&${ann}`;
const certification = `webinar_id=6&schedule=61&${ann}`;
const phone = 'phone_country_code=%2B1&phone=2025550143&twilio_consent=1';
const usa = `${onboarding}&country=United+States`;
const required = (field: string) => `The ${field} field is required.`;
const invalid = (field: string) => `The selected ${field} is invalid.`;

/** As somebody would send them with curl; the sandbox's key stands for KEY. */
type Row = [path: string, body: string, status: number, error?: string, contentType?: string];

it.each<Row>([
	['live/webinars', 'api_key=KEY', 200],
	['live/webinars', '', 400, required('api key')],
	['live/webinars', 'api_key=', 400, required('api key')],
	['live/webinars', 'API_KEY=KEY', 400, required('api key')],
	['live/webinars', '{"api_key":"KEY"}', 400, required('api key'), 'application/json'],
	['live/webinars?api_key=KEY', '', 400, required('api key')],
	['live/nothing', 'api_key=KEY', 404],
	['live/webinar', 'api_key=KEY', 400, required('webinar id')],
	['live/webinar', 'api_key=KEY&webinar_id=101', 422, invalid('webinar id')],
	['automated/webinar', 'api_key=KEY&webinar_id=102&timezone=GMT%2B5:45', 200],
	['automated/webinar', 'api_key=KEY&webinar_id=102&timezone=GMT+5', 422, 'The timezone format is invalid.'],
	['live/registrants', 'api_key=KEY&webinar_id=1&attended_live=3&attended_live_timestamp=60', 200],
	['live/unsubscribe', 'api_key=KEY&webinar_id=1&lead_id=1', 422, invalid('lead id')],
	['live/register', `api_key=KEY&${onboarding}`, 200],
	['live/register', `api_key=KEY&${certification}`, 400, required('phone')],
	['live/register', `api_key=KEY&${certification}&${phone}`, 200],
	['live/register', `api_key=KEY&${onboarding}&country=Atlantis`, 422, invalid('country')],
	['live/register', `api_key=KEY&${onboarding}&country=1`, 200],
	['live/register', `api_key=KEY&${onboarding}&country=France&state=Texas`, 422, invalid('state')],
	['live/register', `api_key=KEY&${usa}&state=Ohio`, 422, invalid('state')],
	['live/register', `api_key=KEY&${usa}&state=New+York`, 200],
	['live/register', `api_key=KEY&${usa}&state=Texas`, 422, required('timezone id')],
	['live/register', `api_key=KEY&${usa}&state=Texas&timezone_id=4`, 422, invalid('timezone id')],
	['live/register', `api_key=KEY&${usa}&state=Texas&timezone_id=3`, 200],
	['api/live/countries', 'api_key=KEY', 200],
	['live/countries', 'api_key=KEY', 200],
	['live/countries', '', 400, required('api key')],
	['automated/countries', 'api_key=KEY', 404],
])('POST %s with "%s" is answered with %d %s', async (path, body, status, error = '', type = FORM) => {
	const { apiKey } = stage.sandbox;
	const answer = await send(`/${path.replace('KEY', apiKey)}`, body.replace('KEY', apiKey), type);
	expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(error) as unknown]);
	const isRegistered = path === 'live/register' && status === 200;
	expect(stage.sandbox.registrants).toHaveLength(isRegistered ? 1 : 0);
});

it.each(['live/webinars', 'automated/register', 'live/countries', 'api/live/countries'])(
	'GET %s is answered with 405',
	async (path) => {
		const { statusCode, headers, body } = await request(`${stage.sandbox.url}/${path}?api_key=x`);
		expect([statusCode, headers.allow]).toEqual([405, 'POST']);
		expect(await body.json()).toMatchObject({ status: 'error' });
	},
);

it('The list of countries counts against the limit', async () => {
	stage.sandbox.setCallsPerSecond(3);
	const paths = ['/live/countries', '/api/live/countries', '/live/webinars', '/live/countries'];
	const answers = [];
	for (const path of paths) answers.push((await post(path)).status);
	stage.sandbox.setCallsPerSecond(Infinity);
	expect(answers).toEqual([200, 200, 200, 429]);
});

it('A registration is answered with the country and the state', async () => {
	const places = { country: '7', state: 'Texas', timezone_id: '2' };
	const person = { webinar_id: '1', schedule: '11', first_name: 'Ann', email: 'ann@example.com' };
	const user: unknown = expect.objectContaining({
		country: { id: 7, name: 'United States' },
		state: { id: 3, name: 'Texas' },
	});
	expect(await post('/live/register', { ...person, ...places })).toEqual(success({ user }));
});
