import { isExpression, isResourceLocatorValue } from 'n8n-workflow';

import { readWebinarReference, type WebinarReference } from '../webinars/read';
import type { Field } from './field';
import { asText, choice, onlyWith } from './kinds';

/** The webinar, and whether one or all are meant. */

const WEBINAR = 'Webinar';

/** The webinar of the account. */
export const webinarId: Field<WebinarReference> = {
	label: WEBINAR,
	shown: {
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		// n8n empties the field when the user chooses the other resource, in which the same ID is another webinar.
		typeOptions: { loadOptionsDependsOn: ['resource'] },
		description: 'The webinar to work with',
		// Without patterns: n8n runs them with a limit of real time, which a busy machine exceeds.
		modes: [
			listMode('Select a webinar…', 'searchWebinars'),
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 6' },
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				placeholder: 'e.g. https://event.webinarjam.com/register/6/uvw1234',
			},
		],
	},
	parameters: ['webinar_id'],
	read(given) {
		const { mode, value } = asLocator(WEBINAR, given);
		return readWebinarReference(mode, value);
	},
};

/** The mode of a locator in which the user chooses from a list. */
export function listMode(placeholder: string, searchListMethod: string) {
	const typeOptions = { searchListMethod, searchable: true };
	return { displayName: 'From List', name: 'list', type: 'list' as const, placeholder, typeOptions };
}

/** The mode and value of a locator. An expression can replace the whole locator with a plain value, taken as an ID. */
export function asLocator(label: string, value: unknown): { mode: string; value: string } {
	return isResourceLocatorValue(value)
		? { mode: value.mode, value: asText(label, value.value) }
		: { mode: 'id', value: asText(label, value) };
}

/** Whether a parameter is, or contains, an expression. @param parameter as it is stored in the workflow */
export function hasExpression(parameter: unknown): boolean {
	if (typeof parameter !== 'object' || parameter === null) return isExpression(parameter);
	return Object.values(parameter).some(hasExpression);
}

/** The editor keeps the mode `list` for an expression, whose value nobody chose from a list: it is an ID. */
export function withoutListMode(value: unknown): unknown {
	return isResourceLocatorValue(value) && value.mode === 'list' ? { ...value, mode: 'id' } : value;
}

/** Whether one webinar is meant or all of the account. */
export function scopeField(
	label: string,
	allDescription: string,
	look: { default: 'all' | 'one'; description: string; noDataExpression?: boolean },
): Field<string> {
	return choice(label, undefined, { 'All Webinars': ['all', allDescription], 'One Webinar': 'one' }, look);
}

/** A field that is there with one webinar, or with all. */
export function withScope<Value>(scope: 'all' | 'one', field: Field<Value>): Field<Value | undefined> {
	return onlyWith('webinarScope', [scope], field);
}
