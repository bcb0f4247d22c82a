import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../support/harness';
import { markOf as mark } from './hostileJson';
import { type ValidValues, type Values } from './hostileItems';

/** An operation whose parameters all come from the item by expressions. */
export interface ItemPlan {
	name: string;
	parameters: INodeParameters;
	/** What the items hold where nothing is wrong. */
	valid: ValidValues;
	/** Whether every item comes to exactly one. */
	isSingle: boolean;
	/** Whether the service rejects even what is valid. */
	isRejected?: boolean;
	/** Whether it registers people. */
	registers: boolean;
}

const from = (name: string) => `={{ $json.${name} }}`;
const row = (label: string, value: string): INodeParameters => ({
	label: { __rl: true, mode: 'label', value: from(label) },
	value: from(value),
});

const person = (item: number): Values => ({ firstName: mark(item), email: `${mark(item)}@example.com` });
const additional = (item: number): Values => ({
	lastName: mark(item),
	phoneCountryCode: '+44',
	phone: '2079460000',
	ipAddress: '203.0.113.7',
	country: 'Nepal',
	state: 'x',
	timezoneId: 2,
	smsConsent: true,
});

const register = (name: string, parameters: INodeParameters, valid: ValidValues): ItemPlan => ({
	name: `register ${name}`,
	parameters: {
		operation: 'register',
		firstName: from('firstName'),
		email: from('email'),
		...parameters,
	},
	valid: (item) => ({ ...person(item), ...valid(item) }),
	isSingle: true,
	registers: true,
});

const plan = (
	operation: string,
	parameters: INodeParameters,
	valid: ValidValues,
	isSingle = true,
): ItemPlan => ({
	name: `${operation} ${String(Object.keys(parameters).at(-1))}`,
	parameters: { operation, ...parameters },
	valid,
	isSingle,
	registers: false,
});

export const itemPlans: ItemPlan[] = [
	register(
		'in live',
		{
			resource: 'live',
			webinarId: byId(from('webinar')),
			schedule: byId(from('session')),
			additionalFields: {
				...Object.fromEntries(Object.keys(additional(0)).map((field) => [field, from(field)])),
				customFields: { field: [row('label', 'answer')] },
			},
		},
		(item) => ({
			...additional(item),
			webinar: 8,
			session: 'next',
			label: 'whereDidYouHearAboutUs',
			answer: 'Radio',
		}),
	),
	register(
		'in automated',
		{
			resource: 'automated',
			webinarId: byId(from('webinar')),
			schedule: byId(from('session')),
			timezone: from('zone'),
			options: {
				attendeeConsent: from('consent'),
				ifAlreadyRegistered: from('already'),
			},
		},
		() => ({
			webinar: 102,
			session: '1021',
			zone: 'Europe/London',
			consent: 'yes',
			already: 'skip',
		}),
	),
	register(
		'with whole collections',
		{
			resource: 'automated',
			webinarId: from('webinar'),
			schedule: from('session'),
			timezone: from('zone'),
			additionalFields: from('fields'),
			options: from('options'),
		},
		() => ({ webinar: 101, session: 'next', zone: 'GMT+2', fields: {}, options: {} }),
	),
	plan(
		'getAll',
		{ resource: 'live', returnAll: from('all'), limit: from('limit') },
		() => ({ all: false, limit: 2 }),
		false,
	),
	plan(
		'get',
		{
			resource: 'automated',
			webinarId: { __rl: true, mode: 'url', value: from('address') },
			timezone: from('zone'),
		},
		() => ({ address: 'https://event.example.com/register/101/evb1101', zone: 'GMT-5' }),
	),
	plan(
		'createOneClickLink',
		{
			resource: 'automated',
			webinarId: byId(from('webinar')),
			schedule: byId(from('session')),
			timezone: from('zone'),
			linkFor: 'contact',
			contactFirstName: from('firstName'),
			contactEmail: from('email'),
			contactFields: { lastName: from('lastName'), phoneCountryCode: from('code'), phone: from('phone') },
			includeFields: from('include'),
		},
		(item) => ({
			...person(item),
			...{ webinar: 102, session: 'next', zone: 'Asia/Kathmandu', lastName: mark(item) },
			...{ code: '+1', phone: '2025550143', include: ['timezone'] },
		}),
	),
	plan(
		'createOneClickLink',
		{
			resource: 'live',
			webinarId: byId(from('webinar')),
			linkFor: from('linkFor'),
			contactFirstName: 'Ann',
			contactEmail: 'ann@example.com',
			emailTool: from('tool'),
			includeFields: from('include'),
			mergeFields: {
				firstName: from('firstName'),
				lastName: from('lastName'),
				email: from('email'),
				phoneCountryCode: from('code'),
				phone: from('phone'),
				timezone: from('zone'),
			},
		},
		(item) => ({
			...{ webinar: 1, linkFor: 'emailTool', tool: 'custom', include: ['lastName', 'phone'] },
			...{
				firstName: mark(item),
				lastName: mark(item),
				email: '%EMAIL%',
				code: '%C%',
				phone: '%P%',
				zone: '',
			},
		}),
	),
	plan(
		'getRegistrants',
		{
			resource: 'live',
			webinarId: byId(from('webinar')),
			schedule: byId(from('session')),
			limit: from('limit'),
			filters: {
				attendedLive: from('attended'),
				attendedLiveSeconds: { time: { left: 4, minutes: from('minutes') } },
				dateRange: from('range'),
				purchased: from('purchased'),
				search: from('search'),
			},
			simplify: from('simplify'),
		},
		() => ({
			...{ webinar: 1, session: '11', limit: 50, attended: 1, minutes: 30, range: 8, purchased: 1 },
			...{ search: 'a', simplify: true },
		}),
		false,
	),
	plan(
		'getSessions',
		{
			resource: 'automated',
			webinarScope: from('scope'),
			webinarId: byId(from('webinar')),
			timezone: from('zone'),
			limit: from('limit'),
			filters: { withinDays: from('days'), titleContains: from('title'), includeUndated: from('undated') },
		},
		() => ({
			...{ scope: 'one', webinar: 101, zone: 'GMT-5', limit: 50 },
			...{ days: 30, title: 'e', undated: true },
		}),
		false,
	),
	{
		...plan(
			'unsubscribe',
			{ resource: 'live', webinarId: byId(from('webinar')), unsubscribeBy: 'email', email: from('email') },
			(item) => ({ ...person(item), webinar: 1 }),
		),
		// Nobody is registered.
		isRejected: true,
	},
	{
		...plan(
			'unsubscribe',
			{ resource: 'live', webinarId: byId(from('webinar')), unsubscribeBy: 'leadId', leadId: from('lead') },
			() => ({
				webinar: 1,
				lead: 12,
			}),
		),
		// Nobody is registered.
		isRejected: true,
	},
];
