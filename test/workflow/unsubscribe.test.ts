import { byId, useHarness } from '../support/harness';
import { live } from '../support/sandboxWebinars';

const unsubscribeByEmail = {
	resource: 'live',
	operation: 'unsubscribe',
	webinarId: byId(live.phoneRequired),
	unsubscribeBy: 'email',
};
const aString = expect.any(String) as string;
const ann = { firstName: 'Ann', email: 'Ann@Example.com' };

describe('Unsubscribe by email address', () => {
	const harness = useHarness();

	/** Adds people who registered for a schedule of the webinar. */
	const addToSchedule = (schedule: number, ...people: Array<typeof ann>) =>
		harness.addRegistrants(people, live.phoneRequired, schedule);
	/** Whether each registration is subscribed, in the order in which they were added. */
	const subscribedFlags = () => harness.sandbox.registrants.map(({ subscribed }) => subscribed);
	const countUnsubscribeRequests = () => harness.countRequests('live/unsubscribe');

	it("unsubscribes all the webinar's registrations with the email address, ignoring case, and nobody else", async () => {
		const joann = { firstName: 'Joann', email: 'joann@example.com' };
		const namedLikeTheAddress = { firstName: 'Ann@example.com', email: 'other@example.com' };
		const [annsRegistration] = addToSchedule(51, ann, joann);
		addToSchedule(52, ann, namedLikeTheAddress);
		harness.addRegistrants([ann], live.oneSession);
		const output = await harness.getOutput({ ...unsubscribeByEmail, email: ' ANN@example.com ' });
		expect(output).toEqual([
			{
				success: true,
				webinar_id: live.phoneRequired,
				email: 'ANN@example.com',
				lead_ids: [annsRegistration?.leadId],
				sessions: [
					{ schedule: aString, event: aString, starts_at: aString, schedule_id: 51 },
					{ schedule: aString, event: aString, starts_at: aString, schedule_id: 52 },
				],
			},
		]);
		const annIn51 = false;
		const joannIn51 = true;
		const annIn52 = false;
		const otherIn52 = true;
		const annInOtherWebinar = true;
		expect(subscribedFlags()).toEqual([annIn51, joannIn51, annIn52, otherIn52, annInOtherWebinar]);
	});

	it('sends one request in total for a person with two registrations, duplicate items and a second run', async () => {
		const [annsRegistration] = addToSchedule(51, ann);
		addToSchedule(52, ann);
		const runWithDuplicates = async () =>
			await harness.getOutput(
				{ ...unsubscribeByEmail, email: '={{ $json.email }}' },
				{ items: [{ email: 'ann@example.com' }, { email: 'ANN@example.com' }] },
			);
		const lead_ids = [annsRegistration?.leadId];
		expect(await runWithDuplicates()).toMatchObject([{ lead_ids }, { lead_ids }]);
		expect(countUnsubscribeRequests()).toBe(1);
		expect(await runWithDuplicates()).toMatchObject([{ lead_ids }, { lead_ids }]);
		expect(countUnsubscribeRequests()).toBe(1);
	});

	const byLeadId = { ...unsubscribeByEmail, unsubscribeBy: 'leadId', leadId: '={{ $json.leadId }}' };

	it('unsubscribes nobody if an item has an invalid lead ID', async () => {
		const [registration] = addToSchedule(51, ann);
		const items = [{ leadId: registration?.leadId }, { leadId: 'no ID' }];
		const message = '1 of 2 items have invalid values, so nothing was sent. It is item 1.';
		await harness.expectError(byLeadId, { message, itemIndex: 1 }, { items });
		expect(subscribedFlags()).toEqual([true]);
	});

	it('counts unsubscribed and failed items in a hint if On Error is Continue', async () => {
		const [registration] = addToSchedule(51, ann);
		const items = [{ leadId: registration?.leadId }, { leadId: 'no ID' }];
		const { hints } = await harness.run(byLeadId, { items, onError: 'continueRegularOutput' });
		expect(hints).toEqual(['2 items: 1 unsubscribed, 1 failed.']);
	});

	it('says in the error that stops a run how many people were unsubscribed', async () => {
		const [registration] = addToSchedule(51, ann);
		harness.sandbox.fail({ kind: 'answer', operation: 'unsubscribe', status: 422, skip: 1 });
		const items = [{ leadId: registration?.leadId }, { leadId: 4711 }];
		const { itemIndex, description } = await harness.getError(byLeadId, { items });
		expect(itemIndex).toBe(1);
		expect(description).toContain(
			'In 1 of 2 items, the person was unsubscribed, but the nodes after this one did not get the output. Run the items again. This changes nothing for people who are already unsubscribed.',
		);
	});

	it.each([
		{
			email: 'nobody@example.com',
			message: 'Webinar 5 has no registrant with the email address "nobody@example.com"',
		},
		{ email: 'ann@', message: '"ann@" is not an email address' },
		{ email: '={{ undefined }}', message: 'Email is missing' },
	])('fails and unsubscribes nobody if the email address is $email', async ({ email, message }) => {
		addToSchedule(51, ann);
		await harness.expectError({ ...unsubscribeByEmail, email }, { message, itemIndex: 0 });
		expect(subscribedFlags()).toEqual([true]);
	});

	it.each([{ subscribed: undefined }, { subscribed: 'Yes' }])(
		'unsubscribes a person who is unsubscribed in one row, and has another row with $subscribed',
		async (otherRow) => {
			const [registration] = addToSchedule(51, ann);
			const lead_id = registration?.leadId;
			harness.respondWithRegistrants([
				{ id: 1, lead_id, email: ann.email, ...otherRow },
				{ id: 2, lead_id, email: ann.email, subscribed: 'No' },
			]);
			await harness.expectOutput({ ...unsubscribeByEmail, email: ann.email }, [{ lead_ids: [lead_id] }]);
			expect(subscribedFlags()).toEqual([false]);
		},
	);

	it("names the person's sessions with their start, among them one without a date, and no session of other people", async () => {
		const [registration] = addToSchedule(51, ann);
		const lead_id = registration?.leadId;
		const monday = { schedule: 'Every day, 08:30 PM', event: 'Mon, 23 Nov 2026, 08:30 PM', schedule_id: 52 };
		const single = { schedule: 'Sat, 4 Jul 2026, 10:00 AM', event: null, schedule_id: 51 };
		harness.respondWithRegistrants([
			{ id: 1, lead_id, email: ann.email, ...monday },
			{ id: 2, lead_id: 8, email: 'joann@example.com', schedule: 'Every day, 09:00 AM', schedule_id: 53 },
			{ id: 3, lead_id, email: ann.email, ...single },
			{ id: 4, lead_id, email: ann.email, schedule: 'Just in time', event: null },
		]);
		await harness.expectOutput({ ...unsubscribeByEmail, email: ann.email }, [
			{
				sessions: [
					// The webinar takes place in Berlin.
					{ ...monday, starts_at: '2026-11-23T19:30:00Z' },
					{ ...single, starts_at: '2026-07-04T08:00:00Z' },
					{ schedule: 'Just in time', event: null, starts_at: null, schedule_id: null },
				],
			},
		]);
	});

	it('fails without an unsubscribe request if the registrant has no lead_id', async () => {
		harness.respondWithRegistrants([{ id: 1, email: 'ann@example.com', subscribed: 'Yes' }]);
		await harness.expectError(
			{ ...unsubscribeByEmail, email: ann.email },
			'The service returned no lead_id for a registrant with this email address',
		);
		expect(countUnsubscribeRequests()).toBe(0);
	});
});
