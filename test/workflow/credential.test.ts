import { join } from 'node:path';

import { CustomDirectoryLoader } from 'n8n-core';
import { injectDomainRestrictionFields } from 'n8n-workflow';

import { credentialLabels } from '../../nodes/WebinarAccount/service/account';
import { useHarness } from '../support/harness';
import { containing } from '../support/matchers';

const harness = useHarness();

describe('the credential', () => {
	it('shows no fields that n8n adds to credentials for the HTTP Request node', () => {
		const fields = injectDomainRestrictionFields(harness.engine.credentialType);
		const shown = fields.filter(({ type }) => type !== 'hidden').map(({ name }) => name);
		expect(shown).toEqual(Object.keys(credentialLabels));
	});

	it('hides the API key while it is typed', () => {
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
	it('is not restricted to two nodes if n8n loads it from a folder of custom nodes', async () => {
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

	it('accepts the credential after a single request for the live webinars', async () => {
		await expect(testCredential()).resolves.toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(harness.requestNames).toEqual(['live/webinars']);
	});

	it.each([
		{
			what: 'a key with a line break',
			changes: { apiKey: 'abc\ndef' },
			message: 'The API key contains a space, a line break or an invisible character',
		},
		{
			what: 'plain http to another host',
			changes: { baseUrl: 'http://api.example.com' },
			message: 'Service URL must begin with https:// (http:// works only for localhost)',
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
		{
			what: 'an expression without a value in Calls per Second',
			changes: { callsPerSecond: undefined },
			message: 'Calls per Second must be a whole number from 1 to 20',
		},
	])('fails the credential test without a request for $what', async ({ changes, message }) => {
		await expect(testCredential(changes)).resolves.toEqual({ status: 'Error', message: containing(message) });
		expect(harness.requestNames).toEqual([]);
	});

	it('redacts the API key in an error message of the service, and replaces angle brackets', async () => {
		const errors = { '<b>': `${harness.sandbox.apiKey} is unknown` };
		harness.sandbox.fail({ kind: 'statusError', errors });
		await expect(testCredential()).resolves.toEqual({
			status: 'Error',
			message: containing('\u2039b\u203a: [redacted] is unknown'),
		});
	});

	it('redacts the API key if the service returns it as the name of a parameter', async () => {
		const errors = { [harness.sandbox.apiKey]: ['is not a parameter'] };
		harness.sandbox.fail({ kind: 'statusError', errors });
		await expect(testCredential()).resolves.toEqual({
			status: 'Error',
			message: containing('[redacted]: is not a parameter'),
		});
	});

	it('redacts the API key before a long text is cut', async () => {
		// The text is cut after 300 characters, which would be in the middle of the key.
		const words = 'x'.repeat(280);
		harness.sandbox.fail({ kind: 'statusError', errors: `${words} ${harness.sandbox.apiKey} is unknown` });
		await expect(testCredential()).resolves.toEqual({
			status: 'Error',
			message: containing(`${words} [redacted] is unkno…`),
		});
	});
});

it('fails each item of a run with On Error set to Continue for an invalid API key', async () => {
	const credential = { ...harness.credential, apiKey: 'a b' };
	const getAll = { resource: 'live', operation: 'getAll', returnAll: true };
	const { output } = await harness.run(getAll, {
		credential,
		items: [{}, {}],
		onError: 'continueRegularOutput',
	});
	const error = containing('The API key contains a space');
	expect(output).toMatchObject([
		{ pairedItem: { item: 0 }, json: { error } },
		{ pairedItem: { item: 1 }, json: { error } },
	]);
});
