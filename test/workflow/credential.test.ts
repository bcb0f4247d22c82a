import { Harness } from '../support/harness';

describe("the credential's test", () => {
	let harness: Harness;

	beforeAll(async () => {
		harness = await Harness.start();
	});
	beforeEach(() => harness.sandbox.reset());
	afterAll(() => harness.sandbox.close());

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
