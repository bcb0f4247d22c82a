import { byId, useHarness } from '../support/harness';
import { once } from '../support/sessionRules';

const mapped = { firstName: '={{ $json.name }}', email: '={{ $json.email }}' };
const orReturn = { options: { ifAlreadyRegistered: 'return' } };
const live = { resource: 'live', operation: 'register', webinarId: byId(1), ...mapped };
const person = (email: string) => ({ name: 'Ann', email });
const number = expect.any(Number) as number;

describe('a registration that exists', () => {
	const harness = useHarness();

	beforeEach(() => harness.sandbox.setRegistrantsList({ hasRegistrants: true }));

	const registered = () => harness.sandbox.registrants.map(({ email }) => email);

	it('comes out under the names that a new one has, whatever the capitals of the address', async () => {
		const items = [person('ann@example.com')];
		const [created = {}] = await harness.output({ ...live, ...orReturn }, { items });
		const [existing = {}] = await harness.output(
			{ ...live, ...orReturn },
			{ items: [person('ANN@Example.com')] },
		);
		const { password, thank_you_url, user_id, ...listed } = created;
		expect(user_id).toEqual(number);
		expect([password, typeof thank_you_url]).toEqual([null, 'string']);
		expect(existing).toMatchObject({ ...listed, existing: true, lead_id: number, subscribed: 'Yes' });
		expect(created).not.toHaveProperty('existing');
		expect(registered()).toEqual(['ann@example.com']);
	});

	it.each([
		['in its own zone, with its date', 101, undefined, true],
		['in the zone of each attendee, without a date that could be wrong', 102, 'Asia/Kathmandu', false],
	])('comes out for an automated webinar %s', async (_which, id, timezone, hasDate) => {
		const automated = { ...live, ...orReturn, resource: 'automated', webinarId: byId(id), timezone };
		const items = [person('ann@example.com')];
		const [created] = await harness.output(automated, { items });
		const [existing] = await harness.output(automated, { items });
		expect(existing).toMatchObject({ schedule: created?.schedule, existing: true });
		expect(existing).toMatchObject({ live_room_url: created?.live_room_url });
		const dates = [existing?.date, existing?.timezone];
		expect(dates).toEqual(hasDate ? [created?.date, 'America/New_York'] : [null, null]);
	});

	it('is that of the chosen schedule, when a person has two, and among 10,000 others', async () => {
		const ann = [{ firstName: 'Ann', email: 'ann@example.com' }];
		const webinar = { product: 'live', webinarId: 5 } as const;
		harness.sandbox.addRegistrants({ ...webinar, schedule: 51 }, ann);
		const [second] = harness.sandbox.addRegistrants({ ...webinar, schedule: 52 }, ann);
		harness.sandbox.addRegistrants({ ...webinar, schedule: 52 }, 10_000);
		const chosen = { ...live, ...orReturn, webinarId: byId(5), schedule: byId(52) };
		const output = await harness.output(chosen, { items: ann.map(({ email }) => person(email)) });
		expect(output).toMatchObject([{ schedule: 52, lead_id: second?.leadId, existing: true }]);
		expect(harness.calls).toEqual(['live/webinar', 'live/registrants']);
	});

	it('is in a series the one that counts for all its sessions', async () => {
		const series = { ...live, ...orReturn, webinarId: byId(2), additionalFields: { lastName: 'Lee' } };
		const weeks = (...schedules: number[]) =>
			harness.sandbox.changeWebinar(
				{ product: 'live', webinarId: 2 },
				{ sessions: schedules.map((schedule) => once(schedule, schedule - 15)) },
			);
		weeks(21, 22, 23);
		const items = [person('ann@example.com')];
		const [first] = await harness.output(series, { items });
		weeks(22, 23);
		await expect(harness.output(series, { items })).resolves.toMatchObject([
			{ schedule: 21, live_room_url: first?.live_room_url, existing: true },
		]);
	});

	it('has start and title, as a new one', async () => {
		const { options } = orReturn;
		const items = [person('a@x.com'), person('A@x.com')];
		const added = ({ starts_at, webinar_title }: Record<string, unknown>) => ({ starts_at, webinar_title });
		const [created = {}, ...others] = await harness.output({ ...live, options }, { items });
		const again = await harness.output({ ...live, options }, { items });
		expect(added(created)).toEqual({
			starts_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
			webinar_title: 'Get started in one hour',
		});
		for (const existing of [...others, ...again]) {
			expect(existing.existing).toBe(true);
			expect(added(existing)).toEqual(added(created));
		}
	});

	it('cannot be returned by a host that does not list it, and then nobody is registered', async () => {
		harness.sandbox.setRegistrantsList({ hasRegistrants: false });
		const items = [person('a@x.com')];
		await expect(harness.error({ ...live, ...orReturn }, { items })).resolves.toMatchObject({
			message: 'This host offers no list of registrants',
		});
		expect(registered()).toEqual([]);
	});

	it.each(['return', 'skip'])('is not doubled by three executions at once: %s', async (choice) => {
		harness.sandbox.setLatency(() => Math.random() * 20);
		const items = Array.from({ length: 40 }, (_, index) => person(`p${index}@example.com`));
		const options = { ifAlreadyRegistered: choice };
		const runs = await Promise.all([1, 2, 3].map(() => harness.output({ ...live, options }, { items })));
		harness.sandbox.setLatency(0);
		expect([...registered()].sort()).toEqual(items.map(({ email }) => email).sort());
		const created = runs.flat().filter((json) => !json.existing && !json.skipped);
		expect(created).toHaveLength(40);
	});
});

describe('a contact that comes several times in one run', () => {
	const harness = useHarness();
	const registered = () => harness.sandbox.registrants.map(({ email }) => email);
	const items = ['a@x.com', 'b@x.com', 'A@x.com', 'a@X.com', 'b@x.com'].map(person);

	beforeEach(() => harness.sandbox.setRegistrantsList({ hasRegistrants: true }));

	it.each(['register', 'return'])('comes out with its first registration: %s', async (choice) => {
		const output = await harness.output({ ...live, options: { ifAlreadyRegistered: choice } }, { items });
		const [a = {}, b = {}] = output;
		expect(output).toEqual([a, b, ...[a, a, b].map((first) => ({ ...first, existing: true }))]);
		expect([a.existing, a.user_id, b.user_id]).toEqual([undefined, number, number]);
		expect(registered()).toEqual(['a@x.com', 'b@x.com']);
	});

	it('is registered again after a failure', async () => {
		harness.sandbox.fail({ kind: 'answer', operation: 'register', status: 422 });
		const twice = [person('a@x.com'), person('a@x.com'), person('a@x.com')];
		const { output } = await harness.run(live, { items: twice, onError: 'continueRegularOutput' });
		expect(output.map(({ json }) => (json.error ? 'failed' : (json.existing ?? false)))).toEqual([
			'failed',
			false,
			true,
		]);
		expect(registered()).toEqual(['a@x.com']);
	});

	it.each([
		['two webinars', 'webinarId', [1, 2]],
		['two schedules', 'schedule', [51, 52]],
	])('is registered for each of %s', async (_what, field, ids) => {
		const chosen = {
			...live,
			webinarId: byId(5),
			additionalFields: { lastName: 'Lee', phone: '+49 30 123456', smsConsent: true },
			[field]: byId('={{ $json.id }}'),
		};
		const both = ids.map((id) => ({ ...person('a@x.com'), id }));
		const output = await harness.output(chosen, { items: both });
		expect(output.filter(({ existing }) => existing)).toEqual([]);
		expect(registered()).toHaveLength(2);
	});

	it('is registered for two dates of one schedule unless they are to be skipped or returned', async () => {
		const automated = { ...live, resource: 'automated', webinarId: byId(101) };
		const get = { resource: 'automated', operation: 'get', webinarId: byId(101) };
		const [webinar] = await harness.output(get);
		const daily = (webinar?.schedules as Array<{ date: string; schedule: number }>).filter(
			({ schedule }) => schedule === 1013,
		);
		const dates = daily.slice(0, 2).map(({ date }) => ({ ...person('a@x.com'), session: `1013|${date}` }));
		const onDates = { ...automated, schedule: byId('={{ $json.session }}') };
		const output = await harness.output(onDates, { items: [...dates, ...dates] });
		expect(output.map(({ existing, date }) => [existing ?? false, date])).toEqual([
			[false, daily[0]?.date],
			[false, daily[1]?.date],
			[true, daily[0]?.date],
			[true, daily[1]?.date],
		]);
		await expect(
			harness.output(
				{ ...onDates, ...orReturn },
				{ items: dates.map((item) => ({ ...item, email: 'b@x.com' })) },
			),
		).resolves.toMatchObject([{ date: daily[0]?.date }, { existing: true, date: daily[0]?.date }]);
	});
});
