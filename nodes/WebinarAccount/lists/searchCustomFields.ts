import { isExpression, isResourceLocatorValue } from 'n8n-workflow';

import { isParameter } from '../fields/contactFields';
import { asLocator } from '../fields/webinarFields';
import { InputError } from '../service/errors';
import { shortened } from '../utils/values';
import { type CustomField, findCustomFields } from '../webinars/customFields';
import { currentWebinar, editorList, type ListContext } from './editorList';

const TYPE_LABEL =
	'Choose "By Label" and enter the label exactly as in the webinar, e.g. whereDidYouHearAboutUs.';
const TYPE_ANSWER = 'Choose "By Text" and enter the answer.';

export const searchCustomFields = editorList(async (list) => {
	const fields = await customFields(list, TYPE_LABEL);
	return fields.map(({ label, options }) => ({
		name: label,
		value: label,
		...(options.length > 0 && { description: `Options: ${options.map(({ label }) => label).join(', ')}` }),
	}));
});

export const searchCustomFieldOptions = editorList(async (list) => {
	const located = list.parameter('&label');
	const isUnknown = isResourceLocatorValue(located) && isExpression(located.value);
	const wanted = isUnknown ? '' : asLocator('Label', located).value;
	if (wanted === '') throw new InputError('Choose a label to see its options.', TYPE_ANSWER);
	const fields = await customFields(list, TYPE_ANSWER);
	const { options = [] } = fields.find(({ label }) => label === wanted) ?? {};
	if (options.length > 0)
		return options.map(({ id, label }) => ({ name: label, value: id, description: id }));
	throw new InputError(`The service lists no options for ${shortened(wanted)}`, TYPE_ANSWER);
});

async function customFields(list: ListContext, otherwise: string): Promise<CustomField[]> {
	const reference = currentWebinar(list, 'custom fields');
	if (typeof reference === 'string') throw new InputError(reference, otherwise);
	const { detail } = await list.webinars.forDisplay().webinar(list.product, reference);
	const fields = findCustomFields(detail).filter(({ label }) => !isParameter(label));
	if (fields.length > 0) return fields;
	throw new InputError('The service lists no custom fields for this webinar', otherwise);
}
