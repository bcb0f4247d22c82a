import { byId, type Harness } from '../support/harness';
import { post } from '../support/sandboxClient';
import type { EndpointName } from '../../nodes/WebinarAccount/service/endpoints';
import type { ProductName } from '../../nodes/WebinarAccount/service/products';
import { ITEM_MARK, ITEM_NUMBER } from './hostileJson';

/** The JSON of a valid answer of each endpoint of each product. */
export type ValidAnswers = Record<ProductName, Record<EndpointName, object>>;

/** A live webinar with custom fields, and an automated one with all kinds of sessions. */
const WEBINARS = { live: 8, automated: 101 } as const;
const PEOPLE = ['ann@example.com', 'bob@example.com', 'eve@example.com'];

/** Takes the answers of the sandbox, and puts the item's number and mark in place of what identifies them. */
export async function takeValidAnswers(harness: Harness): Promise<ValidAnswers> {
	return { live: await answersOf(harness, 'live'), automated: await answersOf(harness, 'automated') };
}

async function answersOf(harness: Harness, product: ProductName): Promise<ValidAnswers[ProductName]> {
	const { sandbox } = harness;
	const webinar_id = String(WEBINARS[product]);
	for (const email of PEOPLE) await registerTo(harness, product, email);
	const { parameters = {} } = sandbox.calls.at(-1) ?? {};
	const take = async (endpoint: EndpointName, asked: Record<string, string>) => {
		const { json } = await post(sandbox, `/${product}/${endpoint}`, asked);
		return template(json);
	};
	return {
		webinars: await take('webinars', {}),
		webinar: await take('webinar', { webinar_id }),
		register: await take('register', parameters),
		registrants: await take('registrants', { webinar_id }),
		unsubscribe: { status: 'success' },
	};
}

async function registerTo(harness: Harness, product: ProductName, email: string): Promise<void> {
	const customFields = { field: [{ label: byId('whereDidYouHearAboutUs'), value: 'Radio' }] };
	await harness.output({
		resource: product,
		operation: 'register',
		webinarId: byId(WEBINARS[product]),
		firstName: 'Ann',
		email,
		additionalFields: { lastName: 'Lee', ...(product === 'live' && { customFields }) },
	});
}

/** `user_id` identifies a registration, `webinar_id` a webinar; titles, names and addresses are what a user sees. */
function template(json: unknown): object {
	const text = JSON.stringify(json)
		.replace(/"(webinar_id|user_id)":\d+/g, `"$1":"${ITEM_NUMBER}"`)
		.replace(/"webinar_hash":"\w+"/g, '"webinar_hash":"hash"')
		.replace(/"email":"[^"]*@example.com"/g, `"email":"${ITEM_MARK}@example.com"`)
		.replace(/"(title|first_name|signup_date)":"/g, `"$1":"${ITEM_MARK} `);
	const tree: unknown = JSON.parse(text);
	if (typeof tree !== 'object' || tree === null) throw new Error('The sandbox gave no answer');
	return tree;
}
