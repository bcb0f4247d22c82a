import { request } from 'undici';

import { failure } from '../support/sandboxClient';
import { useSandbox } from '../support/sandboxStage';

// The tests of the node and openapi.yaml cover valid requests and responses. These tests cover one rejection of each kind.
const stage = useSandbox();
const { post, send } = stage;

const ann = { first_name: 'Ann', email: 'ann@example.com' };
const onboarding = { webinar_id: '1', schedule: '11', ...ann };

describe('the sandbox', () => {
	it.each([
		{ place: 'nowhere', path: '/live/webinars', body: '', contentType: 'application/x-www-form-urlencoded' },
		{ place: 'in JSON', path: '/live/webinars', body: '{"api_key":"x"}', contentType: 'application/json' },
	])(
		'asks for the API key with HTTP 400 if the request contains it $place',
		async ({ path, body, contentType }) => {
			const { status, text } = await send(path, body, contentType);
			expect([status, text]).toEqual([400, expect.stringContaining('The api key field is required.')]);
		},
	);

	it.each<{ path: string; parameters: Record<string, string>; field: string; message: string }>([
		{
			path: '/automated/webinar',
			parameters: { webinar_id: '102', timezone: 'GMT 5' },
			field: 'timezone',
			message: 'The timezone format is invalid.',
		},
		{
			path: '/automated/register',
			parameters: { webinar_id: '102', schedule: '1021', date: '2026-03-03 20:30', ...ann },
			field: 'date',
			message: 'The selected date is invalid.',
		},
		{
			path: '/live/register',
			parameters: { ...onboarding, email: 'ann@example' },
			field: 'email',
			message: 'The email must be a valid email address.',
		},
		{
			path: '/live/registrants',
			parameters: { webinar_id: '1', attended_live: '5' },
			field: 'attended_live',
			message: 'The attended live must be between 0 and 4.',
		},
	])('rejects an invalid $field: POST $path', async ({ path, parameters, field, message }) => {
		expect(await post(path, parameters)).toEqual(failure(422, { [field]: [message] }));
		expect(stage.sandbox.registrants).toEqual([]);
	});

	it('rejects a registration whose phone number and country code have 16 digits, and accepts 15', async () => {
		const callback = { webinar_id: '9', schedule: '91', last_name: 'Lee', ...ann };
		const tooLong = { ...callback, phone_country_code: '+49', phone: '15123456789012' };
		expect(await post('/live/register', tooLong)).toEqual(
			failure(422, { phone: ['The phone may not have more than 15 digits.'] }),
		);
		expect(stage.sandbox.registrants).toEqual([]);
		await post('/live/register', { ...tooLong, phone: '1512345678901' });
		expect(stage.sandbox.registrants).toMatchObject([{ phone: '1512345678901' }]);
	});

	it('reports all missing fields at once', async () => {
		// The webinar requires a phone number.
		const missing = ['first_name', 'email', 'schedule', 'phone_country_code', 'phone'];
		const errors = missing.map(
			(field) => [field, [`The ${field.replaceAll('_', ' ')} field is required.`]] as const,
		);
		expect(await post('/automated/register', { webinar_id: '104', first_name: ' ' })).toEqual(
			failure(400, Object.fromEntries(errors)),
		);
	});

	it('responds to GET with HTTP 405', async () => {
		const { statusCode, headers, body } = await request(`${stage.sandbox.url}/live/webinars?api_key=x`);
		await body.dump();
		expect([statusCode, headers.allow]).toEqual([405, 'POST']);
	});
});
