import type { INodeParameters } from 'n8n-workflow';

import { byId, sandboxCredential } from '../../../tools/engine/parameters';
import { createCredential } from '../../../tools/realN8n/credentials';
import { TRIGGER_TYPE, Workbench } from '../support/workbench';

interface List {
	what: string;
	method: string;
	field: string;
	/** Of another node than the action node. */
	nodeType?: string;
	parameters: INodeParameters;
	filter?: string;
	/** The names that the editor shows. */
	names: ReadonlyArray<string | RegExp>;
}

const live = { resource: 'live', operation: 'register' };
const automated = { resource: 'automated', operation: 'register' };
const fromList = (value: string) => ({ __rl: true, mode: 'list', value });
/** The editor replaces an expression by its value; without input data it has none. */
const expressions = { 'as it stands': '={{ $json.webinar }}', 'without a value': '' };

const webinars = { method: 'searchWebinars', field: 'webinarId' };
const sessions = { method: 'searchSchedules', field: 'schedule' };
const customFields = {
	method: 'searchCustomFields',
	field: 'additionalFields.customFields.field[0].label',
};
const DATE = String.raw`\w{3} \d{1,2} \w{3} \d{4}`;

const lists: readonly List[] = [
	{
		what: 'live webinars',
		...webinars,
		parameters: live,
		names: [
			/^1 · Onboarding – /,
			/^2 · Growth Series – /,
			/^3 · Open House – /,
			/^4 · Flash Demo – /,
			/^5 · Partner Briefing – /,
			/^6 · Certification – /,
			/^7 · Draft – /,
			/^8 · Workshop – /,
			/^9 · Callback Hour – /,
		],
	},
	{
		what: 'automated webinars by a search',
		...webinars,
		parameters: automated,
		filter: 'EVERGREEN',
		names: [/^101 · Evergreen Basics – /, /^102 · attendee.s zone · Evergreen Anywhere – /],
	},
	{
		what: 'automated webinars to watch',
		...webinars,
		nodeType: TRIGGER_TYPE,
		parameters: { resource: 'automated', event: 'registrantAdded' },
		filter: 'anywhere',
		names: [/^102 · attendee.s zone · Evergreen Anywhere – /, /^108 · attendee.s zone · Clinic Anywhere – /],
	},
	{
		what: 'the custom fields of a webinar',
		...customFields,
		parameters: { ...live, webinarId: fromList('8') },
		names: ['whereDidYouHearAboutUs', 'topicsOfInterest'],
	},
	{
		what: 'the options of the label beside the value',
		method: 'searchCustomFieldOptions',
		field: 'additionalFields.customFields.field[0].value',
		parameters: {
			...live,
			webinarId: fromList('8'),
			additionalFields: { customFields: { field: [{ label: fromList('topicsOfInterest'), value: '' }] } },
		},
		names: ['Sales', 'Marketing', 'Support & success'],
	},
	{
		what: 'the sessions of a live series',
		...sessions,
		parameters: { ...live, webinarId: fromList('2') },
		names: ['Next Upcoming Session · whole series', new RegExp(`^${DATE} 18:00 · whole series · London$`)],
	},
	{
		what: 'the sessions of an automated webinar',
		...sessions,
		parameters: { ...automated, webinarId: fromList('101') },
		names: [
			'Next Upcoming Session',
			'Just-in-Time Session',
			'Instant Replay',
			'Next · Every day (1013)',
			...Array.from({ length: 3 }, () => new RegExp(`^${DATE} 13:00 · Every day · New York$`)),
		],
	},
	{
		what: 'the sessions in the zone of the attendee',
		...sessions,
		parameters: { ...automated, webinarId: fromList('102'), timezone: 'Asia/Kathmandu' },
		names: [
			"Dates below: the first contact's. Next fits everybody.",
			'Next Upcoming Session',
			...Array.from({ length: 2 }, () => /^Next · Every (?:week)?day \(\d+\)$/),
			...Array.from({ length: 6 }, () => / · Every (?:week)?day · GMT\+5:45$/),
		],
	},
	{
		what: 'the sessions of a webinar by its ID',
		...sessions,
		parameters: { ...live, webinarId: byId(1) },
		names: ['Next Upcoming Session', new RegExp(`^${DATE} 14:00 · New York$`)],
	},
	...Object.entries(expressions).map(([what, value]) => ({
		what: `the sessions of a webinar that is an expression ${what}`,
		...sessions,
		parameters: { ...live, webinarId: byId(value) },
		names: ['Next Upcoming Session', 'Webinar has no value yet: run the previous nodes.'],
	})),
	{
		what: 'the next session before a webinar is chosen',
		...sessions,
		parameters: { ...live, webinarId: fromList('') },
		names: ['Next Upcoming Session', 'Choose a webinar to see its sessions.'],
	},
	{
		what: 'the next session of a webinar that follows the attendee, without a zone',
		...sessions,
		parameters: { ...automated, webinarId: fromList('102'), timezone: '' },
		names: ['Next Upcoming Session', 'Fill in Timezone to see the sessions.'],
	},
	{
		what: 'the next session of a webinar that has none',
		...sessions,
		parameters: { ...live, webinarId: fromList('7') },
		names: ['Next Upcoming Session', 'The webinar has no session.'],
	},
	{
		what: 'the sessions to list registrants of',
		...sessions,
		parameters: { resource: 'live', operation: 'getRegistrants', webinarId: fromList('2') },
		names: ['All Sessions', 'Next Upcoming Session', new RegExp(`^Series from ${DATE} 18:00$`)],
	},
	...[fromList('2'), byId(expressions['as it stands']), byId('')].map((webinarId, index) => ({
		what: `the sessions to watch of ${['a webinar', ...Object.keys(expressions)][index]}`,
		...sessions,
		nodeType: TRIGGER_TYPE,
		parameters: { resource: 'live', event: 'registrantAdded', webinarId },
		names: [
			'All Sessions',
			index === 0
				? new RegExp(`^Series from ${DATE} 18:00$`)
				: 'Webinar has no value yet: run the previous nodes.',
		],
	})),
];

const refusals = [
	{
		what: 'the custom fields of a webinar that is not known yet',
		...customFields,
		parameters: { ...live, webinarId: byId('={{ $json.webinar }}') },
		message: 'Webinar has no value yet: run the previous nodes.',
	},
];

describe("the editor's lists", () => {
	let workbench: Workbench;

	beforeAll(async () => {
		workbench = await Workbench.open();
	});
	afterAll(() => workbench?.close());

	it.each(lists)('show $what', async ({ method, field, parameters, names, ...options }) => {
		const items = await workbench.list(method, field, parameters, options);
		expect(items.map(({ name }) => name)).toEqual(
			names.map((name) => (name instanceof RegExp ? (expect.stringMatching(name) as string) : name)),
		);
	});

	it.each(refusals)('refuse $what', async ({ method, field, parameters, message }) => {
		await expect(workbench.list(method, field, parameters)).rejects.toThrow(message);
	});

	it('say that the key is wrong', async () => {
		const data = { ...sandboxCredential(workbench.sandbox), apiKey: 'wrong' };
		const credential = await createCredential(workbench.n8n, 'Wrong key', data);
		await expect(workbench.list('searchWebinars', 'webinarId', live, { credential })).rejects.toThrow(
			'The service does not accept the API key',
		);
	});
});
