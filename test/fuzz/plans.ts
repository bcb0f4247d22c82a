import type { INodeParameters } from 'n8n-workflow';

import type { EndpointName } from '../../nodes/WebinarAccount/service/schemas';
import type { ProductName } from '../../nodes/WebinarAccount/service/products';
import { byId } from '../support/harness';

/** A way to have an endpoint called, once for each item, whose number is the webinar's. */
export interface Plan {
	name: string;
	endpoint: EndpointName;
	parameters: INodeParameters;
	/** Whether every item comes to exactly one. */
	isSingle: boolean;
}

const item = { webinarId: byId('={{ $json.item }}') };
/** The address holds the mark of the item, as the answer to its registration does. */
const person = { firstName: 'Ann', email: '=mark{{ $json.item }}mark@example.com' };
/** With the answer that the live webinar requires. */
const mergeFields = {
	firstName: '*|FNAME|*',
	email: '*|EMAIL|*',
	customFields: { field: [{ label: byId('whereDidYouHearAboutUs'), value: '*|SOURCE|*' }] },
};

const single = (endpoint: EndpointName, operation: string, parameters: INodeParameters = {}): Plan => ({
	name: `${endpoint} in ${operation}`,
	endpoint,
	parameters: { operation, ...item, ...parameters },
	isSingle: true,
});
const several = (...plan: Parameters<typeof single>): Plan => ({ ...single(...plan), isSingle: false });
const forProduct = (resource: ProductName, plan: Plan): Plan => ({
	...plan,
	name: `${plan.name}, ${resource}`,
	parameters: { resource, ...plan.parameters },
});
const forBoth = (plan: Plan) => [forProduct('live', plan), forProduct('automated', plan)];

/** Every operation that reads an answer of the endpoint, for both products. */
export const plans: Plan[] = [
	...[
		single('webinar', 'get'),
		single('webinar', 'register', person),
		single('webinar', 'createOneClickLink', { linkFor: 'emailTool', emailTool: 'custom', mergeFields }),
		several('webinar', 'getSessions', { webinarScope: 'one', returnAll: true }),
		single('register', 'register', person),
		several('registrants', 'getRegistrants', { returnAll: true }),
		several('registrants', 'getRegistrants', { returnAll: false, limit: 2 }),
		single('registrants', 'register', { ...person, options: { ifAlreadyRegistered: 'skip' } }),
		single('unsubscribe', 'unsubscribe', { unsubscribeBy: 'leadId', leadId: '={{ $json.item }}' }),
	].flatMap(forBoth),
	forProduct(
		'automated',
		single('webinar', 'register', {
			...person,
			schedule: byId('1013|next'),
			timezone: 'Europe/London',
		}),
	),
];

/** Of the list of webinars, which is asked for once in a run. */
export const listPlans: Plan[] = [
	several('webinars', 'getAll', { returnAll: true }),
	single('webinars', 'get', {
		webinarId: { __rl: true, mode: 'url', value: 'https://event.example.com/register/hash' },
	}),
].flatMap(forBoth);
