import type { INodeProperties } from 'n8n-workflow';

/**
 * The line under a node's name on the canvas: the names of the chosen options, as the fields show them, instead of
 * their values.
 */
export function subtitleOf(...fields: INodeProperties[]): string {
	const names = fields.map(({ name, options = [] }) => {
		const byValue = options.flatMap((option) => ('value' in option ? [[option.value, option.name]] : []));
		return `(${JSON.stringify(Object.fromEntries(byValue))})[$parameter["${name}"]]`;
	});
	return `={{ ${names.join(' + ": " + ')} }}`;
}
