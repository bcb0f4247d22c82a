import type { INodeParameters } from 'n8n-workflow';

import { byId, sandboxCredential } from '../../../tools/engine/parameters';
import { createCredential } from '../../../tools/realN8n/credentials';
import { TRIGGER_TYPE, useWorkbench } from '../support/workbench';
import { matching } from '../../support/matchers';

const live = { resource: 'live', operation: 'register' };
const workshop = { ...live, webinarId: byId(8) };
const topics = { field: [{ label: byId('topicsOfInterest'), value: '' }] };

type Names = Array<string | RegExp>;
type List = [method: string, field: string, INodeParameters, Names, { nodeType?: string; filter?: string }?];

/** What the tests in the editor do not open, with the names that it shows; test/workflow asserts the rest. */
const lists: List[] = [
	[
		'searchWebinars',
		'webinarId',
		{ resource: 'automated', event: 'registrantAdded' },
		[/^102 · attendee.s zone · Evergreen Anywhere – /, /^108 · attendee.s zone · Clinic Anywhere – /],
		{ nodeType: TRIGGER_TYPE, filter: 'anywhere' },
	],
	[
		'searchCustomFieldOptions',
		'additionalFields.customFields.field[0].value',
		{ ...workshop, additionalFields: { customFields: topics } },
		['Sales', 'Marketing', 'Support & success'],
	],
];

describe("the editor's lists", () => {
	const workbench = useWorkbench();

	it.each<List>(lists)('show what %s finds for %s: %j', async (method, field, parameters, names, options) => {
		const items = await workbench.list(method, field, parameters, options);
		expect(items.map(({ name }) => name)).toEqual(
			names.map((name) => (name instanceof RegExp ? matching(name) : name)),
		);
	});

	it('say that the key is wrong', async () => {
		const data = { ...sandboxCredential(workbench.sandbox), apiKey: 'wrong' };
		const credential = await createCredential(workbench.n8n, 'Wrong key', data);
		await expect(workbench.list('searchWebinars', 'webinarId', live, { credential })).rejects.toThrow(
			'The service does not accept the API key',
		);
	});
});
