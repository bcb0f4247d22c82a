import type { Answer, ServiceClient } from './endpoints';
import { InputError } from './errors';
import { ID } from '../utils/id';
import { Memo } from './memo';
import { quoted } from '../utils/quoted';
import type { Product } from './products';
import type { WebinarDetail, WebinarListItem } from './schemas';

/**
 * How a webinar is named: by its ID, with the hash behind it in a registration page address, or by the code that a
 * short address ends with.
 */
export type WebinarReference = { id: string; hash?: string } | { code: string };

/** Reads webinars; each list and each detail is asked for once, however many items need it. */
export class WebinarReader {
	private readonly lists = new Memo<Answer<'webinars'>>();
	private readonly details = new Memo<Answer<'webinar'>>();

	constructor(private readonly service: ServiceClient) {}

	/** A reader that has read nothing yet. */
	afresh(): WebinarReader {
		return new WebinarReader(this.service);
	}

	async list(product: Product): Promise<WebinarListItem[]> {
		const { webinars } = await this.lists.get(product.name, () =>
			this.service.call(product.name, 'webinars'),
		);
		return webinars;
	}

	/**
	 * @param timezone GMT form that the dates shall be given in, where the product takes one
	 * @throws InputError when the webinar is another one than an address names
	 */
	async detail(product: Product, reference: WebinarReference, timezone?: string): Promise<WebinarDetail> {
		const id = await this.id(product, reference);
		const { webinar } = await this.details.get(`${product.name} ${id} ${timezone ?? ''}`, () =>
			this.service.call(product.name, 'webinar', { webinar_id: id, ...(timezone && { timezone }) }),
		);
		if ('id' in reference) checkHash(product, webinar, reference.hash);
		return webinar;
	}

	/** The ID of a webinar; a code is looked up in the list. */
	async id(product: Product, reference: WebinarReference): Promise<string> {
		if ('id' in reference) return reference.id;
		const { code } = reference;
		const found = (await this.list(product)).find(({ webinar_hash }) => webinar_hash === code);
		if (found) return String(found.webinar_id);
		throw new InputError(
			`No ${product.noun} has a registration page that ends with ${quoted(code)}`,
			'Choose the webinar from the list, or give its ID.',
			['No webinar has this registration page'],
		);
	}
}

/** An ID is that of a webinar of one product and one account: with another address, it would name another webinar. */
function checkHash({ noun }: Product, webinar: WebinarDetail, hash: string | undefined): void {
	const { webinar_id, webinar_hash, registration_url } = webinar;
	if (hash === undefined || !webinar_hash || webinar_hash === hash) return;
	// The service's own address of the page is right in any case.
	if (typeof registration_url === 'string' && registration_url.includes(`/${hash}`)) return;
	throw new InputError(
		'The address belongs to another webinar',
		`The ${noun} with the ID ${webinar_id} has another registration page. The address is one of the other product or of another account: choose the other resource, check the credential, or choose the webinar from the list.`,
	);
}

/**
 * Reads the value of the Webinar field.
 * @param mode `list`, `id` or `url`
 */
export function readWebinarReference(mode: string, value: string): WebinarReference {
	const text = value.trim();
	if (text === '')
		throw new InputError('No webinar is chosen', 'Choose a webinar from the list, or give its ID.');
	if (mode === 'url') return readRegistrationPage(text);
	if (ID.test(text)) return { id: text };
	throw new InputError(
		`${quoted(text)} is not a webinar ID`,
		'An ID is a number. Choose the webinar from the list, or get the ID from the Get Many operation.',
		['Webinar is not an ID'],
	);
}

/**
 * `…/register/6/uvw1234`, `…/register/1click/6/uvw1234?…`, or the newer `…/register/uvw1234`. That the token of a
 * one-click link is the webinar's hash is not documented, so it says nothing.
 */
function readRegistrationPage(text: string): WebinarReference {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const path = /\/register\/(1click\/)?([\w-]+)(?:\/([\w-]+))?\/?$/.exec(url?.pathname ?? '');
	const [, oneClick, first = '', second] = path ?? [];
	if (first === '') {
		throw new InputError(
			'The address is not that of a registration page',
			`A registration page is, e.g., https://event.webinarjam.com/register/6/uvw1234.`,
		);
	}
	if (second === undefined || !ID.test(first)) return { code: first };
	return oneClick === undefined ? { id: first, hash: second } : { id: first };
}
