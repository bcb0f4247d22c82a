import { failure, success } from '../support/sandboxClient';
import { NOW, required, useSandbox } from '../support/sandboxStage';

const ann = { first_name: 'Ann', email: 'ann@example.com' };
const onboarding = { webinar_id: '1', schedule: '11', ...ann };
const anywhere = { webinar_id: '102', schedule: '1021', ...ann };
const containing = (member: object): unknown => expect.objectContaining(member);

const stage = useSandbox();
const { post } = stage;

describe('register', () => {
	it('answers with the user of a live webinar and keeps every parameter', async () => {
		const extras = {
			last_name: 'Lee',
			ip_address: 'any text',
			country: 'United States',
			timezone_id: '3',
			twilio_consent: '1',
		};
		const { json } = await post('/live/register', { ...onboarding, ...extras, date: '1999-01-01 00:00' });
		const { token = '', parameters } = stage.sandbox.registrants[0] ?? {};
		expect(json).toEqual({
			status: 'success',
			user: {
				...{ webinar_id: 1, webinar_hash: 'kvn1042', user_id: stage.sandbox.registrants[0]?.userId },
				...{ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', password: null },
				...{ schedule: 11, date: '2026-03-07 14:00', timezone: 'America/New_York' },
				live_room_url: `${stage.sandbox.url}/room/live/${token}`,
				replay_room_url: `${stage.sandbox.url}/room/replay/${token}`,
				thank_you_url: `${stage.sandbox.url}/thank-you/${token}`,
			},
		});
		expect(parameters).toEqual({ ...onboarding, ...extras, date: '1999-01-01 00:00' });
	});

	it('registers to all sessions of a series at once', async () => {
		await post('/live/register', { webinar_id: '2', schedule: '21', ...ann, last_name: 'Lee' });
		const sessions = ['2026-03-03 18:00', '2026-03-10 18:00', '2026-03-17 18:00'];
		expect(stage.sandbox.registrants).toMatchObject([{ schedule: 21, date: sessions[0], sessions }]);
	});

	it('registers to the automated session on the date, in the zone of the detail', async () => {
		const date = '2026-03-03 20:30';
		const answer = await post('/automated/register', { ...anywhere, date, timezone: 'GMT+4:30' });
		expect(answer).toEqual(success({ user: containing({ schedule: '1021', date, timezone: 'GMT+4:30' }) }));
		expect(stage.sandbox.registrants).toMatchObject([{ sessions: [date] }]);
	});

	it('registers to all sessions of an automated schedule when no date is given', async () => {
		const answer = await post('/automated/register', anywhere);
		const sessions = ['2026-03-02 11:00', '2026-03-03 11:00', '2026-03-04 11:00'];
		expect(answer).toEqual(success({ user: containing({ date: sessions[0], timezone: 'GMT-5' }) }));
		expect(stage.sandbox.registrants).toMatchObject([{ sessions }]);
	});

	it('still accepts a just-in-time date that a detail call showed a few minutes ago', async () => {
		stage.now = NOW + 9 * 60_000;
		const shown = { webinar_id: '101', schedule: '1012', date: '2026-03-02 07:15', ...ann };
		expect((await post('/automated/register', shown)).status).toBe(200);
	});

	it.each(['2026-03-03 20:30', '2026-03-02 10:59'])(
		'registers nobody on the unknown date %s',
		async (date) => {
			const rejected = failure(422, { date: ['The selected date is invalid.'] });
			expect(await post('/automated/register', { ...anywhere, date })).toEqual(rejected);
			expect(stage.sandbox.registrants).toEqual([]);
		},
	);

	it('registers the same person twice under two user ids', async () => {
		await post('/live/register', onboarding);
		await post('/live/register', onboarding);
		expect(new Set(stage.sandbox.registrants.map(({ userId }) => userId)).size).toBe(2);
	});

	it('names every missing field at once, those of the webinar settings too', async () => {
		const fields = ['first_name', 'email', 'schedule', 'phone_country_code', 'phone', 'twilio_consent'];
		const errors = Object.fromEntries(fields.map((field) => [field, required(field.replaceAll('_', ' '))]));
		expect(await post('/automated/register', { webinar_id: '104', first_name: ' ' })).toEqual(
			failure(400, errors),
		);
	});

	it.each([
		['schedule', '0', 'The selected schedule is invalid.'],
		['schedule', '21', 'The selected schedule is invalid.'],
		...['0x0b', '1.1e1', '11.0', '+11', '011'].map((value) => [
			'schedule',
			value,
			'The selected schedule is invalid.',
		]),
		['webinar_id', '99', 'The selected webinar id is invalid.'],
		['email', 'ann@example', 'The email must be a valid email address.'],
		['phone', '555-0100', 'The phone must contain digits only.'],
		['phone_country_code', '49', 'The phone country code format is invalid.'],
		['country', 'Atlantis', 'The selected country is invalid.'],
	])('rejects the %s %s', async (field, value, message) => {
		const rejected = failure(422, { [field]: [message] });
		expect(await post('/live/register', { ...onboarding, [field]: value })).toEqual(rejected);
	});
});
