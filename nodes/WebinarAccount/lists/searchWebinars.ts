import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { InputError } from '../service/errors';
import type { WebinarListItem } from '../service/schemas';
import { shortened } from '../utils/text';
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
	return all.map(webinarItem);
}

/** The field shows about as many characters of the chosen name, in both lines of n8n; it would cut off the ID. */
const MAX_LENGTH = 36;

/** `Growth Series – Three evenings… (2)` */
function webinarItem({ name, title, type, webinar_id }: WebinarListItem): INodeListSearchItems {
	const names = [...new Set([name, title].filter(Boolean))];
	const end = ` (${webinar_id})`;
	return {
		name: shortened(names.join(' – ') || 'Untitled', MAX_LENGTH - 1 - end.length) + end,
		value: String(webinar_id),
		description: [`ID ${webinar_id}`, ...names, type].filter(Boolean).join(' · '),
	};
}
