import { failure, success } from '../support/sandboxClient';
import { required, useSandbox } from '../support/sandboxStage';

const containing = (member: object): unknown => expect.objectContaining(member);
const schedulesOf = (dates: string[][]) =>
	success({
		webinar: containing({
			schedules: dates.map(([date, schedule, comment]) => ({ date, schedule: Number(schedule), comment })),
		}),
	});

const stage = useSandbox();
const { post } = stage;

describe('list and detail', () => {
	it('lists live webinars with type and phrases, one type spelt with a capital N', async () => {
		const { json } = await post('/live/webinars');
		const series = {
			...{ webinar_id: 2, webinar_hash: 'gxs2718', name: 'Growth Series', title: 'Three evenings on growth' },
			description: 'Three weekly presentations. One registration covers all of them.',
			type: 'Series of presentations',
			schedules: ['Tue, 3 Mar 2026, 06:00 PM', 'Tue, 10 Mar 2026, 06:00 PM', 'Tue, 17 Mar 2026, 06:00 PM'],
			timezone: 'Europe/London',
		};
		const webinars = [
			...[1, series, 3, { name: 'Flash Demo', type: 'Right Now', schedules: ['Right now'] }, 5, 6],
			...[{ schedules: [] }, 8, 9],
		].map((webinar): unknown =>
			typeof webinar === 'number' ? containing({ webinar_id: webinar }) : containing(webinar),
		);
		expect(json).toEqual({ status: 'success', webinars });
	});

	it('lists automated webinars without a type, a right-now one without schedules', async () => {
		const { json } = await post('/automated/webinars');
		expect(json).toMatchObject({
			webinars: [
				{ schedules: ['Instant replay', 'Just in time', 'Every day, 01:00 PM'] },
				{ schedules: ['Every day, 11:00 AM', 'Every weekday, 06:00 PM'], timezone: 'auto-detect' },
				...[{ schedules: [] }, { schedules: ['Every weekday, 09:30 AM'] }, {}, { schedules: [] }, {}, {}],
				{ schedules: ['Instant replay', 'Just in time'] },
			],
		});
		expect(JSON.stringify(json)).not.toContain('"type"');
	});

	it('gives the whole detail of a paid webinar', async () => {
		expect(await post('/live/webinar', { webinar_id: '6' })).toEqual(
			success({
				webinar: {
					...{ webinar_id: 6, webinar_hash: 'crt6683', name: 'Certification', type: 'Single presentation' },
					title: 'Certified practitioner day',
					description: 'A paid day of training that ends with the exam.',
					schedules: [{ date: '2026-03-16 09:00', schedule: 61, comment: 'Mon, 16 Mar 2026, 09:00 AM' }],
					timezone: 'America/New_York',
					presenters: [containing({ name: 'Priya Sharma', email: 'priya.sharma@example.com' })],
					registration_url: `${stage.sandbox.url}/register/6/crt6683`,
					...{ registration_type: 'paid', registration_fee: 149, registration_currency: 'USD' },
					registration_checkout_url: 'https://pay.example.com/certification',
					registration_post_payment_url: 'https://pay.example.com/certification/thanks',
					direct_live_room_url: `${stage.sandbox.url}/room/live/crt6683`,
					direct_replay_room_url: `${stage.sandbox.url}/room/replay/crt6683`,
				},
			}),
		);
	});

	it('leaves out what the settings do not enable, can give a null type, and write times with 24 hours', async () => {
		const { json } = await post('/live/webinar', { webinar_id: '5' });
		const schedules = [{ comment: 'Thu, 5 Mar 2026, 10:00' }, {}, {}];
		const registration = { registration_type: 'free', registration_fee: 0 };
		expect(json).toMatchObject({ webinar: { type: null, ...registration, schedules } });
		expect(JSON.stringify(json)).not.toMatch(/registration_(currency|checkout|post)/);
	});

	it('shows as many automated sessions as the setting says, the rolling ones first', async () => {
		expect(await post('/automated/webinar', { webinar_id: '101', timezone: 'GMT+9' })).toEqual(
			schedulesOf([
				['2026-03-02 07:07', '1011', 'Instant replay'],
				['2026-03-02 07:15', '1012', 'Just in time'],
				...['02', '03', '04'].map((day) => [`2026-03-${day} 13:00`, '1013', 'Every day, 01:00 PM']),
			]),
		);
		const rightNow = schedulesOf([['2026-03-02 05:07', '1031', 'Right now']]);
		expect(await post('/automated/webinar', { webinar_id: '103' })).toEqual(rightNow);
		expect(await post('/automated/webinar', { webinar_id: '106' })).toEqual(schedulesOf([]));
	});

	it.each([
		['EST without a zone', {}, '2026-03-02 11:00', '2026-03-02 18:00'],
		['the zone passed', { timezone: 'GMT+4:30' }, '2026-03-02 20:30', '2026-03-03 03:30'],
	])('converts the dates of an auto-detect webinar to %s', async (_, zone, daily, weekday) => {
		const { json } = await post('/automated/webinar', { webinar_id: '102', ...zone });
		const schedules: unknown = expect.arrayContaining([
			{ date: daily, schedule: 1021, comment: 'Every day, 11:00 AM' },
			{ date: weekday, schedule: 1022, comment: 'Every weekday, 06:00 PM' },
		]);
		expect(json).toMatchObject({ webinar: { schedules } });
	});

	it('offers a session at the same local time to everybody', async () => {
		const dates = ['GMT-5', 'GMT+4:30'].map(async (timezone) => {
			const { json } = await post('/automated/webinar', { webinar_id: '108', timezone });
			return (json as { webinar: { schedules: Array<{ date: string }> } }).webinar.schedules[0]?.date;
		});
		// It is 07:07 in New York, and 16:37 in Kabul.
		expect(await Promise.all(dates)).toEqual(['2026-03-02 10:00', '2026-03-03 10:00']);
		const ann = { first_name: 'Ann', email: 'ann@example.com', timezone: 'GMT+4:30' };
		const booking = { webinar_id: '108', schedule: '1081', date: '2026-03-03 10:00', ...ann };
		expect((await post('/automated/register', booking)).status).toBe(200);
		expect(stage.sandbox.registrants[0]?.startsAt).toBe(Date.parse('2026-03-03T05:30:00Z'));
	});

	it('never offers a date that has passed, however long the sandbox runs', async () => {
		stage.now = Date.parse('2031-07-19T20:00:00Z');
		const { json } = await post('/live/webinar', { webinar_id: '2' });
		expect(json).toMatchObject({
			webinar: { schedules: [{ date: '2031-07-22 18:00', schedule: 21 }, {}, {}] },
		});
	});

	it.each([
		['/live/webinar', {}, 400, { webinar_id: required('webinar id') }],
		['/live/webinar', { webinar_id: '101' }, 422, { webinar_id: ['The selected webinar id is invalid.'] }],
		[
			'/automated/webinar',
			{ webinar_id: '102', timezone: 'EST' },
			422,
			{ timezone: ['The timezone format is invalid.'] },
		],
	])('rejects %s with %j', async (path, parameters, status, errors) => {
		expect(await post(path, parameters)).toEqual(failure(status, errors));
	});
});
