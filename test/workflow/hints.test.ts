import { byId, useHarness } from '../support/harness';
import { consecutiveIds } from '../support/manyWebinars';
import { containing } from '../support/matchers';

const harness = useHarness({ at: Date.UTC(2026, 1, 25, 17) });

const register = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(1),
	firstName: '={{ $json.name }}',
	email: '={{ $json.email }}',
	options: { attendeeConsent: '={{ $json.consent ?? true }}', ifAlreadyRegistered: 'skip' },
};
const registerForSeries = { ...register, webinarId: byId(2) };
const ann = { name: 'Ann', email: 'Ann@example.com' };
const bob = { name: 'Bob', email: 'Bob@example.com' };
const onError = 'continueRegularOutput';

const WHOLE_SERIES =
	'In a series, people are registered for all following sessions, not only for the one in Session. (webinar 2)';

describe('the hints of a run', () => {
	it('counts registered, skipped and failed contacts by reason, without personal data', async () => {
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
		const { hints } = await harness.run({ ...registerForSeries, additionalFields }, { items, onError });
		expect(hints).toEqual([
			'7 contacts: 1 registered, 1 skipped (duplicate), 1 skipped (no consent), 4 failed: … is not an email address (1), First Name is missing. … is not an email address (1), Last Name is missing (1), Phone … is not a number (1). Skipped items have no room link. Drag "skipped" into an If node and choose "is true".',
			WHOLE_SERIES,
		]);
	});

	it('lists the outcomes in a fixed order, registered first', async () => {
		harness.addRegistrants([{ firstName: 'Dee', email: 'dee@example.com' }]);
		const items = [
			{ name: 'Eve', email: 'nobody' },
			{ name: 'Bob', email: 'bob@example.com', consent: 'No' },
			{ name: 'Dee', email: 'dee@example.com' },
			ann,
			ann,
		];
		const options = { ...register.options, ifAlreadyRegistered: 'return' };
		const { hints } = await harness.run({ ...register, options }, { items, onError });
		expect(hints).toEqual([
			'5 contacts: 1 registered, 1 already registered, 1 duplicate, 1 skipped (no consent), 1 failed: … is not an email address (1). Skipped items have no room link. Drag "skipped" into an If node and choose "is true".',
		]);
	});

	it('says that the only contact of a run was skipped', async () => {
		const { hints } = await harness.run(register, { items: [{ ...ann, consent: false }] });
		expect(hints).toEqual([
			'1 contact: 1 skipped (no consent). Skipped items have no room link. Drag "skipped" into an If node and choose "is true".',
		]);
	});

	it('gives no hint if the only contact is registered already', async () => {
		const parameters = { ...register, options: { ifAlreadyRegistered: 'return' } };
		await harness.run(parameters, { items: [ann] });
		await expect(harness.run(parameters, { items: [ann] })).resolves.toMatchObject({ hints: [] });
	});

	it('counts succeeded and failed items of an operation that registers nobody', async () => {
		const items = [{ id: 1 }, { id: 'six' }, { id: 2 }];
		const get = { resource: 'live', operation: 'get', webinarId: byId('={{ $json.id }}') };
		const { hints } = await harness.run(get, { items, onError });
		expect(hints).toEqual(['3 items: 2 succeeded, 1 failed: … is not a webinar ID (1).']);
	});

	it('says why email addresses are invalid, without the addresses', async () => {
		const items = [
			{ name: 'Ann', email: 'ann@example.com;' },
			{ name: 'Ann', email: 'mailto:bo@example.com' },
		];
		const { hints } = await harness.run(register, { items, onError });
		expect(hints).toEqual([
			'2 items: 2 failed: … is not an email address: it begins with mailto (1), … is not an email address: it ends with a semicolon or comma (1).',
		]);
	});

	it('hides an email address that the service uses as the name of a field', async () => {
		const rejection = {
			kind: 'answer',
			status: 422,
			body: { status: 'error', errors: { 'ann@example.com': ['is taken'] } },
		} as const;
		harness.sandbox.fail({ ...rejection, operation: 'register' });
		harness.sandbox.fail({ ...rejection, operation: 'registrants' });
		const items = [ann, { name: '' }];
		const getRegistrants = { resource: 'live', operation: 'getRegistrants', webinarId: byId(1) };
		const registered = await harness.run({ ...register, options: {} }, { items, onError });
		expect(registered.hints).toEqual([containing('the service rejected a custom field (1)')]);
		const listed = await harness.run(getRegistrants, { items, onError });
		expect(listed.hints).toEqual([containing('the service rejected a value (1)')]);
	});

	it('gives no hint if every contact was registered', async () => {
		await expect(harness.run(register, { items: [ann, bob] })).resolves.toMatchObject({ hints: [] });
	});

	it('gives no hint for webinars that have the fields of a skipped contact', async () => {
		const webinar = { webinar_id: 1, skipped: true, reason: 'ann@example.com' };
		harness.respondWith('webinars', { webinars: [webinar, webinar] });
		const getAll = { resource: 'live', operation: 'getAll', returnAll: true };
		await expect(harness.run(getAll, { items: [{}, {}] })).resolves.toMatchObject({ hints: [] });
	});

	it.each(['21|2026-03-10 18:00', 'next'])(
		'says once that contacts are registered for the whole series if Session is %s',
		async (session) => {
			const parameters = {
				...registerForSeries,
				schedule: byId(session),
				additionalFields: { lastName: 'Lee' },
			};
			const { output, hints } = await harness.run(parameters, { items: [ann, bob] });
			expect(output).toHaveLength(2);
			expect(hints).toEqual([WHOLE_SERIES]);
			const sessionCounts = harness.sandbox.registrants.map(({ sessions }) => sessions.length);
			expect(sessionCounts).toEqual([3, 3]);
		},
	);

	it('gives no hint on the whole series if Session is a schedule ID', async () => {
		const parameters = {
			...registerForSeries,
			schedule: byId('21'),
			additionalFields: { lastName: 'Lee' },
		};
		const { hints } = await harness.run(parameters, { items: [ann, bob] });
		expect(hints).not.toContainEqual(containing('series'));
	});

	it('says that dates are in EST if Timezone is empty', async () => {
		const get = { resource: 'automated', operation: 'get', webinarId: byId(102) };
		const { hints } = await harness.run(get, { items: [{}, {}] });
		expect(hints).toEqual([
			"The dates depend on each attendee's time zone. Timezone is empty, so the dates are in EST (GMT-5). (webinar 102)",
		]);
		for (const other of [{ timezone: 'Europe/London' }, { webinarId: byId(101) }]) {
			await expect(harness.run({ ...get, ...other })).resolves.toMatchObject({ hints: [] });
		}
	});

	it('says once that registering for a paid webinar does not charge the attendee', async () => {
		const additionalFields = { phone: '+1 202 555 0143', smsConsent: false };
		const paid = { ...register, webinarId: byId(6), additionalFields };
		const { hints } = await harness.run(paid, { items: [ann, bob] });
		expect(hints).toEqual([
			'The webinar is paid. Registering here does not charge the attendee. Get returns the checkout URL. (webinar 6)',
		]);
		await harness.expectOutput({ ...paid, operation: 'get' }, [
			{ registration_checkout_url: 'https://pay.example.com/certification' },
		]);
	});

	it('gives one hint that names several webinars instead of one hint for each', async () => {
		const series = harness.sandbox.webinars.find(({ product, id }) => product === 'live' && id === 2);
		if (!series) throw new Error('There is a series');
		const optionalFields = { lastName: 'off', phone: 'off' } as const;
		const ids = consecutiveIds(30);
		harness.sandbox.setWebinars(
			ids.map((id) => ({
				...series,
				id,
				hash: `series${id}`,
				name: `Series ${id}`,
				fields: optionalFields,
			})),
		);
		const items = ids.map((id) => ({ id, name: 'Ann', email: `p${id}@example.com` }));
		items.reverse();
		const all = { ...registerForSeries, webinarId: byId('={{ $json.id }}'), options: {} };
		const { hints } = await harness.run(all, { items });
		expect(hints).toEqual([WHOLE_SERIES.replace('webinar 2', '30 webinars: 1, 2, 3 …')]);
	});

	it('gives at most five hints for seven links with different problems', async () => {
		const queries = [
			'last_name=Last',
			'phone_number=1',
			'phone_country_code=%2B1',
			'phone_number=[PHONE]',
			'phone_country_code=[CODE]',
			'phone_number=[PHONE]&phone_country_code=[CODE]',
			'phone_number=1&phone_country_code=%2B1',
		];
		const items = queries.map((query) => ({ query: `schedule_id=1&${query}` }));
		const dashboardLink = `=${harness.sandbox.url}/register/1click/1/kvn1042?{{ $json.query }}`;
		const link = { resource: 'live', operation: 'createOneClickLink', webinarId: byId(1), emailTool: 'kit' };
		const parameters = { ...link, options: { dashboardLink } };
		const { output, hints } = await harness.run(parameters, { items });
		expect(output).toHaveLength(7);
		expect(hints).toHaveLength(5);
	});
});
