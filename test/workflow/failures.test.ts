import { byId, Harness, useHarness } from '../support/harness';

const getAll = { resource: 'live', operation: 'getAll', returnAll: true };
const register = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(1),
	firstName: 'Ann',
	email: 'ann@example.com',
};

describe('failures', () => {
	const harness = useHarness();

	const text = (part: string) => expect.stringContaining(part) as string;

	it('explains a webinar that does not exist', async () => {
		await expect(harness.error({ ...register, webinarId: byId(999) })).resolves.toMatchObject({
			httpCode: '422',
			message: 'Could not read the webinar: Webinar: The selected webinar id is invalid.',
		});
	});

	it('lets other work of n8n have its turn while thousands of items fail before any call', async () => {
		const items = Array.from({ length: 3000 }, () => ({}));
		let turns = 0;
		let isOver = false;
		const count = () => {
			turns++;
			if (!isOver) setImmediate(count);
		};
		setImmediate(count);
		const { output } = await harness.run(
			{ resource: 'live', operation: 'register', webinarId: byId(1), firstName: 'Ann', email: '={{ "" }}' },
			{ items, onError: 'continueRegularOutput' },
		);
		isOver = true;
		expect(output).toHaveLength(items.length);
		expect(turns).toBeGreaterThan(items.length / 300);
		expect(harness.calls).toEqual([]);
	});

	it('shows values and words that are not ours as text wherever n8n shows HTML', async () => {
		const email = '<a href="https://example.com">@</a>';
		await expect(harness.error({ ...register, email })).resolves.toMatchObject({
			message: text('\u2039a href="https://example.com"\u203a@\u2039/a\u203a'),
		});
		const errors = { '<img src=//example.com/x>': ['<b>No</b>'] };
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', body: { errors } });
		const { output, hints } = await harness.run(register, {
			items: [{}, {}],
			onError: 'continueRegularOutput',
		});
		const shown = JSON.stringify([output[0]?.json.error, hints]);
		expect(shown).toContain('\u2039img src=//example.com/x\u203a: \u2039b\u203aNo\u2039/b\u203a');
		expect(shown).not.toMatch(/[<>]/);
	});

	it('rejects an empty email without sending anything', async () => {
		await expect(harness.error({ ...register, email: '={{ "" }}' })).resolves.toMatchObject({
			message: 'Email is required',
			itemIndex: 0,
		});
		expect(harness.calls).toEqual([]);
	});

	it.each([
		[{ kind: 'html' }, "Could not list the webinars: the service's answer is not JSON", 'It is a web page.'],
		[{ kind: 'truncatedJson' }, "Could not list the webinars: the service's answer is not JSON", 'cut off'],
		[{ kind: 'emptyBody' }, "Could not list the webinars: the service's answer is not JSON", 'It is empty.'],
		[
			{ kind: 'statusError', errors: { api_key: ['Nope'] } },
			'The service does not accept the API key',
			'API access must be approved first',
		],
		[
			{ kind: 'answer', status: 200, body: { status: 'success', webinars: 'none' } },
			"Could not list the webinars: the service's answer has an unexpected form",
			'"webinars"',
		],
		[
			{ kind: 'answer', status: 403, body: {} },
			'the service gave no reason (HTTP 403)',
			'API access must be approved first',
		],
		[
			{ kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:1/elsewhere' } },
			'the service answered with a redirect (HTTP 302)',
			'A redirect is not followed',
		],
	] as const)('explains the answer %j, and asks once', async (fault, message, description) => {
		harness.sandbox.fail(fault);
		await expect(harness.error(getAll)).resolves.toMatchObject({
			message: text(message),
			description: text(description),
		});
		expect(harness.calls).toHaveLength(1);
	});

	it('explains a path that the host does not know', async () => {
		await expect(
			harness.error(getAll, { credential: { ...harness.credential, livePath: 'nothing-here' } }),
		).resolves.toMatchObject({
			httpCode: '404',
			message: 'Could not list the webinars: the service gave no reason (HTTP 404)',
			description: text('paths in the credential'),
		});
	});

	it('reads again after a failure of the service, and a broken connection', async () => {
		harness.sandbox.fail({ kind: 'answer', status: 500 });
		harness.sandbox.fail({ kind: 'resetBefore' });
		await expect(harness.output(getAll)).resolves.toHaveLength(9);
		expect(harness.sandbox.calls.map(({ status }) => status)).toEqual([500, 0, 200]);
	});

	it('gives up reading after a few failures', async () => {
		harness.sandbox.fail({ kind: 'answer', status: 500, times: Infinity });
		await expect(harness.error(getAll)).resolves.toMatchObject({
			httpCode: '500',
			message: 'Could not list the webinars: the service failed (HTTP 500): Internal Server Error',
		});
		expect(harness.calls).toHaveLength(4);
	});

	it('fails no contact for a failure of the service that was over before their turn', async () => {
		harness.sandbox.fail({ kind: 'answer', status: 503, operation: 'webinar', times: 4 });
		const items = Array.from({ length: 150 }, (_, index) => ({ email: `p${index}@example.com` }));
		const { output } = await harness.run(
			{ ...register, email: '={{ $json.email }}' },
			{ items, onError: 'continueRegularOutput' },
		);
		const registered = output.flatMap(({ json }) => (json.user_id === undefined ? [] : [json.email]));
		expect(harness.sandbox.registrants.map(({ email }) => email)).toEqual(registered);
		// Those that were worked on side by side share the failure.
		expect(registered.length).toBeGreaterThanOrEqual(50);
		expect(output).toHaveLength(150);
		expect(harness.calls.filter((call) => call === 'live/webinar')).toHaveLength(5);
	});

	it.each([
		[
			{ kind: 'answer', status: 500 },
			'The person may have been registered, but the service failed (HTTP 500)',
			0,
		],
		[{ kind: 'resetBefore' }, 'The person may have been registered, but the connection broke off', 0],
		[{ kind: 'resetAfter' }, 'The person may have been registered, but the connection broke off', 1],
		[
			{ kind: 'truncatedJson' },
			"The person may have been registered, but the service's answer is not JSON",
			1,
		],
	] as const)(
		'never registers twice after %j, and says what may have happened',
		async (fault, message, registered) => {
			harness.sandbox.fail({ ...fault, operation: 'register' });
			await expect(harness.error(register)).resolves.toMatchObject({ message: text(message) });
			expect(harness.calls.filter((call) => call === 'live/register')).toHaveLength(1);
			expect(harness.sandbox.registrants).toHaveLength(registered);
		},
	);

	it('waits when the service throttles a call, and loses nothing', async () => {
		harness.sandbox.fail({ kind: 'answer', status: 429, operation: 'register', times: 2 });
		await expect(harness.output(register)).resolves.toHaveLength(1);
		expect(harness.sandbox.registrants).toHaveLength(1);
		expect(harness.sandbox.calls.map(({ status }) => status)).toEqual([200, 429, 429, 200]);
	});

	it('fails only the contact whose calls are always throttled, and blames nobody else', async () => {
		const email = 'p5@example.com';
		harness.sandbox.fail({ kind: 'answer', status: 429, operation: 'register', email, times: Infinity });
		const items = Array.from({ length: 60 }, (_, index) => ({ email: `p${index}@example.com` }));
		const parameters = { ...register, email: '={{ $json.email }}' };
		const { output } = await harness.run(parameters, { items, onError: 'continueRegularOutput' });
		expect(harness.sandbox.registrants).toHaveLength(59);
		const failed = output.filter(({ json }) => json.error !== undefined);
		expect(failed).toMatchObject([{ pairedItem: { item: 5 } }]);
		expect(failed[0]?.json.error).toBe(
			'The service throttled this call 10 times while it admitted others. Nothing was done for this item; the others continued. Run this item again later.',
		);
	});

	it('waits as long as the service asks', async () => {
		const headers = { 'retry-after': '2' };
		harness.sandbox.fail({ kind: 'answer', status: 429, headers, operation: 'register', times: 1 });
		await expect(harness.output(register)).resolves.toHaveLength(1);
		const [, throttled, again] = harness.sandbox.calls.map(({ at }) => at);
		expect((again ?? 0) - (throttled ?? 0)).toBeGreaterThanOrEqual(1990);
	});

	it('explains a host that refuses the connection, after a few tries, with Continue and without', async () => {
		const gone = await Harness.start();
		const { credential } = gone;
		await gone.sandbox.close();
		await expect(harness.error(register, { credential })).resolves.toMatchObject({
			name: 'NodeApiError',
			message: 'Could not read the webinar: no connection to the service',
			description: text('The host refused the connection.'),
		});
		const { output } = await harness.run(getAll, { credential, onError: 'continueRegularOutput' });
		expect(output[0]?.json.error).toMatch(
			/^Could not list the webinars: no connection to the service\. The host refused/,
		);
	});

	it('explains a host name that does not exist', async () => {
		const credential = { ...harness.credential, baseUrl: 'https://api.nowhere.invalid' };
		await expect(harness.error(getAll, { credential })).resolves.toMatchObject({
			message: 'Could not list the webinars: no connection to the service',
		});
	});

	it.each([
		{ status: 500, body: { message: 'php_network_getaddresses: getaddrinfo failed' } },
		{ status: 502, body: 'connect ECONNREFUSED 10.0.0.7:443' },
	])('keeps its own words where n8n knows others: %j', async (fault) => {
		harness.sandbox.fail({ kind: 'answer', operation: 'register', ...fault });
		const { message } = await harness.error(register);
		expect(message).toMatch(/^The person may have been registered, but the service failed/);
	});

	it('keeps the words for a value in which n8n sees a system error', async () => {
		await expect(harness.error({ ...register, email: 'sleeperman@nowhere' })).resolves.toMatchObject({
			message: '"sleeperman@nowhere" is not an email address',
		});
		harness.sandbox.fail({
			kind: 'answer',
			status: 422,
			body: { status: 'error', errors: 'A preexisting registration was found' },
		});
		const list = harness.engine.list('searchWebinars', { resource: 'live' }, harness.credential);
		await expect(list).rejects.toMatchObject({
			message: 'Could not list the webinars: A preexisting registration was found',
		});
	});

	it('has no doubt about a request that was never sent', async () => {
		const credential = { ...harness.credential };
		harness.sandbox.fail({
			kind: 'change',
			operation: 'webinar',
			change: () => {
				credential.apiKey = '';
			},
		});
		await expect(harness.error({ ...register, schedule: byId(11) }, { credential })).resolves.toMatchObject({
			message: 'The API key is empty',
		});
		expect(harness.calls).toEqual(['live/webinar']);
	});

	it('explains an https address that does not speak TLS', async () => {
		const credential = { ...harness.credential, baseUrl: harness.sandbox.url.replace('http:', 'https:') };
		await expect(harness.error(getAll, { credential })).resolves.toMatchObject({
			message: text('Could not list the webinars: '),
		});
		expect(harness.calls).toEqual([]);
	});
});
