import { join } from 'node:path';

import { CustomDirectoryLoader } from 'n8n-core';
import { injectDomainRestrictionFields } from 'n8n-workflow';

import { credentialLabels } from '../../nodes/WebinarAccount/service/account';
import { useHarness } from '../support/harness';

describe('the form of the credential', () => {
	const harness = useHarness();

	it('has its own fields only, and none of those that n8n adds for the HTTP Request node', () => {
		const fields = injectDomainRestrictionFields(harness.engine.credentialType);
		const shown = fields.filter(({ type }) => type !== 'hidden').map(({ name }) => name);
		expect(shown).toEqual(Object.keys(credentialLabels));
	});

	it('serves the nodes of the installed package only, and any node that n8n loads from a folder', async () => {
		expect(harness.engine.credentialType).toMatchObject({
			supportedNodes: ['webinarAccount', 'webinarAccountTrigger'],
			restrictToSupportedNodes: true,
		});
		const fromFolder = new CustomDirectoryLoader(join(__dirname, '../../dist'));
		await fromFolder.loadAll();
		expect(fromFolder.getCredential('webinarAccountApi').type.restrictToSupportedNodes).toBeUndefined();
	});
});

describe("the credential's test", () => {
	const harness = useHarness();

	const test = (changes: object = {}) => harness.engine.testCredential({ ...harness.credential, ...changes });

	it('lists the live webinars, once', async () => {
		await expect(test()).resolves.toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(harness.calls).toEqual(['live/webinars']);
	});

	it('takes the blanks around an address as the nodes do', async () => {
		const { baseUrl } = harness.credential;
		for (const address of [`${baseUrl} `, ` ${baseUrl}/ `])
			await expect(test({ baseUrl: address })).resolves.toMatchObject({ status: 'OK' });
	});

	it('takes the blanks and invisible characters around a key as the nodes do', async () => {
		const { apiKey } = harness.credential;
		await expect(test({ apiKey: `\u200b ${String(apiKey)}\r\n` })).resolves.toMatchObject({ status: 'OK' });
	});

	it('fails with a wrong key, and says what to do', async () => {
		await expect(test({ apiKey: 'wrong' })).resolves.toEqual({
			status: 'Error',
			message:
				'The service does not accept the API key. The key has 5 characters (documented: 64). API access must be approved first, in the Profile section of the account; trial accounts have none. You find the key in the main webinar dashboard, under the Advanced link of any webinar. Creating a new key disables the old one.',
		});
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
			'Service URL must begin with https://; http:// is only possible to this machine',
		],
		['no address', { baseUrl: '' }, 'Service URL is empty'],
		[
			'an address with the path of a product',
			{ baseUrl: 'https://api.webinarjam.com/webinarjam' },
			'put "webinarjam" into Live Path. Service URL is https://api.webinarjam.com',
		],
		['an expression without a result in Service', { service: undefined }, 'The credential cannot be read'],
		[
			'an expression without a result in Calls per Second',
			{ callsPerSecond: undefined },
			'Calls per Second must be a whole number from 1 to 20',
		],
	])('fails with %s before anything is sent', async (_what, changes, message) => {
		await expect(test(changes)).resolves.toEqual({
			status: 'Error',
			message: expect.stringContaining(message) as string,
		});
		expect(harness.calls).toEqual([]);
	});

	const success = { status: 'success', webinars: [] };

	it.each([
		[{ kind: 'statusError', errors: 'No' }, 'Could not list the webinars: No.'],
		[
			{ kind: 'answer', status: 200, body: { ...success, status: 'unauthorized' } },
			'Could not list the webinars: the service gave no reason (HTTP 200).',
		],
		[{ kind: 'answer', status: 200, body: { status: 'success' } }, '"webinars" is missing.'],
		[{ kind: 'answer', status: 200, body: { webinars: [] } }, '"status" is missing.'],
		[{ kind: 'html' }, 'It is a web page.'],
		[{ kind: 'answer', status: 500, body: success }, 'the service failed (HTTP 500).'],
		[{ kind: 'answer', status: 403 }, 'API access must be approved first'],
		[
			{ kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:1/' } },
			'the service answered with a redirect (HTTP 302).',
		],
		[{ kind: 'resetBefore' }, 'Could not list the webinars: the connection broke off.'],
	] as const)('fails with the answer %j, and asks once', async (fault, message) => {
		harness.sandbox.fail(fault);
		await expect(test()).resolves.toEqual({
			status: 'Error',
			message: expect.stringContaining(message) as string,
		});
		expect(harness.calls).toHaveLength(1);
	});

	it('shows neither the key nor markup of an answer', async () => {
		const errors = { '<b>': `${harness.sandbox.apiKey.toUpperCase()} is unknown` };
		harness.sandbox.fail({ kind: 'statusError', errors });
		await expect(test()).resolves.toEqual({
			status: 'Error',
			message: expect.stringContaining('\u2039b\u203a: (API key) is unknown') as string,
		});
	});

	it('waits for its turn after a 429, as a run does', async () => {
		harness.sandbox.fail({ kind: 'answer', status: 429 });
		await expect(test()).resolves.toMatchObject({ status: 'OK' });
		expect(harness.calls).toHaveLength(2);
	});

	it('fails with a path that the host does not know', async () => {
		const { message } = await test({ livePath: 'elsewhere' });
		expect(message).toContain('(HTTP 404). If this happens every time, check the service and its paths');
	});

	it('fails when the host refuses the connection, or has no TLS', async () => {
		const { baseUrl } = harness.credential;
		const { message } = await test({ baseUrl: baseUrl.replace('http:', 'https:') });
		expect(message).toContain('no secure connection to the service. The host has no TLS');
		await harness.sandbox.close();
		await expect(test()).resolves.toEqual({
			status: 'Error',
			message:
				'Could not list the webinars: no connection to the service. The host refused the connection. Check the service in the credential, and that the host is up.',
		});
	});
});

const getAll = { resource: 'live', operation: 'getAll', returnAll: true };

describe('a credential that cannot work', () => {
	const harness = useHarness();

	const text = (part: string) => expect.stringContaining(part) as string;

	it('explains a wrong key', async () => {
		const apiKey = 'a-wrong-key-of-32-characters-000';
		const error = await harness.error(getAll, { credential: { ...harness.credential, apiKey } });
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: '401',
			message: 'The service does not accept the API key',
			description: text('has 32 characters (documented: 64)'),
			itemIndex: 0,
		});
		expect(harness.calls).toEqual(['live/webinars']);
	});

	it('gives a credential that cannot work as the failure of each item with Continue', async () => {
		const credential = { ...harness.credential, apiKey: 'a b' };
		const { output } = await harness.run(getAll, {
			credential,
			items: [{}, {}],
			onError: 'continueRegularOutput',
		});
		expect(output.map(({ pairedItem, json }) => [pairedItem, json.error])).toEqual([
			[{ item: 0 }, text('The API key contains a space')],
			[{ item: 1 }, text('The API key contains a space')],
		]);
	});
});
