import { byId, useHarness } from '../support/harness';

/** The day on which the examples of `test/fixtures/reality` take place. */
const harness = useHarness({ at: Date.parse('2026-11-24T12:00:00Z') });

describe('real responses', () => {
	it('lists the webinars of an account with every type', async () => {
		harness.respondLikeReality('live-webinars');
		const webinars = await harness.getOutput({ resource: 'live', operation: 'getAll' });
		expect(webinars.map(({ webinar_id, type }) => [webinar_id, type])).toEqual([
			[1231, 'Single presentation'],
			[1229, null],
			[1228, 'Series of presentations'],
			[46, 'Always on'],
			[45, 'Right now'],
			[2, 'Single presentation'],
		]);
	});

	it('returns a webinar with its past sessions', async () => {
		harness.respondLikeReality('live-webinar-dates-past');
		const [webinar] = await harness.getOutput({ resource: 'live', operation: 'get', webinarId: byId(1229) });
		expect(webinar?.schedules).toMatchObject([
			{ schedule: 107, starts_at: '2026-09-24T21:00:00Z' },
			{ schedule: 108, starts_at: '2026-10-01T21:00:00Z' },
			{ schedule: 119, starts_at: '2026-12-17T22:00:00Z' },
		]);
	});
});
