import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { CallParameters } from '../service/endpoints';
import { InputError } from '../service/errors';
import { isRecord } from '../utils/values';
import { asLocator, asText, reading } from './input';

/** The custom fields of a webinar's registration form. */

const label: INodeProperties = {
	displayName: 'Label',
	name: 'label',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		'The custom field to fill in. If the list does not show it, enter its label exactly as in the webinar.',
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
	description: 'The answer. For a drop-down, enter the text or the ID of the option.',
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
		'Answers to the custom fields of the registration form. For several answers to one field, add it several times.',
	options: [{ displayName: 'Field', name: GROUP, values: [label, value] }],
};

/** The answers by label; a label can have several. Entries without a value are left out. */
export const customFieldsInput = reading(z.unknown(), (entries): CallParameters => {
	const rows: unknown = isRecord(entries) ? entries[GROUP] : undefined;
	const answers = new Map<string, string[]>();
	for (const row of Array.isArray(rows) ? rows.filter(isRecord) : []) {
		const rowValues = Array.isArray(row.value) ? row.value : [row.value];
		const values = rowValues.map((each: unknown) => asText(value, each)).filter((text) => text !== '');
		if (values.length === 0) continue;
		const name = asLocator(label, row.label).value;
		if (name === '') {
			throw new InputError(
				'A custom field has no label',
				`Choose its ${label.displayName} in ${customFields.displayName}.`,
			);
		}
		answers.set(name, [...(answers.get(name) ?? []), ...values]);
	}
	return Object.fromEntries(answers);
});
