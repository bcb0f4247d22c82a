import { ada, jonas, priya, type Described, usual } from './catalogue';
import type { AutomatedWebinar } from './types';

/** 200 characters. */
const LONG_DESCRIPTION = `Two hundred characters of "quotes", <i>tags</i>, ampersands & apostrophes that aren't markup: a client has to show every one of them as it stands, neither escaped twice nor taken for HTML, to the end.`;

const webinars: readonly Described<AutomatedWebinar>[] = [
	{
		id: 101,
		hash: 'evb1101',
		name: 'Evergreen Basics',
		title: 'The basics, every day',
		description: 'Watch the replay at once, catch the next start, or choose a day.',
		sessions: [
			{ kind: 'instantReplay', schedule: 1011 },
			{ kind: 'justInTime', schedule: 1012 },
			{ kind: 'everyDay', schedule: 1013, time: '13:00' },
		],
		displayedSchedules: 5,
		registration: { ...usual.registration, currency: '' },
	},
	{
		id: 102,
		hash: 'eva1202',
		name: 'Evergreen Anywhere',
		title: 'At your own time, anywhere',
		description: 'Sessions are shown in the time zone of the attendee.',
		timezone: 'Etc/GMT+5',
		autoDetectTimezone: true,
		presenters: [ada, priya],
		sessions: [
			{ kind: 'everyDay', schedule: 1021, time: '11:00' },
			{ kind: 'everyWeekday', schedule: 1022, time: '18:00' },
		],
		displayedSchedules: 6,
	},
	{
		id: 103,
		hash: 'imc1303',
		name: 'Instant Masterclass',
		title: 'The masterclass, this minute',
		description: 'Begins when the attendee arrives.',
		timezone: 'America/Denver',
		presenters: [jonas],
		sessions: [{ kind: 'rightNow', schedule: 1031 }],
		displayedSchedules: 1,
		fields: { lastName: 'off', phone: 'off' },
	},
	{
		id: 104,
		hash: 'wkc1404',
		name: 'Weekday Clinic',
		title: 'The weekday clinic',
		description: 'Half an hour of answers every weekday. We call you back, so leave a number.',
		timezone: 'Europe/London',
		presenters: [priya],
		sessions: [{ kind: 'everyWeekday', schedule: 1041, time: '09:30' }],
		displayedSchedules: 3,
		fields: { lastName: 'optional', phone: 'required' },
	},
	{
		id: 105,
		hash: 'ktm1505',
		name: 'Kathmandu Special',
		title: 'Two evenings from Kathmandu',
		description: 'Two dates in a zone with an offset of five hours and forty-five minutes.',
		timezone: 'Asia/Kathmandu',
		presenters: [priya],
		sessions: [
			{ kind: 'once', schedule: 1051, daysAhead: 4, time: '19:15' },
			{ kind: 'once', schedule: 1052, daysAhead: 8, time: '19:15' },
		],
		displayedSchedules: 2,
	},
	{
		id: 106,
		hash: 'emp1606',
		name: 'Empty Shelf',
		title: 'Nothing on the shelf',
		description: '',
		presenters: [jonas],
		sessions: [],
		displayedSchedules: 0,
	},
	{
		id: 107,
		hash: 'odd1707',
		name: `Q&A: "Quotes" <b>and</b> 'more' 🎉`,
		title: `<b>Tips & "tricks"</b> 🚀 ${'\u0645\u0631\u062d\u0628\u0627'} ${'\u05e9\u05dc\u05d5\u05dd'}`,
		description: LONG_DESCRIPTION,
		timezone: 'Asia/Dubai',
		presenters: [{ ...jonas, name: `Jonas "JW" O'Weber <presenter>` }],
		sessions: [{ kind: 'everyDay', schedule: 1071, time: '20:00' }],
		displayedSchedules: 2,
		fields: { lastName: 'optional', phone: 'optional' },
	},
	{
		id: 108,
		hash: 'clv1808',
		name: 'Clinic Anywhere',
		title: 'Your questions, at your own time',
		description: 'Every day at 10:00 for each attendee, who may tell us more about the company.',
		timezone: 'Etc/GMT+5',
		autoDetectTimezone: true,
		sameLocalTime: true,
		sessions: [{ kind: 'everyDay', schedule: 1081, time: '10:00' }],
		displayedSchedules: 3,
		customFields: {
			shownAs: 'registration_fields',
			questions: [
				{ id: 1801, label: 'jobTitle', required: false },
				{
					id: 1802,
					label: 'companySize',
					required: false,
					options: [
						{ id: 11, text: '1-10' },
						{ id: 12, text: '11-100' },
						{ id: 13, text: 'More than 100' },
					],
				},
			],
		},
	},
	{
		id: 109,
		hash: 'odm1909',
		name: 'On Demand',
		title: 'In a minute, or at once',
		description: 'Has no date of its own: it starts soon, or is watched as a replay.',
		sessions: [
			{ kind: 'instantReplay', schedule: 1091 },
			{ kind: 'justInTime', schedule: 1092 },
		],
		displayedSchedules: 2,
	},
];

export const automatedCatalogue = webinars.map((webinar): AutomatedWebinar => ({
	product: 'automated',
	...usual,
	...webinar,
}));
