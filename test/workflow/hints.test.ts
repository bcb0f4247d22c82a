import { z } from 'zod/v4';

import { byId, useHarness } from '../support/harness';
import { numbers } from '../support/manyWebinars';
import { containing } from '../support/matchers';

const harness = useHarness({ at: Date.UTC(2026, 1, 25, 17) });

const mapped = {
	firstName: '={{ $json.name }}',
	email: '={{ $json.email }}',
	options: { attendeeConsent: '={{ $json.consent ?? true }}', ifAlreadyRegistered: 'skip' },
};
const register = { resource: 'live', operation: 'register', webinarId: byId(1), ...mapped };
const series = { ...register, webinarId: byId(2) };
const both = ['Ann', 'Bob'].map((name) => ({ name, email: `${name}@example.com` }));
const onError = 'continueRegularOutput';
const text = (part: string) => containing(part);

const WHOLE_SERIES =
	'In a series, people are registered for all following sessions, not only for the one in Session. (webinar 2)';

describe('what a run says of itself', () => {
	it('sums up who was skipped or failed and why, with counts and nothing of a contact', async () => {
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
		const { hints } = await harness.run({ ...series, additionalFields }, { items, onError });
		expect(hints).toEqual([
			'7 contacts: 1 registered, 1 skipped (duplicate), 1 skipped (no consent), 4 failed: … is not an email address (1), First Name is missing. … is not an email address (1), Last Name is missing (1), Phone … is not a number (1). Skipped items have no room link. Drag "skipped" into an If node and choose "is true".',
			WHOLE_SERIES,
		]);
	});

	it('lists the outcomes in a fixed order, registered first', async () => {
		harness.add([{ firstName: 'Dee', email: 'dee@example.com' }]);
		const items = [
			{ name: 'Eve', email: 'nobody' },
			{ name: 'Bob', email: 'bob@example.com', consent: 'No' },
			{ name: 'Dee', email: 'dee@example.com' },
			...both.slice(0, 1),
			...both.slice(0, 1),
		];
		const options = { ...mapped.options, ifAlreadyRegistered: 'return' };
		const { hints } = await harness.run({ ...register, options }, { items, onError });
		expect(hints).toEqual([
			'5 contacts: 1 registered, 1 already registered, 1 duplicate, 1 skipped (no consent), 1 failed: … is not an email address (1). Skipped items have no room link. Drag "skipped" into an If node and choose "is true".',
		]);
	});

	it('says that the only contact was skipped', async () => {
		const { hints } = await harness.run(register, { items: [{ ...both[0], consent: false }] });
		expect(hints).toEqual([
			'1 contact: 1 skipped (no consent). Skipped items have no room link. Drag "skipped" into an If node and choose "is true".',
		]);
		const existing = { ...register, options: { ifAlreadyRegistered: 'return' } };
		await harness.run(existing, { items: both.slice(0, 1) });
		await expect(harness.run(existing, { items: both.slice(0, 1) })).resolves.toMatchObject({ hints: [] });
	});

	it('counts those that succeeded where nobody is registered', async () => {
		const items = [1, 'six', 2].map((id) => ({ id }));
		const get = { resource: 'live', operation: 'get', webinarId: byId('={{ $json.id }}') };
		const { hints } = await harness.run(get, { items, onError });
		expect(hints).toEqual(['3 items: 2 succeeded, 1 failed: … is not a webinar ID (1).']);
	});

	it('says what is wrong with an address, and not the address', async () => {
		const items = ['ann@example.com;', 'mailto:bo@example.com'].map((email) => ({ name: 'Ann', email }));
		const { hints } = await harness.run(register, { items, onError });
		expect(hints).toEqual([
			'2 items: 2 failed: … is not an email address: it begins with mailto (1), … is not an email address: it ends with a semicolon or comma (1).',
		]);
	});

	it('says nothing of a contact even if the service uses an address as the name of a field', async () => {
		const errors = { 'ann@example.com': ['is taken'] };
		const fault = { kind: 'answer', status: 422, body: { status: 'error', errors } } as const;
		harness.sandbox.fail({ ...fault, operation: 'register' });
		harness.sandbox.fail({ ...fault, operation: 'registrants' });
		const items = [...both.slice(0, 1), { name: '' }];
		const list = { resource: 'live', operation: 'getRegistrants', webinarId: byId(1) };
		const [registered, listed] = await Promise.all(
			[{ ...register, options: {} }, list].map((parameters) => harness.run(parameters, { items, onError })),
		);
		expect(registered?.hints).toEqual([text('the service rejected a custom field (1)')]);
		expect(listed?.hints).toEqual([text('the service rejected a value (1)')]);
	});

	it('says nothing of a run in which all went well, nor of a webinar with members like a skipped item', async () => {
		await expect(harness.run(register, { items: both })).resolves.toMatchObject({ hints: [] });
		const webinar = { webinar_id: 1, skipped: true, reason: 'ann@example.com' };
		harness.succeed('webinars', { webinars: [webinar, webinar] });
		const getAll = { resource: 'live', operation: 'getAll', returnAll: true };
		await expect(harness.run(getAll, { items: [{}, {}] })).resolves.toMatchObject({ hints: [] });
	});

	it('says once that no session of a live series is chosen by its date or because it is next', async () => {
		const [webinar] = await harness.output({ ...series, operation: 'get' });
		const [, second] = z.array(z.object({ date: z.string() })).parse(webinar?.schedules);
		const run = (schedule: string) => {
			const additionalFields = { lastName: 'Lee' };
			return harness.run({ ...series, additionalFields, schedule: byId(schedule) }, { items: both });
		};
		for (const schedule of [`21|${second?.date}`, 'next']) {
			harness.sandbox.reset();
			const { output, hints } = await run(schedule);
			expect(output).toHaveLength(2);
			expect(hints).toEqual([WHOLE_SERIES]);
			expect(harness.sandbox.registrants.map(({ sessions }) => sessions.length)).toEqual([3, 3]);
		}
		expect((await run('21')).hints).not.toContainEqual(text('series'));
	});

	it('says which time zone the dates are in when none was given', async () => {
		const get = { resource: 'automated', operation: 'get', webinarId: byId(102) };
		const { hints } = await harness.run(get, { items: [{}, {}] });
		expect(hints).toEqual([
			"The dates depend on each attendee's time zone. Timezone is empty, so the dates are in EST (GMT-5). (webinar 102)",
		]);
		for (const other of [{ timezone: 'Europe/London' }, { webinarId: byId(101) }]) {
			await expect(harness.run({ ...get, ...other })).resolves.toMatchObject({ hints: [] });
		}
	});

	it('says once that a registration does not pay, and Get shows the checkout', async () => {
		const additionalFields = { phone: '+1 202 555 0143', smsConsent: false };
		const paid = { ...register, webinarId: byId(6), additionalFields };
		const { hints } = await harness.run(paid, { items: both });
		expect(hints).toEqual([
			'The webinar is paid. Registering here does not charge the attendee. Get returns the checkout URL. (webinar 6)',
		]);
		await harness.gives({ ...paid, operation: 'get' }, [
			{ registration_checkout_url: 'https://pay.example.com/certification' },
		]);
	});

	it('says once for all webinars what is about several', async () => {
		const model = harness.sandbox.webinars.find(({ product, id }) => product === 'live' && id === 2);
		if (!model) throw new Error('There is a series');
		const fields = { lastName: 'off', phone: 'off' } as const;
		harness.sandbox.setWebinars(
			numbers(30).map((id) => ({ ...model, id, hash: `series${id}`, name: `Series ${id}`, fields })),
		);
		const items = numbers(30)
			.reverse()
			.map((id) => ({ id, name: 'Ann', email: `p${id}@example.com` }));
		const all = { ...series, webinarId: byId('={{ $json.id }}'), options: {} };
		const { hints } = await harness.run(all, { items });
		expect(hints).toEqual([WHOLE_SERIES.replace('webinar 2', '30 webinars: 1, 2, 3 …')]);
	});

	it('gives at most five hints', async () => {
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
