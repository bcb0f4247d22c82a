import type { Sandbox } from '../../../../sandbox';
import { byId } from '../../../../tools/engine/parameters';
import { changeResponseBody } from '../../../support/changeResponseBody';
import { containing, matching } from '../../../support/matchers';
import { ann, ben, cleo, onboarding, type Scenarios, titleWithTags } from '../scenario';

const basics = { product: 'automated', webinarId: 101 } as const;
const DAY_MINUTES = 24 * 60;
const minutesBefore = 30 * DAY_MINUTES;

/** Makes a live webinar a series, and adds a session tomorrow. */
function makeSeries(sandbox: Sandbox, webinarId: number): void {
	const type = 'Series of presentations' as const;
	sandbox.setWebinars(
		sandbox.webinars.map((webinar) =>
			webinar.product === 'live' && webinar.id === webinarId ? { ...webinar, type } : webinar,
		),
	);
	sandbox.addSession({ product: 'live', webinarId }, -DAY_MINUTES);
}

const textMessage = {
	to: '+447700900123',
	text: matching(/^Ann, We call you back starts in \d+ minutes: http\S+\/room\/live\/\w+$/),
};

/** Examples that start before a session, or list sessions. */
export const beforeSession: Scenarios = {
	'reminder-before-a-session.json': [
		{
			changes: { 'A Session Starts Soon': { minutesBefore } },
			prepare: (sandbox) => {
				const [, unsubscribed] = sandbox.addRegistrants(onboarding, [ann, ben]);
				if (unsubscribed) unsubscribed.subscribed = false;
			},
			steps: [
				{
					// The second poll reports the session.
					act: () => {},
					outputs: {
						Reminder: [
							{
								to: ann.email,
								subject: 'Soon: Get started in one hour',
								text: matching(/starts on \w{3}, [^(]+ 14:00 \(New York\).\n\n.*\nhttp\S+\/room\/live\/\w+$/),
							},
						],
						'Left Out': [{ email: ben.email }],
					},
				},
				{
					act: ({ sandbox }) => makeSeries(sandbox, 1),
					outputs: {
						'All Registrants': [{ email: ann.email }, { email: ben.email }],
						Reminder: [{ to: ann.email }],
					},
				},
			],
		},
		{
			changes: {
				'A Session Starts Soon': { resource: 'automated', webinarId: byId(101), minutesBefore },
				'All Registrants': { resource: 'automated' },
				'Its Registrants': { resource: 'automated' },
			},
			prepare: (sandbox) => {
				const [today, tomorrow, hourAgo] = sandbox.addRegistrants({ ...basics, schedule: 1013 }, [
					ann,
					ben,
					cleo,
				]);
				if (!today || !tomorrow || !hourAgo) return;
				sandbox.startSession(tomorrow, (Date.now() - today.startsAt) / 60_000 - DAY_MINUTES);
				sandbox.startSession(hourAgo, 60);
			},
			steps: [
				{
					act: () => {},
					outputs: {
						Reminder: [
							{ to: ann.email, text: containing('Hello Ann,\n\nThe basics, every day starts on ') },
							{ to: ben.email, text: containing('Hello Ben,\n\nThe basics, every day starts on ') },
						],
					},
				},
			],
		},
	],

	'text-message-reminder.json': [
		{
			changes: { 'A Session Starts Soon': { minutesBefore } },
			prepare: (sandbox) => {
				const person = { ...ann, phoneCountryCode: '+44', phone: '07700 900123' };
				const [first, unsubscribed] = sandbox.addRegistrants({ product: 'live', webinarId: 9 }, [
					person,
					{ ...person, email: ben.email },
					{ ...person, email: cleo.email },
				]);
				for (const registrant of [first, unsubscribed]) {
					if (registrant) registrant.parameters = { twilio_consent: '1' };
				}
				if (unsubscribed) unsubscribed.subscribed = false;
			},
			steps: [
				{
					act: () => {},
					outputs: {
						'Text Message': [textMessage],
						'Left Out': [{ email: ben.email }, { email: cleo.email }],
					},
				},
				{
					act: ({ sandbox }) => makeSeries(sandbox, 9),
					outputs: { 'Text Message': [textMessage] },
				},
			],
		},
	],

	'calendar-entry.json': [
		{
			prepare: (sandbox) => sandbox.changeWebinar(onboarding, { timezone: 'Asia/Kathmandu' }),
			steps: [
				{
					act: ({ sandbox }) => {
						const [, late] = sandbox.addRegistrants(onboarding, [ann, ben]);
						if (late) sandbox.startSession(late, 10);
					},
					outputs: {
						'Calendar Entry': [
							{
								to: ann.email,
								title: 'Get started in one hour',
								room_link: matching(/\/room\/live\/\w+$/),
								start: matching(/^\d{4}-\d\d-\d\dT08:15:00Z$/),
								end: matching(/^\d{4}-\d\d-\d\dT09:15:00Z$/),
							},
						],
						'No Entry': [{ email: ben.email }],
					},
					files: {
						'Calendar File': matching(
							/SUMMARY:Get started in one hour\r\n[^]*DTSTART:\d{8}T081500Z\r\nDTEND:\d{8}T091500Z\r\n[^]*LOCATION:http/,
						),
					},
				},
				{
					// The registrant list has no date for just in time.
					act: ({ sandbox }) => {
						sandbox.changeWebinar(onboarding, { sessions: [{ kind: 'justInTime', schedule: 13 }] });
						sandbox.addRegistrants(onboarding, [cleo]);
					},
					outputs: { 'No Entry': [{ email: cleo.email, starts_at: null }] },
				},
			],
		},
	],

	'upcoming-sessions-newsletter.json': [
		{
			prepare: (sandbox) => {
				sandbox.changeWebinar({ product: 'live', webinarId: 2 }, { title: titleWithTags });
				sandbox.fail({
					operation: 'webinar',
					webinarId: 1,
					times: Infinity,
					...changeResponseBody((text) => text.replace('America/New_York', '')),
				});
			},
			steps: [
				{
					act: (example) => example.runByHand(),
					outputs: {
						Newsletter: [
							{
								text: matching(
									/Get started in one hour\n\d{4}-\d\d-\d\d 14:00\nhttp\S+\/register\/1\/kvn1042[^]*<b>Tips.*\n\w+, \d+ \w+ \d{4}, 18:00 \(London\)\n/,
								),
								html: matching(/^<ul>\n(?:<li><a href="http[^<>]*">[^<]*<\/a>, [^<>]*<\/li>\n)+<\/ul>$/),
							},
						],
					},
				},
			],
		},
	],
};
