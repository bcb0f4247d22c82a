import type { INodeProperties } from 'n8n-workflow';

import { TestEngine } from '../support/engine';
import contract from './contract.json';

/**
 * contract.json lists everything that saved workflows and credentials rely on: the names, types, values with their
 * labels, defaults and display conditions of all fields. A difference is a change for users. Review it, then edit the
 * line in contract.json (docs/developers/versioning.md).
 */

/** The resources for which a field is shown by default. The lines leave it out. */
const BOTH = 'live|automated';

/** Returns one line for each field. Fields in a collection begin with the collection's path. */
function linesOf(properties: INodeProperties[], path = ''): string[] {
	return properties.flatMap((field) => {
		const { name, type, default: value, required, options = [], modes = [], displayOptions } = field;
		const show = Object.entries(displayOptions?.show ?? {})
			.map(
				([other, values]) =>
					`${other}=${(values ?? []).map((value) => (typeof value === 'object' ? JSON.stringify(value) : value)).join('|')}`,
			)
			.filter((condition) => condition !== `resource=${BOTH}`);
		// With the label, because users choose by it: two labels that are swapped would change what saved values mean.
		const values = options.flatMap((option) => ('value' in option ? [`${option.value}=${option.name}`] : []));
		const lists = modes.map((mode) =>
			[mode.name, mode.typeOptions?.searchListMethod].filter(Boolean).join(' '),
		);
		const line = [
			`${path}${name}: ${type}${required ? ', required' : ''}`,
			JSON.stringify(value),
			...(values.length > 0 ? [`values ${values.join(', ')}`] : []),
			...(lists.length > 0 ? [`modes ${lists.join(', ')}`] : []),
			...(show.length > 0 ? [`with ${show.join(', ')}`] : []),
		].join('; ');
		const entries = options.flatMap((option) => {
			if ('values' in option) return linesOf(option.values, `${path}${name}.${option.name}.`);
			return 'type' in option ? linesOf([option], `${path}${name}.`) : [];
		});
		return type === 'notice' ? [] : [line, ...entries];
	});
}

describe('the contract with saved workflows', () => {
	let engine: TestEngine;
	beforeAll(async () => {
		engine = await TestEngine.load();
	});

	it.each(Object.keys(contract) as Array<keyof typeof contract>)('lists the fields of %s', (name) => {
		const types = [engine.credentialType, engine.nodeType.description, engine.triggerType.description];
		const properties = types.find((type) => type.name === name)?.properties ?? [];
		// n8n adds the field Poll Times to triggers.
		const ownFields = properties.filter((field) => field.name !== 'pollTimes');
		expect(linesOf(ownFields).sort()).toEqual([...contract[name]].sort());
	});

	it('has version 1 of both nodes, with one credential type', () => {
		const credentials = [{ name: 'webinarAccountApi' }];
		expect(engine.nodeType.description).toMatchObject({
			name: 'webinarAccount',
			version: 1,
			usableAsTool: true,
			credentials,
			inputs: ['main'],
			outputs: ['main'],
		});
		expect(engine.triggerType.description).toMatchObject({
			name: 'webinarAccountTrigger',
			version: 1,
			polling: true,
			credentials,
			inputs: [],
			outputs: ['main'],
		});
	});

	it('has the list methods that saved nodes call by name', () => {
		const methods = [
			'searchCustomFieldOptions',
			'searchCustomFields',
			'searchSchedules',
			'searchSessions',
			'searchWebinars',
		];
		expect(Object.keys(engine.nodeType.methods?.listSearch ?? {}).sort()).toEqual(methods);
	});
});
