import { byId, useHarness } from '../support/harness';
import { aNumber, matching } from '../support/matchers';
import { once } from '../support/sessionRules';
import { succeed } from '../support/succeed';

const harness = useHarness();

const by = (ifAlreadyRegistered: string) => ({ options: { ifAlreadyRegistered } });
const live = {
	...{ resource: 'live', operation: 'register', webinarId: byId(1) },
	...{ firstName: '={{ $json.name }}', email: '={{ $json.email }}' },
};
const orReturn = { ...live, ...by('return') };
const orSkip = { ...live, ...by('skip') };
const person = (email: string) => ({ name: 'Ann', email });
const items = [person('ann@example.com')];
const number = aNumber;
const modes = ['register', 'return', 'skip'];

const registered = () => harness.sandbox.registrants.map(({ email }) => email);

beforeEach(() => harness.sandbox.setRegistrantsList({ hasRegistrants: true }));

describe('a registration that exists', () => {
	it('comes out under the names that a new one has, whatever the capitals of the address', async () => {
		const [created = {}] = await harness.output(orReturn, { items });
		const [existing = {}] = await harness.output(orReturn, { items: [person('ANN@Example.com')] });
		const { password, thank_you_url, user_id, ...listed } = created;
		expect(user_id).toEqual(number);
		expect([password, typeof thank_you_url]).toEqual([null, 'string']);
		expect(listed).toMatchObject({
			starts_at: matching(/^\d{4}-.*Z$/),
			webinar_title: 'Get started in one hour',
		});
		expect(existing).toMatchObject({ ...listed, existing: true, lead_id: number, subscribed: 'Yes' });
		expect(created).not.toHaveProperty('existing');
		expect(registered()).toEqual(['ann@example.com']);
	});

	it.each([
		['in its own zone, with its date', 101, undefined, true],
		['in the zone of each attendee, without a date that could be wrong', 102, 'Asia/Kathmandu', false],
	])('comes out for an automated webinar %s', async (_which, id, timezone, hasDate) => {
		const automated = { ...orReturn, resource: 'automated', webinarId: byId(id), timezone };
		const [created] = await harness.output(automated, { items });
		const [existing] = await harness.output(automated, { items });
		const { schedule, live_room_url } = created ?? {};
		expect(existing).toMatchObject({ schedule, live_room_url, existing: true });
		const dates = [existing?.date, existing?.timezone];
		expect(dates).toEqual(hasDate ? [created?.date, 'America/New_York'] : [null, null]);
	});

	it('is that of the chosen schedule, when a person has two, and among 200 others', async () => {
		const ann = [{ firstName: 'Ann', email: 'ann@example.com' }];
		harness.add(ann, 5, 51);
		const [second] = harness.add(ann, 5, 52);
		harness.add(200, 5, 52);
		const chosen = { ...orReturn, webinarId: byId(5), schedule: byId(52) };
		await harness.gives(chosen, [{ schedule: 52, lead_id: second?.leadId, existing: true }], { items });
		expect(harness.calls).toEqual(['live/webinar', 'live/registrants']);
	});

	it('has what an older host knows of it, and null for everything else', async () => {
		const row = { id: 1, email: 'ann@example.com', links: { live_room: 'live', replay_room: {} } };
		succeed(harness.sandbox, 'registrants', { registrants: [row] });
		const unknown = ['date', 'timezone', 'starts_at', 'password', 'thank_you_url', 'phone', 'user_id'];
		await expect(harness.output(orReturn, { items })).resolves.toEqual([
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
		succeed(harness.sandbox, 'registrants', { registrants: [{ id: 1, email: 'ann@example.com', ...links }] });
		await harness.gives(orReturn, [{ live_room_url: 'live', existing: true }], { items });
	});
});

describe('a contact that comes several times in one run', () => {
	const several = ['a@x.com', 'b@x.com', 'A@x.com', 'a@X.com', 'b@x.com'].map(person);

	it.each(modes)('is registered once, and comes out with that or skipped: %s', async (choice) => {
		const output = await harness.output({ ...live, ...by(choice) }, { items: several });
		const [a = {}, b = {}] = output;
		expect([a.existing, a.user_id, b.user_id]).toEqual([undefined, number, number]);
		const again =
			choice === 'skip'
				? several.slice(2).map(({ email }) => expect.objectContaining({ skipped: true, email }) as unknown)
				: [a, a, b].map((first) => ({ ...first, existing: true }));
		expect(output).toEqual([a, b, ...again]);
		expect(registered()).toEqual(['a@x.com', 'b@x.com']);
	});

	it.each(modes)('is registered again after a failure: %s', async (choice) => {
		harness.sandbox.fail({ kind: 'answer', operation: 'register', status: 422 });
		const { output } = await harness.run(
			{ ...live, ...by(choice) },
			{ items: [...items, ...items, ...items], onError: 'continueRegularOutput' },
		);
		const outcomes = output.map(({ json }) => (json.error ? 'failed' : (json.existing ?? json.skipped)));
		expect(outcomes).toEqual(['failed', undefined, true]);
		expect(registered()).toEqual(['ann@example.com']);
	});

	it.each([
		['two webinars', 'webinarId', [1, 2]],
		['two schedules', 'schedule', [51, 52]],
	])('is registered for each of %s', async (_what, field, ids) => {
		const chosen = {
			...{ ...live, webinarId: byId(5) },
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
		const [webinar] = await harness.output({ ...automated, operation: 'get' });
		const [first, second] = (webinar?.schedules as Array<{ date: string; schedule: number }>)
			.filter(({ schedule }) => schedule === 1013)
			.map(({ date }) => date);
		const onDates = { ...automated, schedule: byId('={{ $json.session }}') };
		const contacts = (email: string) =>
			[first, second].map((date) => ({ ...person(email), session: `1013|${date}` }));
		const output = await harness.output(onDates, { items: [...contacts('a@x.com'), ...contacts('a@x.com')] });
		expect(output.map(({ existing, date }) => [existing, date])).toEqual([
			[undefined, first],
			[undefined, second],
			[true, first],
			[true, second],
		]);
		await harness.gives({ ...onDates, ...by('return') }, [{ date: first }, { existing: true, date: first }], {
			items: contacts('b@x.com'),
		});
	});
});

describe('people who are already registered', () => {
	it.each(['return', 'skip'])('are not registered where the host does not list them: %s', async (choice) => {
		harness.sandbox.setRegistrantsList({ hasRegistrants: false });
		await harness.fails({ ...live, ...by(choice) }, 'This host offers no list of registrants', { items });
		expect(registered()).toEqual([]);
	});

	it('are registered again by default', async () => {
		await harness.output(live, { items });
		await harness.output(live, { items });
		expect(registered()).toEqual(['ann@example.com', 'ann@example.com']);
	});

	it('are skipped by their exact address, whatever its capitals', async () => {
		harness.add([
			{ firstName: 'Joann', email: 'joann@example.com' },
			{ firstName: 'Ann', email: 'Ann@Example.com' },
		]);
		const two = [person('ANN@example.com'), person('nn@example.com')];
		const [first, second] = await harness.output(orSkip, { items: two });
		expect(first).toEqual({
			...{ skipped: true, reason: 'already registered', email: 'ANN@example.com' },
			...{ webinar_id: 1, schedule: 11, lead_id: number },
		});
		expect(second).toMatchObject({ email: 'nn@example.com', user_id: number });
	});

	it('are registered to another schedule of the webinar', async () => {
		harness.add([{ firstName: 'Ann', email: 'ann@example.com' }], 5, 51);
		const additionalFields = { phone: '+49 30 123456', smsConsent: false };
		const to = (schedule: number) =>
			harness.output(
				{ ...orSkip, webinarId: byId(5), schedule: byId(schedule), additionalFields },
				{ items },
			);
		await expect(to(52)).resolves.toMatchObject([{ schedule: 52 }]);
		await expect(to(51)).resolves.toMatchObject([{ skipped: true }]);
	});

	describe('in a series with a schedule for each session', () => {
		const weekly = (...schedules: number[]) =>
			harness.sandbox.changeWebinar(
				{ product: 'live', webinarId: 2 },
				{ sessions: schedules.map((schedule) => once(schedule, schedule - 15)) },
			);
		const series = { ...orSkip, webinarId: byId(2), additionalFields: { lastName: 'Lee' } };

		beforeEach(() => weekly(21, 22, 23));

		it.each([
			['skipped in the second week', 'skip', [22, 23], { skipped: true, schedule: 22 }],
			['skipped in the last week', 'skip', [23], { skipped: true, schedule: 23 }],
			['returned as for all its sessions', 'return', [22, 23], { existing: true, schedule: 21 }],
		])('are %s, too', async (_how, choice, left, outcome) => {
			const [first] = await harness.output({ ...series, ...by(choice) }, { items });
			weekly(...left);
			const [again] = await harness.output({ ...series, ...by(choice) }, { items });
			expect(first).toMatchObject({ schedule: 21 });
			expect(again).toMatchObject(outcome);
			if (choice === 'return') expect(again?.live_room_url).toBe(first?.live_room_url);
			expect(registered()).toEqual(['ann@example.com']);
		});

		it('are registered once in a run, whatever session is chosen', async () => {
			const chosen = { ...series, schedule: byId('={{ $json.schedule }}') };
			const weeks = [21, 22, 23].map((schedule) => ({ ...person('ann@example.com'), schedule }));
			await harness.output(chosen, { items: weeks });
			expect(registered()).toEqual(['ann@example.com']);
		});
	});
});
