import { startSandbox, type Paginator, type Sandbox } from '../../sandbox';
import { failure, page, post, success } from '../support/sandboxClient';

/** A Monday, 07:07 in New York. */
const NOW = Date.parse('2026-03-02T12:07:30Z');
const DAY = 24 * 60 * 60 * 1000;

const onboarding = { product: 'live', webinarId: 1 } as const;
const briefing = { product: 'live', webinarId: 5 } as const;
const anywhere = { product: 'automated', webinarId: 102 } as const;
const required = (field: string) => [`The ${field} field is required.`];

let sandbox: Sandbox;
let now = NOW;

beforeAll(async () => {
	sandbox = await startSandbox({ now: () => now, callsPerSecond: Infinity });
});
beforeEach(() => {
	now = NOW;
	sandbox.reset();
	sandbox.setRegistrantsList({ hasRegistrants: true, paginator: 'paginator', newestFirst: false });
});
afterAll(() => sandbox.close());

interface Row {
	id: number;
	lead_id: number;
	email: string;
	subscribed: string;
	[field: string]: unknown;
}
interface Page {
	data: Row[];
	current_page: number;
	last_page?: number;
	total?: number;
	next_page_url?: string | null;
}

async function list(parameters: Record<string, string> = {}, path = '/live/registrants') {
	const { json } = await post(sandbox, path, { webinar_id: '1', ...parameters });
	return (json as { registrants: Page }).registrants;
}

const firstNamesOf = ({ data }: Page) => data.map(({ first_name: name }) => name);

describe('the list of registrants', () => {
	it('has the documented members in every row, dates in the zone of the webinar', async () => {
		const contact = {
			...{ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', ip_address: '203.0.113.7' },
			...{ phone_country_code: '+44', phone: '2079460000', twilio_consent: '1', country: 'GB' },
		};
		const { json } = await post(sandbox, '/live/register', { webinar_id: '5', schedule: '52', ...contact });
		const userId = (json as { user: { user_id: number } }).user.user_id;
		const [registrant] = sandbox.registrants;
		sandbox.attend('ANN@example.com', { live: 3725 });
		sandbox.buy('ann@example.com', { live: 49, replay: 0.5 });

		const { data } = await list({ webinar_id: '5' });
		const token = registrant?.token;
		expect(data).toEqual([
			{
				...{ id: registrant?.id, lead_id: registrant?.leadId, webinar: 'Quarterly partner briefing' },
				...{ schedule_id: 52, schedule: 'Sun, 8 Mar 2026, 04:00 PM' },
				...{ event_id: registrant?.eventId, event: 'Sun, 8 Mar 2026, 04:00 PM' },
				...{ signup_date: 'Mon, 2 Mar 2026, 01:07 PM', ip: '203.0.113.7' },
				...{ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' },
				...{ phone_country_code: '+44', phone_number: '2079460000', country: { id: 'GB', name: 'GB' } },
				...{ attended_live: 'Yes', time_live: '01:02:05', attended_replay: 'No', time_replay: '00:00:00' },
				...{ purchased_live: 'Yes', revenue_live: '49.00', purchased_replay: 'Yes', revenue_replay: '0.50' },
				...{ subscribed: 'Yes', gdpr_status: 'No', gdpr_communications: 'No' },
				twilio_consented_at: 'Mon, 2 Mar 2026, 01:07 PM',
				...{ utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null },
				links: {
					live_room: `${sandbox.url}/room/live/${token}`,
					replay_room: `${sandbox.url}/room/replay/${token}`,
					unsubscribe: `${sandbox.url}/unsubscribe/${token}`,
				},
			},
		]);
		expect(new Set([userId, registrant?.id, registrant?.leadId, registrant?.eventId]).size).toBe(4);
	});

	it('shows a session booked in the zone of the attendee in that of the webinar', async () => {
		const zone = { timezone: 'GMT+5:45', date: '2026-03-02 21:45' };
		const ann = { first_name: 'Ann', email: 'ann@example.com' };
		await post(sandbox, '/automated/register', { webinar_id: '102', schedule: '1021', ...ann, ...zone });
		const { data } = await list({ webinar_id: '102' }, '/automated/registrants');
		expect(data).toMatchObject([{ schedule_id: 1021, event: 'Mon, 2 Mar 2026, 11:00 AM' }]);
	});

	it('has one row for every registration, whichever way it came about', async () => {
		const ann = { first_name: 'Ann', email: 'ann@example.com' };
		const link = new URLSearchParams({ ...ann, schedule_id: '11', utm_source: 'newsletter' });
		await post(sandbox, '/live/register', { webinar_id: '1', schedule: '11', ...ann });
		await page(sandbox, `/register/1click/1/kvn1042?${link.toString()}`);
		sandbox.addRegistrants(onboarding, [{ firstName: 'Bo', email: 'bo@example.com' }]);
		sandbox.addRegistrants(anywhere, 1);
		const { data, total } = await list();
		expect(firstNamesOf({ data, current_page: 1 })).toEqual(['Ann', 'Ann', 'Bo']);
		expect(data[1]?.utm_source).toBe('newsletter');
		expect(new Set(data.map(({ lead_id: leadId }) => leadId)).size).toBe(3);
		expect(total).toBe(3);
	});

	it('gives one event id to a schedule on a date', () => {
		const [first, second] = sandbox.addRegistrants(anywhere, 2);
		now += DAY;
		const [later] = sandbox.addRegistrants(anywhere, 1);
		expect(second?.eventId).toBe(first?.eventId);
		expect(later?.schedule).toBe(first?.schedule);
		expect(later?.eventId).not.toBe(first?.eventId);
	});

	it.each([
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
	])('is refused with the %s %j', async (field, value, status, message) => {
		const answer = await post(sandbox, '/live/registrants', { webinar_id: '1', [field]: value });
		expect(answer).toEqual(failure(status, { [field]: [message] }));
	});

	it.each(['live', 'replay'])('needs the second to compare with, for the %s room', async (room) => {
		const field = `attended_${room}`;
		const answer = await post(sandbox, '/live/registrants', { webinar_id: '1', [field]: '3' });
		const message = `The attended ${room} timestamp field is required.`;
		expect(answer).toEqual(failure(400, { [`${field}_timestamp`]: [message] }));
	});
});

describe('the filters', () => {
	const people = (...names: string[]) =>
		names.map((name) => ({
			firstName: name,
			lastName: 'Lee',
			email: `${name}@Example.com`,
		}));

	it('tells who attended, who left early and who left late, for each room', async () => {
		sandbox.addRegistrants(onboarding, people('Early', 'Late', 'Absent', 'Replay'));
		sandbox.attend('early@example.com', { live: 599 });
		sandbox.attend('late@example.com', { live: 600 });
		sandbox.attend('replay@example.com', { replay: 60 });
		const names = async (filter: Record<string, string>) => firstNamesOf(await list(filter));
		expect(await names({ attended_live: '0' })).toHaveLength(4);
		expect(await names({ attended_live: '1' })).toEqual(['Early', 'Late']);
		expect(await names({ attended_live: '2' })).toEqual(['Absent', 'Replay']);
		const limit = { attended_live_timestamp: '600' };
		expect(await names({ attended_live: '3', ...limit })).toEqual(['Early']);
		expect(await names({ attended_live: '4', ...limit })).toEqual(['Late']);
		expect(await names({ attended_live: '2', attended_replay: '1' })).toEqual(['Replay']);
	});

	it('tells who bought, in either room', async () => {
		sandbox.addRegistrants(onboarding, people('Live', 'Replay', 'Nothing'));
		sandbox.buy('live@example.com', { live: 10 });
		sandbox.buy('replay@example.com', { replay: 10 });
		expect(firstNamesOf(await list({ purchased: '1' }))).toEqual(['Live', 'Replay']);
		expect(firstNamesOf(await list({ purchased: '2' }))).toEqual(['Nothing']);
	});

	it('finds a part of the name or the email, in any case, and nothing by pattern', async () => {
		sandbox.addRegistrants(onboarding, people('Ann', 'Bo'));
		for (const [search, found] of [
			['aNN l', ['Ann']],
			['@EXAMPLE', ['Ann', 'Bo']],
			['.*', []],
			['', ['Ann', 'Bo']],
		] as const) {
			expect(firstNamesOf(await list({ search }))).toEqual(found);
		}
	});

	it('keeps to a schedule', async () => {
		sandbox.addRegistrants({ ...briefing, schedule: 52 }, people('Second'));
		sandbox.addRegistrants(briefing, people('First'));
		const ask = { webinar_id: '5', schedule_id: '52' };
		expect(firstNamesOf(await list(ask))).toEqual(['Second']);
		expect(firstNamesOf(await list({ ...ask, schedule_id: '53' }))).toEqual([]);
	});

	it('goes by the day of the signup in the zone of the webinar', async () => {
		const signUp = (name: string, at: string) => {
			now = Date.parse(at);
			sandbox.addRegistrants(onboarding, people(name));
		};
		signUp('LastMonth', '2026-02-02T05:00:00Z');
		signUp('30Days', '2026-02-11T05:00:00Z');
		signUp('LastWeek', '2026-03-02T05:00:00Z');
		signUp('7Days', '2026-03-07T05:00:00Z');
		signUp('Monday', '2026-03-09T04:00:00Z');
		signUp('Yesterday', '2026-03-12T04:00:00Z');
		signUp('Today', '2026-03-13T04:00:00Z');
		now = Date.parse('2026-03-13T12:00:00Z');
		const ranges = await Promise.all(
			Array.from({ length: 9 }, (_, range) => list({ date_range: String(range) })),
		);
		expect(ranges.map(firstNamesOf)).toEqual([
			['LastMonth', '30Days', 'LastWeek', '7Days', 'Monday', 'Yesterday', 'Today'],
			['Today'],
			['Yesterday'],
			['Monday', 'Yesterday', 'Today'],
			['LastWeek', '7Days'],
			['7Days', 'Monday', 'Yesterday', 'Today'],
			['LastWeek', '7Days', 'Monday', 'Yesterday', 'Today'],
			['LastMonth', '30Days'],
			['LastWeek', '7Days', 'Monday', 'Yesterday', 'Today'],
		]);
	});
});

describe('the pages of the list', () => {
	it('hold 25 rows, the newest last, and end with an empty page', async () => {
		const added = sandbox.addRegistrants(onboarding, 51);
		const pages = await Promise.all(['1', '2', '3', '4'].map((number) => list({ page: number })));
		expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(added.map(({ id }) => id));
		expect(pages.map(({ data, ...rest }) => ({ rows: data.length, ...rest }))).toEqual(
			[25, 25, 1, 0].map((rows, index) => ({
				...{ rows, current_page: index + 1, last_page: 3, per_page: 25, total: 51 },
				next_page_url: index < 2 ? `${sandbox.url}/live/registrants?page=${index + 2}` : null,
			})),
		);
	});

	it('are one even with nobody in the list', async () => {
		expect(await list()).toMatchObject({ data: [], last_page: 1, total: 0, next_page_url: null });
	});

	it('can begin with the newest', async () => {
		const added = sandbox.addRegistrants(onboarding, 30);
		sandbox.setRegistrantsList({ newestFirst: true });
		const { data } = await list({ page: '2' });
		expect(data.map(({ id }) => id)).toEqual(
			added
				.slice(0, 5)
				.reverse()
				.map(({ id }) => id),
		);
	});

	it.each<[Paginator, (rows: number) => object]>([
		['bareArray', () => ({ registrants: { length: 30 } })],
		['users', () => ({ users: { length: 30 } })],
		['user', () => ({ user: { length: 30 } })],
		['minimal', (rows) => ({ registrants: { current_page: 2, last_page: 2, data: { length: rows } } })],
		['withoutLastPage', (rows) => ({ registrants: { current_page: 2, data: { length: rows } } })],
		['repeating', () => ({ registrants: { current_page: 1, data: { length: 25 } } })],
	])('can have the shape %s', async (paginator, shape) => {
		sandbox.addRegistrants(onboarding, 30);
		sandbox.setRegistrantsList({ paginator });
		const { json } = await post(sandbox, '/live/registrants', { webinar_id: '1', page: '2' });
		const counted = JSON.parse(JSON.stringify(json), (_, value: unknown) =>
			Array.isArray(value) ? { length: value.length } : value,
		) as unknown;
		expect(counted).toEqual({ status: 'success', ...shape(5) });
	});

	it('stay quick with very many rows', async () => {
		expect(sandbox.addRegistrants(onboarding, 100_000)).toHaveLength(100_000);
		const { data, total } = await list({ page: '4000' });
		expect([data.length, total]).toEqual([25, 100_000]);
		expect(new Set(sandbox.registrants.map(({ email }) => email)).size).toBe(100_000);
		expect((await page(sandbox, '/')).html.length).toBeLessThan(200_000);
	});
});

describe('unsubscribe', () => {
	const unsubscribe = (lead: number | string | undefined, webinar = '1', path = '/live/unsubscribe') =>
		post(sandbox, path, { webinar_id: webinar, ...(lead !== undefined && { lead_id: String(lead) }) });

	it('answers 204 without a body, also a second time, and shows in the row', async () => {
		const [, lead] = sandbox.addRegistrants(onboarding, 3);
		for (let time = 0; time < 2; time++) {
			expect(await unsubscribe(lead?.leadId)).toEqual({ status: 204, json: undefined });
		}
		const { data } = await list();
		expect(data.map(({ subscribed }) => subscribed)).toEqual(['Yes', 'No', 'Yes']);
	});

	it('knows no lead by any other id, nor by that of another webinar', async () => {
		const [lead] = sandbox.addRegistrants(onboarding, 1);
		const unknown = failure(422, { lead_id: ['The selected lead id is invalid.'] });
		expect(await unsubscribe(lead?.userId)).toEqual(unknown);
		expect(await unsubscribe(lead?.id)).toEqual(unknown);
		expect(await unsubscribe(lead?.leadId, '2')).toEqual(unknown);
		expect(await unsubscribe(lead?.leadId, '101', '/automated/unsubscribe')).toEqual(unknown);
		expect(await unsubscribe(undefined, '')).toEqual(
			failure(400, { webinar_id: required('webinar id'), lead_id: required('lead id') }),
		);
		expect(sandbox.registrants[0]?.subscribed).toBe(true);
	});
});

describe('what tests do to registrants', () => {
	it('keeps what a room had before when another is named', () => {
		const [who] = sandbox.addRegistrants(onboarding, 1);
		if (!who) throw new Error('Nobody was added');
		sandbox.attend(who, { live: 60 });
		sandbox.attend(who.leadId, { replay: 30 });
		sandbox.buy(who.email, { replay: 5 });
		expect(who).toMatchObject({ attended: { live: 60, replay: 30 }, purchased: { replay: 5 } });
	});

	it('takes the latest registration with an email address', () => {
		const twice = { firstName: 'Ann', email: 'ann@example.com' };
		sandbox.addRegistrants(onboarding, [twice, twice]);
		sandbox.attend('ann@example.com', { live: 1 });
		expect(sandbox.registrants.map(({ attended }) => attended.live)).toEqual([undefined, 1]);
	});

	it('removes one, and only that one', async () => {
		const [first, second, third] = sandbox.addRegistrants(onboarding, 3);
		if (!second) throw new Error('Nobody was added');
		sandbox.removeRegistrant(second);
		expect(sandbox.registrants).toEqual([first, third]);
		expect((await list()).data.map(({ id }) => id)).toEqual([first?.id, third?.id]);
		expect(() => sandbox.removeRegistrant(second)).toThrow(`There is no registrant ${second.leadId}.`);
		const [next] = sandbox.addRegistrants(onboarding, 1);
		expect(next?.id).toBe((third?.id ?? 0) + 1);
	});

	it('says whom, which webinar or which schedule it does not know', () => {
		expect(() => sandbox.attend('x@example.com', { live: 1 })).toThrow(
			'There is no registrant x@example.com.',
		);
		expect(() => sandbox.addRegistrants({ product: 'live', webinarId: 101 }, 1)).toThrow(
			'There is no live webinar 101.',
		);
		expect(() => sandbox.addRegistrants({ ...onboarding, schedule: 12 }, 1)).toThrow(
			'Webinar 1 has no schedule 12.',
		);
		expect(() => sandbox.addRegistrants({ product: 'live', webinarId: 7 }, 1)).toThrow(
			'Webinar 7 has no schedule.',
		);
	});

	it('is forgotten by a reset', async () => {
		sandbox.addRegistrants(onboarding, 2);
		sandbox.reset();
		expect(await post(sandbox, '/live/registrants', { webinar_id: '1' })).toEqual(
			success({ registrants: expect.objectContaining({ data: [], total: 0 }) as unknown }),
		);
	});
});

describe('a host without a list of registrants', () => {
	it.each(['registrants', 'unsubscribe'])('has no operation %s, but all others', async (operation) => {
		sandbox.setRegistrantsList({ hasRegistrants: false });
		const answer = post(sandbox, `/live/${operation}`, { webinar_id: '1', lead_id: '1' });
		await expect(answer).rejects.toThrow(/Unexpected token '<'/);
		expect(sandbox.calls).toMatchObject([{ operation, status: 404, counted: false }]);
		expect((await post(sandbox, '/live/webinars')).status).toBe(200);
	});
});
