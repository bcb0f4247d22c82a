import { byId, sandboxCredential } from '../../../tools/engine/parameters';
import { createCredential } from '../../../tools/realN8n/credentials';
import { matching } from '../../support/matchers';
import { TRIGGER_TYPE, useWorkbench } from '../support/workbench';

const live = { resource: 'live', operation: 'register' };

// The tests in the editor open others; test/workflow asserts what each shows.
describe("the editor's lists", () => {
	const workbench = useWorkbench();

	const names = async (...list: Parameters<typeof workbench.list>) =>
		(await workbench.list(...list)).map(({ name }) => name);

	it('show the webinars to watch, by a search', async () => {
		const parameters = { resource: 'automated', event: 'registrantAdded' };
		const options = { nodeType: TRIGGER_TYPE, filter: 'anywhere' };
		expect(await names('searchWebinars', 'webinarId', parameters, options)).toEqual([
			matching(/^102 · attendee.s zone · Evergreen Anywhere – /),
			matching(/^108 · attendee.s zone · Clinic Anywhere – /),
		]);
	});

	it('show the options of the label beside the value', async () => {
		const customFields = { field: [{ label: byId('topicsOfInterest'), value: '' }] };
		const parameters = { ...live, webinarId: byId(8), additionalFields: { customFields } };
		const field = 'additionalFields.customFields.field[0].value';
		const options = ['Sales', 'Marketing', 'Support & success'];
		expect(await names('searchCustomFieldOptions', field, parameters)).toEqual(options);
	});

	it('say that the key is wrong', async () => {
		const data = { ...sandboxCredential(workbench.sandbox), apiKey: 'wrong' };
		const credential = await createCredential(workbench.n8n, 'Wrong key', data);
		await expect(workbench.list('searchWebinars', 'webinarId', live, { credential })).rejects.toThrow(
			'The service does not accept the API key',
		);
	});
});
