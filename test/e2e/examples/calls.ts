import { request } from 'undici';

import { webhookHeader } from '../../../tools/realN8n/examples';
import { containing, matching } from '../../support/matchers';
import { exampleThankYouQuery, exampleWebhook } from '../../support/exampleRequests';
import { webhookOf } from './registering';
import { ann, ben, onboarding, type Run, twoSessions, unsubscribe } from './trial';

/** Examples that start with a request of the service. */
export const calls: Readonly<Record<string, Run>> = {
	'instant-events': async (trial) => {
		const { sandbox } = trial.workbench;
		const [registrant] = sandbox.addRegistrants(onboarding, [ann, { ...ben, email: 'joann@example.com' }]);
		const { webhook, call } = await webhookOf(trial, 'Event Arrives');
		expect(await webhook.call([{ email: ann.email }])).toBe(1);
		expect(await webhook.call([{ email: ann.email }], { ...webhookHeader, 'X-Token': 'forged' })).toBe(1);

		const event = (trigger: string, email = ann.email) => {
			const { body } = exampleWebhook();
			return { ...body, trigger, lead: { ...body.lead, email } };
		};
		for (const body of [event('attend', 'Ann@example.com'), { email: ann.email, trigger: 'attend' }]) {
			const rows = await call(body);
			expect(rows.error).toBeUndefined();
			expect(rows('The Registrant')).toMatchObject([
				{ first_name: 'Ann', lead_id: registrant?.leadId, trigger: 'attend' },
			]);
			expect(rows('Not Listed')).toEqual([]);
		}
		expect((await call(event('register')))('The Registrant')).toMatchObject([{ trigger: 'register' }]);
		const repeated = await call(event('register'));
		expect([repeated('The Registrant'), repeated('Not Listed')]).toEqual([[], []]);
		const unknown = await call(event('register', 'nobody@example.com'));
		expect(unknown('The Registrant')).toEqual([]);
		expect(unknown('Not Listed')).toMatchObject([{ found: false, email: 'nobody@example.com' }]);
		expect((await call({ contact: ann.email })).error).toContain('The request has no email field');
	},

	'thank-you-page': async (trial) => {
		const { sandbox } = trial.workbench;
		sandbox.changeWebinar(onboarding, twoSessions(11, [2, 3]));
		const joann = { firstName: 'Joann', email: 'joann@example.com' };
		const [other, first, left] = sandbox.addRegistrants({ ...onboarding, schedule: 11 }, [joann, ann, ben]);
		const [second] = sandbox.addRegistrants({ ...onboarding, schedule: 12 }, [{ ...ann, firstName: 'Anna' }]);
		if (!first || !second) throw new Error('Nobody was added');
		// One room link for both, as for the sessions of a live webinar.
		second.token = first.token;
		await unsubscribe(sandbox, left);
		const { webhook, workflow } = await webhookOf(trial, 'Registration Arrives', 'GET', {
			'Give the List Time': { amount: 1 },
		});
		/** Opens the page with these parameters. */
		const visit = async (parameters: Readonly<Record<string, string>>) => {
			const rows = await trial.startedBy(workflow, async () => {
				const query = new URLSearchParams(parameters);
				const { statusCode, headers } = await request(`${webhook.url}?${query.toString()}`);
				expect([statusCode, headers.location]).toEqual([307, 'https://example.com/thank-you']);
			});
			expect(rows.error).toBeUndefined();
			return rows;
		};
		const link = (token = '') => `${sandbox.url}/room/live/${token}`;
		// Forged URLs, without the person's room link or with that of another person.
		const forgeries: ReadonlyArray<Record<string, string>> = [
			{ wj_lead_email: ann.email },
			{ wj_lead_email: ann.email, wj_lead_unique_link_live_room: link('forged') },
			{ wj_lead_email: ann.email, wj_lead_unique_link_live_room: link(other?.token) },
			{ wj_lead_email: 'nobody@example.com', wj_lead_unique_link_live_room: link(first.token) },
			{ redirect: 'https://example.org' },
			// A real URL of a person who has unsubscribed.
			{ wj_lead_email: ben.email, wj_lead_unique_link_live_room: link(left?.token) },
		];
		for (const forged of forgeries) {
			const rows = await visit(forged);
			expect(rows('Follow-Up')).toEqual([]);
			expect(rows('Not Followed Up')).not.toEqual([]);
		}
		const real = {
			...exampleThankYouQuery(),
			wj_lead_email: 'Ann@example.com',
			wj_lead_unique_link_live_room: link(second.token),
			wj_event_ts: String(second.startsAt / 1000),
		};
		expect((await visit(real))('Follow-Up')).toMatchObject([
			{ to: ann.email, subject: containing('Get started'), text: matching(/^Hello Anna,[^]*\/room\/live\//) },
		]);
		expect((await visit(real))('Follow-Up')).toEqual([]);
	},
};
