import type { INodeParameters } from 'n8n-workflow';

import type { EndpointName } from '../../nodes/WebinarAccount/service/endpoints';
import { type ProductName, products } from '../../nodes/WebinarAccount/service/products';
import { byId } from '../support/harness';

/** A run in which each item requests the endpoint once, for the webinar whose ID is the item's number. */
export interface ResponseScenario {
	name: string;
	/** The endpoint with random responses. */
	endpoint: EndpointName;
	parameters: INodeParameters;
	/** Whether each input item results in exactly one output item. */
	hasOneOutputPerItem: boolean;
}

/** The operations that return any number of output items for an input item. */
export const LIST_OPERATIONS = ['getAll', 'getRegistrants', 'getSessions'];

interface ScenarioSettings {
	endpoint: EndpointName;
	operation: string;
	parameters?: INodeParameters;
}

function scenarioFor(product: ProductName, settings: ScenarioSettings): ResponseScenario {
	const { endpoint, operation, parameters } = settings;
	return {
		name: `${endpoint} in ${operation}, ${product}`,
		endpoint,
		parameters: { resource: product, operation, webinarId: byId('={{ $json.item }}'), ...parameters },
		hasOneOutputPerItem: !LIST_OPERATIONS.includes(operation),
	};
}

function forBothProducts(allSettings: readonly ScenarioSettings[]): ResponseScenario[] {
	return Object.values(products).flatMap(({ name }) =>
		allSettings.map((settings) => scenarioFor(name, settings)),
	);
}

/** The email address has the item's mark, as it does in the response to a registration. */
const person = { firstName: 'Ann', email: '=mark{{ $json.item }}mark@example.com' };

/** Merge fields for all fields that the live webinar requires. */
const mergeFields = {
	firstName: '*|FNAME|*',
	email: '*|EMAIL|*',
	customFields: { field: [{ label: byId('whereDidYouHearAboutUs'), value: '*|SOURCE|*' }] },
};

/** Every operation that reads a response of an endpoint with an item's webinar. */
export const scenarios: ResponseScenario[] = [
	...forBothProducts([
		{ endpoint: 'webinar', operation: 'get' },
		{ endpoint: 'webinar', operation: 'register', parameters: person },
		{
			endpoint: 'webinar',
			operation: 'createOneClickLink',
			parameters: { linkFor: 'emailTool', emailTool: 'custom', mergeFields },
		},
		{
			endpoint: 'webinar',
			operation: 'getSessions',
			parameters: { webinarScope: 'one', returnAll: true },
		},
		{ endpoint: 'register', operation: 'register', parameters: person },
		{ endpoint: 'registrants', operation: 'getRegistrants', parameters: { returnAll: true } },
		{ endpoint: 'registrants', operation: 'getRegistrants', parameters: { returnAll: false, limit: 2 } },
		{
			endpoint: 'registrants',
			operation: 'register',
			parameters: { ...person, options: { ifAlreadyRegistered: 'skip' } },
		},
		{
			endpoint: 'unsubscribe',
			operation: 'unsubscribe',
			parameters: { unsubscribeBy: 'leadId', leadId: '={{ $json.item }}' },
		},
	]),
	scenarioFor('automated', {
		endpoint: 'webinar',
		operation: 'register',
		parameters: { ...person, schedule: byId('1013|next'), timezone: 'Europe/London' },
	}),
];

const registrationPage = { __rl: true, mode: 'url', value: 'https://event.example.com/register/hash' };

/** Operations that read the webinar list, which is requested once for all items. */
export const webinarListScenarios: ResponseScenario[] = forBothProducts([
	{ endpoint: 'webinars', operation: 'getAll', parameters: { returnAll: true } },
	{ endpoint: 'webinars', operation: 'get', parameters: { webinarId: registrationPage } },
]);
