import type { INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../support/harness';
import { aNumber, containing, matching } from '../support/matchers';

const list = { resource: 'live', operation: 'getRegistrants', webinarId: byId(1) };
const stop = { resource: 'live', operation: 'unsubscribe', webinarId: byId(1), unsubscribeBy: 'leadId' };

describe('the registrants of a webinar', () => {
	const harness = useHarness({ at: Date.UTC(2026, 1, 25, 17) });

	beforeEach(() => harness.sandbox.setRegistrantsList({ hasRegistrants: true }));

	const emails = (people: ReadonlyArray<{ email?: unknown }>) => people.map(({ email }) => email);
	const pages = () => harness.count('live/registrants');
	/** What the only call for registrants asked for. */
	const asked = () => {
		// The webinar states the zone of the dates.
		expect(harness.calls).toEqual(['live/webinar', 'live/registrants']);
		return harness.sandbox.calls[1]?.parameters;
	};

	it('are returned with their fields as the service has them, IDs as numbers, the phone under both names', async () => {
		const [ann] = harness.add([
			{ firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', phone: '555' },
		]);
		const [row, ...others] = await harness.output(list);
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

	it('are returned once each and in order, all 250 from 10 pages', async () => {
		const people = harness.add(250);
		const rows = await harness.output({ ...list, returnAll: true });
		expect(emails(rows)).toEqual(emails(people));
		expect(pages()).toBe(10);
	});

	it('are cut to the limit, with no more pages than that takes', async () => {
		const people = harness.add(200);
		const { output, hints } = await harness.run({ ...list, limit: 60 });
		expect(hints).toEqual(['There are more than 60 results. Turn on Return All or raise Limit.']);
		expect(output.map(({ json }) => json.email)).toEqual(people.slice(0, 60).map(({ email }) => email));
		expect(pages()).toBe(3);
		await expect(harness.output({ ...list, limit: 10 })).resolves.toHaveLength(10);
		expect(pages()).toBe(4);
	});

	it('are narrowed down by the service', async () => {
		const attendedLiveSeconds = { time: { left: 4, minutes: 10 } };
		const filters = { attendedLive: 1, attendedLiveSeconds, attendedReplay: 2, purchased: 1, dateRange: 5 };
		await harness.output({ ...list, schedule: byId(11), filters: { ...filters, search: ' ann ' } });
		expect(asked()).toEqual({
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

	it('are narrowed down by each filter as it is added, but Search needs a text', async () => {
		const filters = harness.engine.nodeType.description.properties.find(
			({ name, displayOptions }) =>
				name === 'filters' && displayOptions?.show?.operation?.includes('getRegistrants'),
		);
		const added = (filters?.options ?? []).flatMap((option) =>
			'default' in option && option.name !== 'titleContains' ? [[option.name, option.default]] : [],
		);
		expect(added).toHaveLength(8);
		const given = Object.fromEntries([...added, ['search', 'ann']]) as INodeParameters;
		await harness.output({ ...list, filters: given });
		expect(asked()).toEqual({
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

	it('are simplified for comparisons, or returned as the service has them', async () => {
		const [ann] = harness.add([{ firstName: 'Ann', email: 'ann@example.com' }]);
		if (!ann) throw new Error('Ann was added');
		harness.sandbox.attend(ann, { live: 3723 });
		const [row] = await harness.output(list);
		const flags = { attended_live: true, purchased_live: false, subscribed: true };
		expect(row).toMatchObject({ ...flags, time_live: 3723, last_name: null });
		expect(Object.values(row ?? {})).not.toContain('');
		expect(row?.starts_at).toBe('2026-03-02T19:00:00Z');
		const [raw] = await harness.output({ ...list, simplify: false });
		const texts = { attended_live: 'Yes', purchased_live: 'No', subscribed: 'Yes' };
		expect(raw).toMatchObject({ ...texts, time_live: '01:02:03', last_name: '' });
		const inRaw = Object.keys(raw ?? {}).filter((name) => name !== 'links');
		expect(Object.keys(row ?? {})).toEqual(
			expect.arrayContaining([...inRaw, 'live_room', 'replay_room', 'unsubscribe']),
		);
		expect(row).not.toHaveProperty('links');
	});

	it('have no start where the webinar cannot be read, which is said', async () => {
		harness.add(1);
		harness.sandbox.fail({ kind: 'answer', operation: 'webinar', status: 422, times: Infinity });
		const { output, hints } = await harness.run(list);
		expect(output[0]?.json.first_name).toBeTruthy();
		expect(output[0]?.json.starts_at).toBeNull();
		expect(hints).toEqual([matching(/^starts_at is null: Could not read the webinar\. \(webinar 1\)$/)]);
	});

	it('of all webinars say whose they are, with the start in the zone of each, also from times of 24 hours, and only of those that are wanted', async () => {
		harness.add(2, 1);
		harness.add(1, 2);
		harness.add(1, 5);
		const all = { resource: 'live', operation: 'getRegistrants', webinarScope: 'all', returnAll: true };
		const rows = await harness.output(all);
		expect(rows.map(({ webinar_id, starts_at }) => [webinar_id, starts_at])).toEqual([
			...[1, 1].map((id) => [id, '2026-03-02T19:00:00Z']),
			[2, '2026-03-03T18:00:00Z'],
			[5, '2026-02-28T09:00:00Z'],
		]);
		expect(Object.keys(rows[0] ?? {}).join()).toContain(',webinar,webinar_id,');
		const growth = { ...all, filters: { titleContains: ' GROWTH ' } };
		const before = pages();
		expect((await harness.output(growth)).map(({ webinar_id }) => webinar_id)).toEqual([2]);
		expect(pages() - before).toBe(1);
	});

	it('are those of one schedule, or of all', async () => {
		const partners = { ...list, webinarId: byId(5) };
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
	])('are not asked for with %j', async (parameters, message) => {
		await harness.fails({ ...list, ...parameters }, message);
		expect(harness.calls).toEqual([]);
	});

	it('are said not to exist at a host that has no list of them', async () => {
		harness.sandbox.setRegistrantsList({ hasRegistrants: false });
		await harness.fails(list, {
			name: 'NodeApiError',
			message: 'This host has no registrant list',
			httpCode: '404',
		});
		await harness.fails({ ...stop, leadId: '1' }, 'This host cannot unsubscribe registrants');
	});

	it('come for each input item, paired to it', async () => {
		harness.add(2);
		const options = { items: [{ n: 1 }, { n: 2 }], readAfter: '={{ $("Items").item.json.n }}' };
		const { values } = await harness.run(list, options);
		expect(values).toEqual([1, 1, 2, 2]);
	});

	it('can be unsubscribed by their lead ID, several in one run', async () => {
		harness.add(3);
		const rows = await harness.output(list);
		const items = rows.map(({ lead_id }) => ({ lead_id }));
		await expect(harness.output({ ...stop, leadId: '={{ $json.lead_id }}' }, { items })).resolves.toEqual(
			rows.map(({ lead_id }) => ({ success: true, webinar_id: 1, lead_id })),
		);
		const after = await harness.output(list);
		expect(after.map(({ subscribed }) => subscribed)).toEqual([false, false, false]);
	});

	it('are named when they cannot be unsubscribed', async () => {
		const told = '"ann@example.com" is not a lead ID';
		const description = containing('lead_id from Get Registrants');
		await harness.fails({ ...stop, leadId: 'ann@example.com' }, { message: told, description });
		await harness.fails({ ...stop, leadId: '={{ "" }}' }, 'Lead ID is missing');
		expect(harness.calls).toEqual([]);
		const message = matching(/^Could not unsubscribe the registrant: Lead ID: /);
		const why = containing('not the user_id of a registration');
		await harness.fails({ ...stop, leadId: '999999' }, { message, description: why });
	});
});
