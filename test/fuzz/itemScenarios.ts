import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { operations } from '../../nodes/WebinarAccount/operations';
import { type ProductName, products } from '../../nodes/WebinarAccount/service/products';
import { WebinarAccount } from '../../nodes/WebinarAccount/WebinarAccount.node';
import { byId } from '../support/harness';
import { automated, live } from '../support/sandboxWebinars';
import type { Values } from './randomItem';
import { markOf } from './randomJson';

/** An operation whose parameters are all expressions, so that each value comes from the input item. */
export interface ItemScenario {
	name: string;
	operation: string;
	parameters: INodeParameters;
	/** Returns valid values for an item. Some contain the item's mark. */
	validValues: (item: number) => Values;
}

const { description } = new WebinarAccount();

/** Returns an expression for a field of the input item. */
const fieldOfItem = (name: string) => `={{ $json.${name} }}`;

/** Valid values by the name of the parameter. A parameter without one has its default. */
function validValuesFor(item: number, product: ProductName): Values {
	const session =
		product === 'live'
			? { webinarId: live.customFields, schedule: '81' }
			: {
					webinarId: automated.attendeeZone,
					schedule: '1021',
					timezone: 'Europe/London',
					sessionDate: '2026-03-02 16:00',
				};
	return {
		...session,
		firstName: markOf(item),
		contactFirstName: markOf(item),
		lastName: markOf(item),
		email: `${markOf(item)}@example.com`,
		contactEmail: `${markOf(item)}@example.com`,
		phoneCountryCode: '+44',
		phone: '2079460000',
		ipAddress: '203.0.113.7',
		country: 'Nepal',
		label: 'whereDidYouHearAboutUs',
		value: 'Radio',
		ifAlreadyRegistered: 'skip',
		webinarScope: 'one',
		titleContains: 'e',
		search: 'a',
		// The minutes are valid only with these choices.
		attendedLive: 'leftAfter',
		attendedReplay: 'leftBefore',
		leadId: 12,
		emailTool: 'custom',
		linkFor: item % 2 === 0 ? 'contact' : 'emailTool',
		unsubscribeBy: item % 2 === 0 ? 'email' : 'leadId',
	};
}

/** The dashboard link is not tested, because a valid one needs the sandbox's URL. */
const OMITTED = ['dashboardLink'];

/**
 * Returns parameters with an expression in each field, also within collections.
 * @param defaults receives the name and default of each field
 */
function expressionsFor(fields: readonly INodeProperties[], defaults: Values): INodeParameters {
	const expressionFor = ({ name, type, options = [], typeOptions, default: value }: INodeProperties) => {
		if (type === 'collection') {
			const entries = options.filter((option) => 'type' in option);
			return expressionsFor(entries, defaults);
		}
		if (type === 'fixedCollection') {
			const [group] = options.filter((option) => 'values' in option);
			const entry = expressionsFor(group?.values ?? [], defaults);
			return { [group?.name ?? '']: typeOptions?.multipleValues ? [entry] : entry };
		}
		defaults[name] = type === 'resourceLocator' ? '' : value;
		return type === 'resourceLocator' ? byId(fieldOfItem(name)) : fieldOfItem(name);
	};
	const filled = fields.filter(({ name, type }) => type !== 'notice' && !OMITTED.includes(name));
	return Object.fromEntries(filled.map((field) => [field.name, expressionFor(field)]));
}

/** Returns the scenario of an operation, with an expression in each field that its form shows. */
function scenarioFor(product: ProductName, operation: string): ItemScenario {
	const selectors = ['webinarScope', 'linkFor', 'emailTool', 'unsubscribeBy'];
	const selections = Object.fromEntries(selectors.map((name) => [name, fieldOfItem(name)]));
	const form = { resource: product, operation, ...selections };
	const shownFields = description.properties
		.filter(({ name }) => name !== 'resource' && name !== 'operation')
		.filter((field) => NodeHelpers.displayParameter(form, field, null, description));
	const defaults: Values = {};
	const parameters = { resource: product, operation, ...expressionsFor(shownFields, defaults) };
	const validValues = (item: number) => {
		const values = validValuesFor(item, product);
		// Session Date is a period in lists, and a date in Register.
		if (operation === 'getRegistrants') values.sessionDate = 'yesterday';
		if (operation === 'getSessions') values.sessionDate = 'next7Days';
		const withDefaults = Object.entries(defaults).map(([name, value]) => [name, values[name] ?? value]);
		return Object.fromEntries(withDefaults) as Values;
	};
	return { name: `${operation}, ${product}`, operation, parameters, validValues };
}

/** Returns a scenario with one expression for each whole collection, and with a registration page as the webinar. */
function withWholeCollections({ name, operation, parameters }: ItemScenario): ItemScenario {
	return {
		name: `${name}, with whole collections`,
		operation,
		parameters: {
			...parameters,
			webinarId: { __rl: true, mode: 'url', value: fieldOfItem('registrationPage') },
			additionalFields: fieldOfItem('additionalFields'),
			options: fieldOfItem('options'),
		},
		validValues: (item) => ({
			...validValuesFor(item, 'automated'),
			registrationPage: 'https://event.example.com/register/101/evb1101',
			schedule: 'next',
			additionalFields: {},
			options: {},
		}),
	};
}

export const itemScenarios: ItemScenario[] = [
	...Object.values(products).flatMap(({ name }) => operations.map(({ value }) => scenarioFor(name, value))),
	withWholeCollections(scenarioFor('automated', 'register')),
];
