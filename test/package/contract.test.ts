import type { INodeProperties, INodeType } from 'n8n-workflow';

import { TestEngine } from '../support/engine';

/**
 * What saved workflows and credentials hold of the package: names, types, values and defaults. Each must be in the
 * built nodes. More may be there.
 */

interface Parameter {
	type: string;
	default: unknown;
	required?: true;
	/** Of a choice. */
	values?: unknown[];
	/** Of a resource locator: its modes, with the method that fills a list. */
	modes?: string[];
	/** Of a collection, by name. */
	members?: Parameters;
}
type Parameters = Record<string, Parameter>;

const text = { type: 'string', default: '' };
const needed = { ...text, required: true as const };
const flag = (value: boolean) => ({ type: 'boolean', default: value });
const number = (value: number) => ({ type: 'number', default: value });
const choice = (value: unknown, ...others: unknown[]) => ({
	type: 'options',
	default: value,
	values: [value, ...others],
});
const collection = (members: Parameters, value = {}) => ({ type: 'collection', default: value, members });
const group = (name: string, members: Parameters, value = {}) => ({
	type: 'fixedCollection',
	default: value,
	members: { [name]: { type: 'group', default: undefined, members } },
});
const locator = (value: object, ...modes: string[]) => ({ type: 'resourceLocator', default: value, modes });

const empty = { mode: 'list', value: '' };
const next = { mode: 'list', value: 'next', cachedResultName: 'Next Upcoming Session' };
const webinarId = { ...locator(empty, 'list searchWebinars', 'id', 'url'), required: true as const };
const schedule = locator(next, 'list searchSchedules', 'id');
const anySchedule = locator(empty, 'list searchSchedules', 'id');
const paging = { returnAll: flag(false), limit: number(50) };
const phone = { phoneCountryCode: text, phone: text };
const customField = {
	label: locator(empty, 'list searchCustomFields', 'label'),
	value: locator({ mode: 'text', value: '' }, 'list searchCustomFieldOptions', 'text'),
};
const time = { left: choice(4, 3), minutes: number(30) };
const inRoom = group('time', time, { time: { left: 4, minutes: 30 } });

const resource = choice('live', 'automated');
const operation = choice(
	'register',
	...['getAll', 'get', 'getSessions', 'createOneClickLink', 'getRegistrants', 'unsubscribe'],
);
const emailTool = choice(
	'mailchimp',
	...['activeCampaign', 'aweber', 'brevo', 'campaignMonitor', 'drip', 'getResponse', 'highLevel', 'hubSpot'],
	...['keap', 'kit', 'klaviyo', 'mailerLite', 'mautic', 'omnisend', 'ontraport', 'custom'],
);
const additionalFields = {
	...{ lastName: text, ...phone, ipAddress: text, country: text, state: text, smsConsent: flag(false) },
	timezoneId: choice(3, 2),
	customFields: group('field', customField),
};

const operations: Record<string, Parameters> = {
	getAll: paging,
	get: { webinarId },
	getSessions: {
		...paging,
		webinarScope: choice('all', 'one'),
		webinarId,
		filters: collection({ withinDays: number(7), titleContains: text, includeUndated: flag(false) }),
	},
	register: {
		...{ webinarId, schedule, firstName: needed, email: needed },
		additionalFields: collection(additionalFields, { lastName: '' }),
		options: collection(
			{ attendeeConsent: flag(true), ifAlreadyRegistered: choice('return', 'register', 'skip') },
			{ attendeeConsent: true },
		),
	},
	createOneClickLink: {
		...{ webinarId, schedule, linkFor: choice('emailTool', 'contact'), emailTool },
		mergeFields: collection(
			{ firstName: text, lastName: text, email: text, ...phone, timezone: text },
			{ email: '', firstName: '' },
		),
		includeFields: { type: 'multiOptions', default: [], values: ['lastName', 'phone', 'timezone'] },
		...{ contactFirstName: needed, contactEmail: needed },
		contactFields: collection({ lastName: text, ...phone }),
		options: collection({ dashboardLink: text }),
	},
	getRegistrants: {
		...{ webinarId, schedule: anySchedule, ...paging, simplify: flag(true) },
		filters: collection({
			...{ attendedLive: choice(1, 2), attendedReplay: choice(1, 2), purchased: choice(1, 2), search: text },
			...{ attendedLiveSeconds: inRoom, attendedReplaySeconds: inRoom },
			dateRange: choice(8, 1, 2, 3, 4, 5, 6, 7),
		}),
	},
	unsubscribe: { webinarId, unsubscribeBy: choice('email', 'leadId'), leadId: needed, email: needed },
};
const automatedOnly: Record<string, Parameters> = {
	...Object.fromEntries(
		['get', 'getSessions', 'register', 'createOneClickLink'].map((name) => [name, { timezone: text }]),
	),
	register: {
		timezone: text,
		additionalFields: collection({ ...additionalFields, sessionDate: text }, { lastName: '' }),
	},
};

const watched = {
	...{ webinarScope: choice('one', 'all'), webinarId, schedule: anySchedule },
	options: collection({ titleContains: text }),
};
const registrants = { ...watched, simplify: flag(true) };
const minutesInRoom = number(30);
const minutesAfterStart = number(180);

const events: Record<string, Parameters> = {
	registrantAdded: registrants,
	registrantAttended: registrants,
	registrantAttendedLive: registrants,
	registrantAttendedReplay: registrants,
	registrantDidNotAttend: { ...registrants, minutesAfterStart },
	registrantLeftEarly: { ...registrants, minutesInRoom, minutesAfterStart },
	registrantStayed: { ...registrants, minutesInRoom },
	registrantPurchased: registrants,
	webinarPublished: {},
	sessionStarting: { ...watched, minutesBefore: number(60) },
};
const [firstEvent = '', ...otherEvents] = Object.keys(events);

const credential: Parameters = {
	apiKey: needed,
	service: choice('webinarJam', 'custom'),
	...{ baseUrl: needed, eventUrl: text },
	livePath: { ...needed, default: 'live' },
	automatedPath: { ...needed, default: 'automated' },
	callsPerSecond: number(20),
};

/** The fields that can be shown when these values are chosen, by name. */
function shownIn(properties: INodeProperties[], chosen: Record<string, string>): Record<string, unknown> {
	const isShown = ({ displayOptions }: INodeProperties) =>
		Object.entries(displayOptions?.show ?? {}).every(([condition, values]) => {
			// A leading "/" names a parameter from within a collection.
			const value = chosen[condition.replace(/^\//, '')];
			return value === undefined || values?.some((one) => one === value);
		});
	return Object.fromEntries(
		properties.filter(isShown).map((property) => [property.name, describeField(property, chosen)]),
	);
}

function describeField(property: INodeProperties, chosen: Record<string, string>) {
	const { type, default: value, required = false, options = [], modes = [] } = property;
	const members = options.filter((option) => 'type' in option);
	const groups = options.filter((option) => 'values' in option);
	return {
		...{ type, default: value, required },
		values: options.flatMap((option) => ('value' in option ? [option.value] : [])),
		modes: modes.map(({ name, typeOptions }) =>
			[name, typeOptions?.searchListMethod].filter(Boolean).join(' '),
		),
		members: {
			...shownIn(members, chosen),
			...Object.fromEntries(
				groups.map(({ name, values }) => [name, { members: shownIn(values, chosen) }] as const),
			),
		},
	};
}

/** Matches fields that have all of this, and more. */
const matching = (parameters: Parameters): object =>
	Object.fromEntries(
		Object.entries(parameters).map(
			([name, { required, values = [], modes = [], members = {}, ...field }]) => [
				name,
				field.type === 'group'
					? { members: matching(members) }
					: {
							...field,
							required: required ?? false,
							values: expect.arrayContaining(values) as unknown,
							modes: expect.arrayContaining(modes) as unknown,
							members: matching(members),
						},
			],
		),
	);

describe('the contract', () => {
	let engine: TestEngine;
	beforeAll(async () => {
		engine = await TestEngine.load();
	});
	const fieldsOf = ({ description }: INodeType, chosen: Record<string, string> = {}) =>
		shownIn(description.properties, chosen);

	it('has the credential', () => {
		expect(engine.credentialType.name).toBe('webinarAccountApi');
		expect(shownIn(engine.credentialType.properties, {})).toMatchObject(matching(credential));
	});

	it.each(['live', 'automated'])('has the operations of %s webinars', (name) => {
		expect(fieldsOf(engine.nodeType, { resource: name })).toMatchObject(matching({ resource, operation }));
	});

	const rows = Object.entries(operations).flatMap(([name, parameters]) => [
		{ product: 'live', name, parameters },
		{ product: 'automated', name, parameters: { ...parameters, ...automatedOnly[name] } },
	]);

	it.each(rows)('has the parameters of $product $name', ({ product, name, parameters }) => {
		const fields = fieldsOf(engine.nodeType, { resource: product, operation: name });
		expect(fields).toMatchObject(matching(parameters));
	});

	it.each(['get', 'register'])('has no option of %s for what is always in the output', (name) => {
		const fields = fieldsOf(engine.nodeType, { resource: 'live', operation: name });
		expect(fields).not.toHaveProperty('options.members.addStartTimes');
		expect(fields).not.toHaveProperty('options.members.addWebinarTitle');
	});

	it.each(Object.entries(events))('has the parameters of the event %s', (name, parameters) => {
		const common = { resource, event: choice(firstEvent, ...otherEvents) };
		const fields = fieldsOf(engine.triggerType, { event: name });
		expect(fields).toMatchObject(matching({ ...common, ...parameters }));
	});

	it('has both nodes in version 1, with the credential', () => {
		const credentials = [{ name: 'webinarAccountApi' }];
		expect(engine.nodeType.description).toMatchObject({
			...{ name: 'webinarAccount', version: 1, usableAsTool: true, credentials },
			...{ inputs: ['main'], outputs: ['main'] },
		});
		expect(engine.triggerType.description).toMatchObject({
			...{ name: 'webinarAccountTrigger', version: 1, polling: true, credentials },
			...{ inputs: [], outputs: ['main'] },
		});
		expect(Object.keys(engine.nodeType.methods?.listSearch ?? {})).toEqual(
			expect.arrayContaining(['searchWebinars', 'searchSchedules', 'searchCustomFields']),
		);
	});
});
