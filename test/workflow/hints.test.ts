import { byId, Harness } from '../support/harness';

const mapped = {
	firstName: '={{ $json.name }}',
	email: '={{ $json.email }}',
	options: { attendeeConsent: '={{ $json.consent ?? true }}', ifAlreadyRegistered: 'skip' },
};
const series = { resource: 'live', operation: 'register', webinarId: byId(2), ...mapped };

describe('what a run says of itself', () => {
	let harness: Harness;

	beforeAll(async () => {
		harness = await Harness.start({ callsPerSecond: Infinity });
	});
	beforeEach(() => harness.sandbox.reset());
	afterAll(() => harness.stop());

	it('sums up who was skipped and refused and why, with counts and nothing of a contact', async () => {
		const items = [
			{ name: 'Ann', email: 'ann@example.com', last: 'Lee' },
			{ name: 'Ann', email: 'ann@example.com', last: 'Lee' },
			{ name: 'Bob', email: 'bob@example.com', last: 'Ray', consent: false },
			{ name: 'Cy', email: 'cy(at)example.com', last: 'Fox' },
			{ name: '', email: 'dee(at)example.com', last: 'Fox' },
			{ name: 'Eve', email: 'eve@example.com', last: '' },
			{ name: 'Flo', email: 'flo@example.com', last: 'Poe', phone: 'call me' },
		];
		const { hints } = await harness.run(
			{ ...series, additionalFields: { lastName: '={{ $json.last }}', phone: '={{ $json.phone }}' } },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(hints).toEqual([
			'Of 7 items, 1 succeeded; 2 skipped (already registered: 1, no consent: 1); 4 failed (Email is not an address: 2, First Name is empty: 1, Phone is not a number: 1, the service refused Last Name: 1).',
		]);
	});

	it('says nothing of a run in which all went well', async () => {
		const items = [
			{ name: 'Ann', email: 'ann@example.com' },
			{ name: 'Bob', email: 'bob@example.com' },
		];
		await expect(harness.run({ ...series, webinarId: byId(1) }, { items })).resolves.toMatchObject({
			hints: [],
		});
	});

	it('says which time zone the dates are in when none was given', async () => {
		const get = { resource: 'automated', operation: 'get', webinarId: byId(102) };
		const { hints } = await harness.run(get, { items: [{}, {}] });
		expect(hints).toEqual([
			'Webinar 102 shows its sessions in the time zone of each attendee. Timezone is empty, so the dates are in EST (GMT-5).',
		]);
		await expect(harness.run({ ...get, timezone: 'Europe/London' })).resolves.toMatchObject({ hints: [] });
		await expect(harness.run({ ...get, webinarId: byId(101) })).resolves.toMatchObject({ hints: [] });
	});
});
