import {
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	NodeHelpers,
	Workflow,
} from 'n8n-workflow';

import { newNode, nodeTypes } from '../../tools/engine/workflow';
import { byId, useHarness } from '../support/harness';
import { containing } from '../support/matchers';

const NAME = 'Node';

const harness = useHarness();

/** Returns the line that the editor shows under the name of a node with these parameters. */
function subtitleOf(type: INodeType, parameters: INodeParameters): unknown {
	const node = newNode(NAME, NAME, parameters);
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypes({ [NAME]: type }),
	});
	return workflow.expression.getSimpleParameterValue(node, type.description.subtitle ?? '', 'internal', {});
}

/** Returns the options of a field of that name. */
function optionsOf(properties: INodeProperties[], fieldName: string): INodePropertyOptions[] {
	const field = properties.find(({ name }) => name === fieldName);
	return (field?.options ?? []).filter((option) => 'value' in option);
}

describe('the options of Include Fields', () => {
	it.each([
		{ emailTool: 'mailchimp', expected: ['lastName'] },
		{ emailTool: 'custom', expected: ['lastName', 'phone'] },
	])(
		'offers only the fields that a link can contain for the email tool $emailTool',
		({ emailTool, expected }) => {
			const { description } = harness.engine.nodeType;
			const parameters = {
				resource: 'live',
				operation: 'createOneClickLink',
				linkFor: 'emailTool',
				emailTool,
			};
			const node = newNode(NAME, NAME, parameters);
			const field = description.properties.find(({ name }) => name === 'includeFields');
			// The editor hides options by their display options.
			const offered = optionsOf(description.properties, 'includeFields').filter(
				({ displayOptions = {} }) =>
					field && NodeHelpers.displayParameter(parameters, { ...field, displayOptions }, node, description),
			);
			expect(offered.map(({ value }) => value)).toEqual(expected);
		},
	);
});

describe('the Register form', () => {
	it('shows Options, with Attendee Consent added, directly below Email', () => {
		const { description } = harness.engine.nodeType;
		const parameters = { resource: 'live', operation: 'register' };
		const node = newNode(NAME, NAME, parameters);
		const shown = description.properties.filter((field) =>
			NodeHelpers.displayParameter(parameters, field, node, description),
		);
		const names = shown.map(({ name }) => name);
		expect(names.slice(names.indexOf('email'))).toEqual(['email', 'options', 'additionalFields']);
		expect(shown.find(({ name }) => name === 'options')?.default).toEqual({ attendeeConsent: true });
	});
});

describe('fields that depend on other fields', () => {
	/** Returns the names that each field of a name depends on. n8n empties the field if one of them changes. */
	const dependenciesOf = ({ description }: INodeType, fieldName: string) =>
		description.properties
			.filter(({ name }) => name === fieldName)
			.map(({ typeOptions }) => typeOptions?.loadOptionsDependsOn);

	/** Returns the texts that the fields of Session show while they are empty. */
	const textsOfEmptySession = ({ description }: INodeType) => {
		const fields = description.properties.filter(({ name }) => name === 'schedule');
		const texts = fields.map(({ modes: [mode] = [] }) =>
			mode?.name === 'number' ? mode.hint : mode?.placeholder,
		);
		return new Set(texts);
	};

	it('clears Webinar when the user changes Resource, and clears Session when the user changes Resource or chooses another webinar', () => {
		for (const type of [harness.engine.nodeType, harness.engine.triggerType]) {
			// The name of the chosen entry changes only if the user chooses a webinar from the list. The value would also
			// change when an expression gets a new value, and n8n would then empty Session.
			const ofWebinar = dependenciesOf(type, 'webinarId').flat();
			expect(new Set(ofWebinar)).toEqual(new Set(['resource']));
			for (const ofSession of dependenciesOf(type, 'schedule')) {
				expect(ofSession).toEqual(['resource', 'webinarId.cachedResultName']);
			}
		}
	});

	it('keeps Session and the answers to custom fields while no webinar is chosen', () => {
		// n8n empties Webinar when the user changes Resource or the credential. It also deletes the values of hidden fields, so
		// these fields must not depend on Webinar.
		const { description } = harness.engine.nodeType;
		const parameters = {
			resource: 'live',
			operation: 'register',
			webinarId: { __rl: true, mode: 'list', value: '' },
			schedule: byId('={{ $json.session }}'),
			additionalFields: {
				customFields: {
					field: [
						{
							label: { __rl: true, mode: 'label', value: 'company' },
							value: { __rl: true, mode: 'text', value: '={{ $json.company }}' },
						},
					],
				},
			},
		};
		const node = newNode(NAME, NAME, parameters);
		const kept = NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			true,
			false,
			node,
			description,
		);
		expect(kept).toMatchObject(parameters);
	});

	it('shows in an empty Session field what leaving it empty means', () => {
		expect(textsOfEmptySession(harness.engine.nodeType)).toEqual(
			new Set([
				'Next Upcoming Session (default)',
				'All Sessions',
				"The webinar's dashboard shows the number (1, 2, 3)",
			]),
		);
		expect(textsOfEmptySession(harness.engine.triggerType)).toEqual(new Set(['All Sessions']));
	});
});

describe('the subtitle of a node on the canvas', () => {
	it("shows the action node's operation and resource", () => {
		const parameters = { resource: 'live', operation: 'createOneClickLink' };
		expect(subtitleOf(harness.engine.nodeType, parameters)).toBe('createOneClickLink: live');
	});

	it("shows the trigger's event and resource", () => {
		const parameters = { resource: 'automated', event: 'registrantDidNotAttend' };
		expect(subtitleOf(harness.engine.triggerType, parameters)).toBe('registrantDidNotAttend: automated');
	});
});

describe('the webinar list in the editor', () => {
	it("shows the next of several dates, and no date if the webinar also has a schedule's text", async () => {
		const schedules = [
			'Thursday, 10 Dec 2099, 02:00 PM',
			'Thu, 1 Oct 2020, 02:00 PM',
			'Tue, 9 Dec 2098, 9:00 AM',
		];
		const webinar = { webinar_id: 7, name: 'Evenings', timezone: 'Europe/Paris', schedules };
		const daily = {
			...webinar,
			webinar_id: 8,
			schedules: ['Just in time', ...schedules, 'Jeden Tag, 09:00'],
		};
		harness.respondWith('webinars', { webinars: [webinar, daily] });
		const webinars = await harness.loadChoices('searchWebinars', { resource: 'live' });
		expect(webinars.map(({ name }) => name)).toEqual([
			'Evenings · Tue 9 Dec 2098 09:00 · ID 7',
			'Evenings · Jeden Tag, 09:00 · ID 8',
		]);
	});

	it("does not show attendee's zone for a live webinar, because live webinars have no Timezone field", async () => {
		// The service has this value for automated webinars in the time zone of the attendee.
		harness.changeWebinar(4, { timezone: 'Eastern Time' });
		const webinars = await harness.loadChoices('searchWebinars', { resource: 'live' });
		expect(webinars[3]?.name).toBe('Flash Demo · Right now · ID 4');
	});

	it("shows attendee's zone for an automated webinar whose dates depend on the attendee's time zone", async () => {
		const webinars = await harness.loadChoices('searchWebinars', { resource: 'automated' });
		expect(webinars.slice(0, 2).map(({ name }) => name)).toEqual([
			'Evergreen Basics · Every day, 01:00 PM · ID 101',
			"Evergreen Anywhere · attendee's zone · Every day, 11:00 AM · ID 102",
		]);
	});

	it.each(['', ' ', null])(
		"shows attendee's zone for an automated webinar with the time zone %j, for which Register needs Timezone",
		async (timezone) => {
			const webinar = { webinar_id: 7, name: 'Evergreen', timezone };
			harness.respondWith('webinars', { webinars: [{ ...webinar, schedules: ['Every day, 11:00 AM'] }] });
			const [item] = await harness.loadChoices('searchWebinars', { resource: 'automated' });
			expect(item?.name).toBe("Evergreen · attendee's zone · Every day, 11:00 AM · ID 7");
			const schedules = [{ schedule: 61, date: '2099-03-05 11:00', comment: 'Every day, 11:00 AM' }];
			harness.respondWith('webinar', { webinar: { ...webinar, schedules } });
			const register = { resource: 'automated', operation: 'register', webinarId: byId(7) };
			const contact = { firstName: 'Ann', email: 'ann@example.com' };
			await harness.expectError({ ...register, ...contact }, 'The webinar needs a time zone');
		},
	);

	it("shows no attendee's zone for an automated webinar whose time zone has spaces around it", async () => {
		const webinar = { webinar_id: 7, name: 'Evergreen', timezone: ' Europe/London ' };
		harness.respondWith('webinars', { webinars: [{ ...webinar, schedules: ['Every day, 11:00 AM'] }] });
		const [item] = await harness.loadChoices('searchWebinars', { resource: 'automated' });
		expect(item?.name).toBe('Evergreen · Every day, 11:00 AM · ID 7');
	});

	it.each([
		['growth', ['2']],
		['ONE HOUR', ['1']],
		['certified practitioner', ['6']],
		['  ', ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']],
		['.*', []],
		['nothing like it', []],
		['id 2 growth', ['2']],
		['series of presentations', ['2']],
		['flash demo · right now · id 4', ['4']],
		['series 2 grow', ['2']],
		['evenings growth', ['2']],
	])(
		'finds webinars by words from their name, title, type, date, or ID, in any order: %j',
		async (filter, expected) => {
			const webinars = await harness.loadChoices('searchWebinars', { resource: 'live' }, filter);
			expect(webinars.map(({ value }) => value)).toEqual(expected);
		},
	);

	it('adds a space before a name that looks like an expression, so that n8n does not evaluate it', async () => {
		const name = '={{ $env.SECRET }}';
		harness.changeWebinar(1, { name, title: name });
		const [first] = await harness.loadChoices('searchWebinars', { resource: 'live' });
		expect(first).toMatchObject({ value: '1' });
		expect(first?.name.startsWith(` ${name} · `)).toBe(true);
	});

	it('fails with the advice to publish a webinar if the account has none', async () => {
		harness.sandbox.setWebinars([]);
		await expect(harness.loadChoices('searchWebinars', { resource: 'automated' })).rejects.toMatchObject({
			message: 'The account has no automated webinar',
			description: containing('Publish a webinar'),
		});
	});
});
