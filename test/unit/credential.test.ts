import { WebinarAccountApi } from '../../credentials/WebinarAccountApi.credentials';

const credential = new WebinarAccountApi();
const custom = {
	apiKey: 'k'.repeat(64),
	service: 'custom',
	baseUrl: 'https://api.example.com',
	livePath: 'live',
	automatedPath: 'automated',
};

describe('the type of the credential', () => {
	it('shows this form, with the key as a password', () => {
		expect(credential.properties).toMatchSnapshot();
	});

	it('has its name, icons and help', () => {
		expect({ ...credential }).toMatchObject({
			name: 'webinarAccountApi',
			displayName: 'Webinar Account API',
			icon: {
				light: 'file:../icons/webinarAccount.svg',
				dark: 'file:../icons/webinarAccount.dark.svg',
			},
			documentationUrl: 'https://www.npmjs.com/package/n8n-nodes-webinar-account#credential',
		});
	});

	it('puts the key into a request, or refuses it', async () => {
		const { authenticate } = credential;
		if (typeof authenticate !== 'function') throw new Error('n8n would put the key in by rules');
		const body = { webinar_id: '6' };
		await expect(
			authenticate(custom, { url: 'https://api.example.com/live/webinar', body }),
		).resolves.toMatchObject({ body: `webinar_id=6&api_key=${custom.apiKey}` });
		await expect(authenticate(custom, { url: 'https://evil.example' })).rejects.toThrow(
			'The API key is not sent to this address',
		);
	});
});

describe("the credential's test", () => {
	const { request, rules = [] } = credential.test;

	it('lists the live webinars, and follows no redirect', () => {
		expect(request).toMatchObject({
			method: 'POST',
			headers: { accept: 'application/json' },
			disableFollowRedirect: true,
		});
		expect(request.baseURL).toBe(
			"={{ $credentials.service === 'custom' ? $credentials.baseUrl : 'https://api.webinarjam.com' }}",
		);
		expect(request.url).toMatch(
			/^=\/\{\{ \$credentials\.service === 'custom' \? .* : 'webinarjam' \}\}\/webinars$/,
		);
		expect(request.url).toContain(String.raw`$credentials.livePath.replace(/^[\s\/]+|[\s\/]+$/g, '')`);
	});

	it('judges these statuses by what is in the answer; with any other n8n says what it means', () => {
		const { ignoreHttpStatusErrors } = request;
		if (typeof ignoreHttpStatusErrors !== 'object') throw new Error('All or no statuses are ignored');
		const { except } = ignoreHttpStatusErrors;
		const explained = [301, 302, 303, 307, 308, 400, 401, 403, 404, 405];
		expect(ignoreHttpStatusErrors.ignore).toBe(true);
		expect(except).toHaveLength(300 - explained.length);
		expect([Math.min(...except), Math.max(...except)]).toEqual([300, 599]);
		expect(except.filter((status) => explained.includes(status))).toEqual([]);
	});

	it('fails on everything that is no list of webinars', () => {
		const words = ['error', 'errors', 'fail', 'failed', 'failure', 'invalid', 'denied'];
		const otherCapitals = (word: string) => [
			word.toUpperCase(),
			`${word.charAt(0).toUpperCase()}${word.slice(1)}`,
		];
		const fails = rules.map(({ type, properties }) => {
			if (type !== 'responseSuccessBody') throw new Error('The rules are about the body');
			const value: unknown = properties.value;
			return [properties.key, value, properties.message];
		});
		const refused =
			'The service answered with an error. Check the API key, and that API access is approved; trial accounts have none.';
		const other =
			'The answer is not the list of live webinars. Check the API key, the Service URL and the paths.';
		expect(fails).toEqual([
			...[...words.flatMap((word) => [word, ...otherCapitals(word)]), '', null, false].map((status) => [
				'status',
				status,
				refused,
			]),
			['status', undefined, other],
			['webinars', undefined, other],
		]);
	});
});
