import { WorkflowExpression } from 'n8n-workflow';

import { byId, waitUntil, useHarness } from '../support/harness';
import { live } from '../support/sandboxWebinars';

const registerForOneSession = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(live.oneSession),
};
const registerAnn = { ...registerForOneSession, firstName: 'Ann', email: 'ann@example.com' };
/** Items with the email addresses "p0@example.com" and so on. */
const people = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `P ${index}`, email: `p${index}@example.com` }));
const registerItems = {
	...registerForOneSession,
	firstName: '={{ $json.name }}',
	email: '={{ $json.email }}',
};

describe('Register with several items', () => {
	const harness = useHarness();

	it('registers 30 contacts although the service allows 20 calls a second, and returns them in order, paired with their items', async () => {
		harness.sandbox.setCallsPerSecond(20);
		const items = people(30);
		const { output, values } = await harness.run(registerItems, {
			items,
			readAfter: '={{ $("Items").item.json.name }}',
		});
		harness.sandbox.setCallsPerSecond(Infinity);
		expect(output.map(({ json }) => json.email)).toEqual(items.map(({ email }) => email));
		expect(values).toEqual(items.map(({ name }) => name));
		expect(harness.countRequests('live/webinar')).toBe(1);
		expect(harness.sandbox.registrants).toHaveLength(30);
	});

	it.each(['live', 'automated'])(
		'lets a list of %s webinars in the editor take turns with its requests',
		async (resource) => {
			const running = harness.run(registerItems, { items: people(45) });
			await waitUntil(() => harness.requestNames.length >= 10);
			const begunAfter = harness.requestNames.length;
			await harness.loadChoices('searchWebinars', { resource });
			await running;
			expect(harness.requestNames.indexOf(`${resource}/webinars`)).toBeLessThan(begunAfter + 25);
			expect(harness.countRequests('live/register')).toBe(45);
		},
	);

	it('lists all invalid fields of an item in one error', async () => {
		const expressionOfList = "={{ ['Ann', 'Ben'] }}";
		await harness.expectErrorWithoutRequest(
			{
				...registerAnn,
				firstName: expressionOfList,
				email: 'no address',
				options: { ifAlreadyRegistered: 'Skip' },
				additionalFields: {
					lastName: expressionOfList,
					country: expressionOfList,
					timezoneId: 'Mountain',
					smsConsent: expressionOfList,
				},
			},
			'First Name must be text. "no address" is not an email address. "Skip" is not an option of If Already Registered. Country must be text. Last Name must be text. "Mountain" is not an option of Texas Time Zone',
		);
	});

	it('fails if a required field is empty, and names the field', async () => {
		await harness.expectError(
			{ ...registerAnn, webinarId: byId(live.series), additionalFields: { lastName: '' } },
			{
				name: 'NodeApiError',
				httpCode: '400',
				message: 'Could not register the person: Last Name: The last name field is required.',
				description:
					'Check the values of this item, and whether the webinar requires more, then run the item again.',
			},
		);
	});

	it('quotes the expressions of the fields that the service rejects', async () => {
		const errors = { last_name: 'is too short', phone: 'is not valid', email: 'is not valid' };
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', body: { errors } });
		const additionalFields = { lastName: '={{ $json.name }}', phone: '+4930123456' };
		await harness.expectError(
			{ ...registerAnn, email: '={{ $json.email }}', additionalFields },
			{
				message:
					'Could not register the person: Last Name: is too short. Phone: is not valid. Email: is not valid',
				description:
					'Check the values of this item, and whether the webinar requires more, then run the item again. Check the expression {{ $json.name }} in Last Name. Check the expression {{ $json.email }} in Email.',
			},
			{ items: people(1) },
		);
	});

	it('ends a canceled execution immediately, and registers a contact in the next execution', async () => {
		harness.sandbox.fail({ kind: 'hang', operation: 'register', times: Infinity });
		const cancel = new AbortController();
		const running = harness.run(registerItems, { items: people(30), signal: cancel.signal });
		const tenRequestsHang = () => harness.sandbox.calls.length >= 10;
		await waitUntil(tenRequestsHang);
		cancel.abort();
		await expect(running).resolves.toMatchObject({ run: { status: 'canceled' } });
		harness.sandbox.clearFaults();
		await expect(harness.getOutput(registerAnn)).resolves.toHaveLength(1);
	});

	describe('Register with failing items', () => {
		const items = [
			{ name: 'Ann', email: 'ann@example.com' },
			{ name: 'Bob', email: 'no address' },
			{ name: '', email: 'cy@example.com' },
			{ name: 'Dee', email: 'dee@example.com' },
		];

		it("returns a failed item's error at the item's position if On Error is Continue", async () => {
			const readAfter = '={{ $("Items").item.json.email }}';
			const options = { items, onError: 'continueRegularOutput', readAfter } as const;
			const { output, values } = await harness.run(registerItems, options);
			expect(output.map(({ json }) => json.error ?? json.email)).toEqual([
				'ann@example.com',
				'"no address" is not an email address. Use an email address such as name@example.com. Check the expression {{ $json.email }} in Email.',
				'First Name is missing. The expression {{ $json.name }} in First Name returned no value.',
				'dee@example.com',
			]);
			expect(values).toEqual(items.map(({ email }) => email));
		});

		it('returns failed items with their input on the error output', async () => {
			const options = { items, onError: 'continueErrorOutput' } as const;
			const { output, errorOutput } = await harness.run(registerItems, options);
			expect(output.map(({ json }) => json.email)).toEqual(['ann@example.com', 'dee@example.com']);
			expect(errorOutput).toMatchObject([
				{ json: { email: 'no address' }, pairedItem: { item: 1 } },
				{ json: { email: 'cy@example.com' }, pairedItem: { item: 2 } },
			]);
		});

		it('fails without a request, and lists the invalid items, if some items have invalid values', async () => {
			await harness.expectErrorWithoutRequest(
				registerItems,
				{
					itemIndex: 1,
					message: '2 of 4 items have invalid values, so nothing was sent. The first is item 1.',
					description:
						'Correct the values, or set On Error on the Settings tab to Continue (using error output) to process the other items. Item 1: "no address" is not an email address. Item 2 (cy@example.com): First Name is missing. The first item is item 0. Use an email address such as name@example.com. Check the expression {{ $json.email }} in Email. The expression {{ $json.name }} in First Name returned no value.',
				},
				{ items },
			);
		});

		it('does not advise setting On Error if no item is valid', async () => {
			const { message, description } = await harness.getError(registerItems, { items: [{}, {}] });
			expect(message).toContain('2 of 2 items have invalid values');
			expect(description).not.toContain('On Error');
		});

		it('lists the first ten of twelve invalid items in the error, and the number of the others', async () => {
			const everySecondInvalid = people(24).map((person, index) =>
				index % 2 === 1 ? { ...person, email: 'nobody' } : person,
			);
			const { message, description } = await harness.getError(registerItems, {
				items: everySecondInvalid,
			});
			expect(message).toBe('12 of 24 items have invalid values, so nothing was sent. The first is item 1.');
			expect(description).toContain('Item 1: "nobody" is not an email address. Item 3: "nobody"');
			expect(description).toContain(
				'Item 19: "nobody" is not an email address. 2 more items have invalid values.',
			);
			expect(description?.match(/Use an email address/g)).toHaveLength(1);
			expect(harness.requestNames).toEqual([]);
		});

		it('skips a contact who gave no consent, even if the contact is invalid, and registers the others', async () => {
			const options = { attendeeConsent: '={{ $json.consent }}' };
			const two = [
				{ name: 'Ann', email: 'ann@example.com', consent: true },
				{ name: '', email: 'no address', consent: false },
			];
			const expected = [{ skipped: false }, { skipped: true, email: 'no address' }];
			await harness.expectOutput({ ...registerItems, options }, expected, { items: two });
		});

		it('fails without a request if n8n cannot evaluate an expression in First Name', async () => {
			const firstName = '={{ $("Nowhere").item.json.name }}';
			const { message, itemIndex } = await harness.getError({ ...registerItems, firstName }, { items });
			expect(message).not.toContain('have invalid values');
			expect(itemIndex).toBe(0);
			expect(harness.requestNames).toEqual([]);
		});

		it('evaluates the expression in Email once for each item', async () => {
			const spy = jest.spyOn(WorkflowExpression.prototype, 'resolveSimpleParameterValue');
			await harness.getOutput(registerItems, { items: people(20) });
			const emails = spy.mock.calls.filter(([parameter]) => parameter === registerItems.email);
			spy.mockRestore();
			expect(emails).toHaveLength(20);
		});

		it('lets n8n do other work while the node checks 300 items', async () => {
			const invalidContact = { name: 'Last', email: 'nobody' };
			const items = [...people(299), invalidContact];
			let turnsOfOtherWork = 0;
			let isOver = false;
			const doOtherWork = () => {
				turnsOfOtherWork++;
				if (!isOver) setImmediate(doOtherWork);
			};
			setImmediate(doOtherWork);
			try {
				await harness.expectError(registerItems, { itemIndex: 299 }, { items });
			} finally {
				isOver = true;
			}
			expect(turnsOfOtherWork).toBeGreaterThan(3);
			expect(harness.requestNames).toEqual([]);
		});

		it('says how many contacts were registered before the service rejected one', async () => {
			const { sandbox } = harness;
			const keepsOtherRequestsInFlightMs = 100;
			sandbox.setLatency(keepsOtherRequestsInFlightMs);
			sandbox.fail({ kind: 'answer', status: 422, operation: 'register', skip: 4 });
			const error = await harness.getError(registerItems, { items: people(10) });
			sandbox.setLatency(0);
			expect(error.itemIndex).toBe(4);
			expect(error.message).toMatch(/ \(\S+4@example\.com\)$/);
			const registeredItems = sandbox.registrants.map(({ email }) => Number(/\d+/.exec(email)?.[0]));
			expect(registeredItems).toEqual(expect.arrayContaining([0, 1, 2, 3]));
			expect(Math.max(...registeredItems)).toBeGreaterThan(4);
			expect(error.description).toBe(
				'Check the values of this item, and whether the webinar requires more, then run the item again. ' +
					'On the Settings tab, set On Error to Continue (using error output) to process the remaining items. ' +
					`In ${registeredItems.length} of 10 items, the person was registered, but the nodes after this one did not get the output. ` +
					'Run the items again with If Already Registered set to Skip or Return Existing under Options, so that nobody is registered twice. It has no effect on just-in-time sessions and instant replays.',
			);
		});

		it('registers the items before a failing item, and sends nothing for the items after it', async () => {
			const { sandbox } = harness;
			sandbox.fail({ kind: 'answer', status: 422, operation: 'register', skip: 2 });
			// The other items wait in the queue when the third one fails.
			const credential = { ...harness.credential, callsPerSecond: 1 };
			await harness.expectError(registerItems, { itemIndex: 2 }, { items: people(6), credential });
			expect(harness.countRequests('live/register')).toBe(3);
			expect(sandbox.registrants.map(({ email }) => email)).toEqual(['p0@example.com', 'p1@example.com']);
		});

		it('fails with the error of the item that failed first, not with that of an earlier item', async () => {
			const { sandbox } = harness;
			const items = people(2);
			sandbox.fail({ kind: 'answer', status: 422, operation: 'register', times: 2 });
			const isFirstItem = () => sandbox.calls.at(-1)?.parameters.email === items[0]?.email;
			const delayFirstItem = () => (isFirstItem() ? 200 : 0);
			sandbox.setLatency(delayFirstItem);
			await harness.expectError(registerItems, { itemIndex: 1 }, { items });
			sandbox.setLatency(0);
		});

		it('says in the error that stops the run that another person may have been registered', async () => {
			const { sandbox } = harness;
			const [ann, bob] = people(2);
			const keepsBothRequestsInFlightMs = 50;
			sandbox.setLatency(keepsBothRequestsInFlightMs);
			sandbox.fail({ kind: 'answer', status: 422, operation: 'register', email: String(ann?.email) });
			sandbox.fail({ kind: 'resetAfter', operation: 'register', email: String(bob?.email) });
			const { itemIndex, description } = await harness.getError(registerItems, { items: people(2) });
			sandbox.setLatency(0);
			expect(itemIndex).toBe(0);
			expect(sandbox.registrants.map(({ email }) => email)).toEqual([bob?.email]);
			expect(harness.countRequests('live/registrants')).toBe(0);
			expect(description).toContain(
				'In 1 of 2 items, the person may have been registered, but the nodes after this one did not get the output. Run the items again with If Already Registered',
			);
		});
	});
});
