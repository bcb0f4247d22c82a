import { join } from 'node:path';

import { CustomDirectoryLoader } from 'n8n-core';
import { injectDomainRestrictionFields } from 'n8n-workflow';

import { credentialLabels } from '../../nodes/WebinarAccount/service/account';
import { useHarness } from '../support/harness';
import { containing } from '../support/matchers';

const harness = useHarness();

describe('the form of the credential', () => {
	it('has only its own fields, not those that n8n adds for the HTTP Request node', () => {
		const fields = injectDomainRestrictionFields(harness.engine.credentialType);
		const shown = fields.filter(({ type }) => type !== 'hidden').map(({ name }) => name);
		expect(shown).toEqual(Object.keys(credentialLabels));
	});

	it('is only for the nodes of the installed package, or for any node that n8n loads from a folder', async () => {
		expect(harness.engine.credentialType).toMatchObject({
			supportedNodes: ['webinarAccount', 'webinarAccountTrigger'],
			restrictToSupportedNodes: true,
		});
		const fromFolder = new CustomDirectoryLoader(join(__dirname, '../../dist'));
		await fromFolder.loadAll();
		const { type } = fromFolder.getCredential('webinarAccountApi');
		expect(type.restrictToSupportedNodes).toBeUndefined();
		type.supportedNodes = [];
		expect(type.restrictToSupportedNodes).toBeUndefined();
	});
});

// test/faults covers the responses and connections that a credential test can meet.
describe('the credential test', () => {
	const test = (changes: object = {}) => harness.engine.testCredential({ ...harness.credential, ...changes });

	it('lists the live webinars, once', async () => {
		await expect(test()).resolves.toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(harness.calls).toEqual(['live/webinars']);
	});

	it.each([
		[
			'a key with a line break',
			{ apiKey: 'abc\ndef' },
			'The API key contains a space, a line break or an invisible character',
		],
		[
			'plain http to another host',
			{ baseUrl: 'http://api.example.com' },
			'Service URL must begin with https:// (http:// works only for localhost)',
		],
		['no URL', { baseUrl: '' }, 'Service URL is empty'],
		['an expression without a result in Service', { service: undefined }, 'The credential cannot be read'],
		[
			'an expression without a result in Calls per Second',
			{ callsPerSecond: undefined },
			'Calls per Second must be a whole number from 1 to 20',
		],
	])('fails with %s before anything is sent', async (_what, changes, message) => {
		await expect(test(changes)).resolves.toEqual({ status: 'Error', message: containing(message) });
		expect(harness.calls).toEqual([]);
	});

	it('fails with the error that each item of a run with Continue gets', async () => {
		const credential = { ...harness.credential, apiKey: 'a b' };
		const options = { credential, items: [{}, {}] };
		const getAll = { resource: 'live', operation: 'getAll', returnAll: true };
		const { output } = await harness.run(getAll, { ...options, onError: 'continueRegularOutput' });
		const error = containing('The API key contains a space');
		expect(output).toMatchObject([0, 1].map((item) => ({ pairedItem: { item }, json: { error } })));
	});

	it('shows neither the key nor markup of a response', async () => {
		const errors = { '<b>': `${harness.sandbox.apiKey} is unknown` };
		harness.sandbox.fail({ kind: 'statusError', errors });
		await expect(test()).resolves.toEqual({
			status: 'Error',
			message: containing('\u2039b\u203a: [redacted] is unknown'),
		});
	});
});
