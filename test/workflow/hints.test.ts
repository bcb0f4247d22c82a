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

/** Says what a duplicate in the output is, at the end of a hint. */
const ABOUT_DUPLICATES = 'Duplicates repeat the first registration (existing: true).';

/** Says how many contacts were skipped, at the end of a hint. */
const ABOUT_SKIPPED = 'Skipped items have no room link. Drag "skipped" into an If node and choose "is true".';

describe("a run's hints", () => {
	it('counts registered, skipped and failed contacts by reason in a hint, without personal data', async () => {
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
			`7 contacts: 1 registered, 1 skipped (duplicate), 1 skipped (no consent), 4 failed: … is not an email address: it contains a bracket (1), First Name is missing. … is not an email address: it contains a bracket (1), Last Name is missing (1) and Phone … is not a number (1). ${ABOUT_SKIPPED}`,
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
			`6 contacts: 1 registered, 1 already registered, 2 duplicates, 1 skipped (no consent), 1 failed: … is not an email address (1). ${ABOUT_DUPLICATES} ${ABOUT_SKIPPED}`,
		]);
	});

	it('lists the most frequent reason for failures first in a hint', async () => {
		const items = [{ ...ann, email: 'nobody' }, { email: ann.email }, { email: bob.email }];
		const { hints } = await harness.run(registerOrSkip, { items, onError });
		expect(hints).toEqual([
			'3 items: 3 failed: First Name is missing (2) and … is not an email address (1).',
		]);
	});

	const registerWithConsentColumn = {
		...registerOrSkip,
		options: { attendeeConsent: '={{ $json.Consent }}', ifAlreadyRegistered: 'skip' },
	};

	it('quotes the expression in Attendee Consent in a hint if it returns no value for some contacts', async () => {
		const items = [
			{ ...ann, consent: 'yes' },
			{ ...bob, Consent: 'no' },
			{ ...bob, consent: 'yes' },
		];
		const { hints } = await harness.run(registerWithConsentColumn, { items });
		expect(hints).toEqual([
			`3 contacts: 3 skipped (no consent). ${ABOUT_SKIPPED}`,
			'The expression {{ $json.Consent }} in Attendee Consent returned no value. (2 contacts)',
		]);
	});

	it("does not quote the expression in Attendee Consent if the run's only contact answered no", async () => {
		const { hints } = await harness.run(registerWithConsentColumn, { items: [{ ...ann, Consent: 'no' }] });
		expect(hints).toEqual([`1 contact: 1 skipped (no consent). ${ABOUT_SKIPPED}`]);
	});

	it("gives no hint if the run's only contact is already registered", async () => {
		const parameters = { ...registerOrSkip, options: { ifAlreadyRegistered: 'return' } };
		await harness.run(parameters, { items: [ann] });
		await expect(harness.run(parameters, { items: [ann] })).resolves.toMatchObject({ hints: [] });
	});

	it('counts succeeded and failed items in a hint if the operation is not Register', async () => {
		const items = [{ id: 1 }, { id: 'six' }, { id: 2 }];
		const get = { resource: 'live', operation: 'get', webinarId: byId('={{ $json.id }}') };
		const { hints } = await harness.run(get, { items, onError });
		expect(hints).toEqual(['3 items: 2 succeeded, 1 failed: … is not a webinar ID (1).']);
	});

	it('hides an email address in a hint if the service names a rejected field after it', async () => {
		const rejection = {
			kind: 'answer',
			status: 422,
			body: { status: 'error', errors: { 'ann@example.com': ['is taken'] } },
		} as const;
		harness.sandbox.fail({ ...rejection, operation: 'register' });
		const { hints } = await harness.run(
			{ ...registerOrSkip, options: {} },
			{ items: [ann, { name: '' }], onError },
		);
		expect(hints).toEqual([containing('the service rejected a value (1)')]);
	});

	it.each([
		{ session: '21|2026-03-10 18:00', expected: [WHOLE_SERIES] },
		{ session: 'next', expected: [WHOLE_SERIES] },
		{ session: '21', expected: [] },
	])(
		'says in one hint that contacts are registered for the whole series, unless Session is a schedule ID: $session',
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

	it('combines the same hint about six webinars into one hint with the webinar IDs', async () => {
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
		expect(hints).toEqual([WHOLE_SERIES.replace('webinar 2', '6 webinars: 1, 2, 3 and 3 more')]);
	});

	it('gives at most five hints if seven links have different problems', async () => {
		const queries = [
			'last_name=Last',
			'phone_number=1',
			'phone_country_code=%2B1',
			'last_name=Last&phone_number=1',
			'last_name=Last&phone_country_code=%2B1',
			'phone_number=1&phone_country_code=%2B1',
			'last_name=Last&phone_number=1&phone_country_code=%2B1',
		];
		const items = queries.map((query) => ({ query: `schedule_id=1&${query}` }));
		const dashboardLink = `=${harness.sandbox.url}/register/1click/1/kvn1042?{{ $json.query }}`;
		const parameters = {
			resource: 'live',
			operation: 'createOneClickLink',
			webinarId: byId(live.oneSession),
			linkFor: 'contact',
			contactFirstName: 'Ann',
			contactEmail: 'ann@example.com',
			options: { dashboardLink },
		};
		const { output, hints } = await harness.run(parameters, { items });
		expect(output).toHaveLength(7);
		expect(hints).toHaveLength(5);
	});
});
