import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { operations } from '../../nodes/WebinarAccount/operations';
import { type ProductName, products } from '../../nodes/WebinarAccount/service/products';
import { WebinarAccount } from '../../nodes/WebinarAccount/WebinarAccount.node';
import { byId } from '../support/harness';
import { markOf as mark } from './hostileJson';
import { type ValidValues, type Values } from './hostileItems';

/** An operation whose parameters all come from the item by expressions. */
export interface ItemPlan {
	name: string;
	operation: string;
	parameters: INodeParameters;
	/** What the items hold where nothing is wrong. */
	valid: ValidValues;
}

const { description } = new WebinarAccount();
const from = (name: string) => `={{ $json.${name} }}`;

/** What is filled in, by the name of the field; in any other field its default. */
const filledIn = (item: number, product: ProductName): Values => ({
	firstName: mark(item),
	contactFirstName: mark(item),
	lastName: mark(item),
	email: `${mark(item)}@example.com`,
	contactEmail: `${mark(item)}@example.com`,
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
	leadId: 12,
	emailTool: 'custom',
	linkFor: item % 2 === 0 ? 'contact' : 'emailTool',
	unsubscribeBy: item % 2 === 0 ? 'email' : 'leadId',
	...(product === 'live'
		? { webinarId: 8, schedule: '81' }
		: { webinarId: 102, schedule: '1021', timezone: 'Europe/London', sessionDate: '2026-03-02 16:00' }),
});

/** Only a link of the sandbox would be valid. */
const LEFT_OUT = ['dashboardLink'];

/** An expression in each field, also within collections; the names and defaults of the fields go to a list. */
function byExpressions(fields: readonly INodeProperties[], defaults: Values): INodeParameters {
	const expressionOf = ({ name, type, options = [], typeOptions, default: value }: INodeProperties) => {
		if (type === 'collection') {
			const members = options.filter((option) => 'type' in option);
			return byExpressions(members, defaults);
		}
		if (type === 'fixedCollection') {
			const [group] = options.filter((option) => 'values' in option);
			const entry = byExpressions(group?.values ?? [], defaults);
			return { [group?.name ?? '']: typeOptions?.multipleValues ? [entry] : entry };
		}
		defaults[name] = type === 'resourceLocator' ? '' : value;
		return type === 'resourceLocator' ? byId(from(name)) : from(name);
	};
	const taken = fields.filter(({ name, type }) => type !== 'notice' && !LEFT_OUT.includes(name));
	return Object.fromEntries(taken.map((field) => [field.name, expressionOf(field)]));
}

function planOf(product: ProductName, operation: string): ItemPlan {
	const selectors = ['webinarScope', 'linkFor', 'emailTool', 'unsubscribeBy'];
	const chosen = Object.fromEntries(selectors.map((name) => [name, from(name)]));
	const all = { resource: product, operation, ...chosen };
	const shown = description.properties
		.filter(({ name }) => name !== 'resource' && name !== 'operation')
		.filter((field) => NodeHelpers.displayParameter(all, field, null, description));
	const defaults: Values = {};
	const parameters = { resource: product, operation, ...byExpressions(shown, defaults) };
	const valid = (item: number) => {
		const given = filledIn(item, product);
		// Get Registrants has a period under the name under which Register has a date.
		if (operation === 'getRegistrants') given.sessionDate = 'yesterday';
		return Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, given[name] ?? value]));
	};
	return { name: `${operation}, ${product}`, operation, parameters, valid };
}

/** The same with a single expression for each collection, and with a webinar by its address. */
function inWhole({ name, parameters, ...plan }: ItemPlan): ItemPlan {
	return {
		...plan,
		name: `${name}, with whole collections`,
		parameters: {
			...parameters,
			webinarId: { __rl: true, mode: 'url', value: from('address') },
			additionalFields: from('more'),
			options: from('options'),
		},
		valid: (item) => ({
			...filledIn(item, 'automated'),
			address: 'https://event.example.com/register/101/evb1101',
			schedule: 'next',
			more: {},
			options: {},
		}),
	};
}

export const itemPlans: ItemPlan[] = [
	...Object.values(products).flatMap(({ name }) => operations.map(({ value }) => planOf(name, value))),
	inWhole(planOf('automated', 'register')),
];
