import type { INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../support/harness';
import { aNumber, containing, matching } from '../support/matchers';
import { live } from '../support/sandboxWebinars';

const getRegistrants = { resource: 'live', operation: 'getRegistrants', webinarId: byId(live.oneSession) };
const unsubscribe = {
	resource: 'live',
	operation: 'unsubscribe',
	webinarId: byId(live.oneSession),
	unsubscribeBy: 'leadId',
};

describe('Get Registrants and Unsubscribe', () => {
	const harness = useHarness({ at: Date.UTC(2026, 1, 25, 17) });

	const emailsOf = (people: ReadonlyArray<{ email?: unknown }>) => people.map(({ email }) => email);
	const countRequestedPages = () => harness.countRequests('live/registrants');
	/** The parameters of the only request for registrants. */
	const sentParameters = () => {
		// The webinar is read first, because it states the time zone of the dates.
		expect(harness.requestNames).toEqual(['live/webinar', 'live/registrants']);
		return harness.sandbox.calls[1]?.parameters;
	};

	it('returns a registrant with numeric IDs, and with the phone number as phone and phone_number', async () => {
		const [ann] = harness.addRegistrants([
			{ firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', phone: '555' },
		]);
		const [row, ...others] = await harness.getOutput(getRegistrants);
		expect(others).toEqual([]);
		expect(row).toMatchObject({
			lead_id: aNumber,
			schedule_id: 11,
			first_name: 'Ann',
			last_name: 'Lee',
			email: 'ann@example.com',
			phone: '555',
			phone_number: '555',
			attended_live: false,
			subscribed: true,
		});
		expect(row?.lead_id).not.toBe(ann?.userId);
	});

	it('returns each of 60 registrants once and in order if Return All is on', async () => {
		const people = harness.addRegistrants(60);
		// Page 2 arrives after page 3.
		harness.sandbox.setLatency(() => (harness.sandbox.calls.at(-1)?.parameters.page === '2' ? 50 : 0));
		const rows = await harness.getOutput({ ...getRegistrants, returnAll: true });
		expect(emailsOf(rows)).toEqual(emailsOf(people));
		expect(countRequestedPages()).toBe(3);
	});

	it('requests only as many pages as Limit needs, and says in a hint that there are more registrants', async () => {
		const people = harness.addRegistrants(60);
		const { output, hints } = await harness.run({ ...getRegistrants, limit: '={{ 30 }}' });
		expect(hints).toEqual([
			'There are more than 30 results. To return more, raise Limit or turn on Return All.',
		]);
		expect(emailsOf(output.map(({ json }) => json))).toEqual(emailsOf(people.slice(0, 30)));
		expect(countRequestedPages()).toBe(2);
	});

	it('sends the values of all filters to the service', async () => {
		const filters = {
			attendedLive: 1,
			attendedLiveSeconds: { time: { left: 4, minutes: 10 } },
			attendedReplay: 2,
			purchased: 1,
			dateRange: 5,
			search: ' ann ',
		};
		await harness.getOutput({ ...getRegistrants, schedule: byId(11), filters });
		expect(sentParameters()).toEqual({
			webinar_id: '1',
			schedule_id: '11',
			page: '1',
			search: 'ann',
			attended_live: '4',
			attended_live_timestamp: '600',
			attended_replay: '2',
			purchased: '1',
			date_range: '5',
		});
	});

	/** The default value of each filter, by name. */
	const defaultFilters = () => {
		const filters = harness.engine.nodeType.description.properties.find(
			({ name, displayOptions }) =>
				name === 'filters' && displayOptions?.show?.operation?.includes('getRegistrants'),
		);
		const defaults: INodeParameters = {};
		for (const option of filters?.options ?? []) {
			if ('default' in option) defaults[option.name] = option.default;
		}
		return defaults;
	};

	it("sends each filter's default value if the user adds the filter and fills in only the search text", async () => {
		const { titleContains, ...filters } = defaultFilters();
		expect(titleContains).toBe('');
		expect(Object.keys(filters)).toHaveLength(8);
		await harness.getOutput({ ...getRegistrants, filters: { ...filters, search: 'ann' } });
		expect(sentParameters()).toEqual({
			webinar_id: '1',
			page: '1',
			search: 'ann',
			attended_live: '4',
			attended_live_timestamp: '1800',
			attended_replay: '4',
			attended_replay_timestamp: '1800',
			purchased: '1',
			date_range: '8',
		});
	});

	/** Adds Ann, who was in the live room for 1:02:03. */
	const addAttendee = () => {
		harness.addRegistrants([{ firstName: 'Ann', email: 'ann@example.com' }]);
		harness.sandbox.attend('ann@example.com', { live: 3723 });
	};

	it('converts flags to booleans, times to seconds and empty values to null if Simplify is on', async () => {
		addAttendee();
		const [row = {}] = await harness.getOutput(getRegistrants);
		expect(row).toMatchObject({
			attended_live: true,
			purchased_live: false,
			subscribed: true,
			time_live: 3723,
			last_name: null,
			starts_at: '2026-03-02T19:00:00Z',
		});
		expect(Object.values(row)).not.toContain('');
	});

	it('returns a field for each link instead of "links", and all other fields, if Simplify is on', async () => {
		addAttendee();
		const [simplified = {}] = await harness.getOutput(getRegistrants);
		const [raw = {}] = await harness.getOutput({ ...getRegistrants, simplify: false });
		const rawNames = Object.keys(raw).filter((name) => name !== 'links');
		const linkNames = ['live_room', 'replay_room', 'unsubscribe'];
		expect(Object.keys(simplified)).toEqual(expect.arrayContaining([...rawNames, ...linkNames]));
		expect(simplified).not.toHaveProperty('links');
	});

	it('returns registrants with starts_at: null, and a hint, if the request for the webinar fails', async () => {
		harness.addRegistrants(1);
		harness.sandbox.fail({ kind: 'answer', operation: 'webinar', status: 422, times: Infinity });
		const { output, hints } = await harness.run(getRegistrants);
		expect(output[0]?.json.first_name).toBeTruthy();
		expect(output[0]?.json.starts_at).toBeNull();
		expect(hints).toEqual([
			matching(
				/^starts_at is null, because the time zone is not known: Could not read the webinar\. \(webinar 1\)$/,
			),
		]);
	});

	const getRegistrantsOfAllWebinars = {
		resource: 'live',
		operation: 'getRegistrants',
		webinarScope: 'all',
		returnAll: true,
	};

	it("returns the registrants of all webinars with each webinar's ID and the session's start", async () => {
		harness.addRegistrants(2, live.oneSession);
		harness.addRegistrants(1, live.series);
		harness.addRegistrants(1, live.phoneRequired);
		const rows = await harness.getOutput(getRegistrantsOfAllWebinars);
		expect(rows).toMatchObject([
			{ webinar_id: live.oneSession, starts_at: '2026-03-02T19:00:00Z' },
			{ webinar_id: live.oneSession, starts_at: '2026-03-02T19:00:00Z' },
			{ webinar_id: live.series, starts_at: '2026-03-03T18:00:00Z' },
			{ webinar_id: live.phoneRequired, starts_at: '2026-02-28T09:00:00Z' },
		]);
	});

	it('lists the field webinar_id among the IDs at the end if Scope is All Webinars', async () => {
		harness.addRegistrants(1);
		const [row = {}] = await harness.getOutput(getRegistrantsOfAllWebinars);
		expect(Object.keys(row).join()).toMatch(/,id,lead_id,(?:user_id,)?webinar_id,schedule_id,event_id$/);
	});

	it('requests registrants only for webinars whose title matches Title Contains', async () => {
		harness.addRegistrants(2, live.oneSession);
		harness.addRegistrants(1, live.series);
		const rows = await harness.getOutput({
			...getRegistrantsOfAllWebinars,
			filters: { titleContains: ' GROWTH ' },
		});
		expect(rows.map(({ webinar_id }) => webinar_id)).toEqual([live.series]);
		expect(countRequestedPages()).toBe(1);
	});

	it.each([
		{ session: '52', people: 3 },
		{ session: '', people: 5 },
	])(
		'returns $people registrants if the user chooses "$session" from the session list',
		async ({ session, people }) => {
			harness.addRegistrants(2, live.phoneRequired, 51);
			harness.addRegistrants(3, live.phoneRequired, 52);
			const rows = await harness.getOutput({
				...getRegistrants,
				webinarId: byId(live.phoneRequired),
				schedule: { __rl: true, mode: 'list', value: session },
			});
			expect(rows).toHaveLength(people);
		},
	);

	it.each([
		{
			what: 'Session contains a date',
			parameters: { schedule: byId('11|2026-01-31 13:00') },
			message: '"11|2026-01-31 13:00" is not a schedule ID',
		},
		{
			what: 'Session is 0, which is no ID',
			parameters: { schedule: byId('0') },
			message: '"0" is not a schedule ID',
		},
		{
			what: 'Session is the next session',
			parameters: { schedule: byId('next') },
			message: '"next" is not a schedule ID',
		},
		{
			what: 'Minutes is not a number',
			parameters: { filters: { attendedReplaySeconds: { time: { minutes: '={{ "ten" }}' } } } },
			message: 'Minutes of Left the Replay Room must be a whole number, 0 or more',
		},
	])('fails without a request if $what', async ({ parameters, message }) => {
		await harness.expectError({ ...getRegistrants, ...parameters }, message);
		expect(harness.requestNames).toEqual([]);
	});

	it('returns all registrants once for each of two input items, paired with the item', async () => {
		harness.addRegistrants(2);
		const { values } = await harness.run(getRegistrants, {
			items: [{ name: 'first' }, { name: 'second' }],
			readAfter: '={{ $("Items").item.json.name }}',
		});
		expect(values).toEqual(['first', 'first', 'second', 'second']);
	});

	it('unsubscribes several registrants by lead ID in one run', async () => {
		harness.addRegistrants(3);
		const rows = await harness.getOutput(getRegistrants);
		const items = rows.map(({ lead_id }) => ({ lead_id }));
		const output = await harness.getOutput({ ...unsubscribe, leadId: '={{ $json.lead_id }}' }, { items });
		expect(output).toEqual([
			{ success: true, webinar_id: live.oneSession, lead_id: rows[0]?.lead_id },
			{ success: true, webinar_id: live.oneSession, lead_id: rows[1]?.lead_id },
			{ success: true, webinar_id: live.oneSession, lead_id: rows[2]?.lead_id },
		]);
		const after = await harness.getOutput(getRegistrants);
		expect(after.map(({ subscribed }) => subscribed)).toEqual([false, false, false]);
	});

	it('fails without a request if Lead ID is 0', async () => {
		await harness.expectError({ ...unsubscribe, leadId: '0' }, '"0" is not a lead ID');
		expect(harness.countRequests('live/unsubscribe')).toBe(0);
	});

	it('fails without a request, and says where to find the lead ID, if Lead ID is an email address', async () => {
		await harness.expectError(
			{ ...unsubscribe, leadId: 'ann@example.com' },
			{
				message: '"ann@example.com" is not a lead ID',
				description: containing('lead_id from Get Registrants'),
			},
		);
		expect(harness.requestNames).toEqual([]);
	});

	it('fails, and says which ID to use, if the service does not know the lead ID', async () => {
		await harness.expectError(
			{ ...unsubscribe, leadId: '999999' },
			{
				message: matching(/^Could not unsubscribe the registrant: Lead ID: /),
				description: containing('not the user_id of a registration'),
			},
		);
	});

	it('says in a hint that there are more registrants if the last requested page ends exactly at Limit', async () => {
		harness.addRegistrants(55);
		const { output, hints } = await harness.run({ ...getRegistrants, limit: '={{ 50 }}' });
		expect(output).toHaveLength(50);
		expect(hints).toEqual([
			'There are more than 50 results. To return more, raise Limit or turn on Return All.',
		]);
		expect(countRequestedPages()).toBe(2);
	});

	it('gives no hint about more registrants if there are exactly as many as Limit', async () => {
		harness.addRegistrants(50);
		// For one item with a fixed limit, there is never a hint.
		const { output, hints } = await harness.run({ ...getRegistrants, limit: '={{ 50 }}' });
		expect(output).toHaveLength(50);
		expect(hints).toEqual([]);
	});

	it('says in a hint that all webinars together have more registrants only if Limit is less than their number', async () => {
		harness.addRegistrants(2, live.oneSession);
		harness.addRegistrants(1, live.series);
		const limited = { ...getRegistrantsOfAllWebinars, returnAll: false };
		const asMany = await harness.run({ ...limited, limit: '={{ 3 }}' });
		expect(asMany.output).toHaveLength(3);
		expect(asMany.hints).toEqual([]);
		const fewer = await harness.run({ ...limited, limit: '={{ 2 }}' });
		expect(fewer.output).toHaveLength(2);
		expect(fewer.hints).toEqual([
			'There are more than 2 results. To return more, raise Limit or turn on Return All.',
		]);
	});

	it("pairs a webinar's error with the item whose filter matches the webinar", async () => {
		harness.addRegistrants(1, live.oneSession);
		harness.sandbox.fail({
			kind: 'answer',
			operation: 'registrants',
			webinarId: live.series,
			status: 422,
			times: Infinity,
		});
		const items = [{ title: 'get started' }, { title: 'growth' }];
		const filters = { titleContains: '={{ $json.title }}' };
		const { output, errorOutput } = await harness.run(
			{ ...getRegistrantsOfAllWebinars, filters },
			{ items, onError: 'continueErrorOutput' },
		);
		expect(output).toMatchObject([{ json: { webinar_id: live.oneSession }, pairedItem: { item: 0 } }]);
		expect(errorOutput).toMatchObject([
			{ json: { error: matching(/^Webinar 2: /) }, pairedItem: { item: 1 } },
		]);
	});

	const leftAfterTenMinutes = { time: { left: 4, minutes: 10 } };

	it.each([
		{
			filters: { attendedLive: 2, attendedLiveSeconds: leftAfterTenMinutes },
			message: 'Attended Live and Left the Live Room contradict each other',
		},
		{
			filters: { attendedReplay: 2, attendedReplaySeconds: leftAfterTenMinutes },
			message: 'Attended Replay and Left the Replay Room contradict each other',
		},
	])('fails without a request if filters contradict each other: $message', async ({ filters, message }) => {
		await harness.expectError({ ...getRegistrants, filters }, message);
		expect(harness.requestNames).toEqual([]);
	});

	it('combines "missed the live room" with the time of leaving the replay room', async () => {
		const filters = { attendedLive: 2, attendedReplaySeconds: leftAfterTenMinutes };
		await harness.getOutput({ ...getRegistrants, filters });
		expect(sentParameters()).toMatchObject({
			attended_live: '2',
			attended_replay: '4',
			attended_replay_timestamp: '600',
		});
	});
});
