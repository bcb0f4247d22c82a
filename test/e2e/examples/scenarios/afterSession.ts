import { containing, matching } from '../../../support/matchers';
import {
	addToPastSession,
	addWhoMissedSession,
	ann,
	ben,
	cleo,
	onboarding,
	type Scenarios,
	twoSessions,
} from '../scenario';

const minutesAfterStart = 15;

/** Examples that start after a session. */
export const afterSession: Scenarios = {
	'attended-but-did-not-buy.json': [
		{
			changes: { 'Did Not Buy': { minutesAfterStart } },
			steps: [
				{
					act: ({ sandbox }) => {
						const [, buyer, unsubscribed] = addToPastSession(sandbox, [ann, ben, cleo]);
						for (const { email } of [ann, ben, cleo]) sandbox.attend(email, { live: 60 });
						if (buyer) sandbox.buy(buyer, { replay: 49 });
						if (unsubscribed) unsubscribed.subscribed = false;
					},
					outputs: {
						'Follow-Up': [{ to: ann.email, text: containing('Get started in one hour') }],
						'Left Out': [{ email: cleo.email, purchased: false }],
					},
				},
			],
		},
	],

	'no-show-follow-up.json': [
		{
			changes: { 'Somebody Did Not Attend': { minutesAfterStart } },
			steps: [
				{
					act: ({ sandbox }) => addWhoMissedSession(sandbox),
					outputs: {
						'Follow-Up': [
							{
								to: ann.email,
								subject: 'You missed: Get started in one hour',
								text: matching(/\/room\/replay\/\w+/),
							},
						],
						'Left Out': [{ email: cleo.email }],
					},
				},
			],
		},
	],

	'invite-those-who-missed-it.json': [
		{
			changes: { 'Somebody Did Not Attend': { minutesAfterStart } },
			steps: [
				{
					act: ({ sandbox }) => addWhoMissedSession(sandbox),
					outputs: {
						Invitation: [
							{
								to: ann.email,
								text: matching(
									/^Hello Ann,\n\nyou missed Get started in one hour. Come to Get started in one hour on \w{3}, \d+ \w+ \d{4}, 14:00 \(New York\):\nhttp.*\/register\/1\//,
								),
							},
						],
						'Left Out': [{ email: cleo.email }],
					},
				},
				{
					// Ann misses another session, Ben misses two, and Eve misses one but is registered for the next.
					act: ({ sandbox }) => {
						const upper = { ...ann, email: 'ANN@example.com' };
						const eve = { firstName: 'Eve', email: 'eve@example.com' };
						addToPastSession(sandbox, [upper, ben, ben, eve]);
						sandbox.addRegistrants(onboarding, [eve]);
					},
					outputs: {
						Invitation: [{ to: ben.email }],
						'Left Out': [{ found: true, email: 'eve@example.com' }],
					},
				},
				{
					act: ({ sandbox }) => {
						addToPastSession(sandbox, [{ firstName: 'Dan', email: 'dan@example.com' }]);
						sandbox.changeWebinar(onboarding, { sessions: [] });
					},
					outputs: { Invitation: [] },
				},
			],
			table: [{ email: ann.email }, { email: ben.email }],
		},
	],

	'attendee-to-crm-tag.json': [
		{
			steps: [
				{
					act: ({ sandbox }) => {
						const [, attendee] = sandbox.addRegistrants(onboarding, [ben, ann]);
						if (attendee) sandbox.attend(attendee, { replay: 3000 });
					},
					outputs: {
						'Contact and Tag': [
							{
								email: ann.email,
								first_name: 'Ann',
								last_name: 'Lee',
								tag: 'attended webinar: Get started in one hour',
							},
						],
					},
				},
			],
		},
	],

	'report-of-a-webinar.json': [
		{
			prepare: (sandbox) => {
				sandbox.changeWebinar(onboarding, twoSessions(11, [2, 12]));
				sandbox.addRegistrants({ ...onboarding, schedule: 12 }, [ann]);
				sandbox.addRegistrants({ ...onboarding, schedule: 11 }, [ann, ben, cleo]);
				sandbox.attend(ann.email, { live: 3600 });
				sandbox.attend(ben.email, { live: 1800, replay: 60 });
				sandbox.buy(ann.email, { live: 49 });
				sandbox.buy(ben.email, { live: 20.5, replay: 49 });
			},
			steps: [
				{
					act: ({ sandbox }) => sandbox.addSession(onboarding, 180),
					outputs: {
						Report: [
							{
								session: matching(/^\w{3}, \d+ \w+ \d{4}/),
								registered: 3,
								attended_live: 2,
								watched_replay: 1,
								minutes_live: 45,
								bought: 2,
								revenue: 118.5,
							},
							{
								registered: 1,
								attended_live: 0,
								watched_replay: 0,
								minutes_live: 0,
								bought: 0,
								revenue: 0,
							},
						],
					},
				},
			],
		},
	],
};
