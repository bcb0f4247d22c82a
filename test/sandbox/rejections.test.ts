import { failure } from '../support/sandboxClient';
import { required, useSandbox } from '../support/sandboxStage';

const ann = { first_name: 'Ann', email: 'ann@example.com' };
const stage = useSandbox();
const { post } = stage;

/** Parameters that are accepted, by operation. */
const valid = {
	'live/register': { webinar_id: '1', schedule: '11', ...ann },
	'automated/register': { webinar_id: '102', schedule: '1021', ...ann },
	'live/registrants': { webinar_id: '1' },
};

describe('a call', () => {
	it.each<[operation: keyof typeof valid, field: string, value: string, message: string]>([
		['live/register', 'schedule', '21', 'The selected schedule is invalid.'],
		['live/register', 'schedule', '0x0b', 'The selected schedule is invalid.'],
		['live/register', 'schedule', '011', 'The selected schedule is invalid.'],
		['live/register', 'webinar_id', '99', 'The selected webinar id is invalid.'],
		['live/register', 'email', 'ann@example', 'The email must be a valid email address.'],
		['live/register', 'phone', '555-0100', 'The phone must contain digits only.'],
		['live/register', 'phone_country_code', '49', 'The phone country code format is invalid.'],
		['live/register', 'twilio_consent', 'yes', 'The twilio consent field must be 0 or 1.'],
		['automated/register', 'date', '2026-03-03 20:30', 'The selected date is invalid.'],
		['automated/register', 'date', '2026-03-02 10:59', 'The selected date is invalid.'],
		['live/registrants', 'schedule_id', '0', 'The selected schedule id is invalid.'],
		['live/registrants', 'schedule_id', '54a', 'The schedule id must be an integer.'],
		['live/registrants', 'attended_live', '5', 'The attended live must be between 0 and 4.'],
		['live/registrants', 'attended_replay', 'yes', 'The attended replay must be between 0 and 4.'],
		['live/registrants', 'attended_live_timestamp', '1:0', 'The attended live timestamp must be an integer.'],
		['live/registrants', 'purchased', '3', 'The purchased must be between 0 and 2.'],
		['live/registrants', 'date_range', '9', 'The date range must be between 0 and 8.'],
		['live/registrants', 'page', '0', 'The page must be an integer from 1.'],
	])('of %s is rejected with the %s %j', async (operation, field, value, message) => {
		const answer = await post(`/${operation}`, { ...valid[operation], [field]: value });
		expect(answer).toEqual(failure(422, { [field]: [message] }));
		expect(stage.sandbox.registrants).toEqual([]);
	});

	it.each<[path: string, parameters: Record<string, string>, missing: string[]]>([
		// Those that the settings of the webinar require, too.
		[
			'/automated/register',
			{ webinar_id: '104', first_name: ' ' },
			['first_name', 'email', 'schedule', 'phone_country_code', 'phone', 'twilio_consent'],
		],
		[
			'/live/register',
			{ webinar_id: '9', schedule: '91', ...ann, last_name: 'Lee' },
			['phone_country_code', 'phone', 'twilio_consent'],
		],
		['/live/registrants', { webinar_id: '1', attended_replay: '3' }, ['attended_replay_timestamp']],
		['/live/unsubscribe', {}, ['webinar_id', 'lead_id']],
	])('of %s with %j is told every missing field at once', async (path, parameters, missing) => {
		const errors = missing.map((field) => [field, required(field.replaceAll('_', ' '))] as const);
		expect(await post(path, parameters)).toEqual(failure(400, Object.fromEntries(errors)));
	});
});
