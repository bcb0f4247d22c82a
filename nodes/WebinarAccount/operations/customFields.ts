import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

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

/** The answer in a link for all contacts of an email tool. */
const mergeField: INodeProperties = {
	...value,
	placeholder: 'e.g. *|COMPANY|*',
	description: 'Merge field with the answer of each contact, exactly as your email tool prints it',
};

const GROUP = 'field';

const customFieldsWith = (answer: INodeProperties): INodeProperties => ({
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Custom Field',
	default: {},
	description:
		'Answers to the custom fields of the registration form. For several answers to one field, add it several times.',
	options: [{ displayName: 'Field', name: GROUP, values: [label, answer] }],
});

export const customFields = customFieldsWith(value);

export const customMergeFields = customFieldsWith(mergeField);

/**
 * The answers by label; a label can have several. Entries without an answer are left out.
 * @param readAnswer reads one value; undefined if it is empty
 */
export function answersInput<Answer>(readAnswer: (label: string, given: unknown) => Answer | undefined) {
	return reading(z.unknown(), (entries): Record<string, Answer[]> => {
		const rows: unknown = isRecord(entries) ? entries[GROUP] : undefined;
		const answers = new Map<string, Answer[]>();
		for (const row of Array.isArray(rows) ? rows.filter(isRecord) : []) {
			const name = asLocator(label, row.label).value;
			const given: unknown[] = Array.isArray(row.value) ? row.value : [row.value];
			const read = given.map((each) => readAnswer(name, each)).filter((answer) => answer !== undefined);
			if (read.length === 0) continue;
			if (name === '') {
				throw new InputError(
					'A custom field has no label',
					`Choose its ${label.displayName} in ${customFields.displayName}.`,
				);
			}
			answers.set(name, [...(answers.get(name) ?? []), ...read]);
		}
		return Object.fromEntries(answers);
	});
}

/** The answers as texts. */
export const customFieldsInput = answersInput((_label, given) => asText(value, given) || undefined);
