import { failure, success } from '../support/sandboxClient';
import { NOW, required, useSandbox } from '../support/sandboxStage';

const ann = { first_name: 'Ann', email: 'ann@example.com' };
const onboarding = { webinar_id: '1', schedule: '11', ...ann };
const anywhere = { webinar_id: '102', schedule: '1021', ...ann };

const stage = useSandbox();
const { post } = stage;

describe('register', () => {
	it('answers with the user of a live webinar and keeps every parameter', async () => {
		const extras = {
			...{ last_name: 'Lee', ip_address: 'any text', country: 'United States', timezone_id: '3' },
			...{ twilio_consent: '1', date: '1999-01-01 00:00' },
		};
		const answer = await post('/live/register', { ...onboarding, ...extras });
		const [registrant] = stage.sandbox.registrants;
		const user = {
			...{ webinar_id: 1, webinar_hash: 'kvn1042', user_id: registrant?.userId },
			...{ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', password: null },
			...{ schedule: 11, date: '2026-03-07 14:00', timezone: 'America/New_York' },
			live_room_url: `${stage.sandbox.url}/room/live/${registrant?.token}`,
			replay_room_url: `${stage.sandbox.url}/room/replay/${registrant?.token}`,
			thank_you_url: `${stage.sandbox.url}/thank-you/${registrant?.token}`,
		};
		expect(answer).toEqual(success({ user }));
		expect(registrant?.parameters).toEqual({ ...onboarding, ...extras });
	});

	it.each([
		[
			'all sessions of a live series',
			'/live/register',
			{ webinar_id: '2', schedule: '21', last_name: 'Lee' },
			{ schedule: 21, date: '2026-03-03 18:00', timezone: 'Europe/London' },
			['2026-03-03 18:00', '2026-03-10 18:00', '2026-03-17 18:00'],
		],
		[
			'the automated session on the date, in the zone of the detail',
			'/automated/register',
			{ ...anywhere, date: '2026-03-03 20:30', timezone: 'GMT+4:30' },
			{ schedule: '1021', date: '2026-03-03 20:30', timezone: 'GMT+4:30' },
			['2026-03-03 20:30'],
		],
		[
			'all sessions of an automated schedule when no date is given',
			'/automated/register',
			anywhere,
			{ schedule: '1021', date: '2026-03-02 11:00', timezone: 'GMT-5' },
			['2026-03-02 11:00', '2026-03-03 11:00', '2026-03-04 11:00'],
		],
	])('registers to %s', async (_what, path, parameters, user, sessions) => {
		const answer = await post(path, { ...ann, ...parameters });
		expect(answer).toEqual(success({ user: expect.objectContaining(user) as unknown }));
		expect(stage.sandbox.registrants).toMatchObject([{ sessions }]);
	});

	it('still accepts a just-in-time date that a detail call showed a few minutes ago', async () => {
		stage.now = NOW + 9 * 60_000;
		const shown = { webinar_id: '101', schedule: '1012', date: '2026-03-02 07:15', ...ann };
		expect((await post('/automated/register', shown)).status).toBe(200);
	});

	it('names every missing field at once, those of the webinar settings too', async () => {
		const fields = ['first_name', 'email', 'schedule', 'phone_country_code', 'phone', 'twilio_consent'];
		const errors = Object.fromEntries(fields.map((field) => [field, required(field.replaceAll('_', ' '))]));
		expect(await post('/automated/register', { webinar_id: '104', first_name: ' ' })).toEqual(
			failure(400, errors),
		);
	});

	it.each([
		...['0', '21', '0x0b', '1.1e1', '11.0', '+11', '011'].map((schedule) => [
			...['schedule', schedule, 'The selected schedule is invalid.'],
		]),
		['webinar_id', '99', 'The selected webinar id is invalid.'],
		['email', 'ann@example', 'The email must be a valid email address.'],
		['phone', '555-0100', 'The phone must contain digits only.'],
		['phone_country_code', '49', 'The phone country code format is invalid.'],
		['country', 'Atlantis', 'The selected country is invalid.'],
		['date', '2026-03-03 20:30', 'The selected date is invalid.'],
		['date', '2026-03-02 10:59', 'The selected date is invalid.'],
	])('registers nobody with the %s %s', async (field = '', value = '', message) => {
		const [path, valid] =
			field === 'date' ? ['/automated/register', anywhere] : ['/live/register', onboarding];
		expect(await post(path, { ...valid, [field]: value })).toEqual(failure(422, { [field]: [message] }));
		expect(stage.sandbox.registrants).toEqual([]);
	});
});
