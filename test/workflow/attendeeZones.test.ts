import { byId, useHarness } from '../support/harness';
import { matching } from '../support/matchers';

const register = {
	resource: 'automated',
	operation: 'register',
	webinarId: byId(102),
	firstName: 'Ann',
	email: 'ann@example.com',
};

/** Webinar 102 follows the attendee; its sessions are every day at 11:00 EST, which is 16:00 UTC. */
describe.each([
	[
		'an attendee in London the day before the clocks change',
		Date.UTC(2026, 9, 24, 12),
		'Europe/London',
		'2026-10-27 16:00',
		'GMT+0',
	],
	['an attendee in Adelaide', Date.UTC(2026, 3, 3, 12), 'Australia/Adelaide', '2026-04-07 01:30', 'GMT+9:30'],
])('%s', (_who, now, timezone, date, gmt) => {
	const harness = useHarness({ at: now });

	beforeEach(() =>
		harness.changeWebinar(102, { sessions: [{ kind: 'everyDay', schedule: 1021, time: '11:00' }] }),
	);

	it('lists and registers a session after the clock change at its local time', async () => {
		const choices = await harness.loadChoices('searchSchedules', { ...register, timezone, options: {} });
		const item = choices.find(({ value }) => value === `1021|${date}`);
		expect(item?.name).toMatch(new RegExp(`${date.slice(11)} · Every day · ${gmt.replace('+', '\\+')}$`));
		const starts_at = matching(/T16:00:00Z$/);
		const booked = { schedule: 1021, date, timezone: gmt, starts_at };
		await harness.expectOutput({ ...register, timezone, schedule: byId(`1021|${date}`) }, [booked]);
		const sent = harness.sandbox.calls.map(({ operation, parameters }) => [operation, parameters.timezone]);
		expect(sent.at(-1)).toEqual(['register', gmt]);
		expect(sent.at(-2)).toEqual(['webinar', gmt]);
	});
});

describe('a date that is not on offer', () => {
	const inLondon = { ...register, timezone: 'Europe/London' };

	const harness = useHarness({ at: Date.UTC(2026, 2, 28, 12) });

	it('fails for a date that uses the offset before the clock change, and lists the local dates', async () => {
		// 11:00 EST is 16:00 in London until the clocks change on 29 March, and 17:00 afterwards.
		const message = 'The schedule 1021 has no session on 2026-03-30 16:00';
		const description = matching(/another time zone.*1021\|next.*1021\|2026-03-30 17:00/);
		await harness.expectError(
			{ ...inLondon, schedule: byId('1021|2026-03-30 16:00') },
			{ message, description },
		);
		expect(harness.sandbox.registrants).toEqual([]);
	});

	it('fails for a date if the sessions change between two reads of the webinar', async () => {
		harness.sandbox.before({ operation: 'webinar', skip: 1 }, () =>
			harness.changeWebinar(102, { sessions: [{ kind: 'everyDay', schedule: 1021, time: '15:00' }] }),
		);
		await harness.expectError(
			{ ...inLondon, schedule: byId('1021|2026-03-30 17:00') },
			'The schedule 1021 has no session on 2026-03-30 17:00',
		);
		expect(harness.sandbox.registrants).toEqual([]);
	});
});
