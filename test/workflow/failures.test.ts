import { byId, useHarness } from '../support/harness';

const register = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(1),
	firstName: 'Ann',
	email: 'ann@example.com',
};

// What a user reads of each failure of the service or the network, test/faults asserts for every operation.
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
		const items = Array.from({ length: 600 }, () => ({}));
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
});
