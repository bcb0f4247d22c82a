import type { INodeProperties, INodeType } from 'n8n-workflow';

import { Engine } from '../../engine';

/** Name → value, name, type of every parameter, the ones in collections as `collection.entry`. */
function parameters(properties: INodeProperties[], prefix = ''): Array<[string, INodeProperties]> {
	return properties.flatMap((property) => {
		const inner = property.type === 'collection' ? (property.options ?? []) : [];
		return [
			[`${prefix}${property.name}`, property] as [string, INodeProperties],
			...parameters(
				inner.filter((option): option is INodeProperties => 'displayName' in option && 'type' in option),
				`${prefix}${property.name}.`,
			),
		];
	});
}

function valuesOf(property: INodeProperties | undefined): unknown[] {
	return (property?.options ?? []).flatMap((option) => ('value' in option ? [option.value] : []));
}

describe('what saved workflows hold', () => {
	let engine: Engine;

	beforeAll(async () => {
		engine = await Engine.load();
	});

	it('is in the credential', () => {
		expect(
			Object.fromEntries(engine.credentialType.properties.map((field) => [field.name, field.default])),
		).toEqual({
			apiKey: '',
			service: 'webinarJam',
			baseUrl: '',
			eventUrl: '',
			livePath: 'live',
			automatedPath: 'automated',
			callsPerSecond: 20,
		});
	});

	it('is in the node', () => {
		const all = parameters(engine.nodeType.description.properties);
		const find = (name: string) => all.find(([each]) => each === name)?.[1];
		expect([...new Set(all.map(([name]) => name))].sort()).toEqual(
			[
				'additionalFields',
				'additionalFields.country',
				'additionalFields.customFields',
				'additionalFields.ipAddress',
				'additionalFields.lastName',
				'additionalFields.phone',
				'additionalFields.phoneCountryCode',
				'additionalFields.sessionDate',
				'additionalFields.smsConsent',
				'additionalFields.state',
				'additionalFields.timezoneId',
				'contactEmail',
				'contactFields',
				'contactFields.lastName',
				'contactFields.phone',
				'contactFields.phoneCountryCode',
				'contactFirstName',
				'email',
				'emailTool',
				'filters',
				'filters.attendedLive',
				'filters.attendedLiveSeconds',
				'filters.attendedReplay',
				'filters.attendedReplaySeconds',
				'filters.dateRange',
				'filters.purchased',
				'filters.search',
				'firstName',
				'includeFields',
				'leadId',
				'limit',
				'linkFor',
				'mergeFields',
				'mergeFields.email',
				'mergeFields.firstName',
				'mergeFields.lastName',
				'mergeFields.phone',
				'mergeFields.phoneCountryCode',
				'mergeFields.timezone',
				'notice',
				'operation',
				'options',
				'options.addStartTimes',
				'options.attendeeConsent',
				'options.dashboardLink',
				'options.ifAlreadyRegistered',
				'options.simplify',
				'resource',
				'returnAll',
				'schedule',
				'timezone',
				'webinarId',
			].sort(),
		);
		expect(valuesOf(find('resource'))).toEqual(['live', 'automated']);
		expect(valuesOf(find('operation'))).toEqual([
			'createOneClickLink',
			'get',
			'getAll',
			'getRegistrants',
			'register',
			'unsubscribe',
		]);
		expect(valuesOf(find('linkFor'))).toEqual(['emailTool', 'contact']);
		expect(valuesOf(find('includeFields'))).toEqual(['lastName', 'phone', 'timezone']);
		expect(find('webinarId')?.modes?.map(({ name }) => name)).toEqual(['list', 'id', 'url']);
		expect(find('schedule')?.modes?.map(({ name }) => name)).toEqual(['list', 'id']);
		expect(find('schedule')?.default).toMatchObject({ mode: 'list', value: 'next' });
		expect(find('limit')?.default).toBe(50);
	});

	it('is in the trigger node', () => {
		const all = parameters(engine.triggerType.description.properties);
		const find = (name: string) => all.find(([each]) => each === name)?.[1];
		expect(all.map(([name]) => name).sort()).toEqual(
			['event', 'minutesBefore', 'pollTimes', 'resource', 'schedule', 'webinarId'].sort(),
		);
		expect(valuesOf(find('resource'))).toEqual(['live', 'automated']);
		expect(valuesOf(find('event'))).toEqual([
			'registrantAdded',
			'registrantAttended',
			'registrantPurchased',
			'sessionStarting',
			'webinarPublished',
		]);
		expect(find('webinarId')?.modes?.map(({ name }) => name)).toEqual(['list', 'id', 'url']);
		expect(find('schedule')?.modes?.map(({ name }) => name)).toEqual(['list', 'id']);
		expect(find('schedule')?.default).toEqual({ mode: 'list', value: '' });
		expect(find('minutesBefore')?.default).toBe(60);
		const shownFor = (name: string) => find(name)?.displayOptions?.show?.event;
		const ofWebinar = ['registrantAdded', 'registrantAttended', 'registrantPurchased', 'sessionStarting'];
		expect([shownFor('webinarId'), shownFor('schedule')]).toEqual([ofWebinar, ofWebinar]);
		expect(shownFor('minutesBefore')).toEqual(['sessionStarting']);
	});

	it('is in the lists', () => {
		const listsOf = ({ methods }: INodeType) => Object.keys(methods?.listSearch ?? {}).sort();
		expect(listsOf(engine.nodeType)).toEqual(['searchCustomFields', 'searchSchedules', 'searchWebinars']);
		expect(listsOf(engine.triggerType)).toEqual(['searchSchedules', 'searchWebinars']);
	});
});
