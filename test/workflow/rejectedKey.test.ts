import { containing } from '../support/matchers';
import { useHarness } from '../support/harness';

const harness = useHarness({ at: Date.parse('2026-11-24T12:00:00Z') });

const getAll = { resource: 'live', operation: 'getAll', returnAll: true };
const MESSAGE = 'The service rejected the API key';
const REPLACED = 'A newer key may have replaced it, because generating a key ends the old one.';
const PLACE = 'Copy the current key from the main webinar dashboard, under the Advanced link of any webinar.';
const APPROVAL = 'API access needs approval (apply in the Profile section of the account) and a paid plan.';
const WORDS = 'API access is not allowed!';

/** The sandbox's key is longer than the UUIDs that the service gives out. */
const shortKey = '123e4567-e89b-12d3-a456-426614174000';

describe('a rejected API key', () => {
	it('explains the real response to a replaced API key', async () => {
		harness.respondLikeReality('error-regenerated-key');
		await harness.expectError(getAll, {
			message: MESSAGE,
			description: `${REPLACED} ${PLACE} ${APPROVAL}`,
			httpCode: '403',
		});
	});

	it('mentions the length of a rejected API key if it is not the documented 64', async () => {
		harness.respondLikeReality('error-regenerated-key');
		await harness.expectError(
			getAll,
			{
				message: MESSAGE,
				description: `${REPLACED} ${PLACE} ${APPROVAL} The key in the credential has 36 characters instead of the documented 64.`,
			},
			{ credential: { ...harness.credential, apiKey: shortKey } },
		);
	});

	it.each([400, 401, 403, 422, 500])(
		'recognizes a rejected API key in every form of a response with HTTP %d',
		async (status) => {
			const bodies: Array<object | string> = [
				{ status: 'error', message: WORDS },
				{ status: 'error', errors: { api_key: WORDS } },
				{ status: 'error', errors: { api_key: [WORDS] } },
				{ error: { code: 7, message: WORDS } },
				WORDS,
				`<html><body><h1>${WORDS}</h1></body></html>`,
			];
			for (const body of bodies) {
				harness.sandbox.reset();
				harness.sandbox.fail({ kind: 'answer', status, body, times: Infinity });
				await harness.expectError(getAll, { message: MESSAGE, description: containing(REPLACED) });
			}
		},
	);

	it.each([{ status: 'error', message: WORDS }, { errors: { api_key: [WORDS] } }, WORDS])(
		'recognizes a rejected API key in a response with HTTP 200: %j',
		async (body) => {
			harness.sandbox.fail({ kind: 'answer', status: 200, body, times: Infinity });
			await harness.expectError(getAll, { message: MESSAGE, description: containing(REPLACED) });
		},
	);

	it('explains the real response to an API key that never existed', async () => {
		harness.respondLikeReality('error-wrong-key');
		await harness.expectError(getAll, {
			message: MESSAGE,
			description: containing(REPLACED),
			httpCode: '401',
		});
	});

	it('fails the credential test with the explanation of a rejected API key', async () => {
		harness.respondLikeReality('error-regenerated-key');
		await expect(harness.engine.testCredential(harness.credential)).resolves.toEqual({
			status: 'Error',
			message: `${MESSAGE}. ${REPLACED} ${PLACE} ${APPROVAL}`,
		});
	});

	it('does not report a rejected API key if the service got none', async () => {
		harness.respondLikeReality('error-missing-key');
		await harness.expectError(getAll, 'Could not list the webinars: API Key: The api key field is required.');
	});

	it('does not report a rejected API key if the data of a success contains the same words', async () => {
		const webinars = [{ webinar_id: 1, title: WORDS }];
		harness.respondWith('webinars', { webinars });
		await harness.expectOutput(getAll, [{ title: WORDS }]);
	});
});

describe('a page with HTTP 403', () => {
	it('names the firewall of the service as a possible cause of a page with HTTP 403', async () => {
		harness.respondLikeReality('error-blocked-user-agent');
		await harness.expectError(getAll, {
			message: 'Could not list the webinars: a proxy or firewall blocked the request (HTTP 403)',
			description: containing('the firewall of the service'),
		});
	});
});
