import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { ExecuteContext } from 'n8n-core';

import type { Fault } from '../../sandbox';
import { byId, until, useHarness } from '../support/harness';
import { numbers } from '../support/manyWebinars';
import { containing, matching } from '../support/matchers';

// What a user reads of each failure of the service or the network, test/faults asserts for every operation.
const harness = useHarness();

const live = { resource: 'live', webinarId: byId(1) };
const register = { ...live, operation: 'register', firstName: 'Ann', email: 'ann@example.com' };
const mapped = { ...register, email: '={{ $json.email }}' };
const contacts = (count: number) => numbers(count).map((place) => ({ email: `p${place}@example.com` }));
const onError = 'continueRegularOutput';

describe('failures', () => {
	it('lets other work of n8n have its turn while hundreds of items fail before any call', async () => {
		const items = numbers(600).map(() => ({}));
		let turns = 0;
		let isOver = false;
		const count = () => {
			turns++;
			if (!isOver) setImmediate(count);
		};
		setImmediate(count);
		const { output } = await harness.run({ ...register, email: '={{ "" }}' }, { items, onError });
		isOver = true;
		expect(output).toHaveLength(items.length);
		expect(turns).toBeGreaterThan(items.length / 300);
		expect(harness.calls).toEqual([]);
	});

	it.each<[string, (response: ServerResponse) => void]>([
		['short', (response) => response.end('Too Many Attempts.')],
		['long', (response) => response.end('x'.repeat(5_000_000))],
		['cut', (response) => response.write('Too', () => response.destroy())],
		['without an end', (response) => response.write('Too')],
	])('do not follow a 429 whose answer is %s, and it leaves no connection open', async (_which, write) => {
		const sockets: Array<Socket | null> = [];
		harness.sandbox.fail({
			kind: 'manual',
			acts: false,
			operation: 'register',
			write: (response) => {
				sockets.push(response.socket);
				write(response.writeHead(429));
			},
		});
		await harness.output(register);
		await until(() => sockets[0]?.destroyed === true);
	});

	it('shows values and words that are not ours as text wherever n8n shows HTML', async () => {
		const email = '<a href="https://example.com">@</a>';
		await harness.fails(
			{ ...register, email },
			containing('\u2039a href="https://example.com"\u203a@\u2039/a\u203a'),
		);
		const errors = { '<img src=//example.com/x>': ['<b>No</b>'] };
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', body: { errors } });
		const { output, hints } = await harness.run(register, { items: [{}, {}], onError });
		const shown = JSON.stringify([output[0]?.json.error, hints]);
		expect(shown).toContain('\u2039img src=//example.com/x\u203a: \u2039b\u203aNo\u2039/b\u203a');
		expect(shown).not.toMatch(/[<>]/);
	});

	it('fails no contact for a failure of the service that was over before their turn', async () => {
		harness.sandbox.fail({ kind: 'answer', status: 503, operation: 'webinar', times: 4 });
		const { output } = await harness.run(mapped, { items: contacts(150), onError });
		const registered = output.flatMap(({ json }) => (json.user_id === undefined ? [] : [json.email]));
		expect(harness.sandbox.registrants.map(({ email }) => email)).toEqual(registered);
		// Those that were worked on side by side share the failure.
		expect(registered.length).toBeGreaterThanOrEqual(50);
		expect(output).toHaveLength(150);
		expect(harness.count('live/webinar')).toBe(5);
	});

	it.each([
		{ status: 500, body: { message: 'php_network_getaddresses: getaddrinfo failed' } },
		{ status: 502, body: 'connect ECONNREFUSED 10.0.0.7:443' },
	])('keeps its own words where n8n knows others: %j', async (fault) => {
		harness.sandbox.fail({ kind: 'answer', operation: 'register', ...fault });
		await harness.fails(register, matching(/^The person may have been registered, but the service failed/));
	});

	it('keeps the words for a value in which n8n sees a system error', async () => {
		await harness.fails(
			{ ...register, email: 'sleeperman@nowhere' },
			'"sleeperman@nowhere" is not an email address',
		);
		harness.sandbox.fail({ kind: 'statusError', errors: 'A preexisting registration was found' });
		const list = harness.list('searchWebinars', { resource: 'live' });
		await expect(list).rejects.toMatchObject({
			message: 'Could not list the webinars: A preexisting registration was found',
		});
	});

	it('has no doubt about a request that was never sent', async () => {
		const credential = { ...harness.credential };
		harness.sandbox.before({ operation: 'webinar' }, () => (credential.apiKey = ''));
		await harness.fails({ ...register, schedule: byId(11) }, 'The API key is empty', { credential });
		expect(harness.calls).toEqual(['live/webinar']);
	});

	it.each([
		['leadId', { leadId: '={{ $json.lead }}' }],
		['email', { email: '={{ $json.email }}' }],
	])('counts the contacts who were unsubscribed before it, and says so: by %s', async (unsubscribeBy, by) => {
		const people = harness.add(2);
		const known = people.map(({ leadId, email }) => ({ lead: leadId, email }));
		const items = [...known, { lead: 99, email: 'nobody@example.com' }];
		const stop = { ...live, operation: 'unsubscribe', unsubscribeBy, ...by };
		const { description } = await harness.error(stop, { items });
		expect(description).toMatch(/\b2\b.*\bunsubscribed\b/);
		expect(description).not.toContain('registered before this error');
	});

	it.each(['resource', 'operation'])(
		'explains the Custom API Call that n8n offers as a choice of %s',
		async (name) => {
			await harness.fails(
				{ ...live, [name]: '__CUSTOM_API_CALL__' },
				{
					message: 'Custom API Call is not an operation of this node',
					description: containing('Choose one of the operations.'),
				},
			);
			expect(harness.calls).toEqual([]);
		},
	);

	const PROCESS_REMAINING = 'To process the remaining items, set On Error to Continue (using error output).';

	it('says how to process the remaining items, if there are any', async () => {
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', times: 3 });
		const description = 'Correct the named values, then run this item again.';
		const two = [{}, {}];
		await harness.fails(register, { description: `${description} ${PROCESS_REMAINING}` }, { items: two });
		await harness.fails(register, { description });
	});

	it.each<[string | undefined, Fault]>([
		['rate-limited', { kind: 'answer', status: 429, times: Infinity }],
		['credential-invalid', { kind: 'answer', status: 401, times: Infinity }],
		['credential-invalid', { kind: 'answer', status: 400, body: { errors: { api_key: ['is invalid'] } } }],
		['configuration-invalid', { kind: 'answer', status: 422, body: { message: 'Webinar 1 was not found' } }],
		['temporarily-unavailable', { kind: 'answer', status: 503, times: Infinity }],
		['temporarily-unavailable', { kind: 'resetBefore', times: Infinity }],
		[undefined, { kind: 'answer', status: 422, body: { errors: { email: ['is blocked'] } } }],
	])('declare the cause %s to n8n: %j', async (cause, fault) => {
		harness.sandbox.fail({ operation: 'webinar', ...fault });
		const { run } = await harness.run(register);
		const { error } = run.data.resultData;
		expect(error).toMatchObject({ name: 'NodeApiError', failure: cause && { cause } });
	});

	it('is that of the first item, not of the last one, where n8n itself misses the credential', async () => {
		harness.engine.hasCredential = false;
		const expected = { itemIndex: 0, message: matching(/credential/i) };
		await harness.fails(mapped, expected, { items: contacts(5) });
		harness.engine.hasCredential = true;
		expect(harness.calls).toEqual([]);
	});
});

it.each([0, 5])(
	'a run in which %i items fail leaves no listener on the signal by which n8n cancels it',
	async (times) => {
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', times });
		const { signal } = new AbortController();
		let during = 0;
		harness.sandbox.before({ operation: 'register' }, () => {
			during = getEventListeners(signal, 'abort').length;
		});
		const spy = jest.spyOn(ExecuteContext.prototype, 'getExecutionCancelSignal').mockReturnValue(signal);
		const warning = jest.spyOn(process, 'emitWarning');
		const options = { ifAlreadyRegistered: 'skip' };
		await harness.run({ ...mapped, options }, { items: contacts(20), onError });
		expect(during).toBeGreaterThan(0);
		// Node.js warns of many listeners.
		const tooMany = expect.objectContaining({ name: 'MaxListenersExceededWarning' }) as unknown;
		expect(warning.mock.calls.flat()).not.toContainEqual(tooMany);
		warning.mockRestore();
		spy.mockRestore();
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	},
);

it('n8n is not told to check a form by a pattern, which a busy machine has no time for', () => {
	const withPattern = harness.engine.descriptions.flatMap(({ name, properties }) =>
		JSON.stringify(properties).includes('"regex"') ? [name] : [],
	);
	expect(withPattern).toEqual([]);
});
