import { byId, useHarness } from '../support/harness';
import { matching } from '../support/matchers';
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
			{
				json: {
					found: false,
					registrations: 0,
					attended_live_any: false,
					attended_replay_any: false,
					purchased_any: false,
					email: 'nobody@example.com',
					webinar_id: live.phoneRequired,
				},
			},
			{ json: { found: true, email: 'ann@example.com', registrations: 1 } },
		]);
		expect(Object.keys(output[0]?.json ?? {})).toHaveLength(7);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	const morning = {
		id: 1,
		email: 'ann@example.com',
		event: 'Sat, 28 Feb 2026, 10:00 AM',
		attended_live: 'Yes',
		attended_replay: 'No',
		purchased_live: 'No',
	};
	const registeredAgain = {
		id: 2,
		email: 'ann@example.com',
		event: 'Tue, 3 Mar 2026, 04:00 PM',
		attended_live: 'No',
		attended_replay: 'No',
		purchased_live: 'No',
	};

	it('says that a person attended if they attended an earlier session, and names the session that it shows in a hint', async () => {
		harness.respondWithRegistrants([morning, registeredAgain]);
		const { output, hints } = await harness.run(find('ann@example.com'));
		expect(output.map(({ json }) => json)).toMatchObject([
			{
				found: true,
				registrations: 2,
				attended_live_any: true,
				attended_replay_any: false,
				purchased_any: false,
				event: registeredAgain.event,
				attended_live: false,
			},
		]);
		expect(Object.keys(output[0]?.json ?? {}).slice(0, 6)).toEqual([
			'found',
			'registrations',
			'attended_live_any',
			'attended_replay_any',
			'purchased_any',
			'email',
		]);
		expect(hints).toEqual([
			'A person has several registrations. The item shows the newest one: Tue, 3 Mar 2026, 04:00 PM, webinar 5. The fields that end with _any are about all of them. To list them, use Get Registrants with the filter Name or Email Contains.',
		]);
	});

	it('names the items of people with several registrations in one hint', async () => {
		harness.respondWithRegistrants([
			{ ...registeredAgain, id: 1 },
			{ ...registeredAgain, id: 2, event: 'Wed, 4 Mar 2026, 04:00 PM' },
			{ ...registeredAgain, id: 3, email: 'ben@example.com' },
			{ ...registeredAgain, id: 4, email: 'ben@example.com' },
		]);
		const items = [{ email: 'ann@example.com' }, { email: 'ben@example.com' }];
		const { hints } = await harness.run(find('={{ $json.email }}'), { items });
		expect(hints).toEqual([
			'A person has several registrations. The item shows the newest one. The fields that end with _any are about all of them. To list them, use Get Registrants with the filter Name or Email Contains. (item 0 and item 1)',
		]);
	});

	it.each([
		{ row: { attended_replay: 'Yes' }, any: { attended_replay_any: true, purchased_any: false } },
		{ row: { purchased_live: 'Yes' }, any: { attended_replay_any: false, purchased_any: true } },
		{ row: { purchased_replay: 1 }, any: { attended_replay_any: false, purchased_any: true } },
	])('covers all registrations of the person if an earlier one has $row', async ({ row, any }) => {
		harness.respondWithRegistrants([
			{ ...registeredAgain, ...row, id: 1 },
			{ ...registeredAgain, id: 3 },
			{ ...registeredAgain, id: 2, email: 'ben@example.com', attended_live: 'Yes' },
		]);
		await harness.expectOutput(find('ann@example.com'), [{ ...any, attended_live_any: false, id: 3 }]);
	});

	it('covers only registrations for the chosen session, and gives no hint if there is one', async () => {
		harness.respondWithRegistrants([
			{ ...morning, schedule_id: 51 },
			{ ...registeredAgain, schedule_id: 52 },
		]);
		const { output, hints } = await harness.run(find('ann@example.com', { schedule: byId('52') }));
		expect(output.map(({ json }) => json)).toMatchObject([{ attended_live_any: false, registrations: 1 }]);
		expect(hints).toEqual([]);
	});

	it('tells whether people attended an automated webinar, with one request for each person, and reads the webinar once', async () => {
		const [first, , third] = harness.addRegistrants(3, automated.everyKind);
		const parameters = {
			...find('={{ $json.email }}'),
			resource: 'automated',
			webinarId: byId(automated.everyKind),
		};
		const items = [first, third].map((registrant) => ({ email: String(registrant?.email) }));
		const found = { found: true, attended_live: false, registrations: 1 };
		await harness.expectOutput(parameters, [found, found], { items });
		// The webinar's time zone is needed for starts_at. Two requests read an automated webinar.
		expect([...harness.requestNames].sort()).toEqual([
			'automated/registrants',
			'automated/registrants',
			'automated/webinar',
			'automated/webinar',
		]);
	});

	it('fails, and does not say that the person is absent, if the service lists fewer rows than it reports', async () => {
		harness.respondWithRegistrants([], { total: 1 });
		await harness.expectError(find('ann@example.com'), {
			message: 'Could not check whether "ann@example.com" is registered',
			description:
				'The service reports more registrants than it lists. Nothing was changed. Run this item again later, or look the person up in the webinar account.',
		});
	});

	it('fails without a request if the email address is invalid', async () => {
		await harness.expectErrorWithoutRequest(find('nobody'), '"nobody" is not an email address');
	});
});

describe('Find Registrant in all webinars', () => {
	const findInAll = { resource: 'live', operation: 'findRegistrant', webinarScope: 'all' };

	/** Lets the service list these registrants of a webinar. */
	const respondWithRows = (webinarId: number, data: object[]) =>
		harness.respondWith('registrants', { registrants: { data, last_page: 1 } }, { webinarId });
	const failSearch = (webinarId: number) =>
		harness.sandbox.fail({
			kind: 'answer',
			operation: 'registrants',
			webinarId,
			status: 422,
			times: Infinity,
		});
	/** Ann attended in the first webinar, and registered last in the series. */
	const respondWithAnn = () => {
		respondWithRows(live.series, [
			{ id: 12, email: 'Ann@example.com', attended_live: 'No', event: 'Thu, 5 Mar 2026, 02:00 PM' },
		]);
		respondWithRows(live.oneSession, [
			{ id: 11, email: 'ann@example.com', attended_live: 'Yes', event: 'Tue, 3 Feb 2026, 06:00 PM' },
			{ id: 13, email: 'joann@example.com', attended_replay: 'Yes' },
		]);
	};

	it('returns one item per person with the newest registration, its webinar, and the attendance in all webinars, after one search for each webinar', async () => {
		respondWithAnn();
		const items = [{ email: 'nobody@example.com' }, { email: 'ann@example.com' }];
		const { output } = await harness.run({ ...findInAll, email: '={{ $json.email }}' }, { items });
		expect(output).toMatchObject([
			{
				json: {
					found: false,
					registrations: 0,
					attended_live_any: false,
					attended_replay_any: false,
					purchased_any: false,
					email: 'nobody@example.com',
					webinar_title: null,
					webinar_id: null,
				},
				pairedItem: { item: 0 },
			},
			{
				json: {
					found: true,
					registrations: 2,
					attended_live_any: true,
					attended_replay_any: false,
					webinar_title: 'Three evenings on growth',
					attended_live: false,
					starts_at: '2026-03-05T14:00:00Z',
					webinar_id: live.series,
					id: 12,
				},
				pairedItem: { item: 1 },
			},
		]);
		expect(harness.countRequests('live/webinars')).toBe(1);
		const searchesPerPerson = 10;
		expect(harness.countRequests('live/registrants')).toBe(2 * searchesPerPerson);
	});

	it('fails, and names the webinar, if a webinar could not be searched, although the person is in another one', async () => {
		respondWithAnn();
		failSearch(live.phoneRequired);
		await harness.expectError(
			{ ...findInAll, email: 'ann@example.com' },
			{ message: matching(/^Webinar 5: Could not list the registrants/), httpCode: '422' },
		);
	});

	it.each([
		{
			fault: { kind: 'answer', status: 401, body: { errors: { api_key: 'API access is not allowed!' } } },
			message: 'The service rejected the API key',
		},
		{
			fault: { kind: 'firewall', error: 1010 },
			message: matching(/^Could not list the registrants: the service's firewall refused the request/),
		},
	] as const)(
		'fails without the name of a webinar if every webinar fails: $fault.kind',
		async ({ fault, message }) => {
			harness.sandbox.fail({ ...fault, operation: 'registrants', times: Infinity });
			const items = [{ email: 'ann@example.com' }, { email: 'bo@example.com' }];
			const error = await harness.getError({ ...findInAll, email: '={{ $json.email }}' }, { items });
			expect(error).toMatchObject({ message });
			expect(error.description).not.toContain('On Error');
		},
	);
});
