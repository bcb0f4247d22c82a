import { containing, matching } from '../../../support/matchers';
import type { RunningExample } from '../runningExample';
import { ann, ben, cleo, onboarding, type Scenarios, titleWithTags, twoSessions } from '../scenario';

const consent = ['Register me, handle my data for this, and contact me about the webinar.'];
const zone = 'Europe/Berlin';
const anywhere = { product: 'automated', webinarId: 102 } as const;

/** Fills in the form of session-choice-form.json. @returns the next page, and the sessions that it offers */
async function openSessionChoice(example: RunningExample, email = ann.email, consented = consent) {
	const page = await example.fillIn('Ann', email, zone, consented);
	const sessions = page.text.match(/\w{3}, \d+ \w{3} \d{4}, \d\d:\d\d(?: · \d)?/g) ?? [];
	return { page, sessions: [...new Set(sessions)] };
}

/** Chooses the third session. @returns the next page, with "the chosen session" instead of its date */
async function chooseThird(example: RunningExample, email?: string, consented?: string[]) {
	const { page, sessions } = await openSessionChoice(example, email, consented);
	const [, , third = ''] = sessions;
	const { text } = await example.answer(page, [third]);
	return { text: text.replaceAll(third, 'the chosen session') };
}

const NOT_ON_OFFER = 'This session is not on offer any more. Open the form again to choose another one.';

const csv = [
	'first_name,last_name,email,consent',
	"Siobhán,O'Brien,siobhan@example.com,yes",
	'Lena,Hoffmann,lena@,yes',
	'Chidi,Okafor,chidi@example.com,no',
	',Duarte,ines@example.com,yes',
].join('\n');

const sampleLead = { full_name: 'Ann Marie Lee', email: ann.email, phone_number: '', consent: 'yes' };
const confirmation = {
	to: ann.email,
	subject: 'You are registered: Get started in one hour',
	text: matching(/for \w{3}, \d+ .* \(New York\)[^]*\/room\/live\//),
};

const briefing = { product: 'live', webinarId: 5 } as const;

const mergeFields = 'first_name=*|FNAME|*&last_name=*|LNAME|*&email=*|EMAIL|*';
const linkWithNumber = (number: number) => containing(`?${mergeFields}&schedule_id=${number}`);

/** Examples that register people. */
export const registering: Scenarios = {
	'registration-form.json': [
		{
			steps: [
				{
					act: (example) => example.fillIn('Ann', ann.email, consent),
					returns: {
						text: matching(
							/You are registered[^]*\w{3}, \d+ \w+ \d{4}, \d\d:\d\d \(New York\)[^]*\/room\/live\/\w+/,
						),
					},
				},
				{
					act: (example) => example.fillIn('Ben', ben.email, []),
					returns: {
						text: matching(/You are not registered[^]*Without your consent, nothing was sent\./),
					},
				},
				{
					act: async (example) => {
						example.sandbox.fail({ operation: 'register', kind: 'answer', status: 422 });
						return await example.fillIn('Cleo', cleo.email, consent);
					},
					returns: { text: matching(/^(?![^]*Could not register)[^]*You are not registered yet/) },
					outputs: {
						'Message to the Owner': [
							{
								text: matching(/^Cleo \(cleo@example.com\) could not be registered.\n\nCould not register/),
							},
						],
					},
				},
			],
			registrants: [{ firstName: 'Ann', email: ann.email, webinarId: 1 }],
		},
	],

	'session-choice-form.json': [
		{
			steps: [
				{
					act: (example) => chooseThird(example),
					returns: { text: matching(/the chosen session \(Berlin\)[^]*\/room\/live\/\w+/) },
				},
				{
					act: (example) => chooseThird(example, ben.email, []),
					returns: { text: containing('Without your consent, nothing was sent.') },
				},
				{
					act: (example) => chooseThird(example, 'ann@'),
					returns: { text: containing('check your email address') },
				},
				{
					act: async (example) => {
						const { page } = await openSessionChoice(example);
						return await example.answer(page, ['another']);
					},
					returns: { text: containing(NOT_ON_OFFER) },
				},
				{
					act: async (example) => {
						const errors = { date: ['The selected date is invalid.'] };
						const body = { status: 'error', errors };
						example.sandbox.fail({ operation: 'register', kind: 'answer', status: 422, body });
						return await chooseThird(example);
					},
					returns: { text: containing(NOT_ON_OFFER) },
				},
				{
					act: async (example) => {
						example.sandbox.fail({ operation: 'register', kind: 'answer', status: 422 });
						return await chooseThird(example);
					},
					returns: { text: containing('This is not your fault') },
				},
				{
					act: async (example) => {
						const { page, sessions } = await openSessionChoice(example);
						example.sandbox.changeWebinar(anywhere, { sessions: [] });
						return await example.answer(page, sessions.slice(0, 1));
					},
					returns: { text: containing(NOT_ON_OFFER) },
				},
				{
					act: (example) => example.fillIn('Ann', ann.email, zone, consent),
					returns: { text: containing('No session is planned') },
				},
			],
			registrants: [{ firstName: 'Ann', email: ann.email, webinarId: 102 }],
		},
		{
			// Both schedules have the same times.
			prepare: (sandbox) => {
				const everyDay = { kind: 'everyDay', time: '11:00' } as const;
				const sessions = [
					{ ...everyDay, schedule: 1021 },
					{ ...everyDay, schedule: 1023 },
				];
				sandbox.changeWebinar(anywhere, { sessions });
			},
			steps: [
				{
					act: async (example) => {
						const { page, sessions } = await openSessionChoice(example);
						expect(sessions).toHaveLength(6);
						const second = sessions.filter((session) => session.endsWith(' · 2')).slice(0, 1);
						return await example.answer(page, second);
					},
					returns: { text: containing('You are registered') },
				},
			],
			registrants: [{ schedule: 1023 }],
		},
	],

	'contacts-to-webinar.json': [
		{
			// Right after the import, the example registers nobody.
			steps: [
				{
					act: (example) => example.runByHand(),
					outputs: { Failed: [{ email: 'your own email address' }] },
				},
			],
			registrants: [],
		},
		{
			changes: {
				'Contacts as CSV': {
					assignments: { assignments: [{ id: 'csv', name: 'csv', value: csv, type: 'string' }] },
				},
			},
			steps: [
				{
					act: (example) => example.runByHand(),
					outputs: {
						Registered: [{ email: 'siobhan@example.com' }],
						Skipped: [{ email: 'chidi@example.com', reason: 'no consent' }],
						Failed: [
							{ last_name: 'Hoffmann', reason: containing('is not an email address') },
							{ last_name: 'Duarte', reason: containing('First Name is missing') },
						],
					},
				},
				{
					act: (example) => example.runByHand(),
					outputs: { Skipped: [{ reason: 'already registered' }, { reason: 'no consent' }] },
				},
			],
		},
	],

	'leads-to-webinar.json': [
		{
			changes: { 'Sample Lead': { mode: 'raw', jsonOutput: JSON.stringify({ data: sampleLead }) } },
			prepare: (sandbox) => {
				const [unsubscribed] = sandbox.addRegistrants(onboarding, [cleo]);
				if (unsubscribed) unsubscribed.subscribed = false;
			},
			steps: [
				{
					act: (example) => example.runByHand(),
					outputs: {
						'Facebook Lead': [{ first_name: 'Ann', last_name: 'Marie Lee' }],
						Confirmation: [confirmation],
					},
				},
				{
					act: (example) => example.runByHand(),
					outputs: { Confirmation: [confirmation] },
				},
				{
					act: (example) => example.post({ first_name: 'Ben', email: ben.email, consent: true }),
					outputs: { Confirmation: [{ to: ben.email }] },
				},
				{
					act: (example) => example.post({ first_name: 'Dan', email: 'dan@example.com' }),
					outputs: { 'Not Mailed': [{ email: 'dan@example.com', reason: 'no consent' }] },
				},
				{
					act: (example) => example.post({ first_name: 'Cleo', email: cleo.email, consent: true }),
					outputs: { 'Not Mailed': [{ email: cleo.email, subscribed: false }], Confirmation: [] },
				},
				{
					act: (example) => example.post({ first_name: 'Ben', email: 'ben@', consent: true }),
					error: matching(/^ben@: .*is not an email address/),
				},
			],
			registrants: [cleo, { email: ann.email }, ben],
		},
	],

	'move-to-another-session.json': [
		{
			prepare: (sandbox) => {
				const [registered] = sandbox.addRegistrants({ ...briefing, schedule: 51 }, [
					{ ...ann, phoneCountryCode: '+44', phone: '2012345' },
					{ ...ben, email: `x${ann.email}` },
				]);
				if (registered) registered.parameters = { twilio_consent: '1', country: 'France' };
			},
			steps: [
				{
					act: (example) => example.post({ email: ann.email, session: 99 }),
					error: `${ann.email}: This session is not on offer.`,
				},
				{
					act: (example) => example.post({ email: 'nobody@example.com', session: 52 }),
					error: containing('nobody@example.com'),
				},
				{
					act: (example) => example.post({ email: 'ANN@example.com', session: 52 }),
					outputs: {
						'CRM Contact': [
							{
								email: matching(/^ann@example\.com$/i),
								room_link: matching(/\/room\/live\/\w+$/),
								session: matching(/16:00 \(Berlin\)$/),
							},
						],
					},
				},
				{
					act: (example) =>
						example.post({
							email: ann.email,
							session: '53',
							phone: '+49 301234',
							sms_consent: false,
							last_name: 'Kim',
						}),
				},
			],
			registrants: [
				{ email: ann.email, subscribed: false },
				{ email: `x${ann.email}`, subscribed: true },
				{
					firstName: 'Ann',
					lastName: 'Lee',
					phoneCountryCode: '+44',
					phone: '2012345',
					schedule: 52,
					subscribed: false,
					parameters: { twilio_consent: '1', country: 'France' },
				},
				{
					firstName: 'Ann',
					lastName: 'Kim',
					phoneCountryCode: '+49',
					phone: '301234',
					schedule: 53,
					subscribed: true,
					parameters: { twilio_consent: '0', country: 'France' },
				},
			],
		},
	],

	'one-click-links.json': [
		{
			steps: [
				{
					act: (example) => example.runByHand(),
					outputs: {
						'Build Table': [
							{
								problems: ['5/51', '5/52'].map((session) => ({
									problem: containing(`instead of the question mark in Session Numbers: ${session} = ?`),
								})),
							},
						],
					},
				},
				{
					act: async (example) => {
						const refused = { operation: 'webinar', webinarId: 5, kind: 'answer', status: 403 } as const;
						example.sandbox.fail({ ...refused, times: Infinity });
						await example.runByHand();
					},
					outputs: {
						'Build Table': [
							{ problems: [{ webinar: 'Quarterly partner briefing' }], text: containing('NO LINK: ') },
						],
					},
				},
				{
					act: async (example) => {
						example.sandbox.setWebinars(example.sandbox.webinars.filter(({ id }) => id === 3));
						await example.runByHand();
					},
					outputs: {
						'Build Table': [{ text: 'No live webinar has a session in the coming week.' }],
					},
				},
			],
		},
		{
			changes: {
				'Session Numbers': {
					assignments: {
						assignments: [{ id: '1', name: 'session_numbers', value: '5/51 = 1, 5/52 = 2', type: 'string' }],
					},
				},
			},
			prepare: (sandbox) =>
				sandbox.changeWebinar(
					{ product: 'live', webinarId: 2 },
					{ title: titleWithTags, ...twoSessions(21, [2, 4]) },
				),
			steps: [
				{
					act: (example) => example.visit(),
					returns: {
						page: matching(
							/<h1>One-click links of the coming week<\/h1>[^]*&lt;b&gt;Tips &amp; &quot;tricks&quot;&lt;\/b&gt;/,
						),
					},
					outputs: {
						'Build Table': [
							{
								problems: [],
								links: [
									{
										webinar: titleWithTags,
										session: matching(/later sessions of the series$/),
										link: linkWithNumber(1),
									},
									{ webinar: 'Quarterly partner briefing', link: linkWithNumber(1) },
									{ webinar: 'Get started in one hour', link: linkWithNumber(1) },
									{ webinar: 'Quarterly partner briefing', link: linkWithNumber(2) },
								],
								html: matching(/href="http\S+&amp;schedule_id=2">Register with one click<\/a>/),
								text: containing(`${mergeFields}&schedule_id=2`),
							},
						],
					},
				},
			],
		},
	],
};
