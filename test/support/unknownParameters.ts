import { type INode, type INodeProperties, type INodeType, NodeHelpers } from 'n8n-workflow';
import { z } from 'zod/v4';

/** Names and values of a saved node that its type does not have or does not show, by their path. */
export function unknownParametersOf(
	node: Pick<INode, 'name' | 'typeVersion' | 'parameters'>,
	{ description }: Pick<INodeType, 'description'>,
): string[] {
	const { properties } = description;
	// What is not saved is at its default, by which other fields may be shown.
	const all = NodeHelpers.getNodeParameters(properties, node.parameters, true, true, node, description) ?? {};
	const shown = properties.filter((field) => NodeHelpers.displayParameter(all, field, node, description));
	return Object.entries(node.parameters).flatMap(([name, value]) => {
		const field = shown.find((candidate) => candidate.name === name);
		const path = `${node.name}: ${name}`;
		return field ? unknownIn(value, field, path) : [path];
	});
}

function unknownIn(
	value: unknown,
	{ type, options = [], modes = [], typeOptions }: INodeProperties,
	path: string,
): string[] {
	const isExpression = typeof value === 'string' && value.startsWith('=');
	const values = options.flatMap((option) => ('value' in option ? [option.value] : []));
	switch (type) {
		case 'options':
			return values.some((known) => known === value) ? [] : [`${path}: ${String(value)}`];
		case 'multiOptions':
			if (!Array.isArray(value)) return isExpression ? [] : [path];
			return value
				.filter((one) => !values.some((known) => known === one))
				.map((one) => `${path}: ${String(one)}`);
		case 'collection':
			if (!isObject(value)) return [path];
			return unknownMembersOf(
				value,
				options.filter((option) => 'type' in option),
				path,
			);
		case 'fixedCollection':
			if (!isObject(value)) return [path];
			return Object.entries(value).flatMap(([name, entries]) => {
				const group = options.find((option) => option.name === name);
				const fields = group && 'values' in group ? group.values : [];
				// Without `multipleValues` there is one entry.
				return z
					.array(z.record(z.string(), z.unknown()))
					.parse([entries].flat())
					.flatMap((entry) => unknownMembersOf(entry, fields, `${path}.${name}`));
			});
		case 'resourceLocator':
			if (!isObject(value) || !('mode' in value) || !('value' in value)) return [path];
			return modes.some(({ name }) => name === value.mode) ? [] : [`${path}.mode`];
		case 'string':
			if (typeOptions?.multipleValues && Array.isArray(value)) return [];
			return typeof value === type ? [] : [path];
		case 'boolean':
		case 'number':
			return typeof value === type || isExpression ? [] : [path];
		case 'dateTime':
			return isExpression ? [] : [path];
		default:
			return [`${path}: a test of the type ${type} is missing`];
	}
}

/** The same of an object's members; of fields that share a name, one must take the value. */
function unknownMembersOf(entry: object, fields: INodeProperties[], path: string): string[] {
	return Object.entries(entry).flatMap(([name, value]) => {
		const named = fields.filter((field) => field.name === name);
		const found = named.map((field) => unknownIn(value, field, `${path}.${name}`));
		return found.length === 0
			? [`${path}.${name}`]
			: (found.sort((one, other) => one.length - other.length)[0] ?? []);
	});
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
