import { useSandbox } from '../support/sandboxStage';

const stage = useSandbox();
const { page } = stage;

describe("the sandbox's one-click link", () => {
	/** Opens a link, by default one of the live series. */
	const openLink = (query: string, webinar = '2/gxs2718') => page(`/register/1click/${webinar}?${query}`);
	const person = 'first_name=Zo%C3%AB&last_name=O%27Hara&email=zoe%2Bnews%40example.com';

	it('registers the person for the whole series, and redirects to a thank-you page with the room link', async () => {
		const { status, location } = await openLink(`${person}&schedule_id=1`);
		const registrant = stage.sandbox.registrants[0];
		expect(registrant).toMatchObject({ via: 'oneClickLink', email: 'zoe+news@example.com', schedule: 21 });
		expect(registrant?.sessions).toHaveLength(3);
		expect([status, location]).toEqual([302, `${stage.sandbox.url}/thank-you/${registrant?.token}`]);
		const { html } = await page(location);
		const access = `/room/live/${registrant?.token}`;
		for (const text of ['Zoë', '2026-03-03 18:00', 'Europe/London', access]) expect(html).toContain(text);
		expect((await page(access)).html).toContain('Welcome, Zoë');
		expect((await page(access.replace('live', 'replay'))).status).toBe(200);
		expect((await page('/go/live/2/gxs2718ab12')).status).toBe(200);
	});

	it("registers the person for all sessions of a recurring schedule, in the attendee's time zone", async () => {
		await openLink(`${person}&timezone=GMT%2B2&schedule_id=2`, '102/eva1202');
		const sessions = ['2026-03-03 01:00', '2026-03-04 01:00', '2026-03-05 01:00'];
		expect(stage.sandbox.registrants).toMatchObject([{ timezone: 'GMT+2', sessions }]);
	});

	it('rejects a link whose parameters do not begin with a question mark', async () => {
		const { status, html } = await openLink('', '2/gxs2718&first_name=A');
		expect(status).toBe(422);
		expect(html).toContain('The ? before the parameters');
		expect(stage.sandbox.registrants).toEqual([]);
	});

	interface Rejection {
		problem: string;
		query: string;
		/** Part of the page. */
		reason: string;
		/** The ID and the token of the webinar, by default those of the live series. */
		webinar?: string;
	}

	it.each<Rejection>([
		{
			problem: 'no session',
			query: person,
			reason: 'no value for: schedule_id',
		},
		{
			problem: 'no phone although the webinar requires it',
			query: `${person}&schedule_id=1`,
			reason: 'phone_country_code, phone_number',
			webinar: '104/wkc1404',
		},
		{
			problem: 'a double &&',
			query: `${person}&&schedule_id=1`,
			reason: '&amp;&amp; between two parameters',
		},
		{
			problem: "the API's schedule ID",
			query: `${person}&schedule_id=21`,
			reason: '21 is a schedule ID of the API',
		},
		{
			problem: 'a webinar without session numbers',
			query: `${person}&schedule_id=1`,
			reason: 'A one-click link cannot lead',
			webinar: '109/odm1909',
		},
		{
			problem: 'no time zone although the webinar requires it',
			query: `${person}&schedule_id=1`,
			reason: 'has no timezone',
			webinar: '102/eva1202',
		},
		{
			problem: 'an abbreviation as the time zone',
			query: `${person}&schedule_id=1&timezone=EST`,
			reason: 'the form GMT-7',
		},
	])(
		'does not register the person, and says why, if the link has $problem',
		async ({ query, reason, webinar }) => {
			const { status, html } = await openLink(query, webinar);
			expect(status).toBe(422);
			expect(html).toContain(reason);
			expect(stage.sandbox.registrants).toEqual([]);
		},
	);

	it.each(['*|EMAIL|*', '%EMAIL%', '{{ email }}', '[[email]]', '~Contact.Email~'])(
		'does not register the person if the link still contains the merge field %s',
		async (mergeField) => {
			const { status, html } = await openLink(`first_name=A&email=${mergeField}&schedule_id=1`);
			expect(status).toBe(422);
			expect(html).toContain(mergeField);
			expect(stage.sandbox.registrants).toEqual([]);
		},
	);
});
