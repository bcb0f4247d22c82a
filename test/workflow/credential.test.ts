import { join } from 'node:path';

import { CustomDirectoryLoader } from 'n8n-core';
import { injectDomainRestrictionFields } from 'n8n-workflow';

import { credentialLabels } from '../../nodes/WebinarAccount/service/account';
import { useHarness } from '../support/harness';
import { containing } from '../support/matchers';

const harness = useHarness();

describe('the credential', () => {
	it('hides the fields that n8n adds to credentials for the HTTP Request node', () => {
		const fields = injectDomainRestrictionFields(harness.engine.credentialType);
		const shown = fields.filter(({ type }) => type !== 'hidden').map(({ name }) => name);
		expect(shown).toEqual(Object.keys(credentialLabels));
	});

	it('masks the API key while the user types it', () => {
		const { properties } = harness.engine.credentialType;
		const apiKey = properties.find(({ name }) => name === 'apiKey');
		expect(apiKey?.typeOptions?.password).toBe(true);
	});

	it('is restricted to the two nodes of the installed package', () => {
		expect(harness.engine.credentialType).toMatchObject({
			supportedNodes: ['webinarAccount', 'webinarAccountTrigger'],
			restrictToSupportedNodes: true,
		});
	});

	// With the restriction, n8n would give the credential to no node from such a folder.
	it('is not restricted to the two nodes if n8n loads the package from a custom nodes folder', async () => {
		const loader = new CustomDirectoryLoader(join(__dirname, '../../dist'));
		await loader.loadAll();
		const { type } = loader.getCredential('webinarAccountApi');
		expect(type.restrictToSupportedNodes).toBeUndefined();
		type.supportedNodes = [];
		expect(type.restrictToSupportedNodes).toBeUndefined();
	});
});

// test/faults covers the responses and connections that a credential test can meet.
describe('the credential test', () => {
	const testCredential = (changes: object = {}) =>
		harness.engine.testCredential({ ...harness.credential, ...changes });

	it('succeeds with a single request for the live webinars', async () => {
		await expect(testCredential()).resolves.toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(harness.requestNames).toEqual(['live/webinars']);
	});

	it.each([
		{
			what: 'a key with a line break',
			changes: { apiKey: 'abc\ndef' },
			message: 'The API key is invalid. Open the credential and paste the key again.',
		},
		{
			what: 'no URL',
			changes: { baseUrl: '' },
			message: 'Service URL is empty',
		},
		{
			what: 'an expression without a value in Service',
			changes: { service: undefined },
			message: 'The credential cannot be read',
		},
	])('fails without a request if the credential has $what', async ({ changes, message }) => {
		await expect(testCredential(changes)).resolves.toEqual({ status: 'Error', message: containing(message) });
		expect(harness.requestNames).toEqual([]);
	});

	it("redacts the API key and replaces angle brackets in the service's error message", async () => {
		const errors = { '<b>': `${harness.sandbox.apiKey} is unknown` };
		harness.sandbox.fail({ kind: 'statusError', errors });
		await expect(testCredential()).resolves.toEqual({
			status: 'Error',
			message: containing('\u2039b\u203a: [redacted] is unknown'),
		});
	});
});

describe('a run with an invalid credential', () => {
	it('returns an error for each item if the API key is invalid and On Error is Continue', async () => {
		const credential = { ...harness.credential, apiKey: 'a b' };
		const getAll = { resource: 'live', operation: 'getAll', returnAll: true };
		const { output } = await harness.run(getAll, {
			credential,
			items: [{}, {}],
			onError: 'continueRegularOutput',
		});
		const error = containing('The API key is invalid');
		expect(output).toMatchObject([
			{ pairedItem: { item: 0 }, json: { error } },
			{ pairedItem: { item: 1 }, json: { error } },
		]);
	});
});
