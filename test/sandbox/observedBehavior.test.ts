import { publicExample } from '../support/publicExample';
import { failure } from '../support/sandboxClient';
import { useSandbox } from '../support/sandboxStage';

const stage = useSandbox();
const { list, post, send } = stage;

const onboarding = { product: 'live', webinarId: 1 } as const;
const evergreen = { product: 'automated', webinarId: 101 } as const;
const ann = { first_name: 'Ann', email: 'ann@example.com' };

const detailOf = async (path: string, parameters: Record<string, string>) => {
	const { json } = await post(`/${path}/webinar`, parameters);
	return (json as { webinar: { type?: string | null; schedules: unknown[] } }).webinar;
};
const listed = async (path: string, id: number) => {
	const { json } = await post(`/${path}/webinars`);
	const { webinars } = json as { webinars: Array<{ webinar_id: number; schedules: string[] }> };
	return webinars.find(({ webinar_id }) => webinar_id === id);
};
describe("the sandbox's webinar with single dates", () => {
	it("keeps past dates both in the webinar's response and in the webinar list", async () => {
		const { type, schedules } = await detailOf('live', { webinar_id: '10' });
		expect(type).toBeNull();
		expect(schedules).toMatchObject([
			{ date: '2026-01-01 14:00', schedule: 207 },
			{ date: '2026-01-08 14:00', schedule: 208 },
			{ date: '2026-03-26 14:00', schedule: 219 },
		]);
		expect(await listed('live', 10)).toMatchObject({
			type: null,
			schedules: ['Thu, 1 Jan 2026, 02:00 PM', 'Thu, 8 Jan 2026, 02:00 PM', 'Thu, 26 Mar 2026, 02:00 PM'],
		});
	});

	it('rejects a registration for a past date', async () => {
		const over = { webinar_id: '10', schedule: '208', ...ann };
		const rejection = failure(422, { schedule: ['The selected schedule is invalid.'] });
		expect(await post('/live/register', over)).toEqual(rejection);
	});
});

describe("the sandbox's just-in-time and replay sessions", () => {
	const comments = async (parameters: object) => {
		const { schedules } = await detailOf('automated', { webinar_id: '101', ...parameters });
		return schedules.map((session) => (session as { comment: string }).comment);
	};

	it("omits undated sessions from the webinar's response if the request has a time zone", async () => {
		const daily = 'Every day, 01:00 PM';
		expect(await comments({})).toEqual(['Instant replay', 'Just in time', daily, daily, daily]);
		expect(await comments({ timezone: 'GMT-5' })).toEqual([daily, daily, daily]);
	});

	it('lists a just-in-time session without a date or ID if the webinar has no other sessions', async () => {
		const room = { webinar_id: '110' };
		const { schedules } = await detailOf('automated', room);
		expect(schedules).toEqual([{ date: null, schedule: null, comment: 'Just in time' }]);
		expect((await detailOf('automated', { ...room, timezone: 'GMT+1' })).schedules).toEqual([]);
		expect(await listed('automated', 110)).toMatchObject({ schedules: ['Just in time'] });
	});

	it("returns registrant rows with the session's description, and just-in-time rows without a date or schedule ID", async () => {
		stage.sandbox.addRegistrants({ ...evergreen, schedule: 1012 }, 1);
		stage.sandbox.addRegistrants({ ...evergreen, schedule: 1011 }, 1);
		const { data } = await list({ webinar_id: '101' }, '/automated/registrants');
		expect(data).toMatchObject([
			{ schedule: 'Just in time', schedule_id: null, event: null },
			{ schedule: 'Instant replay', schedule_id: 1011 },
		]);
	});
});

describe("the sandbox's registrant rows", () => {
	it('returns in entered_live how long after the start the registrant entered the live room', async () => {
		stage.sandbox.addRegistrants(onboarding, [{ firstName: 'Ann', email: ann.email }]);
		stage.sandbox.startSession(ann.email, 120);
		stage.sandbox.attend(ann.email, { live: 3725 }, 192);
		expect((await list()).data).toMatchObject([
			{
				event: 'Mon, 2 Mar 2026, 05:07 AM',
				date_live: 'Mon, 2 Mar 2026, 05:10 AM',
				entered_live: '00:03:12',
				time_live: '01:02:05',
			},
		]);
	});
});

describe("the sandbox's API, as observed at the real service", () => {
	it('rejects a replaced API key in the same words as the real service', async () => {
		const replaced = stage.sandbox.apiKey;
		stage.sandbox.setApiKey('a-newer-key');
		const { status, json } = await post('/live/webinars', { api_key: replaced });
		const real = publicExample('error-regenerated-key');
		expect([status, json]).toEqual([real.status, real.body]);
		expect((await post('/live/webinars')).status).toBe(200);
	});

	it('returns an HTML page with 404 for an unknown path', async () => {
		const { status, headers, text } = await send('/live/attendees', `api_key=${stage.sandbox.apiKey}`);
		expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
		expect(text).toMatch(/^<!doctype html>/i);
	});
});
