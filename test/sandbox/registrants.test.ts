import { failure } from '../support/sandboxClient';
import { required, useSandbox } from '../support/sandboxStage';

const DAY = 24 * 60 * 60 * 1000;
const onboarding = { product: 'live', webinarId: 1 } as const;
const anywhere = { product: 'automated', webinarId: 102 } as const;
const stage = useSandbox();
const { list, page, post } = stage;

describe('the list of registrants', () => {
	it('has the documented members in every row, dates in the zone of the webinar', async () => {
		const contact = {
			...{ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', ip_address: '203.0.113.7' },
			...{ phone_country_code: '+44', phone: '2079460000', twilio_consent: '1', country: 'France' },
		};
		const { json } = await post('/live/register', { webinar_id: '5', schedule: '52', ...contact });
		const userId = (json as { user: { user_id: number } }).user.user_id;
		const [registrant] = stage.sandbox.registrants;
		stage.sandbox.attend('ANN@example.com', { live: 3725 });
		stage.sandbox.buy('ann@example.com', { live: 49, replay: 0.5 });

		const { data } = await list({ webinar_id: '5' });
		const token = registrant?.token;
		const links = {
			live_room: `${stage.sandbox.url}/room/live/${token}`,
			replay_room: `${stage.sandbox.url}/room/replay/${token}`,
			unsubscribe: `${stage.sandbox.url}/unsubscribe/${token}`,
		};
		expect(data).toEqual([
			{
				...{ id: registrant?.id, lead_id: registrant?.leadId, webinar: 'Quarterly partner briefing' },
				...{ schedule_id: 52, schedule: 'Sun, 8 Mar 2026, 16:00' },
				...{ event_id: registrant?.eventId, event: 'Sun, 8 Mar 2026, 16:00' },
				...{ signup_date: 'Mon, 2 Mar 2026, 13:07', ip: '203.0.113.7' },
				...{ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' },
				...{ phone_country_code: '+44', phone_number: '2079460000' },
				...{ country: { id: 'France', name: 'France' }, state: null },
				...{ date_live: 'Sun, 8 Mar 2026, 16:00', entered_live: 'Sun, 8 Mar 2026, 16:00', date_replay: null },
				...{ attended_live: 'Yes', time_live: '01:02:05', attended_replay: 'No', time_replay: '00:00:00' },
				...{ purchased_live: 'Yes', revenue_live: '49.00', purchased_replay: 'Yes', revenue_replay: '0.50' },
				...{ subscribed: 'Yes', gdpr_status: 'No', gdpr_communications: 'No' },
				...{ gdpr_status_date: null, gdpr_status_ip: null },
				twilio_consented_at: 'Mon, 2 Mar 2026, 13:07',
				...{ utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null },
				...links,
				links,
			},
		]);
		expect(new Set([userId, registrant?.id, registrant?.leadId, registrant?.eventId]).size).toBe(4);
	});

	it('shows a session booked in the zone of the attendee in that of the webinar', async () => {
		const zone = { timezone: 'GMT+5:45', date: '2026-03-02 21:45' };
		const ann = { first_name: 'Ann', email: 'ann@example.com' };
		await post('/automated/register', { webinar_id: '102', schedule: '1021', ...ann, ...zone });
		const { data } = await list({ webinar_id: '102' }, '/automated/registrants');
		expect(data).toMatchObject([{ schedule_id: 1021, event: 'Mon, 2 Mar 2026, 11:00 AM' }]);
	});

	it('has one row for every registration, whichever way it came about', async () => {
		const ann = { first_name: 'Ann', email: 'ann@example.com' };
		const link = new URLSearchParams({ ...ann, schedule_id: '11', utm_source: 'newsletter' });
		await post('/live/register', { webinar_id: '1', schedule: '11', ...ann });
		await page(`/register/1click/1/kvn1042?${link.toString()}`);
		stage.sandbox.addRegistrants(onboarding, [{ firstName: 'Bo', email: 'bo@example.com' }]);
		stage.sandbox.addRegistrants(anywhere, 1);
		const { data, ...rest } = await list();
		expect(data).toMatchObject([{ first_name: 'Ann' }, { utm_source: 'newsletter' }, { first_name: 'Bo' }]);
		expect(new Set(data.map(({ lead_id: leadId }) => leadId)).size).toBe(3);
		expect(rest).toMatchObject({ total: 3 });
	});

	it('gives one event id to a schedule on a date', () => {
		const [first, second] = stage.sandbox.addRegistrants(anywhere, 2);
		stage.now += DAY;
		const [later] = stage.sandbox.addRegistrants(anywhere, 1);
		expect(second?.eventId).toBe(first?.eventId);
		expect(later?.schedule).toBe(first?.schedule);
		expect(later?.eventId).not.toBe(first?.eventId);
	});

	const noSecond = 'The attended replay timestamp field is required.';

	it.each([
		['attended_replay', '3', 400, noSecond, 'attended_replay_timestamp'],
		['webinar_id', '', 400, 'The webinar id field is required.'],
		['webinar_id', '101', 422, 'The selected webinar id is invalid.'],
		['schedule_id', '0', 422, 'The selected schedule id is invalid.'],
		['schedule_id', '54a', 422, 'The schedule id must be an integer.'],
		['attended_live', '5', 422, 'The attended live must be between 0 and 4.'],
		['attended_replay', 'yes', 422, 'The attended replay must be between 0 and 4.'],
		['attended_live_timestamp', '00:10', 422, 'The attended live timestamp must be an integer.'],
		['purchased', '3', 422, 'The purchased must be between 0 and 2.'],
		['date_range', '9', 422, 'The date range must be between 0 and 8.'],
		['page', '0', 422, 'The page must be an integer from 1.'],
	])('is rejected with the %s %j', async (field, value, status, message, named = field) => {
		const answer = await post('/live/registrants', { webinar_id: '1', [field]: value });
		expect(answer).toEqual(failure(status, { [named]: [message] }));
	});
});

describe('unsubscribe', () => {
	const unsubscribe = (lead: number | string | undefined, webinar = '1', path = '/live/unsubscribe') =>
		post(path, { webinar_id: webinar, ...(lead !== undefined && { lead_id: String(lead) }) });

	it('answers 204 without a body, also a second time, and shows in the row', async () => {
		const [, lead] = stage.sandbox.addRegistrants(onboarding, 3);
		for (let time = 0; time < 2; time++) {
			expect(await unsubscribe(lead?.leadId)).toEqual({ status: 204, json: undefined });
		}
		const { data } = await list();
		expect(data.map(({ subscribed }) => subscribed)).toEqual(['Yes', 'No', 'Yes']);
	});

	it('knows no lead by any other id, nor by that of another webinar', async () => {
		const [lead] = stage.sandbox.addRegistrants(onboarding, 1);
		const unknown = failure(422, { lead_id: ['The selected lead id is invalid.'] });
		expect(await unsubscribe(lead?.userId)).toEqual(unknown);
		expect(await unsubscribe(lead?.id)).toEqual(unknown);
		expect(await unsubscribe(lead?.leadId, '2')).toEqual(unknown);
		expect(await unsubscribe(lead?.leadId, '101', '/automated/unsubscribe')).toEqual(unknown);
		expect(await unsubscribe(undefined, '')).toEqual(
			failure(400, { webinar_id: required('webinar id'), lead_id: required('lead id') }),
		);
		expect(stage.sandbox.registrants[0]?.subscribed).toBe(true);
	});
});

describe('a host without a list of registrants', () => {
	it.each(['registrants', 'unsubscribe'])('has no operation %s, but all others', async (operation) => {
		stage.sandbox.setRegistrantsList({ hasRegistrants: false });
		const answer = post(`/live/${operation}`, { webinar_id: '1', lead_id: '1' });
		await expect(answer).rejects.toThrow(/Unexpected token '<'/);
		expect(stage.sandbox.calls).toMatchObject([{ operation, status: 404, counted: false }]);
		expect((await post('/live/webinars')).status).toBe(200);
	});
});
