import { z } from 'zod/v4';

import { webhookHeader } from '../../../tools/realN8n/examples';
import { Webhook } from '../support/webhook';
import { publish } from '../../../tools/realN8n/workflows';
import { containing, matching } from '../../support/matchers';
import {
	ann,
	ben,
	type Changes,
	cleo,
	live,
	onboarding,
	type Run,
	type Trial,
	twoSessions,
	unsubscribe,
} from './trial';

/** Publishes a workflow that begins with a webhook, which asks for a header. */
export async function webhookOf(
	trial: Trial,
	node: string,
	method: 'GET' | 'POST' = 'POST',
	changes: Changes = {},
) {
	const workflow = await trial.workflow(changes);
	const webhook = await Webhook.publish(trial.workbench.n8n, workflow, trial.path(node), method);
	/** Sends a request to the webhook, and waits for its execution. */
	const call = (body: object) =>
		trial.startedBy(workflow, async () => expect(await webhook.call([body], webhookHeader)).toBe(0));
	return { webhook, workflow, call };
}

const linkTable = z.object({
	problems: z.array(z.object({ webinar: z.string(), problem: z.string() })),
	links: z.array(z.object({ webinar: z.string(), session: z.string(), link: z.string() })),
	html: z.string(),
	text: z.string(),
});

export const registering: Readonly<Record<string, Run>> = {
	'contacts-to-webinar': async (trial) => {
		const csv = [
			'first_name,last_name,email,consent',
			"Siobhán,O'Brien,siobhan@example.com,yes",
			'Lena,Hoffmann,lena@,yes',
			'Chidi,Okafor,chidi@example.com,no',
			',Duarte,ines@example.com,yes',
		].join('\n');
		const assignments = [{ id: 'csv', name: 'csv', value: csv, type: 'string' }];
		const contacts = { 'Contacts as CSV': { assignments: { assignments } } };
		const rows = await trial.runByHand(contacts);
		expect(rows('Registered')).toMatchObject([{ email: 'siobhan@example.com' }]);
		expect(rows('Skipped')).toMatchObject([{ email: 'chidi@example.com', reason: 'no consent' }]);
		expect(rows('Failed')).toMatchObject([
			{ last_name: 'Hoffmann', reason: containing('is not an email address') },
			{ last_name: 'Duarte', reason: containing('First Name is missing') },
		]);
		const again = await trial.runByHand(contacts);
		expect(again('Skipped')).toMatchObject([{ reason: 'already registered' }, { reason: 'no consent' }]);
		// After the import, the example registers nobody.
		const afterImport = await trial.runByHand();
		expect(afterImport('Failed')).toMatchObject([{ email: 'your own email address' }]);
		expect(trial.workbench.sandbox.registrants).toHaveLength(1);
	},

	'leads-to-webinar': async (trial) => {
		const { sandbox } = trial.workbench;
		const lead = (data: object) => ({ 'Sample Lead': { mode: 'raw', jsonOutput: JSON.stringify({ data }) } });
		const marie = { full_name: 'Ann Marie Lee', email: ann.email, phone_number: '+1 202-555-0143' };
		const facebook = lead({ ...marie, consent: 'yes' });
		const first = await trial.runByHand(facebook);
		expect(first('Facebook Lead')).toMatchObject([{ first_name: 'Ann', last_name: 'Marie Lee' }]);
		expect(first('Confirmation')).toMatchObject([
			{
				to: ann.email,
				subject: 'You are registered: Get started in one hour',
				text: matching(/for \w{3}, \d+ .* \(New York\)[^]*\/room\/live\//),
			},
		]);
		expect((await trial.runByHand(facebook))('Confirmation')).toEqual(first('Confirmation'));
		const withoutConsent = await trial.runByHand(lead({ first_name: 'Cleo', email: cleo.email }));
		expect(withoutConsent('Not Mailed')).toMatchObject([{ email: cleo.email, reason: 'no consent' }]);

		const { webhook, call } = await webhookOf(trial, 'Contact Got a Tag');
		expect(await webhook.call([{ email: ben.email }])).toBe(1);
		const contact = { first_name: 'Ben', email: ben.email, consent: true };
		expect((await call(contact))('Confirmation')).toMatchObject([{ to: ben.email }]);
		expect(sandbox.registrants[1]).toMatchObject(ben);
		const dan = { firstName: 'Dan', email: 'dan@example.com' };
		const [registered] = sandbox.addRegistrants(onboarding, [dan]);
		await unsubscribe(sandbox, registered);
		const unsubscribed = await call({ ...contact, email: dan.email });
		expect(unsubscribed('Not Mailed')).toMatchObject([{ email: dan.email, subscribed: false }]);
		expect(unsubscribed('Confirmation')).toEqual([]);
		expect((await call({ ...contact, email: 'ben@' })).error).toMatch(/^ben@: .*is not an email address/);
		expect(sandbox.registrants).toHaveLength(3);
	},

	'move-to-another-session': async (trial) => {
		const { sandbox } = trial.workbench;
		await trial.register(5, '51', ann.email, {
			lastName: 'Lee',
			phone: '+44 2012345',
			smsConsent: true,
			country: 'France',
		});
		sandbox.addRegistrants({ product: 'live', webinarId: 5 }, [{ ...ben, email: `x${ann.email}` }]);
		const { call } = await webhookOf(trial, 'Another Session Was Chosen');
		const notOffered = await call({ email: ann.email, session: 99 });
		expect(notOffered.error).toBe(`${ann.email}: This session is not on offer.`);
		const nobody = 'nobody@example.com';
		expect((await call({ email: nobody, session: 52 })).error).toContain(nobody);
		expect(sandbox.registrants.map(({ subscribed }) => subscribed)).toEqual([true, true]);

		const moved = await call({ email: ann.email.toUpperCase(), session: 52 });
		expect(sandbox.registrants[2]).toMatchObject({
			firstName: 'Ann',
			lastName: 'Lee',
			phoneCountryCode: '+44',
			phone: '2012345',
			schedule: 52,
			parameters: { twilio_consent: '1', country: 'France' },
		});
		expect(moved('CRM Contact')).toEqual([
			{
				email: matching(/^ann@example\.com$/i),
				room_link: `${sandbox.url}/room/live/${sandbox.registrants[2]?.token}`,
				session: matching(/16:00 \(Berlin\)$/),
			},
		]);
		const given = { phone: '+49 301234', sms_consent: false, last_name: 'Kim' };
		await call({ email: ann.email, session: '53', ...given });
		expect(sandbox.registrants[3]).toMatchObject({
			firstName: 'Ann',
			lastName: 'Kim',
			phoneCountryCode: '+49',
			phone: '301234',
			schedule: 53,
			parameters: { twilio_consent: '0', country: 'France' },
		});
		expect(sandbox.registrants.map(({ subscribed }) => subscribed)).toEqual([false, true, false, true]);
	},

	'one-click-links': async (trial) => {
		const { n8n, sandbox } = trial.workbench;
		const title = `<b>Tips & "tricks"</b>`;
		const series = { product: 'live', webinarId: 2 } as const;
		sandbox.changeWebinar(series, { title, ...twoSessions(21, [2, 4]) });
		const links = async (changes: Changes = {}) =>
			linkTable.parse((await trial.runByHand(changes))('Build Table')[0]);
		const withoutNumbers = await links();
		expect(withoutNumbers.links).toHaveLength(2);
		expect(withoutNumbers.problems).toMatchObject([
			{ problem: containing('instead of the question mark in Session Numbers: 5/51 = ?') },
			{ problem: containing('instead of the question mark in Session Numbers: 5/52 = ?') },
		]);
		const numbers = { name: 'session_numbers', value: '5/51 = 1, 5/52 = 2', type: 'string' };
		const table = await links({ 'Session Numbers': { assignments: { assignments: [numbers] } } });
		expect(table.problems).toEqual([]);
		const numbersInLinks = table.links.map(({ link }) => /schedule_id=(\d+)$/.exec(link)?.[1]);
		expect(numbersInLinks.sort()).toEqual(['1', '1', '1', '2']);
		const ofSeries = table.links.filter(({ session }) => session.endsWith('later sessions of the series'));
		expect(ofSeries.map(({ webinar }) => webinar)).toEqual([title]);
		for (const { link } of table.links) {
			expect(link).toContain('?first_name=*|FNAME|*&last_name=*|LNAME|*&email=*|EMAIL|*&schedule_id=');
			expect(table.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
			expect(table.text.split('\n')).toContain(link);
		}
		await publish(n8n, await trial.workflow());
		const page = await live(`${n8n.url}/webhook/${trial.path('Open the Page')}`);
		expect(page).toContain('<h1>One-click links of the coming week</h1>');
		expect(page).toContain('&lt;b&gt;Tips &amp; &quot;tricks&quot;&lt;/b&gt;');

		sandbox.fail({ operation: 'webinar', webinarId: 5, kind: 'answer', status: 403, times: Infinity });
		const cut = await links();
		expect(cut.problems).toMatchObject([{ webinar: 'Quarterly partner briefing' }]);
		expect(cut.text).toContain('NO LINK: ');
		sandbox.clearFaults();
		sandbox.setWebinars(sandbox.webinars.filter(({ id }) => id === 3));
		expect((await links()).text).toBe('No live webinar has a session in the coming week.');
	},
};
