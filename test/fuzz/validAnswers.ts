import type { Sandbox } from '../../sandbox';
import { post } from '../support/sandboxClient';
import type { EndpointName } from '../../nodes/WebinarAccount/service/schemas';
import type { ProductName } from '../../nodes/WebinarAccount/service/products';
import { ITEM_MARK, ITEM_NUMBER } from './hostileJson';

/** The JSON of a valid answer of each endpoint of each product. */
export type ValidAnswers = Record<ProductName, Record<EndpointName, object>>;

/** A live webinar with custom fields, and an automated one with all kinds of sessions. */
const WEBINARS = {
	live: { webinar_id: '8', schedule: '81', whereDidYouHearAboutUs: 'Radio' },
	automated: { webinar_id: '101', schedule: '1013' },
};
const PEOPLE = ['ann@example.com', 'bob@example.com', 'eve@example.com'];

/** Takes the answers of the sandbox, and puts the item's number and mark in place of what identifies them. */
export async function takeValidAnswers(sandbox: Sandbox): Promise<ValidAnswers> {
	return { live: await answersOf(sandbox, 'live'), automated: await answersOf(sandbox, 'automated') };
}

async function answersOf(sandbox: Sandbox, product: ProductName): Promise<ValidAnswers[ProductName]> {
	const take = async (endpoint: EndpointName, parameters: Record<string, string>) => {
		const { json } = await post(sandbox, `/${product}/${endpoint}`, parameters);
		return template(json);
	};
	const { [product]: session } = WEBINARS;
	const { webinar_id } = session;
	let register = {};
	for (const email of PEOPLE)
		register = await take('register', { ...session, first_name: 'Ann', last_name: 'Lee', email });
	return {
		register,
		webinars: await take('webinars', {}),
		webinar: await take('webinar', { webinar_id }),
		registrants: await take('registrants', { webinar_id }),
		unsubscribe: { status: 'success' },
	};
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
