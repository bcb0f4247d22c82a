import { type INodeListSearchItems, isExpression, isResourceLocatorValue } from 'n8n-workflow';

import { isParameter } from '../fields/contactFields';
import { asLocator } from '../fields/field';
import { webinarId } from '../fields/webinarFields';
import { InputError } from '../service/errors';
import { shortened } from '../utils/values';
import { type CustomField, findCustomFields } from '../webinars/customFields';
import { currentWebinar, editorList, type ListContext } from './editorList';

const ENTER_LABEL =
	'Choose "By Label" and enter the label exactly as in the webinar, e.g. whereDidYouHearAboutUs.';
const ENTER_ANSWER = 'Choose "By Text" and enter the answer.';

/** Lists the custom fields in the chosen webinar's registration form. */
export const searchCustomFields = editorList(async (list) => {
	const fields = await fetchCustomFields(list, ENTER_LABEL);
	return fields.map(({ label, options }) => {
		const item: INodeListSearchItems = { name: label, value: label };
		const optionLabels = options.map((option) => option.label).join(', ');
		if (optionLabels !== '') item.description = `Options: ${optionLabels}`;
		return item;
	});
});

/** Lists the options of the custom field that is chosen in the same row. */
export const searchCustomFieldOptions = editorList(async (list) => {
	// n8n reads "&label" from the row of the collection that the list belongs to.
	const locator = list.parameter('&label');
	const hasNoValueYet = isResourceLocatorValue(locator) && isExpression(locator.value);
	const chosenLabel = hasNoValueYet ? '' : asLocator('Label', locator).value;
	if (chosenLabel === '') throw new InputError('Choose a label to see its options.', ENTER_ANSWER);
	const fields = await fetchCustomFields(list, ENTER_ANSWER);
	const { options = [] } = fields.find(({ label }) => label === chosenLabel) ?? {};
	if (options.length > 0) {
		return options.map((option) => ({
			name: option.label,
			// The label, because in another webinar the same ID can mean another option.
			value: option.label,
			description: option.id,
		}));
	}
	throw new InputError(`The service lists no options for ${shortened(chosenLabel)}`, ENTER_ANSWER);
});

/**
 * Returns the custom fields of the chosen webinar.
 * @param advice tells the user what to do without the list
 * @throws InputError if no webinar is chosen, its expression has no value yet, or it has no custom fields
 */
async function fetchCustomFields(list: ListContext, advice: string): Promise<CustomField[]> {
	const reference = currentWebinar(list, 'custom fields', advice);
	// The webinar is an expression that n8n cannot evaluate yet.
	if (!reference)
		throw new InputError(`${webinarId.label} has no value yet. Run the previous nodes.`, advice);
	const { detail } = await list.webinars.fetch(reference);
	// A custom field must not have the name of a parameter of the register request.
	const fields = findCustomFields(detail).filter(({ label }) => !isParameter(label));
	if (fields.length > 0) return fields;
	throw new InputError('The service lists no custom fields for this webinar', advice);
}
