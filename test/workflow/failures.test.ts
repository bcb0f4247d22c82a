import { getEventListeners } from 'node:events';

import { ExecuteContext } from 'n8n-core';

import { name, version } from '../../package.json';
import type { Fault } from '../../sandbox';
import { byId, useHarness } from '../support/harness';
import { consecutiveIds } from '../support/manyWebinars';
import { containing, matching } from '../support/matchers';
import { automated, live } from '../support/sandboxWebinars';

// test/faults covers the error messages for failures of the service or the network in every operation.
const harness = useHarness();

const oneWebinar = { resource: 'live', webinarId: byId(live.oneSession) };
const registerAnn = { ...oneWebinar, operation: 'register', firstName: 'Ann', email: 'ann@example.com' };
const registerItems = { ...registerAnn, email: '={{ $json.email }}' };
const registrantsOfAll = { resource: 'live', operation: 'getRegistrants', webinarScope: 'all' };
/** Items with the email addresses "p1@example.com" and so on. */
const contacts = (count: number) =>
	consecutiveIds(count).map((number) => ({ email: `p${number}@example.com` }));
const onError = 'continueRegularOutput';

describe('a failing item or request', () => {
	it('lets n8n do other work while 170 items fail before any request', async () => {
		const items = consecutiveIds(170).map(() => ({}));
		let turnsOfOtherWork = 0;
		let isOver = false;
		const doOtherWork = () => {
			turnsOfOtherWork++;
			if (!isOver) setImmediate(doOtherWork);
		};
		setImmediate(doOtherWork);
		const { output } = await harness.run({ ...registerAnn, email: '={{ "" }}' }, { items, onError });
		isOver = true;
		expect(output).toHaveLength(items.length);
		expect(turnsOfOtherWork).toBeGreaterThan(1);
		expect(harness.requestNames).toEqual([]);
	});

	it('replaces angle brackets in an error about an invalid value, so that n8n renders no HTML', async () => {
		const email = '<a href="https://example.com">@</a>';
		await harness.expectError(
			{ ...registerAnn, email },
			containing('\u2039a href="https://example.com"\u203a@\u2039/a\u203a'),
		);
	});

	it("replaces angle brackets in the service's texts, so that n8n renders no HTML in errors and hints", async () => {
		const errors = { '<img src=//example.com/x>': ['<b>No</b>'] };
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', body: { errors } });
		const { output, hints } = await harness.run(registerAnn, { items: [{}, {}], onError });
		const shown = JSON.stringify([output[0]?.json.error, hints]);
		expect(shown).toContain('\u2039img src=//example.com/x\u203a: \u2039b\u203aNo\u2039/b\u203a');
		expect(shown).not.toMatch(/[<>]/);
	});

	it('names the fields that the service rejects if its response also has a general message', async () => {
		const body = {
			message: 'The given data was invalid.',
			errors: { phone: ['must be a number'], email: ['is blocked'] },
		};
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', body });
		await harness.expectError(
			registerAnn,
			'Could not register the person: Phone: must be a number. Email: is blocked',
		);
	});

	it("keeps the node's own message if n8n would mistake the response for a network error", async () => {
		const body = 'connect ECONNREFUSED 10.0.0.7:443';
		harness.sandbox.fail({ kind: 'answer', operation: 'register', status: 502, body });
		await harness.expectError(
			registerAnn,
			matching(/^The person may have been registered, but the service failed/),
		);
	});

	it('registers the remaining contacts after requests for the first contacts fail', async () => {
		harness.sandbox.fail({ kind: 'answer', status: 503, operation: 'webinar', times: 4 });
		const { output } = await harness.run(registerItems, { items: contacts(85), onError });
		const registered = output.map(({ json }) => json).filter(({ user_id }) => user_id !== undefined);
		const registeredEmails = registered.map(({ email }) => email);
		expect(harness.sandbox.registrants.map(({ email }) => email)).toEqual(registeredEmails);
		// Only the contacts that waited for the failed requests fail with them.
		expect(registeredEmails.length).toBeGreaterThanOrEqual(5);
		expect(output).toHaveLength(85);
		expect(harness.countRequests('live/webinar')).toBe(5);
	});

	it('keeps the service\'s message if it contains "EEXIST", which n8n mistakes for a system error', async () => {
		harness.sandbox.fail({ kind: 'statusError', errors: 'A preexisting registration was found' });
		const webinars = harness.loadChoices('searchWebinars', { resource: 'live' });
		await expect(webinars).rejects.toMatchObject({
			message: 'Could not list the webinars: A preexisting registration was found',
		});
	});

	it('does not say "may have been registered" if the node never sent the registration', async () => {
		const credential = { ...harness.credential };
		harness.sandbox.before({ operation: 'webinar' }, () => {
			credential.apiKey = '';
		});
		await harness.expectError({ ...registerAnn, schedule: byId(11) }, 'The API key is empty', { credential });
		expect(harness.requestNames).toEqual(['live/webinar']);
	});

	it.each([
		{ unsubscribeBy: 'leadId', field: { leadId: '={{ $json.leadId }}' } },
		{ unsubscribeBy: 'email', field: { email: '={{ $json.email }}' } },
	])(
		'says how many registrants were unsubscribed before the failing item: unsubscribing by $unsubscribeBy',
		async ({ unsubscribeBy, field }) => {
			const items = harness.addRegistrants(3).map(({ leadId, email }) => ({ leadId, email }));
			harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'unsubscribe', skip: 2 });
			const unsubscribe = { ...oneWebinar, operation: 'unsubscribe', unsubscribeBy, ...field };
			const { description } = await harness.getError(unsubscribe, { items });
			expect(description).toMatch(/\b2\b.*\bunsubscribed\b/);
			expect(description).not.toContain('registered before this error');
		},
	);

	it.each([
		{ name: 'resource', label: 'Resource' },
		{ name: 'operation', label: 'Operation' },
	])(
		'fails without a request if $name is "Custom API Call", an option that n8n adds',
		async ({ name, label }) => {
			await harness.expectErrorWithoutRequest(
				{ ...oneWebinar, [name]: '__CUSTOM_API_CALL__' },
				{
					message: `"__CUSTOM_API_CALL__" is not an option of ${label}`,
					description: containing('Choose an option from the list'),
				},
				{ items: [{}, {}] },
			);
		},
	);

	it('advises setting On Error only if there are remaining items', async () => {
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', times: 3 });
		const advice =
			'Check the values of this item, and whether the webinar requires more, then run the item again.';
		const adviceForRemaining =
			'On the Settings tab, set On Error to Continue (using error output) to process the remaining items.';
		const ofTwoItems = await harness.getError(registerAnn, { items: [{}, {}] });
		expect(ofTwoItems.description).toBe(`${advice} ${adviceForRemaining}`);
		const ofOneItem = await harness.getError(registerAnn, { items: [{}] });
		expect(ofOneItem.description).toBe(advice);
	});

	it.each<{ cause: string; fault?: Fault; apiKey?: string; message: string }>([
		{
			cause: 'the service rejects the API key',
			fault: { kind: 'answer', status: 401, times: Infinity },
			message: 'The service rejected the API key',
		},
		{
			cause: "the service's firewall refuses requests",
			fault: { kind: 'firewall', error: 1010, times: Infinity },
			message:
				"Could not read the webinar: the service's firewall refused the request (Cloudflare error 1010)",
		},
		{
			cause: 'the API key in the credential is too long',
			apiKey: 'k'.repeat(71),
			message: 'The API key is invalid',
		},
	])(
		'names no contact, and does not advise setting On Error, if $cause',
		async ({ fault, apiKey = harness.credential.apiKey, message }) => {
			if (fault) harness.sandbox.fail(fault);
			const credential = { ...harness.credential, apiKey };
			const error = await harness.getError(registerItems, { items: contacts(2), credential });
			expect(error.message).toBe(message);
			expect(error.description).not.toContain('On Error');
		},
	);

	it('does not advise setting On Error if the service rejects the API key for one of all webinars', async () => {
		harness.sandbox.fail({ kind: 'answer', status: 401, operation: 'registrants', skip: 1, times: Infinity });
		const { message, description } = await harness.getError(registrantsOfAll);
		expect(message).toBe('The service rejected the API key');
		expect(description).not.toContain('On Error');
	});

	it.each<{ cause: string; response: string; fault: Fault }>([
		{
			cause: 'rate-limited',
			response: 'a status of 429',
			fault: { kind: 'answer', status: 429, headers: { 'retry-after': '60' }, times: Infinity },
		},
		{
			cause: 'credential-invalid',
			response: 'a status of 401',
			fault: { kind: 'answer', status: 401, times: Infinity },
		},
		{
			cause: 'temporarily-unavailable',
			response: 'a status of 503',
			fault: { kind: 'answer', status: 503, times: Infinity },
		},
	])(
		"sets the error's failure cause, which n8n defines, to $cause after $response",
		async ({ cause, fault }) => {
			harness.sandbox.fail({ operation: 'webinar', ...fault });
			const { run } = await harness.run(registerAnn);
			expect(run.data.resultData.error).toMatchObject({ name: 'NodeApiError', failure: { cause } });
		},
	);

	it('sets no failure cause after the service rejects the email address', async () => {
		const body = { errors: { email: ['is blocked'] } };
		harness.sandbox.fail({ kind: 'answer', operation: 'webinar', status: 422, body });
		const { run } = await harness.run(registerAnn);
		expect(run.data.resultData.error).toMatchObject({ name: 'NodeApiError', failure: undefined });
	});

	it('fails at the first of five items if the node has no credential', async () => {
		harness.engine.hasCredential = false;
		const expected = { itemIndex: 0, message: 'Node does not have any credentials set' };
		await harness.expectErrorWithoutRequest(registerItems, expected, { items: contacts(5) });
	});
});

describe('an error about the value of an expression, which is found only when the item is processed', () => {
	const expression = '={{ $json.value }}';
	const customAnswer = {
		label: { __rl: true, mode: 'label', value: 'companySize' },
		value: { __rl: true, mode: 'text', value: expression },
	};
	const inAttendeeZone = { ...registerAnn, resource: 'automated', webinarId: byId(automated.attendeeZone) };

	it.each([
		{ label: 'Session', parameters: { ...registerAnn, schedule: byId(expression) }, value: 999 },
		{ label: 'Timezone', parameters: { ...inAttendeeZone, timezone: expression }, value: '' },
		{
			label: 'Custom Fields',
			parameters: {
				...registerAnn,
				resource: 'automated',
				webinarId: byId(automated.attendeeLocalTime),
				timezone: 'GMT-5',
				additionalFields: { customFields: { field: [customAnswer] } },
			},
			value: 'huge',
		},
		{
			label: 'Email',
			parameters: { ...oneWebinar, operation: 'unsubscribe', email: expression },
			value: 'nobody@example.com',
		},
		{
			label: 'Dashboard Link',
			parameters: {
				...oneWebinar,
				operation: 'createOneClickLink',
				options: { dashboardLink: expression },
			},
			value: 'https://other.example/register/abc/1click?schedule_id=1',
		},
		{
			label: 'Webinar',
			parameters: {
				resource: 'live',
				operation: 'get',
				webinarId: { __rl: true, mode: 'url', value: expression },
			},
			value: 'https://event.webinarjam.com/register/zzz',
		},
	])('quotes the expression in $label', async ({ label, parameters, value }) => {
		await harness.expectError(
			parameters,
			{ description: containing(`Check the expression {{ $json.value }} in ${label}.`) },
			{ items: [{ value }] },
		);
	});
});

describe("a run's cancel signal", () => {
	it.each([0, 5])(
		"removes all its listeners from n8n's cancel signal after a run in which %i of 12 items fail",
		async (failedItems) => {
			harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', times: failedItems });
			const { signal } = new AbortController();
			let listenersDuringRun = 0;
			harness.sandbox.before({ operation: 'register' }, () => {
				listenersDuringRun = getEventListeners(signal, 'abort').length;
			});
			const getSignal = jest
				.spyOn(ExecuteContext.prototype, 'getExecutionCancelSignal')
				.mockReturnValue(signal);
			const parameters = { ...registerItems, options: { ifAlreadyRegistered: 'skip' } };
			try {
				await harness.run(parameters, { items: contacts(12), onError });
			} finally {
				getSignal.mockRestore();
			}
			expect(listenersDuringRun).toBeGreaterThan(0);
			expect(getEventListeners(signal, 'abort')).toEqual([]);
		},
	);
});

describe("the node's fields", () => {
	it('has no field whose value n8n checks with a regular expression, because n8n aborts these checks on a busy machine', () => {
		const withPattern = harness.engine.descriptions
			.filter(({ properties }) => JSON.stringify(properties).includes('"regex"'))
			.map(({ name }) => name);
		expect(withPattern).toEqual([]);
	});
});

describe('a request', () => {
	it.each([
		{ what: 'an operation', send: () => harness.run({ resource: 'live', operation: 'getAll' }) },
		{ what: 'a credential test', send: () => harness.engine.testCredential(harness.credential) },
	])("of $what names the package and its version as the user agent, instead of n8n's", async ({ send }) => {
		const userAgents: unknown[] = [];
		harness.sandbox.fail({
			kind: 'manual',
			acts: false,
			operation: 'webinars',
			write: (response) => {
				userAgents.push(response.req.headers['user-agent']);
				response.end('{"status":"success","webinars":[]}');
			},
		});
		await send();
		expect(userAgents).toEqual([`Mozilla/5.0 (compatible; ${name}/${version})`]);
	});
});
