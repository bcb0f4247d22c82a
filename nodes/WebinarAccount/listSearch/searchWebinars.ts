import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { InputError } from '../service/errors';
import type { WebinarListItem } from '../service/schemas';
import { type ListContext, loadList } from './loadList';

/** The list of the Webinar field: every webinar of the account. */
export async function searchWebinars(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await loadList(this, listWebinars, filter);
}

async function listWebinars({ webinars, product }: ListContext) {
	const all = await webinars.list(product);
	if (all.length === 0) {
		throw new InputError(
			`The account has no ${product.noun}`,
			'Publish one in the webinar account, or choose the other resource.',
		);
	}
	return all.map((webinar) => ({ name: labelOf(webinar), value: String(webinar.webinar_id) }));
}

/** Contains everything that a user may search for. The list shows about 50 characters, so name and ID come first. */
function labelOf({ name, title, type, webinar_id }: WebinarListItem): string {
	const names = [...new Set([name, title].filter(Boolean))];
	const [first = 'Untitled', ...others] = names;
	return [`${first} (ID ${webinar_id})`, type, ...others].filter(Boolean).join(' · ');
}
