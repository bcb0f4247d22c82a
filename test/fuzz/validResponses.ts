import type { Sandbox } from '../../sandbox';
import { post } from '../support/sandboxClient';
import type { EndpointName } from '../../nodes/WebinarAccount/service/endpoints';
import type { ProductName } from '../../nodes/WebinarAccount/service/products';
import { ITEM_MARK, ITEM_NUMBER } from './randomJson';

/**
 * A successful response for each endpoint of each product, with placeholders for the item that it belongs to. See
 * `fillPlaceholders`.
 */
export type ValidResponses = Record<ProductName, Record<EndpointName, object>>;

/** A live webinar with custom fields, and an automated one with all kinds of sessions. */
const WEBINARS = {
	live: { webinar_id: '8', schedule: '81', whereDidYouHearAboutUs: 'Radio' },
	automated: { webinar_id: '101', schedule: '1013' },
};
const PEOPLE = ['ann@example.com', 'bob@example.com', 'eve@example.com'];

/** Records a successful response of the sandbox for each endpoint. */
export async function recordValidResponses(sandbox: Sandbox): Promise<ValidResponses> {
	return {
		live: await recordProduct(sandbox, 'live'),
		automated: await recordProduct(sandbox, 'automated'),
	};
}

async function recordProduct(sandbox: Sandbox, product: ProductName): Promise<ValidResponses[ProductName]> {
	const record = async (endpoint: EndpointName, parameters: Record<string, string>) => {
		const { json } = await post(sandbox, `/${product}/${endpoint}`, parameters);
		return withPlaceholders(json);
	};
	const session = WEBINARS[product];
	const { webinar_id } = session;
	let register = {};
	for (const email of PEOPLE) {
		register = await record('register', { ...session, first_name: 'Ann', last_name: 'Lee', email });
	}
	return {
		register,
		webinars: await record('webinars', {}),
		webinar: await record('webinar', { webinar_id }),
		registrants: await record('registrants', { webinar_id }),
		unsubscribe: { status: 'success' },
	};
}

/** Replaces IDs by the item's number, and puts the item's mark into names, email addresses and sign-up dates. */
function withPlaceholders(json: unknown): object {
	const text = JSON.stringify(json)
		.replace(/"(webinar_id|user_id)":\d+/g, `"$1":"${ITEM_NUMBER}"`)
		.replace(/"webinar_hash":"\w+"/g, '"webinar_hash":"hash"')
		.replace(/"email":"[^"]*@example.com"/g, `"email":"${ITEM_MARK}@example.com"`)
		.replace(/"(title|first_name|signup_date)":"/g, `"$1":"${ITEM_MARK} `);
	const template: unknown = JSON.parse(text);
	if (typeof template !== 'object' || template === null) throw new Error('The sandbox sent no JSON object');
	return template;
}
