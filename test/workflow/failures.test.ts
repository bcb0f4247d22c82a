import { getEventListeners } from 'node:events';

import { ExecuteContext } from 'n8n-core';

import type { Fault } from '../../sandbox';
import { byId, useHarness } from '../support/harness';
import { numbers } from '../support/manyWebinars';
import { containing, matching } from '../support/matchers';

// test/faults covers the error messages for failures of the service or the network in every operation.
const harness = useHarness();

const live = { resource: 'live', webinarId: byId(1) };
const register = { ...live, operation: 'register', firstName: 'Ann', email: 'ann@example.com' };
const registerEmailOfItem = { ...register, email: '={{ $json.email }}' };
const contacts = (count: number) => numbers(count).map((number) => ({ email: `p${number}@example.com` }));
const onError = 'continueRegularOutput';

describe('failures', () => {
	it('yields to other work of n8n while hundreds of items fail before any request', async () => {
		const items = numbers(600).map(() => ({}));
		let yields = 0;
		let isOver = false;
		const countYield = () => {
			yields++;
			if (!isOver) setImmediate(countYield);
		};
		setImmediate(countYield);
		const { output } = await harness.run({ ...register, email: '={{ "" }}' }, { items, onError });
		isOver = true;
		expect(output).toHaveLength(items.length);
		expect(yields).toBeGreaterThan(items.length / 300);
		expect(harness.calls).toEqual([]);
	});

	it('replaces angle brackets of an invalid value in an error, because n8n shows HTML there', async () => {
		const email = '<a href="https://example.com">@</a>';
		await harness.fails(
			{ ...register, email },
			containing('\u2039a href="https://example.com"\u203a@\u2039/a\u203a'),
		);
	});

	it('replaces angle brackets of the service in errors and hints, because n8n shows HTML there', async () => {
		const errors = { '<img src=//example.com/x>': ['<b>No</b>'] };
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', body: { errors } });
		const { output, hints } = await harness.run(register, { items: [{}, {}], onError });
		const shown = JSON.stringify([output[0]?.json.error, hints]);
		expect(shown).toContain('\u2039img src=//example.com/x\u203a: \u2039b\u203aNo\u2039/b\u203a');
		expect(shown).not.toMatch(/[<>]/);
	});

	it('registers the remaining contacts after the service failed for the first ones', async () => {
		harness.sandbox.fail({ kind: 'answer', status: 503, operation: 'webinar', times: 4 });
		const { output } = await harness.run(registerEmailOfItem, { items: contacts(150), onError });
		const registered = output.map(({ json }) => json).filter(({ user_id }) => user_id !== undefined);
		const registeredEmails = registered.map(({ email }) => email);
		expect(harness.sandbox.registrants.map(({ email }) => email)).toEqual(registeredEmails);
		// Only the contacts that waited for the failed requests fail with them.
		expect(registeredEmails.length).toBeGreaterThanOrEqual(50);
		expect(output).toHaveLength(150);
		expect(harness.count('live/webinar')).toBe(5);
	});

	it.each([
		{ status: 500, body: { message: 'php_network_getaddresses: getaddrinfo failed' } },
		{ status: 502, body: 'connect ECONNREFUSED 10.0.0.7:443' },
	])('keeps its own message for a response in which n8n would see a network error: %j', async (fault) => {
		harness.sandbox.fail({ kind: 'answer', operation: 'register', ...fault });
		await harness.fails(register, matching(/^The person may have been registered, but the service failed/));
	});

	it('keeps the message for a value that contains the name of a system error', async () => {
		// n8n replaces the message of an error with "EPERM" in it, in any case.
		await harness.fails(
			{ ...register, email: 'sleeperman@nowhere' },
			'"sleeperman@nowhere" is not an email address',
		);
	});

	it('keeps a message of the service that contains the name of a system error', async () => {
		// "preexisting" contains the name of the system error for an existing file.
		harness.sandbox.fail({ kind: 'statusError', errors: 'A preexisting registration was found' });
		const webinars = harness.list('searchWebinars', { resource: 'live' });
		await expect(webinars).rejects.toMatchObject({
			message: 'Could not list the webinars: A preexisting registration was found',
		});
	});

	it('does not say that a person may have been registered if the request was never sent', async () => {
		const credential = { ...harness.credential };
		harness.sandbox.before({ operation: 'webinar' }, () => {
			credential.apiKey = '';
		});
		await harness.fails({ ...register, schedule: byId(11) }, 'The API key is empty', { credential });
		expect(harness.calls).toEqual(['live/webinar']);
	});

	it.each([
		['leadId', { leadId: '={{ $json.lead }}' }],
		['email', { email: '={{ $json.email }}' }],
	])(
		'says how many registrants were unsubscribed before the one that failed: by %s',
		async (unsubscribeBy, field) => {
			const registrants = harness.add(2).map(({ leadId, email }) => ({ lead: leadId, email }));
			const unknown = { lead: 99, email: 'nobody@example.com' };
			const unsubscribe = { ...live, operation: 'unsubscribe', unsubscribeBy, ...field };
			const { description } = await harness.error(unsubscribe, { items: [...registrants, unknown] });
			expect(description).toMatch(/\b2\b.*\bunsubscribed\b/);
			expect(description).not.toContain('registered before this error');
		},
	);

	it.each(['resource', 'operation'])(
		'fails with advice if %s is Custom API Call, which n8n adds to its options',
		async (name) => {
			await harness.fails(
				{ ...live, [name]: '__CUSTOM_API_CALL__' },
				{
					message: 'Custom API Call is not an operation of this node',
					description: containing('Choose one of the operations.'),
				},
				{ items: [{}, {}] },
			);
			expect(harness.calls).toEqual([]);
		},
	);

	it('says how to process the remaining items only if there are any', async () => {
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', times: 3 });
		const advice = 'Correct the named values, then run this item again.';
		const adviceForRemaining =
			'To process the remaining items, set On Error to Continue (using error output).';
		const twoItems = [{}, {}];
		await harness.fails(register, { description: `${advice} ${adviceForRemaining}` }, { items: twoItems });
		await harness.fails(register, { description: advice });
	});

	it.each<[string | undefined, Fault]>([
		['rate-limited', { kind: 'answer', status: 429, times: Infinity }],
		['credential-invalid', { kind: 'answer', status: 401, times: Infinity }],
		['credential-invalid', { kind: 'answer', status: 400, body: { errors: { api_key: ['is invalid'] } } }],
		['configuration-invalid', { kind: 'answer', status: 422, body: { message: 'Webinar 1 was not found' } }],
		['temporarily-unavailable', { kind: 'answer', status: 503, times: Infinity }],
		['temporarily-unavailable', { kind: 'resetBefore', times: Infinity }],
		[undefined, { kind: 'answer', status: 422, body: { errors: { email: ['is blocked'] } } }],
	])('sets the failure cause %s for n8n after %j', async (cause, fault) => {
		harness.sandbox.fail({ operation: 'webinar', ...fault });
		const { run } = await harness.run(register);
		const { error } = run.data.resultData;
		expect(error).toMatchObject({ name: 'NodeApiError', failure: cause && { cause } });
	});

	it('fails the first item, not the last one, if n8n finds no credential', async () => {
		harness.engine.hasCredential = false;
		const expected = { itemIndex: 0, message: matching(/credential/i) };
		await harness.fails(registerEmailOfItem, expected, { items: contacts(5) });
		expect(harness.calls).toEqual([]);
	});
});

it.each([0, 5])(
	'removes every listener from the cancel signal of n8n after a run in which %i items fail',
	async (times) => {
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', times });
		const { signal } = new AbortController();
		let listenersDuringRun = 0;
		harness.sandbox.before({ operation: 'register' }, () => {
			listenersDuringRun = getEventListeners(signal, 'abort').length;
		});
		const getSignal = jest
			.spyOn(ExecuteContext.prototype, 'getExecutionCancelSignal')
			.mockReturnValue(signal);
		const emitWarning = jest.spyOn(process, 'emitWarning');
		const parameters = { ...registerEmailOfItem, options: { ifAlreadyRegistered: 'skip' } };
		try {
			await harness.run(parameters, { items: contacts(20), onError });
			const tooManyListeners = expect.objectContaining({ name: 'MaxListenersExceededWarning' }) as unknown;
			expect(emitWarning.mock.calls.flat()).not.toContainEqual(tooManyListeners);
		} finally {
			emitWarning.mockRestore();
			getSignal.mockRestore();
		}
		expect(listenersDuringRun).toBeGreaterThan(0);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	},
);

it('has no field with a regular expression, because n8n gives such a check too little time on a busy machine', () => {
	const withPattern = harness.engine.descriptions
		.filter(({ properties }) => JSON.stringify(properties).includes('"regex"'))
		.map(({ name }) => name);
	expect(withPattern).toEqual([]);
});
