import type { INodeParameters } from 'n8n-workflow';

import type { EndpointName } from '../../nodes/WebinarAccount/service/schemas';
import { type ProductName, products } from '../../nodes/WebinarAccount/service/products';
import { byId } from '../support/harness';

/** A way to have an endpoint called, once for each item, whose number is the webinar's. */
export interface Plan {
	name: string;
	endpoint: EndpointName;
	parameters: INodeParameters;
	/** Whether every item comes to exactly one. */
	isSingle: boolean;
}

/** The operations that can give several items for one. */
export const LISTS = ['getAll', 'getRegistrants', 'getSessions'];

type Row = [endpoint: EndpointName, operation: string, parameters?: INodeParameters];

const forProduct = (resource: ProductName, rows: readonly Row[]) =>
	rows.map(([endpoint, operation, parameters]): Plan => ({
		name: `${endpoint} in ${operation}, ${resource}`,
		endpoint,
		parameters: { resource, operation, webinarId: byId('={{ $json.item }}'), ...parameters },
		isSingle: !LISTS.includes(operation),
	}));
const forBoth = (...rows: Row[]) => Object.values(products).flatMap(({ name }) => forProduct(name, rows));

/** The address holds the mark of the item, as the answer to its registration does. */
const person = { firstName: 'Ann', email: '=mark{{ $json.item }}mark@example.com' };
/** With the answer that the live webinar requires. */
const mergeFields = {
	firstName: '*|FNAME|*',
	email: '*|EMAIL|*',
	customFields: { field: [{ label: byId('whereDidYouHearAboutUs'), value: '*|SOURCE|*' }] },
};
const inLondon = { ...person, schedule: byId('1013|next'), timezone: 'Europe/London' };

/** Every operation that reads an answer of the endpoint, for both products. */
export const plans: Plan[] = [
	...forBoth(
		['webinar', 'get'],
		['webinar', 'register', person],
		['webinar', 'createOneClickLink', { linkFor: 'emailTool', emailTool: 'custom', mergeFields }],
		['webinar', 'getSessions', { webinarScope: 'one', returnAll: true }],
		['register', 'register', person],
		['registrants', 'getRegistrants', { returnAll: true }],
		['registrants', 'getRegistrants', { returnAll: false, limit: 2 }],
		['registrants', 'register', { ...person, options: { ifAlreadyRegistered: 'skip' } }],
		['unsubscribe', 'unsubscribe', { unsubscribeBy: 'leadId', leadId: '={{ $json.item }}' }],
	),
	...forProduct('automated', [['webinar', 'register', inLondon]]),
];

const byAddress = { __rl: true, mode: 'url', value: 'https://event.example.com/register/hash' };

/** Of the list of webinars, which is asked for once in a run. */
export const listPlans = forBoth(
	['webinars', 'getAll', { returnAll: true }],
	['webinars', 'get', { webinarId: byAddress }],
);
