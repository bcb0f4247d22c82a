import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isParameter } from '../fields/customFields';
import { InputError } from '../service/errors';
import { customFieldsOf } from '../webinars/customFields';
import { currentWebinar, type ListContext, loadList } from './loadList';

/** The list of the Label field: the custom fields of the chosen webinar's registration form. */
export async function searchCustomFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await loadList(this, listCustomFields, filter);
}

async function listCustomFields(list: ListContext) {
	const reference = currentWebinar(list, 'custom fields');
	const isKnown = typeof reference !== 'string';
	const fields = isKnown ? customFieldsOf((await list.webinars.webinar(list.product, reference)).detail) : [];
	const own = fields.filter(({ label }) => !isParameter(label));
	if (own.length === 0) {
		throw new InputError(
			isKnown ? 'The service lists no custom fields for this webinar' : reference,
			'Choose "By Label" and enter the label exactly as in the webinar, e.g. whereDidYouHearAboutUs.',
		);
	}
	return own.map(({ label, choices }) => ({
		name: label,
		value: label,
		...(choices.length > 0 && { description: `Choices: ${choices.join(', ')}` }),
	}));
}
