import { byId, useHarness } from '../support/harness';

const byEmail = { resource: 'live', operation: 'unsubscribe', webinarId: byId(5), unsubscribeBy: 'email' };
const ann = { firstName: 'Ann', email: 'Ann@Example.com' };

describe('Unsubscribe by email address', () => {
	const harness = useHarness();

	const add = (schedule: number, ...people: Array<typeof ann>) => harness.addRegistrants(people, 5, schedule);
	const subscribed = () => harness.sandbox.registrants.map((one) => one.subscribed);
	const unsubscribeRequests = () => harness.countRequests('live/unsubscribe');

	it('unsubscribes all registrations of an email address in one webinar, in any case', async () => {
		const [annRow] = add(51, ann, { firstName: 'Joann', email: 'joann@example.com' });
		add(52, ann, { firstName: 'Ann@example.com', email: 'other@example.com' });
		harness.addRegistrants([ann]);
		const output = await harness.getOutput({ ...byEmail, email: ' ANN@example.com ' });
		expect(output).toEqual([
			{ success: true, webinar_id: 5, email: 'ANN@example.com', lead_ids: [annRow?.leadId] },
		]);
		expect(subscribed()).toEqual([false, true, false, true, true]);
	});

	it('unsubscribes a person once, for duplicate items and for a second run', async () => {
		const [annRow] = add(51, ann);
		add(52, ann);
		const items = [{ email: 'ann@example.com' }, { email: 'ANN@example.com' }];
		const lead_ids = [annRow?.leadId];
		const run = async () => await harness.getOutput({ ...byEmail, email: '={{ $json.email }}' }, { items });
		expect(await run()).toMatchObject([{ lead_ids }, { lead_ids }]);
		expect(unsubscribeRequests()).toBe(1);
		expect(await run()).toMatchObject([{ lead_ids }, { lead_ids }]);
		expect(unsubscribeRequests()).toBe(1);
	});

	it('unsubscribes a person in a second run after the service rejected the first one', async () => {
		add(51, ann);
		add(52, ann);
		harness.sandbox.fail({ kind: 'answer', operation: 'unsubscribe', status: 422 });
		await harness.expectError({ ...byEmail, email: ann.email }, { httpCode: '422' });
		await expect(harness.getOutput({ ...byEmail, email: ann.email })).resolves.toHaveLength(1);
		expect(subscribed()).toEqual([false, false]);
		expect(unsubscribeRequests()).toBe(2);
	});

	it.each([
		['nobody@example.com', 'Webinar 5 has no registrant with the email address "nobody@example.com"'],
		['ann@', '"ann@" is not an email address'],
		['={{ undefined }}', 'Email is missing'],
	])('fails for the email address %s', async (email, message) => {
		add(51, ann);
		await harness.expectError({ ...byEmail, email }, { message, itemIndex: 0 });
		expect(subscribed()).toEqual([true]);
	});

	it('unsubscribes a person whose row does not say whether they are subscribed', async () => {
		const [one] = add(51, ann);
		const row = { id: 1, lead_id: one?.leadId, email: ann.email };
		harness.respondWithRegistrants([row, { ...row, id: 2, subscribed: 'No' }]);
		await harness.expectOutput({ ...byEmail, email: ann.email }, [{ lead_ids: [one?.leadId] }]);
		expect(subscribed()).toEqual([false]);
	});

	it('fails for a registrant without a lead_id', async () => {
		harness.respondWithRegistrants([{ id: 1, email: 'ann@example.com', subscribed: 'Yes' }]);
		await harness.expectError(
			{ ...byEmail, email: ann.email },
			'The service lists a registrant with this email address without a lead_id',
		);
		expect(unsubscribeRequests()).toBe(0);
	});
});
