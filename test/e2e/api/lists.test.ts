import type { INodeParameters } from 'n8n-workflow';

import { byId, sandboxCredential } from '../../../tools/engine/parameters';
import { createCredential } from '../../../tools/realN8n/credentials';
import { TRIGGER_TYPE, useWorkbench } from '../support/workbench';
import { matching } from '../../support/matchers';

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

const sessions = { method: 'searchSchedules', field: 'schedule' };

/** A row for each list; test/workflow asserts what each shows. */
const lists: readonly List[] = [
	{
		what: 'the webinars to watch, by a search',
		method: 'searchWebinars',
		field: 'webinarId',
		nodeType: TRIGGER_TYPE,
		parameters: { resource: 'automated', event: 'registrantAdded' },
		filter: 'anywhere',
		names: [/^102 · attendee.s zone · Evergreen Anywhere – /, /^108 · attendee.s zone · Clinic Anywhere – /],
	},
	{
		what: 'the custom fields of a webinar',
		method: 'searchCustomFields',
		field: 'additionalFields.customFields.field[0].label',
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
		what: 'what is missing for the sessions of a webinar by an expression',
		...sessions,
		parameters: { ...live, webinarId: byId('={{ $json.webinar }}') },
		names: ['Next Upcoming Session', 'Webinar has no value yet: run the previous nodes.'],
	},
];

describe("the editor's lists", () => {
	const workbench = useWorkbench();

	it.each(lists)('show $what', async ({ method, field, parameters, names, ...options }) => {
		const items = await workbench.list(method, field, parameters, options);
		expect(items.map(({ name }) => name)).toEqual(
			names.map((name) => (name instanceof RegExp ? matching(name) : name)),
		);
	});

	it('say that the key is wrong', async () => {
		const data = { ...sandboxCredential(workbench.sandbox), apiKey: 'wrong' };
		const credential = await createCredential(workbench.n8n, 'Wrong key', data);
		await expect(workbench.list('searchWebinars', 'webinarId', live, { credential })).rejects.toThrow(
			'The service does not accept the API key',
		);
	});
});
