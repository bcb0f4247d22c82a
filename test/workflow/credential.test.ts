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

	it('fails with a wrong key', async () => {
		await expect(test({ apiKey: 'wrong' })).resolves.toEqual({
			status: 'Error',
			message:
				'The service rejected the call. Check the API key, and that API access is approved; trial accounts have none.',
		});
	});

	it.each([
		[
			'a key with a line break',
			{ apiKey: 'abc\n' },
			'The API key contains a space, a line break or an invisible character',
		],
		[
			'plain http to another host',
			{ baseUrl: 'http://api.example.com' },
			'Service URL must begin with https://; http:// is only possible to this machine',
		],
		['no address', { baseUrl: '' }, 'Service URL is empty'],
		['an expression without a result in Service', { service: undefined }, 'The credential cannot be read'],
		[
			'an expression without a result in Calls per Second',
			{ callsPerSecond: undefined },
			'Calls per Second must be a whole number from 1 to 20',
		],
	])('fails with %s before anything is sent', async (_what, changes, message) => {
		await expect(test(changes)).resolves.toEqual({ status: 'Error', message });
		expect(harness.calls).toEqual([]);
	});

	it.each([
		[{ kind: 'statusError', errors: 'No' }, 'The service rejected the call.'],
		[
			{ kind: 'answer', status: 200, body: { status: 'failed', webinars: [] } },
			'The service rejected the call.',
		],
		[
			{ kind: 'answer', status: 200, body: { status: 'other' } },
			'The answer is not the list of live webinars.',
		],
		[{ kind: 'answer', status: 200, body: { webinars: [] } }, 'The answer is not the list of live webinars.'],
		[{ kind: 'html' }, 'The answer is not the list of live webinars.'],
		[{ kind: 'answer', status: 500 }, 'Internal Server Error'],
		[{ kind: 'answer', status: 500, body: { status: 'success', webinars: [] } }, 'Internal Server Error'],
		[
			{ kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:1/' } },
			'The answer is not the list of live webinars.',
		],
	] as const)('fails with the answer %j', async (fault, message) => {
		harness.sandbox.fail(fault);
		await expect(test()).resolves.toEqual({
			status: 'Error',
			message: expect.stringContaining(message) as string,
		});
		expect(harness.calls).toHaveLength(1);
	});

	it('fails with a path that the host does not know', async () => {
		await expect(test({ livePath: 'elsewhere' })).resolves.toEqual({
			status: 'Error',
			message:
				'The answer is not the list of live webinars. Check the API key, the Service URL and the paths.',
		});
	});

	it('fails when nobody is there', async () => {
		await harness.sandbox.close();
		await expect(test()).resolves.toEqual({ status: 'Error', message: 'ECONNREFUSED' });
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

	it.each([
		[
			'a line break',
			`${'k'.repeat(40)}\n`,
			'The API key contains a space, a line break or an invisible character',
		],
		['65 characters', 'k'.repeat(65), 'The API key has 65 characters, but a key has at most 64'],
	])('rejects a key with %s without sending it', async (_what, apiKey, message) => {
		const error = await harness.error(getAll, { credential: { ...harness.credential, apiKey } });
		expect(error).toMatchObject({ name: 'NodeOperationError', message, itemIndex: 0 });
		expect(harness.calls).toEqual([]);
	});

	it.each([
		['Service', { service: '' }, 'The credential cannot be read'],
		['Calls per Second', { callsPerSecond: '' }, 'Calls per Second must be a whole number from 1 to 20'],
	])('sends nothing when an expression in %s gives nothing', async (_field, changes, message) => {
		const error = await harness.error(getAll, { credential: { ...harness.credential, ...changes } });
		expect(error).toMatchObject({ name: 'NodeOperationError', message, itemIndex: 0 });
		expect(harness.calls).toEqual([]);
	});

	it('rejects plain http to a host that is not this machine', async () => {
		const credential = { ...harness.credential, baseUrl: 'http://api.example.com' };
		await expect(harness.error(getAll, { credential })).resolves.toMatchObject({
			message: 'Service URL must begin with https://; http:// is only possible to this machine',
			itemIndex: 0,
		});
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
