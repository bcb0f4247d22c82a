import { byId, useHarness } from '../support/harness';
import { once } from '../support/sessionRules';

const skip = { options: { ifAlreadyRegistered: 'skip' } };
const mapped = { firstName: '={{ $json.name }}', email: '={{ $json.email }}' };
const live = { resource: 'live', operation: 'register', webinarId: byId(1), ...mapped, ...skip };
const person = (email: string) => ({ name: 'Ann', email });

describe('people who are already registered', () => {
	const harness = useHarness();

	beforeEach(() => harness.sandbox.setRegistrantsList({ hasRegistrants: true }));

	const registered = () => harness.sandbox.registrants.map(({ email }) => email);

	it('are registered again by default', async () => {
		const items = [person('ann@example.com')];
		await harness.output({ ...live, options: {} }, { items });
		await harness.output({ ...live, options: {} }, { items });
		expect(registered()).toEqual(['ann@example.com', 'ann@example.com']);
	});

	it('are skipped by their exact address, whatever its capitals', async () => {
		harness.sandbox.addRegistrants({ product: 'live', webinarId: 1 }, [
			{ firstName: 'Joann', email: 'joann@example.com' },
			{ firstName: 'Ann', email: 'Ann@Example.com' },
		]);
		const [first, second] = await harness.output(live, {
			items: [person('ANN@example.com'), person('nn@example.com')],
		});
		expect(first).toEqual({
			skipped: true,
			reason: 'already registered',
			email: 'ANN@example.com',
			webinar_id: 1,
			schedule: 11,
			lead_id: expect.any(Number) as number,
		});
		expect(second).toMatchObject({ email: 'nn@example.com', user_id: expect.any(Number) as number });
	});

	it('are registered to another schedule of the webinar', async () => {
		harness.sandbox.addRegistrants({ product: 'live', webinarId: 5, schedule: 51 }, [
			{ firstName: 'Ann', email: 'ann@example.com' },
		]);
		const other = {
			...live,
			webinarId: byId(5),
			schedule: byId(52),
			additionalFields: { phone: '+49 30 123456', smsConsent: false },
		};
		const items = [person('ann@example.com')];
		await expect(harness.output(other, { items })).resolves.toMatchObject([{ schedule: 52 }]);
		await expect(harness.output({ ...other, schedule: byId(51) }, { items })).resolves.toMatchObject([
			{ skipped: true },
		]);
	});

	describe('in a series with a schedule for each session', () => {
		const weekly = (...schedules: number[]) =>
			harness.sandbox.changeWebinar(
				{ product: 'live', webinarId: 2 },
				{ sessions: schedules.map((schedule) => once(schedule, schedule - 15)) },
			);
		const series = { ...live, webinarId: byId(2), additionalFields: { lastName: 'Lee' } };
		const items = [person('ann@example.com')];

		it.each([
			['in the second week', [22, 23]],
			['in the last week', [23]],
		])('are skipped %s, too', async (_when, left) => {
			weekly(21, 22, 23);
			await expect(harness.output(series, { items })).resolves.toMatchObject([{ schedule: 21 }]);
			weekly(...left);
			await expect(harness.output(series, { items })).resolves.toMatchObject([
				{ skipped: true, schedule: left[0] },
			]);
			expect(registered()).toEqual(['ann@example.com']);
		});

		it('are registered once in a run, whatever session is chosen', async () => {
			weekly(21, 22, 23);
			const chosen = { ...series, schedule: byId('={{ $json.schedule }}') };
			await harness.output(chosen, {
				items: [21, 22, 23].map((schedule) => ({ ...person('ann@example.com'), schedule })),
			});
			expect(registered()).toEqual(['ann@example.com']);
		});
	});

	it('are registered once in a run in which they come several times', async () => {
		const items = ['a@x.com', 'b@x.com', 'A@x.com', 'a@X.com', 'b@x.com'].map(person);
		const output = await harness.output(live, { items });
		expect(output.map(({ skipped, email }) => [skipped ?? false, email])).toEqual([
			[false, 'a@x.com'],
			[false, 'b@x.com'],
			[true, 'A@x.com'],
			[true, 'a@X.com'],
			[true, 'b@x.com'],
		]);
		expect(registered()).toEqual(['a@x.com', 'b@x.com']);
	});

	it('are tried again when they come a second time after a failure', async () => {
		harness.sandbox.fail({
			kind: 'answer',
			operation: 'register',
			status: 422,
			body: { status: 'error', errors: { email: ['Try later.'] } },
		});
		const items = [person('a@x.com'), person('a@x.com'), person('a@x.com')];
		const { output } = await harness.run(live, { items, onError: 'continueRegularOutput' });
		expect(output.map(({ json }) => (json.error ? 'failed' : (json.skipped ?? false)))).toEqual([
			'failed',
			false,
			true,
		]);
		expect(registered()).toEqual(['a@x.com']);
	});

	it('are all registered once when an interrupted run is started again', async () => {
		const items = Array.from({ length: 60 }, (_, index) => person(`p${index}@example.com`));
		const cancel = new AbortController();
		harness.sandbox.before({ operation: 'register', skip: 30 }, () => cancel.abort());
		const { run } = await harness.run(live, { items, signal: cancel.signal });
		expect(run.status).toBe('canceled');
		// Calls that were on their way when the run ended may still arrive.
		const first = registered().length;
		expect(first).toBeGreaterThan(25);
		expect(first).toBeLessThan(60);

		const output = await harness.output(live, { items });
		expect(output).toHaveLength(60);
		expect(output.filter(({ skipped }) => skipped).length).toBeGreaterThanOrEqual(first);
		expect([...registered()].sort()).toEqual(items.map(({ email }) => email).sort());
	});

	it('cannot be skipped at a host that does not list them, and then nobody is registered', async () => {
		harness.sandbox.setRegistrantsList({ hasRegistrants: false });
		await expect(harness.error(live, { items: [person('a@x.com')] })).resolves.toMatchObject({
			message: 'This host offers no list of registrants',
		});
		expect(registered()).toEqual([]);
	});

	it('are not guessed from a choice that an expression gives wrong', async () => {
		const wrong = { ...live, options: { ifAlreadyRegistered: '={{ "ignore" }}' } };
		await expect(harness.error(wrong, { items: [person('a@x.com')] })).resolves.toMatchObject({
			message: '"ignore" is not an option of If Already Registered',
		});
	});
});
