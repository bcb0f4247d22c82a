import { type INodeProperties, isResourceLocatorValue } from 'n8n-workflow';

import { InputError } from '../service/errors';
import { isRecord, quoted } from '../utils/values';
import { type Answers, namesInPhp } from '../webinars/customFields';
import { isLinkParameter } from '../webinars/oneClickLink';
import { registrationParameters } from './contact';
import { asText, type Field, wrongType } from './field';
import { asLocator, listMode } from './webinar';

export const CUSTOM_FIELDS = 'Custom Fields';
const GROUP = 'field';

const label = {
	displayName: 'Label',
	name: 'label',
	type: 'resourceLocator',
	default: { __rl: true, mode: 'list', value: '' },
	description:
		'The custom field to fill in. If the list does not show it, enter its label exactly as in the webinar.',
	modes: [
		listMode('Select a field…', 'searchCustomFields'),
		{ displayName: 'By Label', name: 'label', type: 'string', placeholder: 'e.g. whereDidYouHearAboutUs' },
	],
} satisfies INodeProperties;

/** @param readAnswer undefined for an empty value, which leaves the entry out */
export function customFieldsWith<Answer>(
	answer: Omit<INodeProperties, 'name' | 'displayName'>,
	readAnswer: (label: string, given: unknown) => Answer | undefined,
): Field<Answers<Answer>> {
	const value: INodeProperties = { displayName: 'Value', name: 'value', ...answer };
	return {
		label: CUSTOM_FIELDS,
		takesAnyName: true,
		shown: {
			type: 'fixedCollection',
			typeOptions: {
				multipleValues: true,
				fixedCollection: {
					itemTitle:
						'={{ $collection.item.value.label?.cachedResultName || $collection.item.value.label?.value }}',
				},
			},
			placeholder: 'Add Custom Field',
			// Begins with one entry, which is left out while it is empty.
			default: { [GROUP]: [{ label: label.default, value: answer.default }] },
			description:
				'Answers to the custom fields of the registration form. For several answers to one field, add it several times.',
			options: [{ displayName: 'Field', name: GROUP, values: [label, value] }],
		},
		read(given) {
			const answers = new Map<string, Answer[]>();
			for (const row of rowsOf(given)) {
				const name = asLocator(label.displayName, row.label).value;
				const answered: unknown = isResourceLocatorValue(row.value) ? row.value.value : row.value;
				const values: unknown[] = Array.isArray(answered) ? answered : [answered];
				const read = values.map((each) => readAnswer(name, each)).filter((each) => each !== undefined);
				if (read.length === 0) continue;
				if (name === '') {
					const advice = `Choose its ${label.displayName} in ${CUSTOM_FIELDS}.`;
					throw new InputError('A custom field has no label', advice);
				}
				// An answer with such a label would replace the parameter.
				if (isParameter(name)) {
					const advice = `Remove it from ${CUSTOM_FIELDS} and fill in its own field of the node.`;
					throw new InputError(`${quoted(name)} is not a custom field`, advice);
				}
				answers.set(name, [...(answers.get(name) ?? []), ...read]);
			}
			return Object.fromEntries(answers);
		},
	};
}

/** What is sent depends on the webinar (`answersFor`). */
export const customFields: Field<Answers<string>> = customFieldsWith(
	{
		type: 'resourceLocator',
		default: { __rl: true, mode: 'text', value: '' },
		// Another field has other options, so n8n empties the value.
		typeOptions: { loadOptionsDependsOn: ['&label.value'] },
		description: 'The answer. For a drop-down, choose an option from the list, or enter its text or ID.',
		modes: [
			{ displayName: 'By Text', name: 'text', type: 'string', placeholder: 'e.g. A friend' },
			listMode('Select an option…', 'searchCustomFieldOptions'),
		],
	},
	(_label, given) => asText('Value', given) || undefined,
);

function rowsOf(given: unknown): Array<Record<string, unknown>> {
	if (given === undefined) return [];
	const rows: unknown = isRecord(given) ? (given[GROUP] ?? []) : undefined;
	if (Array.isArray(rows)) return rows.filter(isRecord);
	throw wrongType(CUSTOM_FIELDS, 'a list of fields', 'Add the fields one by one instead.');
}

/** Whether a host may read this label as another parameter of a registration or of a link. */
export function isParameter(name: string): boolean {
	return namesInPhp(name).some((each) => isLinkParameter(each) || registrationParameters.has(each));
}
