import { Settings } from 'luxon';

import { byId, Harness } from '../support/harness';
import { once } from '../support/sessionRules';

const NOON = Date.UTC(2026, 1, 25, 17);
const SECOND = 1000;
const mapped = { firstName: 'Ann', email: '={{ $json.email }}' };
const register = { resource: 'live', operation: 'register', webinarId: byId(1), ...mapped };
const skip = { ...register, options: { ifAlreadyRegistered: 'skip' } };
const people = (count: number, name = 'person') =>
	Array.from({ length: count }, (_, index) => ({ email: `${name}.${index}@example.com` }));

describe('executions of one n8n', () => {
	let harness: Harness;
	let now: number;

	beforeAll(async () => {
		harness = await Harness.start({ now: () => now });
	});
	beforeEach(async () => {
		now = NOON;
		Settings.now = () => now;
		// Without what the test before has read.
		harness.sharesReadings = false;
		await harness.output({ resource: 'live', operation: 'getAll' });
		harness.sharesReadings = true;
		harness.sandbox.reset();
		harness.sandbox.setRegistrantsList({ hasRegistrants: true });
	});
	afterAll(() => harness.stop());

	const pass = (milliseconds: number) => {
		now += milliseconds;
		harness.letPass(milliseconds);
	};
	const count = (name: string) => harness.calls.filter((call) => call === name).length;
	const registered = () => harness.sandbox.registrants.map(({ email }) => email);
	const add = (contacts: ReadonlyArray<{ email: string }>) =>
		harness.sandbox.addRegistrants(
			{ product: 'live', webinarId: 1 },
			contacts.map(({ email }) => ({ firstName: 'Ann', email })),
		);

	it('share what one of them read of a webinar, for a minute', async () => {
		await Promise.all(people(20).map((item) => harness.output(register, { items: [item] })));
		expect(count('live/webinar')).toBe(1);
		pass(40 * SECOND);
		await harness.output(register, { items: people(1, 'later') });
		expect(count('live/webinar')).toBe(1);
		pass(21 * SECOND);
		await harness.output(register, { items: people(1, 'much.later') });
		expect(count('live/webinar')).toBe(2);
	});

	it('read a webinar again before they refuse somebody because of it', async () => {
		await harness.output(register, { items: people(1) });
		harness.sandbox.changeWebinar({ product: 'live', webinarId: 1 }, { sessions: [once(77, 3)] });
		pass(30 * SECOND);
		const toNew = { ...register, schedule: byId(77) };
		await expect(harness.output(toNew, { items: people(1, 'new') })).resolves.toMatchObject([
			{ schedule: 77 },
		]);
	});

	it('book everybody of a run that crosses a quarter of an hour for the same day', async () => {
		now = NOON + 14 * 60 * SECOND + 58 * SECOND;
		harness.sandbox.before({ operation: 'register', skip: 20 }, () => pass(3 * SECOND));
		const automated = {
			...{ ...register, resource: 'automated', webinarId: byId(101) },
			schedule: byId('justInTime'),
		};
		const attendees = await harness.output(automated, { items: people(130) });
		const dates = attendees.map(({ date }) => date);
		expect(dates.slice(0, 20)).toEqual(Array(20).fill('2026-02-25 12:15'));
		expect(new Set(dates)).toEqual(new Set(['2026-02-25 12:15', '2026-02-25 12:30']));
	});

	it('read a webinar again after the service rejected a session of it', async () => {
		await harness.output(register, { items: people(1) });
		const body = { status: 'error', errors: { schedule: ['The selected schedule is invalid.'] } };
		harness.sandbox.fail({ kind: 'answer', operation: 'register', status: 422, body });
		await harness.error({ ...register, schedule: byId(11) }, { items: people(1, 'rejected') });
		await harness.output(register, { items: people(1, 'next') });
		expect(count('live/webinar')).toBe(2);
	});

	it('share no objects between the outputs of items and runs', async () => {
		const get = { resource: 'live', operation: 'get', webinarId: byId(1) };
		const [first, second] = await harness.output(get, { items: [{}, {}] });
		expect(first).toEqual(second);
		expect(first?.presenters).not.toBe(second?.presenters);
		expect(first?.schedules).not.toBe(second?.schedules);
	});

	it('register a contact once that comes to three of them at once, when registered contacts are skipped', async () => {
		const outputs = await Promise.all([1, 2, 3].map(() => harness.output(skip, { items: people(5) })));
		expect(registered().sort()).toEqual(people(5).map(({ email }) => email));
		expect(outputs.flat().filter((json) => json.skipped)).toHaveLength(10);
	});

	it('read the list of registrants where that takes fewer calls than to search for each contact', async () => {
		add(people(200));
		const output = await harness.output(skip, { items: [...people(200), ...people(10, 'unlisted')] });
		expect(output.filter((json) => json.skipped)).toHaveLength(200);
		// 200 registrants on pages of 25.
		expect(count('live/registrants')).toBe(8);
		expect(count('live/register')).toBe(10);
		expect(new Set(registered()).size).toBe(210);
	});

	it('search for each contact where there are fewer of them than pages', async () => {
		add(people(200));
		await harness.output(skip, { items: [...people(1), ...people(1, 'new')] });
		expect(count('live/registrants')).toBe(3);
		expect(registered()).toHaveLength(201);
	});

	it('register nobody twice who was registered by another execution after the list was read', async () => {
		add(people(20));
		await harness.output(skip, { items: people(5) });
		await harness.output(register, { items: people(3, 'new') });
		const output = await harness.output(skip, { items: people(3, 'new') });
		expect(output.filter((json) => json.skipped)).toHaveLength(3);
		expect(registered()).toHaveLength(23);
	});

	it('see who registered elsewhere as soon as the list is a minute old', async () => {
		await harness.output(skip, { items: people(2) });
		add(people(2, 'elsewhere'));
		pass(61 * SECOND);
		const output = await harness.output(skip, { items: people(2, 'elsewhere') });
		expect(output.filter((json) => json.skipped)).toHaveLength(2);
	});
});
