import type { INodeProperties } from 'n8n-workflow';

import { TestEngine } from '../support/engine';
import contract from './contract.json';

/**
 * What saved workflows and credentials hold of the package: names, types, values and defaults, and when a field is shown.
 * contract.json says it whole. A line that this test misses or finds there is a change for users: review it, then edit
 * the line ("docs/developers/versioning.md").
 */

/** Shown for both products unless it says otherwise. */
const BOTH = 'live|automated';

/** One line for each field, those in a collection under the path of it. */
function linesOf(properties: INodeProperties[], path = ''): string[] {
	return properties.flatMap((field) => {
		const { name, type, default: value, required, options = [], modes = [], displayOptions } = field;
		const show = Object.entries(displayOptions?.show ?? {})
			.map(
				([other, values]) =>
					`${other}=${(values ?? []).map((value) => (typeof value === 'object' ? JSON.stringify(value) : value)).join('|')}`,
			)
			.filter((condition) => condition !== `resource=${BOTH}`);
		const values = options.flatMap((option) => ('value' in option ? [option.value] : []));
		const lists = modes.map((mode) =>
			[mode.name, mode.typeOptions?.searchListMethod].filter(Boolean).join(' '),
		);
		const line = [
			`${path}${name}: ${type}${required ? ', required' : ''}`,
			JSON.stringify(value),
			...(values.length > 0 ? [`values ${values.join(' ')}`] : []),
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

describe('the contract', () => {
	let engine: TestEngine;
	beforeAll(async () => {
		engine = await TestEngine.load();
	});

	it.each(Object.keys(contract) as Array<keyof typeof contract>)('is what %s has', (name) => {
		const types = [engine.credentialType, engine.nodeType.description, engine.triggerType.description];
		const properties = types.find((type) => type.name === name)?.properties ?? [];
		// n8n adds the poll times.
		const own = properties.filter((field) => field.name !== 'pollTimes');
		expect(linesOf(own).sort()).toEqual([...contract[name]].sort());
	});

	it('has both nodes in version 1, with the credential', () => {
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
		const methods = ['searchCustomFieldOptions', 'searchCustomFields', 'searchSchedules', 'searchWebinars'];
		expect(Object.keys(engine.nodeType.methods?.listSearch ?? {}).sort()).toEqual(methods);
	});
});
