import type { INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../support/harness';
import { aNumber, containing, matching } from '../support/matchers';
import { live } from '../support/sandboxWebinars';

const getRegistrants = { resource: 'live', operation: 'getRegistrants', webinarId: byId(1) };
const unsubscribe = {
	resource: 'live',
	operation: 'unsubscribe',
	webinarId: byId(1),
	unsubscribeBy: 'leadId',
};

describe('Get Registrants and Unsubscribe', () => {
	const harness = useHarness({ at: Date.UTC(2026, 1, 25, 17) });

	const emailsOf = (people: ReadonlyArray<{ email?: unknown }>) => people.map(({ email }) => email);
	const requestedPages = () => harness.count('live/registrants');
	/** The parameters of the only request for registrants. */
	const sentParameters = () => {
		// The webinar is read first, because it states the time zone of the dates.
		expect(harness.calls).toEqual(['live/webinar', 'live/registrants']);
		return harness.sandbox.calls[1]?.parameters;
	};

	it('returns a registrant with IDs as numbers and the phone under both of its names', async () => {
		const [ann] = harness.add([
			{ firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', phone: '555' },
		]);
		const [row, ...others] = await harness.output(getRegistrants);
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

	it('returns all 250 registrants of 10 pages once and in order', async () => {
		const people = harness.add(250);
		const rows = await harness.output({ ...getRegistrants, returnAll: true });
		expect(emailsOf(rows)).toEqual(emailsOf(people));
		expect(requestedPages()).toBe(10);
	});

	it('requests only the pages that Limit needs, and says that there are more registrants', async () => {
		const people = harness.add(200);
		const { output, hints } = await harness.run({ ...getRegistrants, limit: 60 });
		expect(hints).toEqual(['There are more than 60 results. Turn on Return All or raise Limit.']);
		expect(emailsOf(output.map(({ json }) => json))).toEqual(emailsOf(people.slice(0, 60)));
		expect(requestedPages()).toBe(3);
		await expect(harness.output({ ...getRegistrants, limit: 10 })).resolves.toHaveLength(10);
		expect(requestedPages()).toBe(4);
	});

	it('sends each filter to the service', async () => {
		const filters = {
			attendedLive: 1,
			attendedLiveSeconds: { time: { left: 4, minutes: 10 } },
			attendedReplay: 2,
			purchased: 1,
			dateRange: 5,
			search: ' ann ',
		};
		await harness.output({ ...getRegistrants, schedule: byId(11), filters });
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

	it('accepts each filter with its default value, except Search, which needs text', async () => {
		const { titleContains, ...filters } = defaultFilters();
		expect(titleContains).toBe('');
		expect(Object.keys(filters)).toHaveLength(8);
		await harness.output({ ...getRegistrants, filters: { ...filters, search: 'ann' } });
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

	/** Adds a person who was in the live room for 1:02:03. */
	const addAttendee = () => {
		const [ann] = harness.add([{ firstName: 'Ann', email: 'ann@example.com' }]);
		if (!ann) throw new Error('Ann was added');
		harness.sandbox.attend(ann, { live: 3723 });
	};

	it('returns booleans, seconds, null and a start with Simplify', async () => {
		addAttendee();
		const [row = {}] = await harness.output(getRegistrants);
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

	it('returns the strings of the service without Simplify', async () => {
		addAttendee();
		const [row] = await harness.output({ ...getRegistrants, simplify: false });
		expect(row).toMatchObject({
			attended_live: 'Yes',
			purchased_live: 'No',
			subscribed: 'Yes',
			time_live: '01:02:03',
			last_name: '',
		});
	});

	it('returns every field of the service with Simplify, and a field per link instead of "links"', async () => {
		addAttendee();
		const [simplified = {}] = await harness.output(getRegistrants);
		const [raw = {}] = await harness.output({ ...getRegistrants, simplify: false });
		const rawNames = Object.keys(raw).filter((name) => name !== 'links');
		const linkNames = ['live_room', 'replay_room', 'unsubscribe'];
		expect(Object.keys(simplified)).toEqual(expect.arrayContaining([...rawNames, ...linkNames]));
		expect(simplified).not.toHaveProperty('links');
	});

	it('returns registrants with a null start and a hint if the webinar cannot be read', async () => {
		harness.add(1);
		harness.sandbox.fail({ kind: 'answer', operation: 'webinar', status: 422, times: Infinity });
		const { output, hints } = await harness.run(getRegistrants);
		expect(output[0]?.json.first_name).toBeTruthy();
		expect(output[0]?.json.starts_at).toBeNull();
		expect(hints).toEqual([matching(/^starts_at is null: Could not read the webinar\. \(webinar 1\)$/)]);
	});

	const ofAllWebinars = {
		resource: 'live',
		operation: 'getRegistrants',
		webinarScope: 'all',
		returnAll: true,
	};

	it("returns the registrants of all webinars with the webinar's ID and the start in its time zone", async () => {
		harness.add(2, 1);
		harness.add(1, 2);
		harness.add(1, 5);
		const rows = await harness.output(ofAllWebinars);
		expect(rows.map(({ webinar_id, starts_at }) => [webinar_id, starts_at])).toEqual([
			[1, '2026-03-02T19:00:00Z'],
			[1, '2026-03-02T19:00:00Z'],
			[2, '2026-03-03T18:00:00Z'],
			[5, '2026-02-28T09:00:00Z'],
		]);
		expect(Object.keys(rows[0] ?? {}).join()).toContain(',webinar,webinar_id,');
	});

	it('requests the registrants only of webinars that match Title Contains', async () => {
		harness.add(2, 1);
		harness.add(1, 2);
		const rows = await harness.output({ ...ofAllWebinars, filters: { titleContains: ' GROWTH ' } });
		expect(rows.map(({ webinar_id }) => webinar_id)).toEqual([2]);
		expect(requestedPages()).toBe(1);
	});

	it('returns the registrants of one session, or of all with All Sessions', async () => {
		const partners = { ...getRegistrants, webinarId: byId(5) };
		harness.add(2, 5, 51);
		harness.add(3, 5, 52);
		const fromList = (value: string) => ({ __rl: true, mode: 'list', value });
		await expect(harness.output({ ...partners, schedule: fromList('51') })).resolves.toHaveLength(2);
		await expect(harness.output({ ...partners, schedule: fromList('') })).resolves.toHaveLength(5);
	});

	it.each([
		[{ schedule: byId('11|2026-01-31 13:00') }, '"11|2026-01-31 13:00" is not a schedule ID'],
		[{ schedule: byId('next') }, '"next" is not a schedule ID'],
		[
			{ filters: { attendedLive: 2, attendedLiveSeconds: { time: { left: 3, minutes: 10 } } } },
			'Attended Live and Left the Live Room contradict each other',
		],
		[
			{ filters: { attendedReplaySeconds: { time: { minutes: '={{ "ten" }}' } } } },
			'Minutes of Left the Replay Room must be a whole number, 0 or more',
		],
	])('fails without a request for %j', async (parameters, message) => {
		await harness.fails({ ...getRegistrants, ...parameters }, message);
		expect(harness.calls).toEqual([]);
	});

	it('fails at a host without a registrant list', async () => {
		harness.sandbox.setRegistrantsList({ hasRegistrants: false });
		await harness.fails(getRegistrants, {
			name: 'NodeApiError',
			message: 'This host has no registrant list',
			httpCode: '404',
		});
		await harness.fails({ ...unsubscribe, leadId: '1' }, 'This host cannot unsubscribe registrants');
	});

	it('returns the registrants for each input item, paired to the item', async () => {
		harness.add(2);
		const options = { items: [{ n: 1 }, { n: 2 }], readAfter: '={{ $("Items").item.json.n }}' };
		const { values } = await harness.run(getRegistrants, options);
		expect(values).toEqual([1, 1, 2, 2]);
	});

	it('unsubscribes several registrants by lead ID in one run', async () => {
		harness.add(3);
		const rows = await harness.output(getRegistrants);
		const items = rows.map(({ lead_id }) => ({ lead_id }));
		await expect(
			harness.output({ ...unsubscribe, leadId: '={{ $json.lead_id }}' }, { items }),
		).resolves.toEqual(rows.map(({ lead_id }) => ({ success: true, webinar_id: 1, lead_id })));
		const after = await harness.output(getRegistrants);
		expect(after.map(({ subscribed }) => subscribed)).toEqual([false, false, false]);
	});

	it.each([
		[
			'ann@example.com',
			{
				message: '"ann@example.com" is not a lead ID',
				description: containing('lead_id from Get Registrants'),
			},
		],
		['={{ "" }}', { message: 'Lead ID is missing' }],
	])('fails without a request for the lead ID %j', async (leadId, error) => {
		await harness.fails({ ...unsubscribe, leadId }, error);
		expect(harness.calls).toEqual([]);
	});

	it('explains which ID to use if the service does not know the lead ID', async () => {
		await harness.fails(
			{ ...unsubscribe, leadId: '999999' },
			{
				message: matching(/^Could not unsubscribe the registrant: Lead ID: /),
				description: containing('not the user_id of a registration'),
			},
		);
	});

	it('says that there are more registrants if Limit ends exactly with a page', async () => {
		harness.add(200);
		const { output, hints } = await harness.run({ ...getRegistrants, limit: 50 });
		expect(output).toHaveLength(50);
		expect(hints).toEqual(['There are more than 50 results. Turn on Return All or raise Limit.']);
		expect(requestedPages()).toBe(2);
	});

	it('does not say that there are more registrants if Limit is their number', async () => {
		harness.add(50);
		const { output, hints } = await harness.run({ ...getRegistrants, limit: 50 });
		expect(output).toHaveLength(50);
		expect(hints).toEqual([]);
	});

	it('says that there are more registrants of all webinars only if Limit is below their number', async () => {
		harness.add(2, live.oneSession);
		harness.add(1, live.series);
		const limited = { ...ofAllWebinars, returnAll: false };
		const asMany = await harness.run({ ...limited, limit: 3 });
		expect(asMany.output).toHaveLength(3);
		expect(asMany.hints).toEqual([]);
		const fewer = await harness.run({ ...limited, limit: 2 });
		expect(fewer.output).toHaveLength(2);
		expect(fewer.hints).toEqual(['There are more than 2 results. Turn on Return All or raise Limit.']);
	});

	it('pairs the error of a webinar with the item that asked for it', async () => {
		harness.add(1, live.oneSession);
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
			{ ...ofAllWebinars, filters },
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
	])('fails without a request if $message', async ({ filters, message }) => {
		await harness.fails({ ...getRegistrants, filters }, message);
		expect(harness.calls).toEqual([]);
	});

	it('filters people who missed the live room by when they left the replay room', async () => {
		const filters = { attendedLive: 2, attendedReplaySeconds: leftAfterTenMinutes };
		await harness.output({ ...getRegistrants, filters });
		expect(sentParameters()).toMatchObject({
			attended_live: '2',
			attended_replay: '4',
			attended_replay_timestamp: '600',
		});
	});

	it('filters people who missed the replay room by when they left the live room', async () => {
		const filters = { attendedReplay: 2, attendedLiveSeconds: leftAfterTenMinutes };
		await harness.output({ ...getRegistrants, filters });
		expect(sentParameters()).toMatchObject({
			attended_replay: '2',
			attended_live: '4',
			attended_live_timestamp: '600',
		});
	});

	it('returns everybody although one person is removed and one is added between the pages', async () => {
		const [first, ...others] = harness.add(75);
		if (!first) throw new Error('The sandbox registered nobody');
		// All others move up by one place, so the 26th would be missed.
		harness.sandbox.before({ operation: 'registrants', skip: 1 }, () =>
			harness.sandbox.removeRegistrant(first),
		);
		harness.sandbox.before({ operation: 'registrants', skip: 1 }, () => harness.add(1));
		const rows = await harness.output({ ...getRegistrants, returnAll: true });
		expect(emailsOf(rows)).toEqual(expect.arrayContaining(emailsOf(others)));
	});
});
