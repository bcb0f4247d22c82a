import { isExpression, isResourceLocatorValue } from 'n8n-workflow';

/** Whether a parameter is, or contains, an expression. @param parameter as it is stored in the workflow */
export function hasExpression(parameter: unknown): boolean {
	if (typeof parameter !== 'object' || parameter === null) return isExpression(parameter);
	return Object.values(parameter).some(hasExpression);
}

/** The editor keeps the mode `list` for an expression, whose value nobody chose from a list: it is an ID. */
export function withoutListMode(value: unknown): unknown {
	return isResourceLocatorValue(value) && value.mode === 'list' ? { ...value, mode: 'id' } : value;
}
