import { byId, until, useHarness } from '../support/harness';
import { matching } from '../support/matchers';

const live = { resource: 'live', operation: 'register', webinarId: byId(1) };
const ann = { firstName: 'Ann', email: 'ann@example.com' };
const people = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `P ${index}`, email: `p${index}@example.com` }));
const mapped = { firstName: '={{ $json.name }}', email: '={{ $json.email }}' };

describe('registering many people', () => {
	const harness = useHarness();

	it('reads the webinar once for all contacts, and keeps pairs and order', async () => {
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

		it('returns a failed item in its place, paired like any other, with Continue', async () => {
			const readAfter = '={{ $("Items").item.json.email }}';
			const options = { items, onError: 'continueRegularOutput', readAfter } as const;
			const { output, values } = await harness.run({ ...live, ...mapped }, options);
			expect(output.map(({ json }) => json.error ?? json.email)).toEqual([
				'ann@example.com',
				'"no address" is not an email address. Use the form name@example.com.',
				'First Name is missing. Fill it in.',
				'dee@example.com',
			]);
			expect(values).toEqual(items.map(({ email }) => email));
		});

		it('returns failed items on the error output together with their input', async () => {
			const options = { items, onError: 'continueErrorOutput' } as const;
			const { output, errorOutput } = await harness.run({ ...live, ...mapped }, options);
			expect(output.map(({ json }) => json.email)).toEqual(['ann@example.com', 'dee@example.com']);
			expect(errorOutput).toMatchObject([
				{ json: { email: 'no address' }, pairedItem: { item: 1 } },
				{ json: { email: 'cy@example.com' }, pairedItem: { item: 2 } },
			]);
		});

		it('registers all before the failed one and none behind it when it stops there', async () => {
			const items = people(60).map((one, index) => (index === 25 ? { ...one, email: 'no address' } : one));
			await harness.fails({ ...live, ...mapped }, { itemIndex: 25 }, { items });
			const emails = items.slice(0, 25).map(({ email }) => email);
			expect(harness.sandbox.registrants.map(({ email }) => email)).toEqual(emails);
		});

		it('says how many contacts were registered before the service rejected one', async () => {
			const { sandbox } = harness;
			// So that other requests are in flight when the response arrives.
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
					'To go on with the others: Settings → On Error → Continue (using error output). ' +
					`${done.length} contacts were already registered before this error. ` +
					'Before you run the items again, add If Already Registered under Options and set it to Skip, so that these contacts are not sent again.',
			);
		});

		it('names the first failed item, also if another one failed earlier', async () => {
			harness.sandbox.fail({ kind: 'answer', status: 422, operation: 'register' });
			const two = ['ann@example.com', 'no address'].map((email) => ({ name: 'P', email }));
			await harness.fails({ ...live, ...mapped }, { itemIndex: 0 }, { items: two });
		});

		it('does not say to set Skip where it is set', async () => {
			const two = ['b@example.com', 'no address'].map((email) => ({ name: 'P', email }));
			const advice =
				/1 contact was already registered before this error\. Run the items again: people who are already registered are skipped\.$/;
			const parameters = { ...live, ...mapped, options: { ifAlreadyRegistered: 'skip' } };
			await harness.fails(parameters, { description: matching(advice) }, { items: two });
		});
	});

	it('names all problems of an item at once', async () => {
		const items = [{ list: ['Ann', 'Ben'], email: 'no address' }];
		const list = '={{ $json.list }}';
		const additionalFields = { lastName: list, country: list, timezoneId: 'Mountain', smsConsent: list };
		const options = { ifAlreadyRegistered: 'Skip' };
		const wrong = { firstName: list, email: '={{ $json.email }}', additionalFields, options };
		await harness.fails(
			{ ...live, ...ann, ...wrong },
			'First Name is not a text. "no address" is not an email address. Country is not a text. Last Name is not a text. "Mountain" is not an option of Texas Time Zone. "Skip" is not an option of If Already Registered',
			{ items },
		);
		expect(harness.calls).toEqual([]);
	});

	it('names the fields that the service complains about, and where to fill them in', async () => {
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

	it('ends at once when the execution is canceled, and leaves the queue usable', async () => {
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
