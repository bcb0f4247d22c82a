import type { INodeProperties, INodeType } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { TestEngine } from '../support/engine';

/** What saved workflows and credentials hold of the package: names, types, values, modes, defaults. */

/** The version of the nodes that is frozen; fields of another one are shown by a condition on "@version". */
const VERSION = 1;

const parameter = z.object({
	type: z.string(),
	default: z.unknown(),
	/** Of a choice. */
	values: z.array(z.unknown()).optional(),
	/** Of a resource locator. */
	modes: z.array(z.string()).optional(),
	/** A node without a value does not run. */
	required: z.literal(true).optional(),
	/** The value cannot be an expression. */
	noDataExpression: z.literal(true).optional(),
	/** By the names of other parameters: of each, one of the values must be chosen. */
	shownFor: z.record(z.string(), z.array(z.unknown())).optional(),
});

/** By path, e.g. `additionalFields.customFields.field.label`. */
const parameters = z.record(z.string(), parameter);

const type = z.object({
	versions: z.array(z.number()).optional(),
	credentials: z.array(z.string()).optional(),
	inputs: z.array(z.string()).optional(),
	outputs: z.array(z.string()).optional(),
	isTool: z.literal(true).optional(),
	/** Methods that lists are saved with. */
	lists: z.array(z.string()).optional(),
	/** By what is chosen in the parameters that select the others, e.g. `live register`. */
	parameters: z.record(z.string(), parameters),
});

/** By the names of the nodes and of the credential. */
export const surface = z.record(z.string(), type);

export type Surface = z.infer<typeof surface>;
type TypeSurface = z.infer<typeof type>;
type ParameterSurface = z.infer<typeof parameter>;
type Chosen = Readonly<Record<string, unknown>>;

/** The surface of the package as it is now. */
export function surfaceOf(engine: Pick<TestEngine, 'nodeType' | 'triggerType' | 'credentialType'>): Surface {
	const { nodeType, triggerType, credentialType } = engine;
	return {
		[nodeType.description.name]: surfaceOfNode(nodeType, ['resource', 'operation']),
		[triggerType.description.name]: surfaceOfNode(triggerType, ['event']),
		[credentialType.name]: { parameters: { always: parametersShown(credentialType.properties, {}) } },
	};
}

function surfaceOfNode({ description, methods }: INodeType, selectors: string[]): TypeSurface {
	// Poll Times belongs to n8n, which adds it; a notice holds no value.
	const own = description.properties.filter(({ name, type }) => name !== 'pollTimes' && type !== 'notice');
	return {
		versions: [description.version].flat(),
		credentials: (description.credentials ?? []).map(({ name }) => name),
		inputs: [description.inputs].flat().map(String),
		outputs: [description.outputs].flat().map(String),
		...(description.usableAsTool && { isTool: true }),
		lists: Object.keys(methods?.listSearch ?? {}),
		parameters: Object.fromEntries(
			situations(own, selectors).map((chosen) => [
				selectors.map((selector) => chosen[selector]).join(' '),
				parametersShown(own, chosen),
			]),
		),
	};
}

/** All that can be chosen in the selecting parameters, one after the other, in the frozen version of the node. */
function situations(properties: INodeProperties[], selectors: string[]): Chosen[] {
	let found: Chosen[] = [{ '@version': VERSION }];
	for (const selector of selectors) {
		found = found.flatMap((chosen) => {
			const field = properties.find((one) => one.name === selector && isShown(one, chosen));
			return valuesOf(field).map((value) => ({ ...chosen, [selector]: value }));
		});
	}
	return found;
}

function parametersShown(properties: INodeProperties[], chosen: Chosen): Record<string, ParameterSurface> {
	const entries = properties.flatMap((property) => entriesOf(property, chosen, ''));
	const paths = entries.map(([path]) => path);
	const twice = paths.find((path, index) => paths.indexOf(path) !== index);
	if (twice !== undefined) throw new Error(`${twice} is there twice: ${JSON.stringify(chosen)}`);
	return Object.fromEntries(entries);
}

function entriesOf(
	property: INodeProperties,
	chosen: Chosen,
	prefix: string,
): Array<[string, ParameterSurface]> {
	if (!isShown(property, chosen)) return [];
	const path = `${prefix}${property.name}`;
	const inner = (property.options ?? []).flatMap((option) => {
		if ('values' in option) {
			return option.values.flatMap((field) => entriesOf(field, chosen, `${path}.${option.name}.`));
		}
		return 'type' in option ? entriesOf(option, chosen, `${path}.`) : [];
	});
	return [[path, describe(property, chosen)], ...inner];
}

function describe(property: INodeProperties, chosen: Chosen): ParameterSurface {
	const values = valuesOf(property);
	const shownFor = conditions(property).filter(([name]) => !(name in chosen));
	return {
		type: property.type,
		default: property.default,
		...(values.length > 0 && { values }),
		...(property.modes && { modes: property.modes.map(({ name }) => name) }),
		...(property.required && { required: true }),
		...(property.noDataExpression && { noDataExpression: true }),
		...(shownFor.length > 0 && { shownFor: Object.fromEntries(shownFor) }),
	};
}

function isShown(property: INodeProperties, chosen: Chosen): boolean {
	return conditions(property).every(([name, values]) => !(name in chosen) || values.includes(chosen[name]));
}

function conditions({ name, displayOptions = {} }: INodeProperties): Array<[string, unknown[]]> {
	const { show = {}, ...others } = displayOptions;
	if (Object.keys(others).length > 0) throw new Error(`${name}: only "show" is read here`);
	// A leading "/" names a parameter from within a collection.
	return Object.entries(show).map(([condition, values]) => [condition.replace(/^\//, ''), values ?? []]);
}

function valuesOf(property: INodeProperties | undefined): unknown[] {
	return (property?.options ?? []).flatMap((option) => ('value' in option ? [option.value] : []));
}
