import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isRegistrationParameter } from '../operations/parameterLabels';
import { customFieldsOf } from '../service/customFields';
import { InputError } from '../service/errors';
import { currentProduct, currentWebinar } from './currentParameters';
import { loadList, matches } from './loadList';

/** The list of a custom field's label: what the chosen webinar's registration form asks. */
export async function searchCustomFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await loadList(this, async (webinars) => {
		const reference = currentWebinar(this);
		const fields =
			reference === 'expression'
				? []
				: customFieldsOf(await webinars.detail(currentProduct(this), reference));
		const own = fields.filter(({ label }) => !isRegistrationParameter(label));
		if (own.length === 0) {
			throw new InputError(
				reference === 'expression'
					? 'The webinar comes from an expression: its custom fields are not known yet'
					: 'The service names no custom fields of this webinar',
				'Choose "By Label" and type the label as the webinar has it, e.g. whereDidYouHearAboutUs.',
			);
		}
		return own
			.filter(({ label }) => matches(label, filter))
			.map(({ label, choices }) => ({
				name: label,
				value: label,
				...(choices.length > 0 && { description: `Choices: ${choices.join(', ')}` }),
			}));
	});
}
