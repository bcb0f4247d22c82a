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

	it('is that of the chosen schedule, when a person has two, and among 1,000 others', async () => {
		const ann = [{ firstName: 'Ann', email: 'ann@example.com' }];
		const webinar = { product: 'live', webinarId: 5 } as const;
		harness.sandbox.addRegistrants({ ...webinar, schedule: 51 }, ann);
		const [second] = harness.sandbox.addRegistrants({ ...webinar, schedule: 52 }, ann);
		harness.sandbox.addRegistrants({ ...webinar, schedule: 52 }, 1000);
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

	it('has what an older host knows of it, and null for everything else', async () => {
		const row = { id: 1, email: 'ann@example.com', links: { live_room: 'live', replay_room: {} } };
		const body = { status: 'success', registrants: [row] };
		harness.sandbox.fail({ kind: 'answer', status: 200, operation: 'registrants', body, times: Infinity });
		const output = await harness.output({ ...live, ...orReturn }, { items: [person('ann@example.com')] });
		const unknown = ['date', 'timezone', 'starts_at', 'password', 'thank_you_url', 'phone', 'user_id'];
		expect(output).toEqual([
			{
				...{ ...row, ...Object.fromEntries(unknown.map((name) => [name, null])) },
				...{ webinar_id: 1, webinar_hash: 'kvn1042', webinar_title: 'Get started in one hour', schedule: 11 },
				...{ live_room_url: 'live', replay_room_url: null, existing: true },
			},
		]);
	});

	it.each([
		{ live_room: 'live', links: {} },
		{ live_room: 'live', links: null },
		{ live_room: 'live', links: { live_room: null } },
	])('has the link of %j', async (links) => {
		const body = { status: 'success', registrants: [{ id: 1, email: 'ann@example.com', ...links }] };
		harness.sandbox.fail({ kind: 'answer', status: 200, operation: 'registrants', body, times: Infinity });
		const [output] = await harness.output({ ...live, ...orReturn }, { items: [person('ann@example.com')] });
		expect(output).toMatchObject({ live_room_url: 'live', existing: true });
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

	const modes = ['register', 'return', 'skip'];

	it.each(modes)('is registered once, and comes out with that or skipped: %s', async (choice) => {
		const output = await harness.output({ ...live, options: { ifAlreadyRegistered: choice } }, { items });
		const [a = {}, b = {}] = output;
		expect([a.existing, a.user_id, b.user_id]).toEqual([undefined, number, number]);
		const again =
			choice === 'skip'
				? items.slice(2).map(({ email }) => expect.objectContaining({ skipped: true, email }) as unknown)
				: [a, a, b].map((first) => ({ ...first, existing: true }));
		expect(output).toEqual([a, b, ...again]);
		expect(registered()).toEqual(['a@x.com', 'b@x.com']);
	});

	it.each(modes)('is registered again after a failure: %s', async (choice) => {
		harness.sandbox.fail({ kind: 'answer', operation: 'register', status: 422 });
		const twice = [person('a@x.com'), person('a@x.com'), person('a@x.com')];
		const { output } = await harness.run(
			{ ...live, options: { ifAlreadyRegistered: choice } },
			{ items: twice, onError: 'continueRegularOutput' },
		);
		const outcomes = output.map(({ json }) =>
			json.error ? 'failed' : (json.existing ?? json.skipped ?? false),
		);
		expect(outcomes).toEqual(['failed', false, true]);
		expect(registered()).toEqual(['a@x.com']);
	});

	it.each(['return', 'skip'])('is not registered where the host does not list who is: %s', async (choice) => {
		harness.sandbox.setRegistrantsList({ hasRegistrants: false });
		const options = { ifAlreadyRegistered: choice };
		await expect(harness.error({ ...live, options }, { items })).resolves.toMatchObject({
			message: 'This host offers no list of registrants',
		});
		expect(registered()).toEqual([]);
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

const skipping = { ...live, options: { ifAlreadyRegistered: 'skip' } };

describe('people who are already registered', () => {
	const harness = useHarness();

	beforeEach(() => harness.sandbox.setRegistrantsList({ hasRegistrants: true }));

	const registered = () => harness.sandbox.registrants.map(({ email }) => email);

	it('are registered again by default', async () => {
		const items = [person('ann@example.com')];
		await harness.output(live, { items });
		await harness.output(live, { items });
		expect(registered()).toEqual(['ann@example.com', 'ann@example.com']);
	});

	it('are skipped by their exact address, whatever its capitals', async () => {
		harness.sandbox.addRegistrants({ product: 'live', webinarId: 1 }, [
			{ firstName: 'Joann', email: 'joann@example.com' },
			{ firstName: 'Ann', email: 'Ann@Example.com' },
		]);
		const [first, second] = await harness.output(skipping, {
			items: [person('ANN@example.com'), person('nn@example.com')],
		});
		expect(first).toEqual({
			skipped: true,
			reason: 'already registered',
			email: 'ANN@example.com',
			webinar_id: 1,
			schedule: 11,
			lead_id: number,
		});
		expect(second).toMatchObject({ email: 'nn@example.com', user_id: number });
	});

	it('are registered to another schedule of the webinar', async () => {
		harness.sandbox.addRegistrants({ product: 'live', webinarId: 5, schedule: 51 }, [
			{ firstName: 'Ann', email: 'ann@example.com' },
		]);
		const other = {
			...skipping,
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
		const series = { ...skipping, webinarId: byId(2), additionalFields: { lastName: 'Lee' } };
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
