import { useSandbox } from '../support/sandboxStage';

const stage = useSandbox();
const { page } = stage;

describe('the one-click link of the sandbox', () => {
	const openLink = (query: string, webinar = '2/gxs2718') => page(`/register/1click/${webinar}?${query}`);
	const person = 'first_name=Zo%C3%AB&last_name=O%27Hara&email=zoe%2Bnews%40example.com';

	it('registers to the whole series and forwards to a thank-you page with the access link', async () => {
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
		expect((await page('/room/live/gxs2718')).status).toBe(200);
	});

	it('accepts a value that resembles a merge field but is none', async () => {
		for (const name of ['5%25rebate 10%25 card', 'search %7Bgoogle%7D now']) {
			const { status } = await openLink(`first_name=${name}&last_name=B&email=a%40b.co&schedule_id=1`);
			expect(status).toBe(302);
		}
	});

	it('registers to all sessions of a recurring schedule in the time zone of the attendee', async () => {
		await openLink(`${person}&timezone=GMT%2B2&schedule_id=2`, '102/eva1202');
		const sessions = ['2026-03-03 01:00', '2026-03-04 01:00', '2026-03-05 01:00'];
		expect(stage.sandbox.registrants).toMatchObject([{ timezone: 'GMT+2', sessions }]);
	});

	const withSession = `${person}&schedule_id=1`;

	type Row = [problem: string, query: string, reason: string, webinar?: string];
	const TAGS = ['*|EMAIL|*', '%EMAIL%', '%DATE%', '{{ email }}', '[[email]]', '~Contact.Email~'];

	it.each<Row>([
		['no first name', 'email=a%40b.co&last_name=B&schedule_id=1', 'no value for: first_name'],
		['no email', 'first_name=A&last_name=B&schedule_id=1', 'no value for: email'],
		['no session', person, 'no value for: schedule_id'],
		['no required last name', 'first_name=A&email=a%40b.co&schedule_id=1', 'no value for: last_name'],
		['no required phone', `${person}&schedule_id=1`, 'phone_country_code, phone_number', '104/wkc1404'],
		['a doubled &&', `${person}&&schedule_id=1`, '&amp;&amp; between two parameters'],
		['a doubled ?', `?${withSession}`, 'Use one ? before'],
		['an & at the end', `${withSession}&`, 'Use one ? before'],
		['the session under another name', `${person}&schedule=21`, 'no value for: schedule_id'],
		['no ?', '', 'The ? before the parameters', '2/gxs2718&first_name=A'],
		['an unknown webinar', withSession, 'no webinar with the number 77', '77/gxs2718'],
		['an unknown token', withSession, 'does not belong to webinar 2', '2/abc'],
		['an unknown session number', `${person}&schedule_id=2`, '2 is not a session number of this webinar'],
		['a schedule ID of the API', `${person}&schedule_id=21`, '21 is a schedule ID of the API'],
		['a webinar without sessions', `${person}&schedule_id=1`, 'has no sessions', '7/dft7720'],
		['a just-in-time session', `${person}&schedule_id=1012`, 'has no session number', '101/evb1101'],
		['an instant replay', `${person}&schedule_id=1011`, 'has no session number', '101/evb1101'],
		['a webinar without numbers', `${person}&schedule_id=1`, 'A one-click link cannot lead', '109/odm1909'],
		[
			'no time zone although the webinar requires it',
			`${person}&schedule_id=1`,
			'has no timezone',
			'102/eva1202',
		],
		['an unencoded +', `${person}&schedule_id=1&timezone=GMT+2`, 'Write + as %2B', '102/eva1202'],
		['an abbreviation as the time zone', `${withSession}&timezone=EST`, 'the form GMT-7'],
		...TAGS.map((tag): Row => [`the tag ${tag}`, `first_name=A&email=${tag}&schedule_id=1`, tag]),
	])('does not register with %s', async (_, query, reason, webinar = '2/gxs2718') => {
		const { status, html } = await openLink(query, webinar);
		expect(status).toBe(422);
		expect(html).toContain(reason);
		expect(stage.sandbox.registrants).toEqual([]);
	});
});
