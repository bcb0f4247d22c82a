import { byId, useHarness } from '../support/harness';
import { consecutiveIds, setLiveWebinars } from '../support/manyWebinars';
import { containing } from '../support/matchers';
import { automated, live } from '../support/sandboxWebinars';

const harness = useHarness({ at: Date.parse('2026-02-25T17:00:00Z') });

/** Registers each item; people who are registered already are skipped. */
const registerOrSkip = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(live.oneSession),
	firstName: '={{ $json.name }}',
	email: '={{ $json.email }}',
	options: { attendeeConsent: '={{ $json.consent ?? true }}', ifAlreadyRegistered: 'skip' },
};
const registerForSeriesOrSkip = { ...registerOrSkip, webinarId: byId(live.series) };
const ann = { name: 'Ann', email: 'Ann@example.com' };
const bob = { name: 'Bob', email: 'Bob@example.com' };
const onError = 'continueRegularOutput';

const WHOLE_SERIES =
	'In a series, people are registered for all following sessions, not only for the one in Session. (webinar 2)';

/** Says how many contacts were skipped, at the end of a hint. */
const ABOUT_SKIPPED = 'Skipped items have no room link. Drag "skipped" into an If node and choose "is true".';

describe("a run's hints", () => {
	it('counts registered, skipped and failed items in a hint, without personal data', async () => {
		const items = [
			{ name: 'Ann', email: 'ann@example.com', last: 'Lee' },
			{ name: 'Ann', email: 'ann@example.com', last: 'Lee' },
			{ name: 'Bob', email: 'bob@example.com', last: 'Ray', consent: false },
			{ name: 'Cy', email: '"Cy" (at) example.com', last: 'Fox' },
			{ name: '', email: 'dee(at)example.com', last: 'Fox' },
			{ name: 'Eve', email: 'eve@example.com', last: '' },
			{ name: 'Flo', email: 'flo@example.com', last: 'Poe', phone: 'call me' },
		];
		const additionalFields = { lastName: '={{ $json.last }}', phone: '={{ $json.phone }}' };
		const { hints } = await harness.run({ ...registerForSeriesOrSkip, additionalFields }, { items, onError });
		expect(hints).toEqual([
			`7 items: 1 registered, 1 skipped (already registered in this run), 1 skipped (no consent), 4 failed. ${ABOUT_SKIPPED}`,
			WHOLE_SERIES,
		]);
	});

	it('lists the outcomes in a hint in a fixed order, from registered to failed', async () => {
		harness.addRegistrants([{ firstName: 'Dee', email: 'dee@example.com' }]);
		const items = [
			{ name: 'Eve', email: 'nobody' },
			{ name: 'Bob', email: 'bob@example.com', consent: 'No' },
			{ name: 'Dee', email: 'dee@example.com' },
			ann,
			ann,
			ann,
		];
		const options = { ...registerOrSkip.options, ifAlreadyRegistered: 'return' };
		const { hints } = await harness.run({ ...registerOrSkip, options }, { items, onError });
		expect(hints).toEqual([
			`6 items: 1 registered, 1 already registered, 2 already registered in this run, 1 skipped (no consent), 1 failed. ${ABOUT_SKIPPED}`,
		]);
	});

	it("gives no hint if the run's only contact is already registered", async () => {
		const parameters = { ...registerOrSkip, options: { ifAlreadyRegistered: 'return' } };
		await harness.run(parameters, { items: [ann] });
		await expect(harness.run(parameters, { items: [ann] })).resolves.toMatchObject({ hints: [] });
	});

	it('counts failed items in a hint if the operation changes nothing', async () => {
		const items = [{ id: 1 }, { id: 'six' }, { id: 2 }];
		const get = { resource: 'live', operation: 'get', webinarId: byId('={{ $json.id }}') };
		const { hints } = await harness.run(get, { items, onError });
		expect(hints).toEqual(['3 items: 1 failed.']);
	});

	it.each([
		{ session: '21|2026-03-10 18:00', expected: [WHOLE_SERIES] },
		{ session: 'next', expected: [WHOLE_SERIES] },
		{ session: '21', expected: [] },
		{ session: '21|all', expected: [] },
	])(
		'says in one hint that contacts are registered for the whole series, unless Session is a whole schedule: $session',
		async ({ session, expected }) => {
			const parameters = {
				...registerForSeriesOrSkip,
				schedule: byId(session),
				additionalFields: { lastName: 'Lee' },
			};
			const { output, hints } = await harness.run(parameters, { items: [ann, bob] });
			expect(output).toHaveLength(2);
			expect(hints).toEqual(expected);
			const sessionCounts = harness.sandbox.registrants.map(({ sessions }) => sessions.length);
			expect(sessionCounts).toEqual([3, 3]);
		},
	);

	it("says in a hint that dates are in EST if they depend on the attendee's time zone and Timezone is empty", async () => {
		const get = { resource: 'automated', operation: 'get', webinarId: byId(automated.attendeeZone) };
		const { hints } = await harness.run(get, { items: [{}, {}] });
		expect(hints).toEqual([
			"The dates depend on each attendee's time zone. Timezone is empty, so the dates are in EST (GMT-5). (webinar 102)",
		]);
	});

	it('says in one hint that registering two people for a paid webinar does not charge them', async () => {
		const additionalFields = { phone: '+1 202 555 0143', smsConsent: false };
		const registerForPaidWebinar = { ...registerOrSkip, webinarId: byId(live.paid), additionalFields };
		const { hints } = await harness.run(registerForPaidWebinar, { items: [ann, bob] });
		expect(hints).toEqual([
			'This is a paid webinar, but registering a person here does not charge them. The checkout URL is in the output of Get. (webinar 6)',
		]);
	});

	it('combines the same hint about six webinars into one hint with the lowest webinar IDs', async () => {
		const ids = consecutiveIds(6);
		const session = { kind: 'weekly', schedule: 21, weekday: 2, time: '18:00', count: 3 } as const;
		setLiveWebinars(harness.sandbox, ids, [session], 'Series of presentations');
		const items = ids.map((id) => ({ id, name: 'Ann', email: `p${id}@example.com` })).reverse();
		const registerForWebinarOfItem = {
			...registerForSeriesOrSkip,
			webinarId: byId('={{ $json.id }}'),
			options: {},
		};
		const { hints } = await harness.run(registerForWebinarOfItem, { items });
		expect(hints).toEqual([WHOLE_SERIES.replace('webinar 2', 'webinar 1, webinar 2, webinar 3 and 3 more')]);
	});

	it('gives at most ten hints if the names of eleven people contain different pieces that a program wrote', async () => {
		const items = Array.from({ length: 11 }, (_, index) => ({
			name: `Ann &#${100 + index};`,
			email: `p${index}@example.com`,
		}));
		const { output, hints } = await harness.run(registerOrSkip, { items });
		expect(output).toHaveLength(11);
		expect(hints).toHaveLength(10);
	});

	it('names the first three of four items in a hint, in their order', async () => {
		const items = Array.from({ length: 12 }, (_, index) => ({
			name: index % 3 === 2 ? 'O&#039;Neil' : 'Ann',
			email: `p${index}@example.com`,
		}));
		// Item 2 adds its hint last.
		harness.sandbox.setLatency(() =>
			harness.sandbox.calls.at(-1)?.parameters.email === 'p2@example.com' ? 100 : 0,
		);
		const { hints } = await harness.run(registerOrSkip, { items });
		harness.sandbox.setLatency(0);
		expect(hints).toEqual([containing('(item 2, item 5, item 8 and 1 more)')]);
	});
});
