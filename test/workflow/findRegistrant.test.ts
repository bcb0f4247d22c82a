import { byId, useHarness } from '../support/harness';
import { automated, live } from '../support/sandboxWebinars';

const harness = useHarness();

const find = (email: string, more: object = {}) => ({
	resource: 'live',
	operation: 'findRegistrant',
	webinarId: byId(live.phoneRequired),
	email,
	...more,
});

/** A row of the registrant list. Both rows of a person have the same lead_id. */
const row = (id: number, email: string, schedule_id = 51) => ({ id, lead_id: 7, email, schedule_id });

describe('Find Registrant', () => {
	it('returns the newest row of the person with exactly the address, among other people on two pages', async () => {
		const people = Array.from({ length: 30 }, (_, index) => row(100 + index, `ann.${index}@example.com`));
		harness.respondWithRegistrants([
			...people.slice(0, 10),
			row(901, 'ann@example.com', 52),
			...people.slice(10),
			row(903, 'ANN@Example.com ', 51),
			row(902, 'ann@example.com', 53),
		]);
		await harness.expectOutput(find(' Ann@example.com'), [
			{ found: true, id: 903, schedule_id: 51, registrations: 3, webinar_id: live.phoneRequired },
		]);
	});

	it('returns found: false for a person who is not registered, and the other item as usual', async () => {
		harness.respondWithRegistrants([row(1, 'ann@example.com')]);
		const items = [{ email: 'nobody@example.com' }, { email: 'ann@example.com' }];
		const { output } = await harness.run(find('={{ $json.email }}'), { items });
		expect(output).toMatchObject([
			{ json: { found: false, email: 'nobody@example.com', webinar_id: live.phoneRequired } },
			{ json: { found: true, email: 'ann@example.com', registrations: 1 } },
		]);
		expect(Object.keys(output[0]?.json ?? {})).toEqual(['found', 'email', 'webinar_id']);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('finds only registrations for the chosen session', async () => {
		harness.respondWithRegistrants([row(1, 'ann@example.com', 51), row(2, 'ann@example.com', 52)]);
		await harness.expectOutput(find('ann@example.com', { schedule: byId('51') }), [
			{ found: true, id: 1, registrations: 1 },
		]);
	});

	it('tells whether people attended an automated webinar, with one request for each person and one for the webinar', async () => {
		const [first, , third] = harness.addRegistrants(3, automated.everyKind);
		const parameters = {
			...find('={{ $json.email }}'),
			resource: 'automated',
			webinarId: byId(automated.everyKind),
		};
		const items = [first, third].map((registrant) => ({ email: String(registrant?.email) }));
		const found = { found: true, attended_live: false, registrations: 1 };
		await harness.expectOutput(parameters, [found, found], { items });
		// The webinar's time zone is needed for starts_at.
		expect([...harness.requestNames].sort()).toEqual([
			'automated/registrants',
			'automated/registrants',
			'automated/webinar',
		]);
	});

	it('fails, and does not say that the person is absent, if the service lists fewer rows than it reports', async () => {
		harness.respondWithRegistrants([], { total: 1 });
		await harness.expectError(find('ann@example.com'), {
			message: 'Could not check whether "ann@example.com" is registered',
			description:
				'The service reports more registrants than it lists. Run this item again later, or look the person up in the webinar account.',
		});
	});

	it('fails without a request if the email address is invalid', async () => {
		await harness.expectError(find('nobody'), '"nobody" is not an email address');
		expect(harness.requestNames).toEqual([]);
	});
});
