import { byId, useHarness } from '../support/harness';
import { matching } from '../support/matchers';
import { automated } from '../support/sandboxWebinars';

/** A webinar whose dates follow the attendee. */
const registerAnn = {
	resource: 'automated',
	operation: 'register',
	webinarId: byId(automated.attendeeZone),
	firstName: 'Ann',
	email: 'ann@example.com',
};

/** Every day at 11:00 EST, which is 16:00 UTC. */
const everyDayAtFourUtc = { kind: 'everyDay', schedule: 1021, time: '11:00' } as const;

describe.each([
	{
		attendee: 'in London the day before the clocks change',
		now: Date.parse('2026-10-24T12:00:00Z'),
		timezone: 'Europe/London',
		date: '2026-10-27 16:00',
		gmt: 'GMT+0',
	},
	{
		attendee: 'in Adelaide the day before the clocks change',
		now: Date.parse('2026-04-03T12:00:00Z'),
		timezone: 'Australia/Adelaide',
		date: '2026-04-07 01:30',
		gmt: 'GMT+9:30',
	},
])(
	"a webinar whose dates depend on the attendee's time zone, for an attendee $attendee",
	({ now, timezone, date, gmt }) => {
		const harness = useHarness({ at: now });

		beforeEach(() => harness.changeWebinar(automated.attendeeZone, { sessions: [everyDayAtFourUtc] }));

		it('lists a session after the clock change at its local time', async () => {
			const choices = await harness.loadChoices('searchSessions', { ...registerAnn, timezone, options: {} });
			const session = choices.find(({ value }) => value === `1021|${date}`);
			const time = date.slice('2026-10-27 '.length);
			expect(session?.name).toContain(`${time} · Every day · ${gmt} · 1021`);
		});

		it("registers for a session after the clock change with the session's local time and GMT offset", async () => {
			const parameters = { ...registerAnn, timezone, schedule: byId(`1021|${date}`) };
			await harness.expectOutput(parameters, [
				{ schedule: 1021, date, timezone: gmt, starts_at: matching(/T16:00:00Z$/) },
			]);
			const [webinarRequest, registerRequest] = harness.sandbox.calls.slice(-2);
			expect(webinarRequest).toMatchObject({ operation: 'webinar', parameters: { timezone: gmt } });
			expect(registerRequest).toMatchObject({ operation: 'register', parameters: { timezone: gmt } });
		});
	},
);

describe('a date that the schedule does not have', () => {
	const inLondon = { ...registerAnn, timezone: 'Europe/London' };

	const harness = useHarness({ at: Date.parse('2026-03-28T12:00:00Z') });

	it('fails if the date has the GMT offset from before the clock change, and lists the right local dates', async () => {
		// 11:00 EST is 16:00 in London until the clocks change on 29 March, and 17:00 afterwards.
		const message = 'Schedule 1021 has no session on 2026-03-30 16:00';
		const description = matching(/different time zone.*or enter 1021\. .*1021\|2026-03-30 17:00/);
		await harness.expectError(
			{ ...inLondon, schedule: byId('1021|2026-03-30 16:00') },
			{ message, description },
		);
		expect(harness.sandbox.registrants).toEqual([]);
	});

	it('fails if the date has been removed when the node reads the webinar a second time', async () => {
		harness.sandbox.before({ operation: 'webinar', skip: 1 }, () =>
			harness.changeWebinar(automated.attendeeZone, {
				sessions: [{ kind: 'everyDay', schedule: 1021, time: '15:00' }],
			}),
		);
		await harness.expectError(
			{ ...inLondon, schedule: byId('1021|2026-03-30 17:00') },
			'Schedule 1021 has no session on 2026-03-30 17:00',
		);
		expect(harness.sandbox.registrants).toEqual([]);
	});
});

describe('contacts whose time zones have the same offset only until the clocks change', () => {
	const harness = useHarness({ at: Date.parse('2026-03-05T17:00:00Z') });

	it("registers each contact for the session at the contact's local time", async () => {
		harness.changeWebinar(automated.attendeeZone, {
			sessions: [{ kind: 'once', schedule: 1021, daysAhead: 5, time: '11:00' }],
		});
		const items = [
			{ email: 'denver@example.com', zone: 'America/Denver' },
			{ email: 'phoenix@example.com', zone: 'America/Phoenix' },
		];
		await harness.expectOutput(
			{
				...registerAnn,
				email: '={{ $json.email }}',
				timezone: '={{ $json.zone }}',
				schedule: byId('next'),
			},
			[
				{ date: '2026-03-10 10:00', timezone: 'GMT-6', starts_at: '2026-03-10T16:00:00Z' },
				{ date: '2026-03-10 09:00', timezone: 'GMT-7', starts_at: '2026-03-10T16:00:00Z' },
			],
			{ items },
		);
	});
});
