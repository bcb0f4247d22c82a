import { z } from 'zod/v4';

import { byId, useHarness } from '../support/harness';

const mapped = {
	firstName: '={{ $json.name }}',
	email: '={{ $json.email }}',
	options: { attendeeConsent: '={{ $json.consent ?? true }}', ifAlreadyRegistered: 'skip' },
};
const series = { resource: 'live', operation: 'register', webinarId: byId(2), ...mapped };

describe('what a run says of itself', () => {
	const harness = useHarness();

	it('sums up who was skipped or failed and why, with counts and nothing of a contact', async () => {
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
			'7 contacts: 1 skipped (no consent), 1 registered, 1 came twice, 4 failed (Email is not an address: 2, First Name is empty: 1, Phone is not a number: 1, the service rejected Last Name: 1). Skipped items have no room link. To separate them, add an If node after this one with the condition {{ $json.skipped }} "is true".',
			'In a series, people are registered for all following sessions, not only for the one in Session. (webinar 2)',
		]);
	});

	it('says nothing of a contact even if the service uses an address as the name of a field', async () => {
		const errors = { 'ann@example.com': ['is taken'] };
		const fault = { kind: 'answer', status: 422, body: { status: 'error', errors } } as const;
		harness.sandbox.fail({ ...fault, operation: 'register' });
		harness.sandbox.fail({ ...fault, operation: 'registrants' });
		const items = [{ name: 'Ann', email: 'ann@example.com' }, { name: '' }];
		const onError = 'continueRegularOutput';
		const [registered, listed] = await Promise.all([
			harness.run({ ...series, webinarId: byId(1), options: {} }, { items, onError }),
			harness.run({ resource: 'live', operation: 'getRegistrants', webinarId: byId(1) }, { items, onError }),
		]);
		expect(registered.hints).toEqual([
			expect.stringContaining('the service rejected a custom field: 1') as string,
		]);
		expect(listed.hints).toEqual([expect.stringContaining('the service rejected a value: 1') as string]);
	});

	it('says nothing of a webinar that has members like a skipped item', async () => {
		const webinar = { webinar_id: 1, skipped: true, reason: 'ann@example.com' };
		const body = { status: 'success', webinars: [webinar, webinar] };
		harness.sandbox.fail({ kind: 'answer', status: 200, body });
		const getAll = { resource: 'live', operation: 'getAll', returnAll: true };
		const { hints } = await harness.run(getAll, { items: [{}, {}] });
		expect(hints).toEqual([]);
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

	it('says once that no session of a live series is chosen by its date or because it is next', async () => {
		const { schedules } =
			(await harness.output({ resource: 'live', operation: 'get', webinarId: byId(2) }))[0] ?? {};
		const [, second] = z.array(z.object({ date: z.string() })).parse(schedules);
		const dated = {
			...series,
			firstName: 'Ann',
			email: '={{ $json.email }}',
			additionalFields: { lastName: 'Lee' },
			schedule: byId(`21|${second?.date}`),
		};
		const items = [{ email: 'ann@example.com' }, { email: 'bob@example.com' }];
		for (const schedule of [dated.schedule, byId('next')]) {
			harness.sandbox.reset();
			const { output, hints } = await harness.run({ ...dated, schedule }, { items });
			expect(output).toHaveLength(2);
			expect(hints).toEqual([
				'In a series, people are registered for all following sessions, not only for the one in Session. (webinar 2)',
			]);
			expect(harness.sandbox.registrants.map(({ sessions }) => sessions.length)).toEqual([3, 3]);
		}
		await expect(harness.run({ ...dated, schedule: byId(21) }, { items })).resolves.not.toHaveProperty(
			'hints.0',
			expect.stringContaining('series'),
		);
	});

	it('says which time zone the dates are in when none was given', async () => {
		const get = { resource: 'automated', operation: 'get', webinarId: byId(102) };
		const { hints } = await harness.run(get, { items: [{}, {}] });
		expect(hints).toEqual([
			"The dates depend on each attendee's time zone. Timezone is empty, so the dates are in EST (GMT-5). (webinar 102)",
		]);
		await expect(harness.run({ ...get, timezone: 'Europe/London' })).resolves.toMatchObject({ hints: [] });
		await expect(harness.run({ ...get, webinarId: byId(101) })).resolves.toMatchObject({ hints: [] });
	});
});
