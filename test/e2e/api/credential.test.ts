import { sandboxCredential } from '../../../tools/engine/parameters';
import { testCredential } from '../../../tools/realN8n/credentials';
import { freePort } from '../../../tools/realN8n/environment';
import { Workbench } from '../support/workbench';

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
			message: expect.stringContaining('The service does not accept the API key. The key has 5') as string,
		});
	});

	it('says that nobody is at an address', async () => {
		const baseUrl = `http://127.0.0.1:${await freePort()}`;
		await expect(test({ baseUrl })).resolves.toEqual({
			status: 'Error',
			message: expect.stringContaining('The host refused the connection.') as string,
		});
	});

	it('sends no key over a connection that is not secure', async () => {
		await expect(test({ baseUrl: 'http://api.example.com' })).resolves.toEqual({
			status: 'Error',
			message: expect.stringMatching(
				/^Service URL must begin with https:\/\/; http:\/\/ is only possible to this machine/,
			) as string,
		});
	});
});
