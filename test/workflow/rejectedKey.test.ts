import { containing } from '../support/matchers';
import { useHarness } from '../support/harness';

const harness = useHarness({ at: Date.parse('2026-11-24T12:00:00Z') });

const getAll = { resource: 'live', operation: 'getAll', returnAll: true };
const REJECTED_KEY = 'The service rejected the API key';
const ABOUT_NEWER_KEY =
	'A newer key may have replaced this one, because generating a key disables the old one.';
const WHERE_TO_FIND_KEY =
	'Copy the current key from the main webinar dashboard: click the Advanced link of any webinar.';
const ABOUT_APPROVAL =
	'API access needs approval (apply in the Profile section of your webinar account) and a paid plan.';
/** The words in which the service rejects a key. */
const WORDS_OF_SERVICE = 'API access is not allowed!';

/** Keys in use are UUIDs with 36 characters. The documented keys have 64. */
const uuidKey = '123e4567-e89b-12d3-a456-426614174000';
const oddKey = `${uuidKey}0000`;

describe('a rejected API key', () => {
	it("explains a rejected API key after the service's real response to a replaced key", async () => {
		harness.respondWithExample('error-regenerated-key');
		await harness.expectError(getAll, {
			message: REJECTED_KEY,
			description: `${ABOUT_NEWER_KEY} ${WHERE_TO_FIND_KEY} ${ABOUT_APPROVAL}`,
			httpCode: '401',
		});
	});

	it('says first how long the rejected API key is if it has neither 64 nor 36 characters', async () => {
		harness.respondWithExample('error-regenerated-key');
		await harness.expectError(
			getAll,
			{
				message: REJECTED_KEY,
				description: `The key in the credential has 40 characters instead of 64 or 36, or a newer key has replaced it. ${WHERE_TO_FIND_KEY} ${ABOUT_APPROVAL}`,
			},
			{ credential: { ...harness.credential, apiKey: oddKey } },
		);
	});

	it('says nothing about the length of a rejected API key with 36 characters', async () => {
		harness.respondWithExample('error-regenerated-key');
		await harness.expectError(
			getAll,
			{
				message: REJECTED_KEY,
				description: `${ABOUT_NEWER_KEY} ${WHERE_TO_FIND_KEY} ${ABOUT_APPROVAL}`,
			},
			{ credential: { ...harness.credential, apiKey: uuidKey } },
		);
	});

	it.each([
		{ status: 'error', message: WORDS_OF_SERVICE },
		{ errors: { api_key: [WORDS_OF_SERVICE] } },
		WORDS_OF_SERVICE,
	])('recognizes a rejected API key even from a response with HTTP 200: %j', async (body) => {
		harness.sandbox.fail({ kind: 'answer', status: 200, body, times: Infinity });
		await harness.expectError(getAll, { message: REJECTED_KEY, description: containing(ABOUT_NEWER_KEY) });
	});

	it("explains a rejected API key after the service's real response to a key that never existed", async () => {
		harness.respondWithExample('error-wrong-key');
		await harness.expectError(getAll, {
			message: REJECTED_KEY,
			description: containing(ABOUT_NEWER_KEY),
			httpCode: '401',
		});
	});

	it('explains a rejected API key in the credential test', async () => {
		harness.respondWithExample('error-regenerated-key');
		await expect(harness.engine.testCredential(harness.credential)).resolves.toEqual({
			status: 'Error',
			message: `${REJECTED_KEY}. ${ABOUT_NEWER_KEY} ${WHERE_TO_FIND_KEY} ${ABOUT_APPROVAL}`,
		});
	});

	it('does not blame a rejected API key if the service says that the key is missing', async () => {
		harness.respondWithExample('error-missing-key');
		await harness.expectError(getAll, 'Could not list the webinars: API Key: The api key field is required.');
	});

	it("returns a webinar although its title equals the service's message about a rejected API key", async () => {
		harness.respondWith('webinars', { webinars: [{ webinar_id: 1, title: WORDS_OF_SERVICE }] });
		await harness.expectOutput(getAll, [{ title: WORDS_OF_SERVICE }]);
	});

	it.each([
		...[400, 401, 403, 422, 500].map((status) => ({ status, body: { message: WORDS_OF_SERVICE } })),
		{ status: 422, body: { api_key: WORDS_OF_SERVICE } },
		{ status: 422, body: { errors: { api_key: [WORDS_OF_SERVICE] } } },
		{ status: 403, body: { error: { code: 7, message: WORDS_OF_SERVICE } } },
		{ status: 403, body: WORDS_OF_SERVICE },
		{ status: 403, body: `<html><body><h1>${WORDS_OF_SERVICE}</h1></body></html>` },
	])('recognizes a rejected API key from HTTP $status with the body $body', async ({ status, body }) => {
		harness.sandbox.fail({ kind: 'answer', status, body, times: Infinity });
		await harness.expectError(getAll, {
			message: REJECTED_KEY,
			description: containing(ABOUT_NEWER_KEY),
		});
	});
});

describe('a web page as the response, with HTTP 403', () => {
	it("says that the service's firewall may have blocked the request", async () => {
		harness.respondWithExample('error-blocked-user-agent');
		await harness.expectError(getAll, {
			message: 'Could not list the webinars: a proxy or firewall blocked the request (HTTP 403)',
			description: containing("the service's firewall"),
		});
	});
});
