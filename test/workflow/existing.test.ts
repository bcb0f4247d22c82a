import { byId, useHarness } from '../support/harness';
import { aNumber, matching } from '../support/matchers';

const harness = useHarness();

const live = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(1),
	firstName: '={{ $json.name }}',
	email: '={{ $json.email }}',
};
const registerOrReturn = { ...live, options: { ifAlreadyRegistered: 'return' } };
const registerOrSkip = { ...live, options: { ifAlreadyRegistered: 'skip' } };
const person = (email: string) => ({ name: 'Ann', email });
const items = [person('ann@example.com')];

const registered = () => harness.sandbox.registrants.map(({ email }) => email);

describe('an existing registration', () => {
	it('returns an existing registration with the fields of a new one, IDs last, for an email address in any case', async () => {
		const withLastName = { ...registerOrReturn, additionalFields: { lastName: 'Lee' } };
		const [created = {}] = await harness.getOutput(withLastName, { items });
		const [existing = {}] = await harness.getOutput(withLastName, { items: [person('ANN@Example.com')] });
		const { password, thank_you_url, user_id, ...listed } = created;
		expect(user_id).toEqual(aNumber);
		expect([password, typeof thank_you_url]).toEqual([null, 'string']);
		expect(listed).toMatchObject({
			starts_at: matching(/^\d{4}-.*Z$/),
			date_text: matching(/^\w{3}, \d+ \w{3} \d{4}, 14:00 \(New York\)$/),
			webinar_title: 'Get started in one hour',
		});
		expect(existing).toMatchObject({ ...listed, existing: true, lead_id: aNumber, subscribed: true });
		expect(created).not.toHaveProperty('existing');
		expect(registered()).toEqual(['ann@example.com']);
		for (const output of [created, existing]) {
			const names = Object.keys(output);
			const first = names.filter((name) => name !== 'existing').slice(0, 5);
			expect(first).toEqual(['first_name', 'last_name', 'email', 'skipped', 'live_room_url']);
			expect(names.at(-1)).toMatch(/^(?:schedule|.*_id)$/);
		}
	});

	it.each([
		['in a fixed time zone', 101, undefined, matching(/Z$/), true, {}],
		['in the time zone of the attendee, where the start is unknown', 102, 'Asia/Kathmandu', null, false, {}],
		[
			'that states a region, but follows the attendee',
			102,
			'Asia/Kathmandu',
			null,
			false,
			{ shownTimezone: 'America/New_York' },
		],
	])(
		'returns the start of an existing registration as Get Registrants does for a webinar %s',
		async (_which, id, timezone, start, hasDate, settings) => {
			const changed = { title: 'Evergreen', ...settings };
			harness.sandbox.changeWebinar({ product: 'automated', webinarId: id }, changed);
			const webinar = { resource: 'automated', webinarId: byId(id) };
			const automated = { ...registerOrReturn, ...webinar, timezone };
			const [created] = await harness.getOutput(automated, { items });
			const [existing] = await harness.getOutput(automated, { items });
			const { schedule, live_room_url } = created ?? {};
			expect(existing).toMatchObject({ schedule, live_room_url, existing: true });
			const dates = [existing?.date, existing?.timezone];
			expect(dates).toEqual(hasDate ? [created?.date, 'America/New_York'] : [null, null]);
			const list = { ...webinar, operation: 'getRegistrants' };
			const [listed] = await harness.getOutput(list);
			const [listedOfAll] = await harness.getOutput({ ...list, webinarScope: 'all', webinarId: undefined });
			for (const row of [existing, listed, listedOfAll])
				expect(row).toMatchObject({ starts_at: start, subscribed: true });
		},
	);

	it('returns the registration for the chosen schedule if a person has two', async () => {
		const ann = [{ firstName: 'Ann', email: 'ann@example.com' }];
		harness.addRegistrants(ann, 5, 51);
		const [second] = harness.addRegistrants(ann, 5, 52);
		harness.addRegistrants(200, 5, 52);
		const chosen = { ...registerOrReturn, webinarId: byId(5), schedule: byId(52) };
		await harness.expectOutput(chosen, [{ schedule: 52, lead_id: second?.leadId, existing: true }], {
			items,
		});
		expect(harness.requestNames).toEqual(['live/webinar', 'live/registrants']);
	});

	it('returns null for every field that the registrant list lacks', async () => {
		const row = { id: 1, email: 'ann@example.com', links: { live_room: 'live', replay_room: {} } };
		harness.respondWith('registrants', { registrants: { data: [row], last_page: 1 } });
		await expect(harness.getOutput(registerOrReturn, { items })).resolves.toEqual([
			{
				...row,
				first_name: null,
				last_name: null,
				phone_country_code: null,
				phone: null,
				password: null,
				date: null,
				date_text: null,
				timezone: null,
				starts_at: null,
				thank_you_url: null,
				user_id: null,
				webinar_id: 1,
				webinar_hash: 'kvn1042',
				webinar_title: 'Get started in one hour',
				schedule: 11,
				live_room_url: 'live',
				replay_room_url: null,
				existing: true,
				skipped: false,
			},
		]);
	});

	it.each([
		{ live_room: 'live', links: {} },
		{ live_room: 'live', links: null },
		{ live_room: 'live', links: { live_room: null } },
	])('returns the room link of an existing registration from %j', async (links) => {
		harness.respondWithRegistrants([{ id: 1, email: 'ann@example.com', ...links }]);
		await harness.expectOutput(registerOrReturn, [{ live_room_url: 'live', existing: true }], { items });
	});
});

describe('a person who is already registered', () => {
	it('registers a person again by default, which the service accepts without a duplicate', async () => {
		await harness.getOutput(live, { items });
		await harness.getOutput(live, { items });
		expect(harness.countRequests('live/register')).toBe(2);
		expect(registered()).toEqual(['ann@example.com']);
	});

	it('skips a person by their exact email address in any case', async () => {
		harness.addRegistrants([
			{ firstName: 'Joann', email: 'joann@example.com' },
			{ firstName: 'Ann', email: 'Ann@Example.com' },
		]);
		const two = [person('ANN@example.com'), person('nn@example.com')];
		const [first, second] = await harness.getOutput(registerOrSkip, { items: two });
		expect(first).toEqual({
			first_name: 'Ann',
			last_name: null,
			email: 'ANN@example.com',
			skipped: true,
			reason: 'already registered',
			webinar_id: 1,
			schedule: 11,
			lead_id: aNumber,
		});
		expect(Object.keys(first ?? {}).slice(2, 5)).toEqual(['email', 'skipped', 'reason']);
		expect(second).toMatchObject({ skipped: false, email: 'nn@example.com', user_id: aNumber });
	});
});
