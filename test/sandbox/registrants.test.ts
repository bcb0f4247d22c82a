import { useSandbox } from '../support/sandboxStage';

const DAY = 24 * 60 * 60 * 1000;
const anywhere = { product: 'automated', webinarId: 102 } as const;
const stage = useSandbox();
const { list, post } = stage;

describe('the list of registrants', () => {
	it('has the documented members in every row, dates in the zone of the webinar', async () => {
		const contact = {
			...{ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', ip_address: '203.0.113.7' },
			...{ phone_country_code: '+44', phone: '2079460000', twilio_consent: '1', country: 'France' },
			utm_source: 'newsletter',
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
				...{ utm_source: 'newsletter', utm_medium: null, utm_campaign: null },
				...{ utm_term: null, utm_content: null },
				...links,
				links,
			},
		]);
		expect(new Set([userId, registrant?.id, registrant?.leadId, registrant?.eventId]).size).toBe(4);
	});

	it('gives one event id to a schedule on a date', () => {
		const [first, second] = stage.sandbox.addRegistrants(anywhere, 2);
		stage.now += DAY;
		const [later] = stage.sandbox.addRegistrants(anywhere, 1);
		expect(second?.eventId).toBe(first?.eventId);
		expect(later?.schedule).toBe(first?.schedule);
		expect(later?.eventId).not.toBe(first?.eventId);
	});
});
