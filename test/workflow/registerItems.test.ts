import { WorkflowExpression } from 'n8n-workflow';

import { byId, until, useHarness } from '../support/harness';
import { matching } from '../support/matchers';

const live = { resource: 'live', operation: 'register', webinarId: byId(1) };
const ann = { firstName: 'Ann', email: 'ann@example.com' };
const people = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `P ${index}`, email: `p${index}@example.com` }));
const fieldsOfItem = { firstName: '={{ $json.name }}', email: '={{ $json.email }}' };

describe('Register with several items', () => {
	const harness = useHarness();

	it('registers 100 contacts in order, paired to their items, with one request for the webinar', async () => {
		harness.sandbox.setCallsPerSecond(20);
		const items = people(100);
		const { output, values } = await harness.run(
			{ ...live, ...fieldsOfItem },
			{ items, readAfter: '={{ $("Items").item.json.name }}' },
		);
		expect(output.map(({ json }) => json.email)).toEqual(items.map(({ email }) => email));
		expect(values).toEqual(items.map(({ name }) => name));
		expect(harness.count('live/webinar')).toBe(1);
		expect(harness.sandbox.registrants).toHaveLength(100);
		expect(harness.sandbox.mostCallsInOneSecond()).toBeLessThanOrEqual(20);
	});

	describe('with failing items', () => {
		const items = [
			{ name: 'Ann', email: 'ann@example.com' },
			{ name: 'Bob', email: 'no address' },
			{ name: '', email: 'cy@example.com' },
			{ name: 'Dee', email: 'dee@example.com' },
		];

		it('returns the error of a failed item in its place, paired to the item, with On Error set to Continue', async () => {
			const readAfter = '={{ $("Items").item.json.email }}';
			const options = { items, onError: 'continueRegularOutput', readAfter } as const;
			const { output, values } = await harness.run({ ...live, ...fieldsOfItem }, options);
			expect(output.map(({ json }) => json.error ?? json.email)).toEqual([
				'ann@example.com',
				'"no address" is not an email address. Use the form name@example.com.',
				'First Name is missing. The expression {{ $json.name }} in First Name has no value. Check that the input has a value in "name".',
				'dee@example.com',
			]);
			expect(values).toEqual(items.map(({ email }) => email));
		});

		it('returns failed items on the error output together with their input', async () => {
			const options = { items, onError: 'continueErrorOutput' } as const;
			const { output, errorOutput } = await harness.run({ ...live, ...fieldsOfItem }, options);
			expect(output.map(({ json }) => json.email)).toEqual(['ann@example.com', 'dee@example.com']);
			expect(errorOutput).toMatchObject([
				{ json: { email: 'no address' }, pairedItem: { item: 1 } },
				{ json: { email: 'cy@example.com' }, pairedItem: { item: 2 } },
			]);
		});

		it('sends nothing when an item has an invalid value, and names every such item', async () => {
			await harness.fails(
				{ ...live, ...fieldsOfItem },
				{
					itemIndex: 1,
					message:
						'2 of 4 contacts cannot be registered: item 1: "no address" is not an email address; item 2: First Name is missing. Nothing was sent.',
					description:
						'Use the form name@example.com. The expression {{ $json.name }} in First Name has no value. Check that the input has a value in "name". Items are counted from 0. To process the remaining items, set On Error to Continue (using error output).',
				},
				{ items },
			);
			expect(harness.calls).toEqual([]);
		});

		it('names the first ten items with an invalid value, and says how many more there are', async () => {
			const many = people(200).map((one, index) => (index % 10 === 5 ? { ...one, email: 'nobody' } : one));
			const { message, description } = await harness.error({ ...live, ...fieldsOfItem }, { items: many });
			expect(message).toMatch(/^20 of 200 contacts cannot be registered: item 5: "nobody" is not/);
			expect(message).toMatch(/item 95: "nobody" is not an email address; and 10 more\. Nothing was sent\.$/);
			expect(description?.match(/Use the form/g)).toHaveLength(1);
			expect(harness.calls).toEqual([]);
		});

		it('sends nothing when a session date contradicts the session of an item', async () => {
			const parameters = {
				...live,
				resource: 'automated',
				webinarId: byId(101),
				schedule: byId('={{ $json.session }}'),
				...ann,
				additionalFields: { sessionDate: '2027-01-31 13:00' },
			};
			const message =
				'1 of 2 contacts cannot be registered: item 1: Session Date needs a schedule. Nothing was sent.';
			await harness.fails(parameters, message, { items: [{ session: '1013' }, { session: 'next' }] });
			expect(harness.calls).toEqual([]);
		});

		it('skips an invalid contact without consent, and registers the others', async () => {
			const options = { attendeeConsent: '={{ $json.consent }}' };
			const two = [
				{ name: 'Ann', email: 'ann@example.com', consent: true },
				{ name: '', email: 'no address', consent: false },
			];
			const expected = [{ skipped: false }, { skipped: true, email: 'no address' }];
			await harness.gives({ ...live, ...fieldsOfItem, options }, expected, { items: two });
		});

		it('sends nothing if n8n cannot evaluate an expression', async () => {
			const firstName = '={{ $("Nowhere").item.json.name }}';
			const { message, itemIndex } = await harness.error({ ...live, ...fieldsOfItem, firstName }, { items });
			expect(message).not.toContain('cannot be registered');
			expect(itemIndex).toBe(0);
			expect(harness.calls).toEqual([]);
		});

		it('evaluates each expression once per item', async () => {
			const spy = jest.spyOn(WorkflowExpression.prototype, 'resolveSimpleParameterValue');
			try {
				await harness.output({ ...live, ...fieldsOfItem }, { items: people(20) });
				const emails = spy.mock.calls.filter(([parameter]) => parameter === fieldsOfItem.email);
				expect(emails).toHaveLength(20);
			} finally {
				spy.mockRestore();
			}
		});

		it('yields to other work of n8n while it checks thousands of items', async () => {
			const many = people(2000).map((one, index) => (index === 1999 ? { ...one, email: 'nobody' } : one));
			let yields = 0;
			let isOver = false;
			const countYield = () => {
				yields++;
				if (!isOver) setImmediate(countYield);
			};
			setImmediate(countYield);
			await harness.fails({ ...live, ...fieldsOfItem }, { itemIndex: 1999 }, { items: many });
			isOver = true;
			expect(yields).toBeGreaterThan(3);
			expect(harness.calls).toEqual([]);
		});

		it('says how many contacts were registered before the service rejected one', async () => {
			const { sandbox } = harness;
			// So that other requests are in flight when the response arrives.
			sandbox.setLatency(100);
			sandbox.fail({ kind: 'answer', status: 422, operation: 'register', skip: 4 });
			const error = await harness.error({ ...live, ...fieldsOfItem }, { items: people(60) });
			expect(error.itemIndex).toBe(4);
			const done = sandbox.registrants.map(({ email }) => Number(/\d+/.exec(email)?.[0]));
			expect(done).toEqual(expect.arrayContaining([0, 1, 2, 3]));
			expect(Math.max(...done)).toBeGreaterThan(4);
			expect(error.description).toBe(
				'Correct the named values, then run this item again. ' +
					'To process the remaining items, set On Error to Continue (using error output). ' +
					`${done.length} contacts were already registered before this error. ` +
					'Before you run the items again, add If Already Registered under Options and set it to Skip, so that these contacts are not sent again.',
			);
		});

		it('fails with the error of the first item though a later item failed earlier', async () => {
			const { sandbox } = harness;
			const [first, second] = people(2);
			sandbox.fail({ kind: 'answer', status: 422, operation: 'register', times: 2 });
			// The response for the first item comes last.
			sandbox.setLatency(() => (sandbox.calls.at(-1)?.parameters.email === first?.email ? 200 : 0));
			await harness.fails(
				{ ...live, ...fieldsOfItem },
				{ itemIndex: 0 },
				{ items: [first, second].flatMap((one) => one ?? []) },
			);
		});

		it('advises to run the items again if If Already Registered is set to Skip', async () => {
			harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', skip: 1 });
			const advice =
				/1 contact was already registered before this error\. Run the items again: people who are already registered are skipped\.$/;
			const parameters = { ...live, ...fieldsOfItem, options: { ifAlreadyRegistered: 'skip' } };
			await harness.fails(parameters, { description: matching(advice) }, { items: people(2) });
		});
	});

	it('names all invalid fields of an item in one error', async () => {
		const items = [{ list: ['Ann', 'Ben'], email: 'no address' }];
		const list = '={{ $json.list }}';
		const additionalFields = { lastName: list, country: list, timezoneId: 'Mountain', smsConsent: list };
		const options = { ifAlreadyRegistered: 'Skip' };
		const wrong = { firstName: list, email: '={{ $json.email }}', additionalFields, options };
		await harness.fails(
			{ ...live, ...ann, ...wrong },
			'First Name must be text. "no address" is not an email address. "Skip" is not an option of If Already Registered. Country must be text. Last Name must be text. "Mountain" is not an option of Texas Time Zone',
			{ items },
		);
		expect(harness.calls).toEqual([]);
	});

	it('says where to fill in a required field that is empty', async () => {
		await harness.fails(
			{ ...live, ...ann, webinarId: byId(2), additionalFields: { lastName: '' } },
			{
				message: 'Last Name is missing',
				description: 'This webinar requires it. Fill in Last Name under Additional Fields.',
			},
		);
	});

	it('says where to add required fields', async () => {
		await harness.fails(
			{ ...live, ...ann, webinarId: byId(5) },
			{
				name: 'NodeApiError',
				httpCode: '400',
				message: 'Phone Country Code, Phone and SMS Consent are missing',
				description:
					'This webinar requires them. Add Phone Country Code, Phone and SMS Consent under Additional Fields.',
			},
		);
	});

	it('says where to add a required custom field', async () => {
		const errors = { phone: 'The field is required.', jobTitle: 'The field is required.' };
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', body: { errors } });
		await harness.fails(
			{ ...live, ...ann },
			{
				message: 'Phone and jobTitle are missing',
				description:
					'This webinar requires them. Add Phone under Additional Fields. Add jobTitle under Custom Fields of Additional Fields.',
			},
		);
	});

	it('names the fields that the service rejects for several reasons', async () => {
		const errors = { level: ['is unknown'], last_name: 'is required' };
		harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', body: { errors } });
		await harness.fails(
			{ ...live, ...ann },
			'Could not register the person: level: is unknown. Last Name: is required',
		);
	});

	it('ends a canceled execution at once, and registers in the next one', async () => {
		harness.sandbox.fail({ kind: 'hang', operation: 'register', times: Infinity });
		const cancel = new AbortController();
		const running = harness.run({ ...live, ...fieldsOfItem }, { items: people(60), signal: cancel.signal });
		// Once the first ones hang at the service.
		await until(() => harness.sandbox.calls.length >= 10);
		cancel.abort();
		await expect(running).resolves.toMatchObject({ run: { status: 'canceled' } });
		harness.sandbox.clearFaults();
		await expect(harness.output({ ...live, ...ann })).resolves.toHaveLength(1);
	});
});
