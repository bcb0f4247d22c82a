import { request } from 'undici';

import { byId, useHarness } from '../support/harness';

const ann = { operation: 'register', firstName: 'Ann', email: '={{ $json.email }}' };
const items = ['ann@example.com', 'ben@example.com'].map((email) => ({ email }));

describe("the vendor's rules", () => {
	const harness = useHarness({ at: Date.UTC(2026, 1, 25, 17) });

	it('a paid webinar is not paid by a registration: it is said once in a run, and Get shows the checkout', async () => {
		const paid = { resource: 'live', webinarId: byId(6) };
		const register = { ...paid, ...ann, additionalFields: { smsConsent: false } };
		const { output, hints } = await harness.run(register, { items });
		expect(output).toHaveLength(2);
		expect(hints).toEqual([
			'The webinar is paid. A registration by this node does not pay: Get shows the address of the checkout. (webinar 6)',
		]);
		await expect(harness.output({ ...paid, operation: 'get' })).resolves.toMatchObject([
			{ registration_checkout_url: 'https://pay.example.com/certification' },
		]);
	});

	it('a date that is not on offer may be beyond Displayed schedules', async () => {
		const late = {
			...ann,
			resource: 'automated',
			webinarId: byId(101),
			schedule: byId('1013|2026-12-31 13:00'),
		};
		await expect(harness.error(late, { items })).resolves.toMatchObject({
			description: expect.stringContaining('"Displayed schedules"') as string,
		});
	});

	it('with double opt-in, people are listed and reported once they confirmed', async () => {
		const webinar = { resource: 'live', webinarId: byId(9) };
		const trigger = await harness.activate({ ...webinar, event: 'registrantAdded' });
		const additionalFields = { lastName: 'Lee', phone: '+1 2025550143', smsConsent: true };
		await harness.output({ ...webinar, ...ann, additionalFields }, { items });
		const listed = { ...webinar, operation: 'getRegistrants', returnAll: true };
		await expect(harness.output(listed)).resolves.toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		const [{ token } = { token: '' }] = harness.sandbox.registrants;
		await request(`${harness.sandbox.url}/confirm/${token}`, { method: 'POST' });
		await expect(harness.output(listed)).resolves.toMatchObject([{ email: 'ann@example.com' }]);
		expect((await trigger.poll()).map(({ json }) => json.email)).toEqual(['ann@example.com']);
	});

	it('the next session is one just in time only where no session has a date', async () => {
		const next = { ...ann, resource: 'automated', timezone: '' };
		await harness.output({ ...next, webinarId: byId(109) }, { items });
		await harness.output({ ...next, webinarId: byId(101) }, { items });
		expect(harness.sandbox.registrants.map(({ schedule }) => schedule)).toEqual([1092, 1092, 1013, 1013]);
	});

	it('a session at the same local time for everybody is booked and listed at the local time of the attendee', async () => {
		const clinic = { resource: 'automated', webinarId: byId(108), timezone: 'Asia/Kathmandu' };
		const [booked] = await harness.output({ ...clinic, ...ann }, { items });
		expect(booked).toMatchObject({
			date: '2026-02-26 10:00',
			timezone: 'GMT+5:45',
			starts_at: '2026-02-26T04:15:00Z',
		});
		expect(new Date(harness.sandbox.registrants[0]?.startsAt ?? 0).toISOString()).toBe(
			'2026-02-26T04:15:00.000Z',
		);
	});

	it('times with 24 hours have a start, in the registrant too', async () => {
		harness.sandbox.addRegistrants({ product: 'live', webinarId: 5 }, 1);
		const rows = { resource: 'live', webinarId: byId(5), operation: 'getRegistrants', returnAll: true };
		await expect(harness.output(rows)).resolves.toMatchObject([
			{ event: 'Sat, 28 Feb 2026, 10:00', starts_at: '2026-02-28T09:00:00Z' },
		]);
	});
});
