import type { INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../support/harness';
import { containing, matching } from '../support/matchers';
import { automated, live } from '../support/sandboxWebinars';

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

	it('returns each of 60 registrants once and in order if Return All is on', async () => {
		const people = harness.addRegistrants(60);
		// Page 2 arrives after page 3.
		harness.sandbox.setLatency(() => (harness.sandbox.calls.at(-1)?.parameters.page === '2' ? 50 : 0));
		const rows = await harness.getOutput({ ...getRegistrants, returnAll: true });
		expect(emailsOf(rows)).toEqual(emailsOf(people));
		expect(countRequestedPages()).toBe(3);
	});

	/** Changes the registrants right before the request for the second page. */
	const beforeSecondPage = (change: () => void) =>
		harness.sandbox.before({ operation: 'registrants', skip: 1 }, change);

	it('returns all remaining registrants, without a hint, if one is removed while the node reads the list', async () => {
		const [removed, ...remaining] = harness.addRegistrants(30);
		beforeSecondPage(() => harness.sandbox.removeRegistrant(removed?.leadId ?? 0));
		const { output, hints } = await harness.run({ ...getRegistrants, returnAll: true });
		expect(emailsOf(output.map(({ json }) => json))).toEqual(emailsOf(remaining));
		expect(hints).toEqual([]);
	});

	it('reads the list only once, without a hint, if a person registers while the node reads the list', async () => {
		harness.addRegistrants(60);
		beforeSecondPage(() => harness.addRegistrants(1));
		const { hints } = await harness.run({ ...getRegistrants, returnAll: true });
		expect(hints).toEqual([]);
		expect(countRequestedPages()).toBe(3);
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
		const { liveMinutes, replayMinutes, ...others } = filters;
		expect([liveMinutes, replayMinutes]).toEqual([30, 30]);
		await harness.getOutput({ ...getRegistrants, filters: { ...others, search: 'ann' } });
		expect(sentParameters()).toEqual({
			webinar_id: '1',
			page: '1',
			search: 'ann',
			attended_live: '1',
			attended_replay: '1',
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
			attended_replay: false,
			purchased: false,
			subscribed: true,
			time_live: 3723,
			last_name: null,
			starts_at: '2026-03-02T19:00:00Z',
		});
		expect(Object.values(row)).not.toContain('');
	});

	it('returns exactly these fields in this order if Simplify is on', async () => {
		addAttendee();
		const simplified = await harness.getOutput({ ...getRegistrants, webinarScope: 'all', returnAll: true });
		expect(simplified.map((row) => Object.keys(row))).toEqual([
			[
				'first_name',
				'last_name',
				'email',
				'phone_country_code',
				'phone_number',
				'country',
				'state',
				'ip',
				'twilio_consented_at',
				'webinar',
				'schedule',
				'event',
				'starts_at',
				'signup_date',
				'subscribed',
				'attended_live',
				'date_live',
				'entered_live',
				'time_live',
				'attended_replay',
				'date_replay',
				'time_replay',
				'purchased',
				'revenue_live',
				'revenue_replay',
				'utm_source',
				'live_room_url',
				'replay_room_url',
				'lead_id',
				'webinar_id',
				'schedule_id',
				'event_id',
				'id',
			],
		]);
	});

	it("returns the service's row, with all its fields and values, if Simplify is off", async () => {
		const row = {
			first_name: 'Ann',
			last_name: '',
			email: 'ann@example.com',
			attended_live: 'Yes',
			time_live: '00:03:00',
			purchased_live: 'No',
			revenue_live: '0.00',
			utm_term: 'x',
			new_field: { a: 1 },
			links: { live_room: 'https://example.com/live' },
			lead_id: 7,
			id: 1,
		};
		harness.respondWithRegistrants([row]);
		await expect(harness.getOutput({ ...getRegistrants, simplify: false })).resolves.toEqual([row]);
	});

	it('fails if the webinar, which states the time zone for starts_at, cannot be read', async () => {
		harness.addRegistrants(1);
		harness.sandbox.fail({ kind: 'answer', operation: 'webinar', status: 422, times: Infinity });
		await harness.expectError(getRegistrants, matching(/^Could not read the webinar/));
	});

	it('needs no time zone, and so does not read the webinar, if Simplify is off', async () => {
		harness.addRegistrants(1);
		harness.sandbox.fail({ kind: 'answer', operation: 'webinar', status: 422, times: Infinity });
		await expect(harness.getOutput({ ...getRegistrants, simplify: false })).resolves.toHaveLength(1);
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

	it("returns starts_at: null for an automated webinar that states a region, but whose dates are in the attendee's time zone", async () => {
		harness.changeWebinar(automated.attendeeZone, { shownTimezone: 'America/Chicago' });
		harness.addRegistrants(1, automated.attendeeZone);
		harness.addRegistrants(1, automated.weekdays);
		const parameters = { ...getRegistrantsOfAllWebinars, resource: 'automated' };
		await harness.expectOutput(parameters, [
			{ webinar_id: automated.attendeeZone, starts_at: null },
			{ webinar_id: automated.weekdays, starts_at: matching(/Z$/) },
		]);
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
			what: 'Session is the next session',
			parameters: { schedule: byId('next') },
			message: '"next" is not a schedule ID',
		},
	])('fails without a request if $what', async ({ parameters, message }) => {
		await harness.expectErrorWithoutRequest({ ...getRegistrants, ...parameters }, message);
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

	it('fails without a request, and says where to find the lead ID, if Lead ID is an email address', async () => {
		await harness.expectErrorWithoutRequest(
			{ ...unsubscribe, leadId: 'ann@example.com' },
			{
				message: '"ann@example.com" is not a lead ID',
				description: containing('lead_id from Get Registrants'),
			},
		);
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

	it.each([
		{
			filters: { attendedLive: 'leftBefore', liveMinutes: 0 },
			sent: { attended_live: '3', attended_live_timestamp: '0' },
		},
		{
			filters: { attendedLive: 'leftAfter' },
			sent: { attended_live: '4', attended_live_timestamp: '1800' },
		},
		{
			filters: { attendedLive: 'attended', attendedReplay: 'leftAfter' },
			sent: { attended_live: '1', attended_replay: '4', attended_replay_timestamp: '1800' },
		},
		{
			filters: { attendedLive: 'didNotAttend', attendedReplay: 'leftBefore', replayMinutes: 45 },
			sent: { attended_live: '2', attended_replay: '3', attended_replay_timestamp: '2700' },
		},
	])("sends the service's codes and seconds for $filters", async ({ filters, sent }) => {
		await harness.getOutput({ ...getRegistrants, filters });
		expect(sentParameters()).toEqual({ webinar_id: '1', page: '1', ...sent });
	});

	const leftOutOfLiveMinutes = {
		message: 'Live Minutes needs Left Before or Left After in Attended Live',
		description: 'Choose one of the two under Filters, or remove Live Minutes.',
	};
	const leftOutOfReplayMinutes = {
		message: 'Replay Minutes needs Left Before or Left After in Attended Replay',
		description: 'Choose one of the two under Filters, or remove Replay Minutes.',
	};

	it.each([
		{ filters: { liveMinutes: 10 }, error: leftOutOfLiveMinutes },
		{ filters: { liveMinutes: 10, attendedLive: 'attended' }, error: leftOutOfLiveMinutes },
		{ filters: { replayMinutes: 30 }, error: leftOutOfReplayMinutes },
		{ filters: { replayMinutes: 10, attendedLive: 'leftBefore' }, error: leftOutOfReplayMinutes },
	])('fails without a request if no choice uses the minutes: $filters', async ({ filters, error }) => {
		await harness.expectErrorWithoutRequest({ ...getRegistrants, filters }, error);
	});
});
