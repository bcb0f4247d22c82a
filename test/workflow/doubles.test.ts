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
			additionalFields: { phone: '+49 30 123456' },
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
});
