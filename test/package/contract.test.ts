import type { INodeProperties } from 'n8n-workflow';

import { TestEngine } from '../support/engine';

/**
 * What saved workflows and credentials hold of the package: names, types, values and defaults. Each must be in the
 * built nodes. More may be there.
 */

interface Parameter {
	type: string;
	default: unknown;
	required?: boolean;
	/** Of a choice. */
	values?: unknown[];
	/** Of a resource locator: its modes, with the method that fills a list. */
	modes?: string[];
	/** Of a collection, by name; those of a group begin with the group's name. */
	members?: Parameters;
}
type Parameters = Record<string, Parameter>;

const text = { type: 'string', default: '' };
const needed = { ...text, required: true };
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
	members: Object.fromEntries(Object.entries(members).map(([member, rest]) => [`${name}.${member}`, rest])),
});
const locator = (value: object, ...modes: string[]) => ({ type: 'resourceLocator', default: value, modes });

const empty = { mode: 'list', value: '' };
const next = { mode: 'list', value: 'next', cachedResultName: 'Next Upcoming Session' };
const webinarId = { ...locator(empty, 'list searchWebinars', 'id', 'url'), required: true };
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

/** One line for each fact that a saved workflow relies on. */
const factsOf = (path: string, { type, default: value, required = false, values, modes }: Parameter) => [
	`${path}: ${type}${required ? ', required' : ''}, by default ${JSON.stringify(value)}`,
	...(values ?? []).map((one) => `${path}: the value ${JSON.stringify(one)}`),
	...(modes ?? []).map((mode) => `${path}: the mode ${mode}`),
];
const factsIn = (parameters: Parameters, path = ''): string[] =>
	Object.entries(parameters).flatMap(([name, parameter]) => [
		...factsOf(path + name, parameter),
		...factsIn(parameter.members ?? {}, `${path}${name}.`),
	]);

/** The same of the fields that can be shown when these values are chosen. */
const shown = (properties: INodeProperties[], chosen: Record<string, string>, path = ''): string[] => {
	const isShown = ({ displayOptions }: INodeProperties) =>
		Object.entries(displayOptions?.show ?? {}).every(([condition, values]) => {
			// A leading "/" names a parameter from within a collection.
			const value = chosen[condition.replace(/^\//, '')];
			return value === undefined || values?.some((one) => one === value);
		});
	return properties.filter(isShown).flatMap(({ name, options = [], modes = [], required, ...field }) => [
		...factsOf(path + name, {
			...{ type: field.type, default: field.default, ...(required && { required }) },
			values: options.flatMap((option) => ('value' in option ? [option.value] : [])),
			modes: modes.map((mode) => [mode.name, mode.typeOptions?.searchListMethod].filter(Boolean).join(' ')),
		}),
		...options.flatMap((option) => {
			if ('values' in option) return shown(option.values, chosen, `${path}${name}.${option.name}.`);
			return 'type' in option ? shown([option], chosen, `${path}${name}.`) : [];
		}),
	]);
};

describe('the contract', () => {
	let engine: TestEngine;
	beforeAll(async () => {
		engine = await TestEngine.load();
	});
	const expectFacts = (fields: INodeProperties[], chosen: Record<string, string>, contract: Parameters) => {
		const there = shown(fields, chosen);
		expect(factsIn(contract).filter((fact) => !there.includes(fact))).toEqual([]);
	};

	it('has the credential', () => {
		expect(engine.credentialType.name).toBe('webinarAccountApi');
		expectFacts(engine.credentialType.properties, {}, credential);
	});

	const rows = ['live', 'automated'].flatMap((product) =>
		Object.keys(operations).map((name) => [product, name] as const),
	);

	it.each(rows)('has the parameters of %s %s', (product, name) => {
		const others = product === 'automated' ? automatedOnly[name] : {};
		expectFacts(
			engine.nodeType.description.properties,
			{ resource: product, operation: name },
			{ resource, operation, ...operations[name], ...others },
		);
	});

	it.each(Object.entries(events))('has the parameters of the event %s', (name, parameters) => {
		const event = choice(firstEvent, ...otherEvents);
		expectFacts(
			engine.triggerType.description.properties,
			{ event: name },
			{ resource, event, ...parameters },
		);
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
