import { sandboxCredential } from '../../../engine/parameters';
import { testCredential } from '../../../realN8n/credentials';
import { freePort } from '../../../realN8n/environment';
import { Workbench } from '../support/workbench';

/** n8n's own words for it. */
const NOBODY_THERE = {
	'2': 'ECONNREFUSED',
	'1': 'The service refused the connection - perhaps it is offline',
} as const;

describe("the credential's Test button", () => {
	let workbench: Workbench;

	beforeAll(async () => {
		workbench = await Workbench.open();
	});
	afterAll(() => workbench?.close());

	const test = (changes: object = {}) =>
		testCredential(workbench.n8n, workbench.credential, {
			...sandboxCredential(workbench.sandbox),
			...changes,
		});

	it('says that a good key works', async () => {
		await expect(test()).resolves.toEqual({ status: 'OK', message: 'Connection successful!' });
	});

	it('says what to check with a bad key', async () => {
		await expect(test({ apiKey: 'wrong' })).resolves.toEqual({
			status: 'Error',
			message:
				'The service rejected the call. Check the API key, and that API access is approved; trial accounts have none.',
		});
	});

	it('says that nobody is at an address', async () => {
		const baseUrl = `http://127.0.0.1:${await freePort()}`;
		const message = NOBODY_THERE[workbench.n8n.line.name];
		await expect(test({ baseUrl })).resolves.toEqual({ status: 'Error', message });
	});

	it('sends no key over a connection that is not secure', async () => {
		await expect(test({ baseUrl: 'http://api.example.com' })).resolves.toEqual({
			status: 'Error',
			message: 'Service URL must begin with https://; http:// is only possible to this machine',
		});
	});
});
