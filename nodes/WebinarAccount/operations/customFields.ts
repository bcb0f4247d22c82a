import type { INodeProperties } from 'n8n-workflow';

import type { CallParameters } from '../service/endpoints';
import { InputError } from '../service/errors';
import { quoted } from '../utils/quoted';
import type { CollectionEntries } from './nodeParameters';

/** The questions that a webinar's registration form asks beyond the usual ones. */

const label: INodeProperties = {
	displayName: 'Label',
	name: 'label',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		'The custom field to answer. If the list does not show it, enter its label exactly as in the webinar.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a field…',
			typeOptions: { searchListMethod: 'searchCustomFields', searchable: true },
		},
		{
			displayName: 'By Label',
			name: 'label',
			type: 'string',
			placeholder: 'e.g. whereDidYouHearAboutUs',
		},
	],
};

const value: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	description: 'The answer. For a drop-down, the text or the ID of the option.',
};

const GROUP = 'field';

export const customFields: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Custom Field',
	default: {},
	description:
		"Answers to the form's custom questions. To give several answers to one question, add it several times.",
	options: [{ displayName: 'Field', name: GROUP, values: [label, value] }],
};

/**
 * The answers by their labels; one label can have several. Entries without a value are left out.
 * @param isTaken whether a name is that of another parameter of the call
 * @throws InputError for a value without a label, or under a name that has a field of its own
 */
export function readCustomFields(
	entries: CollectionEntries,
	isTaken: (name: string) => boolean,
): CallParameters {
	const answers = new Map<string, string[]>();
	for (const entry of entries.group(customFields, GROUP)) {
		const values = entry.texts(value);
		if (values.length === 0) continue;
		const name = entry.locator(label);
		if (name === '') {
			throw new InputError(
				'A custom field has no label',
				`Choose its ${label.displayName} in ${customFields.displayName}.`,
			);
		}
		if (isTaken(name)) {
			throw new InputError(
				`${quoted(name)} is not a custom field`,
				`It is a parameter of its own. Take it out of ${customFields.displayName} and fill in its own field.`,
				['A custom field has the name of another parameter'],
			);
		}
		answers.set(name, [...(answers.get(name) ?? []), ...values]);
	}
	return Object.fromEntries(answers);
}
