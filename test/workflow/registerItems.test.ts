import { WorkflowExpression } from 'n8n-workflow';

import { byId, until, useHarness } from '../support/harness';
import { matching } from '../support/matchers';

const live = { resource: 'live', operation: 'register', webinarId: byId(1) };
const ann = { firstName: 'Ann', email: 'ann@example.com' };
const people = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `P ${index}`, email: `p${index}@example.com` }));
const mapped = { firstName: '={{ $json.name }}', email: '={{ $json.email }}' };

describe('registering many people', () => {
	const harness = useHarness();

	it('reads the webinar once for all contacts, and pairs and orders what comes out', async () => {
		harness.sandbox.setCallsPerSecond(20);
		const items = people(100);
		const { output, values } = await harness.run(
			{ ...live, ...mapped },
			{ items, readAfter: '={{ $("Items").item.json.name }}' },
		);
		harness.sandbox.setCallsPerSecond(Infinity);
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

		it('gives a failed item like any other with Continue, in its place and paired', async () => {
			const readAfter = '={{ $("Items").item.json.email }}';
			const options = { items, onError: 'continueRegularOutput', readAfter } as const;
			const { output, values } = await harness.run({ ...live, ...mapped }, options);
			expect(output.map(({ json }) => json.error ?? json.email)).toEqual([
				'ann@example.com',
				'"no address" is not an email address. Use the form name@example.com.',
				'First Name is missing. The expression {{ $json.name }} in First Name has no value. Check that the input has a value in "name".',
				'dee@example.com',
			]);
			expect(values).toEqual(items.map(({ email }) => email));
		});

		it('gives them on the error output together with their input', async () => {
			const options = { items, onError: 'continueErrorOutput' } as const;
			const { output, errorOutput } = await harness.run({ ...live, ...mapped }, options);
			expect(output.map(({ json }) => json.email)).toEqual(['ann@example.com', 'dee@example.com']);
			expect(errorOutput).toMatchObject([
				{ json: { email: 'no address' }, pairedItem: { item: 1 } },
				{ json: { email: 'cy@example.com' }, pairedItem: { item: 2 } },
			]);
		});

		it('sends nothing when an item has an invalid value, and names every such item', async () => {
			await harness.fails(
				{ ...live, ...mapped },
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

		it('names the first ten items with an invalid value, and counts the others', async () => {
			const many = people(200).map((one, index) => (index % 10 === 5 ? { ...one, email: 'nobody' } : one));
			const { message, description } = await harness.error({ ...live, ...mapped }, { items: many });
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

		it('does not check people without consent before it registers the others', async () => {
			const options = { attendeeConsent: '={{ $json.consent }}' };
			const two = [
				{ name: 'Ann', email: 'ann@example.com', consent: true },
				{ name: '', email: 'no address', consent: false },
			];
			const expected = [{ skipped: false }, { skipped: true, email: 'no address' }];
			await harness.gives({ ...live, ...mapped, options }, expected, { items: two });
		});

		it('fails with an error of n8n itself before it sends anything', async () => {
			const firstName = '={{ $("Nowhere").item.json.name }}';
			const { message, itemIndex } = await harness.error({ ...live, ...mapped, firstName }, { items });
			expect(message).not.toContain('cannot be registered');
			expect(itemIndex).toBe(0);
			expect(harness.calls).toEqual([]);
		});

		it('evaluates each expression once per item', async () => {
			const spy = jest.spyOn(WorkflowExpression.prototype, 'resolveSimpleParameterValue');
			await harness.output({ ...live, ...mapped }, { items: people(20) });
			const emails = spy.mock.calls.filter(([parameter]) => parameter === mapped.email);
			spy.mockRestore();
			expect(emails).toHaveLength(20);
		});

		it('lets other work of n8n have its turn while it checks thousands of items', async () => {
			const many = people(2000).map((one, index) => (index === 1999 ? { ...one, email: 'nobody' } : one));
			let turns = 0;
			let isOver = false;
			const count = () => {
				turns++;
				if (!isOver) setImmediate(count);
			};
			setImmediate(count);
			await harness.fails({ ...live, ...mapped }, { itemIndex: 1999 }, { items: many });
			isOver = true;
			expect(turns).toBeGreaterThan(3);
			expect(harness.calls).toEqual([]);
		});

		it('says what is done all the same when the service rejects one in the middle of others', async () => {
			const { sandbox } = harness;
			// So that others are under way when the answer comes.
			sandbox.setLatency(100);
			sandbox.fail({ kind: 'answer', status: 422, operation: 'register', skip: 4 });
			const error = await harness.error({ ...live, ...mapped }, { items: people(60) });
			sandbox.setLatency(0);
			expect(error.itemIndex).toBe(4);
			const done = sandbox.registrants.map(({ email }) => Number(/\d+/.exec(email)?.[0]));
			expect(done).toEqual(expect.arrayContaining([0, 1, 2, 3]));
			expect(Math.max(...done)).toBeGreaterThan(4);
			expect(error.description).toBe(
				'Correct the named values, then run this item again. ' +
					'To process the remaining items, set On Error to Continue (using error output). ' +
					`${done.length} contacts were already registered before this error. ` +
					'Add If Already Registered under Options and set it to Skip before you run the items again, to avoid duplicates.',
			);
		});

		it('names the first one of the items, though another failed before it', async () => {
			const { sandbox } = harness;
			const [first, second] = people(2);
			sandbox.fail({ kind: 'answer', status: 422, operation: 'register', times: 2 });
			// The response for the first item comes last.
			sandbox.setLatency(() => (sandbox.calls.at(-1)?.parameters.email === first?.email ? 200 : 0));
			await harness.fails(
				{ ...live, ...mapped },
				{ itemIndex: 0 },
				{ items: [first, second].flatMap((one) => one ?? []) },
			);
			sandbox.setLatency(0);
		});

		it('does not say to set Skip where it is set', async () => {
			harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', skip: 1 });
			const advice =
				/1 contact was already registered before this error\. Run the items again: people who are already registered are skipped\.$/;
			const parameters = { ...live, ...mapped, options: { ifAlreadyRegistered: 'skip' } };
			await harness.fails(parameters, { description: matching(advice) }, { items: people(2) });
		});
	});

	it('says everything that is wrong with an item at once, whatever the kind of fault', async () => {
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

	it('names the fields that the service complains about, and where they are', async () => {
		await harness.fails(
			{ ...live, ...ann, webinarId: byId(2), additionalFields: { lastName: '' } },
			{
				message: 'Last Name is missing',
				description: 'This webinar requires it. Fill in Last Name under Additional Fields.',
			},
		);
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
		const complainAbout = async (errors: object) => {
			harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register', body: { errors } });
			return await harness.error({ ...live, ...ann });
		};
		const required = 'The field is required.';
		await expect(complainAbout({ phone: required, jobTitle: required })).resolves.toMatchObject({
			message: 'Phone and jobTitle are missing',
			description:
				'This webinar requires them. Add Phone under Additional Fields. Add jobTitle under Custom Fields of Additional Fields.',
		});
		await expect(complainAbout({ level: ['is unknown'], last_name: 'is required' })).resolves.toMatchObject({
			message: 'Could not register the person: level: is unknown. Last Name: is required',
		});
	});

	it('ends at once when the execution is cancelled, and goes on with the next one', async () => {
		harness.sandbox.fail({ kind: 'hang', operation: 'register', times: Infinity });
		const cancel = new AbortController();
		const running = harness.run({ ...live, ...mapped }, { items: people(60), signal: cancel.signal });
		// Once the first ones hang at the service.
		await until(() => harness.sandbox.calls.length >= 10);
		cancel.abort();
		await expect(running).resolves.toMatchObject({ run: { status: 'canceled' } });
		harness.sandbox.clearFaults();
		await expect(harness.output({ ...live, ...ann })).resolves.toHaveLength(1);
	});
});
