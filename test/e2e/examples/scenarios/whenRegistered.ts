import type { Sandbox } from '../../../../sandbox';
import { exampleThankYouQuery, exampleWebhook } from '../../../support/exampleRequests';
import { matching } from '../../../support/matchers';
import {
	ann,
	ben,
	cleo,
	onboarding,
	type Scenario,
	type Scenarios,
	type Step,
	twoSessions,
} from '../scenario';

const day = matching(/^\w{3}, \d+ \w{3} \d{4}/);
const hash = matching(/^\w{64}$/);

/** The person of Meta's examples, with the hashes in these examples. */
const john = {
	firstName: 'John',
	phoneCountryCode: '+1',
	phone: '6505551212',
	email: 'John_Smith@gmail.com',
};
const hashedEmail = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f';
const hashedPhone = 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176';

/** Returns a request of the service's webhook about a person. */
function event(trigger: string, email: string) {
	const { body } = exampleWebhook();
	return { ...body, trigger, lead: { ...body.lead, email } };
}

/** Returns the URL parameters of the thank-you page that a registrant sees. */
function thankYouOf({ url, registrants }: Sandbox, index: number): Record<string, string> {
	const { email = '', token = '' } = registrants[index] ?? {};
	return {
		...exampleThankYouQuery(),
		wj_lead_email: email,
		wj_lead_unique_link_live_room: `${url}/room/live/${token}`,
	};
}

const redirect = { status: 307, location: 'https://example.com/thank-you' };

/** A visit to the thank-you page by someone who gets no follow-up. */
const notFollowedUp = (parametersOf: (sandbox: Sandbox) => Record<string, string>): Step => ({
	act: (example) => example.visit(parametersOf(example.sandbox)),
	returns: redirect,
	outputs: { 'Follow-Up': [], 'Not Followed Up': [{}] },
});

const thankYouPage: Scenario = {
	changes: { 'Give the List Time': { amount: 1 } },
	prepare: (sandbox) => {
		sandbox.changeWebinar(onboarding, twoSessions(11, [2, 3]));
		const [, unsubscribed] = sandbox.addRegistrants({ ...onboarding, schedule: 11 }, [ann, ben]);
		if (unsubscribed) unsubscribed.subscribed = false;
		sandbox.addRegistrants({ ...onboarding, schedule: 12 }, [{ ...ann, firstName: 'Anna' }]);
	},
	steps: [
		notFollowedUp(() => ({ redirect: 'https://example.org' })),
		notFollowedUp(() => ({ wj_lead_email: ann.email })),
		notFollowedUp((sandbox) => ({ ...thankYouOf(sandbox, 2), wj_lead_email: 'nobody@example.com' })),
		notFollowedUp((sandbox) => ({ ...thankYouOf(sandbox, 1), wj_lead_email: ann.email })),
		notFollowedUp((sandbox) => thankYouOf(sandbox, 1)),
		{
			act: (example) =>
				example.visit({ ...thankYouOf(example.sandbox, 2), wj_lead_email: 'ANN@example.com' }),
			returns: redirect,
			outputs: {
				'Follow-Up': [
					{
						to: ann.email,
						subject: 'Before we start: Get started in one hour',
						text: matching(/^Hello Anna,[^]*\/room\/live\//),
					},
				],
			},
		},
		{
			act: (example) => example.visit(thankYouOf(example.sandbox, 2)),
			returns: redirect,
			outputs: { 'Follow-Up': [] },
		},
	],
	table: [{ email: ann.email }],
};

/** Examples that start when somebody registers, or that copy all registrants. */
export const whenRegistered: Scenarios = {
	'new-registrants-into-a-table.json': [
		{
			prepare: (sandbox) => sandbox.addRegistrants(onboarding, 2),
			steps: [
				{
					act: ({ sandbox }) =>
						sandbox.addRegistrants(onboarding, [{ ...ann, phoneCountryCode: '+44', phone: '20' }, ben]),
				},
				{ act: ({ sandbox }) => sandbox.addRegistrants(onboarding, [cleo]) },
			],
			table: [
				{
					email: ann.email,
					last_name: 'Lee',
					phone: '+4420',
					schedule_id: 11,
					session: day,
					registered: day,
				},
				{ email: ben.email, last_name: '', phone: '' },
				{ email: cleo.email },
			],
		},
	],

	'mirror-registrants.json': [
		{
			prepare: (sandbox) => {
				sandbox.addRegistrants(onboarding, [{ ...ann, phoneCountryCode: '+44', phone: '20' }]);
				sandbox.addRegistrants({ product: 'automated', webinarId: 101 }, [ben]);
			},
			steps: [
				{
					act: (example) => example.runByHand(),
					outputs: {
						'Insert or Update': [
							{ email: ann.email, phone: '+4420', attended_live: false, purchased: false, revenue: 0 },
							{ email: ben.email },
						],
					},
				},
				{
					act: async (example) => {
						example.sandbox.attend(ann.email, { live: 3000 });
						example.sandbox.buy(ann.email, { live: 49, replay: 10.5 });
						example.sandbox.addRegistrants({ product: 'live', webinarId: 5 }, [cleo]);
						await example.runByHand();
					},
				},
			],
			table: [
				{
					product: 'Live Webinars',
					webinar_id: 1,
					email: ann.email,
					subscribed: true,
					attended_live: true,
					minutes_live: 50,
					purchased: true,
					revenue: 59.5,
				},
				{ product: 'Automated Webinars', webinar_id: 101, email: ben.email },
				{ webinar_id: 5, email: cleo.email },
			],
		},
	],

	'conversions-for-advertising.json': [
		{
			steps: [
				{
					act: ({ sandbox }) =>
						sandbox.addRegistrants(onboarding, [john, { ...john, email: ` ${john.email.toLowerCase()}` }]),
					outputs: {
						Hashed: [
							{
								event_id: matching(/^\d+$/),
								em: hashedEmail,
								ph: hashedPhone,
								google_email: hashedEmail,
								google_phone: hash,
							},
						],
					},
				},
				{
					act: ({ sandbox }) =>
						sandbox.addRegistrants(onboarding, [
							john,
							{ firstName: 'John', email: 'John.Q.Smith@GMail.com' },
						]),
					outputs: { Hashed: [{ em: hash, ph: '', google_phone: '' }] },
				},
			],
		},
	],

	'instant-events.json': [
		{
			prepare: (sandbox) => sandbox.addRegistrants(onboarding, [ann, ben]),
			steps: [
				{
					act: (example) => example.post(event('attend', 'Ann@example.com')),
					outputs: {
						'The Registrant': [{ first_name: 'Ann', email: ann.email, trigger: 'attend' }],
						'Not Listed': [],
					},
				},
				{
					// Another form sends its fields in another place.
					act: (example) => example.post({ email: ann.email, trigger: 'attend' }),
					outputs: { 'The Registrant': [{ first_name: 'Ann', trigger: 'attend' }] },
				},
				{
					act: (example) => example.post(event('attend', ann.email)),
					outputs: { 'The Registrant': [], 'Not Listed': [] },
				},
				{
					act: (example) => example.post(event('register', ann.email)),
					outputs: { 'The Registrant': [{ trigger: 'register' }] },
				},
				{
					act: (example) => example.post(event('register', 'nobody@example.com')),
					outputs: { 'Not Listed': [{ found: false, email: 'nobody@example.com' }] },
				},
				{
					act: (example) => example.post({ contact: ann.email }),
					error:
						'The request has no email field that is known. Open Event Arrives, find the field, and map it in Email Address.',
				},
			],
		},
	],

	'thank-you-page.json': [thankYouPage],
};
