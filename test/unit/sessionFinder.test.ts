import { FixedOffsetZone, Settings } from 'luxon';

import { products } from '../../nodes/WebinarAccount/service/products';
import { SessionFinder } from '../../nodes/WebinarAccount/service/sessions/sessionFinder';
import { readSessionChoice } from '../../nodes/WebinarAccount/service/sessions/sessions';
import { WebinarReader } from '../../nodes/WebinarAccount/service/webinars';
import { answeringClient } from '../support/answeringClient';

const schedules = [
	{ date: '2026-01-31 13:00', schedule: 5, comment: 'First' },
	{ date: '2026-01-31 14:00', schedule: 6, comment: 'Second' },
];

/** The webinar offers the next of these with each reading, and the last one from then on. */
function offering(...offers: Array<typeof schedules>) {
	let readings = 0;
	const client = answeringClient(() => ({
		webinar: {
			webinar_id: 1,
			timezone: 'Etc/UTC',
			schedules: offers[Math.min(readings++, offers.length - 1)],
		},
	}));
	return { sessions: new SessionFinder(new WebinarReader(client)), readings: () => readings };
}

const query = { product: products.automated, reference: { id: '1' }, zone: FixedOffsetZone.utcInstance };
const next = { ...query, choice: readSessionChoice('next') };

describe('finding sessions for the items of a run', () => {
	afterEach(() => {
		Settings.now = () => Date.now();
	});
	const at = (time: string) => (Settings.now = () => Date.parse(time));

	it('gives the next session until the very minute in which it starts', async () => {
		const { sessions } = offering(schedules);
		for (const [time, schedule] of [
			['2026-01-31T12:59:00.000Z', 5],
			['2026-01-31T12:59:59.999Z', 5],
			['2026-01-31T13:00:00.000Z', 6],
			['2026-01-31T13:00:00.001Z', 6],
		] as const) {
			at(time);
			await expect(sessions.find(next)).resolves.toMatchObject({ session: { schedule } });
		}
	});

	describe('whose run lasts longer than what was read is true', () => {
		const session = (date: string, schedule: number, comment = '') => ({ date, schedule, comment });
		it('finds the next session that came up meanwhile, and reads again once a minute at most', async () => {
			const { sessions, readings } = offering(
				[session('2026-01-31 13:00', 5)],
				[session('2026-01-31 14:00', 6)],
			);
			at('2026-01-31T12:58:00Z');
			await sessions.find(next);
			at('2026-01-31T12:59:00Z');
			await expect(sessions.find(next)).resolves.toMatchObject({ session: { schedule: 5 } });
			expect(readings()).toBe(1);
			at('2026-01-31T13:00:00Z');
			const found = await Promise.all(
				[next, next, { ...next, numberedOnly: true }].map((each) => sessions.find(each)),
			);
			expect(found.map((each) => each.session.schedule)).toEqual([6, 6, 6]);
			expect(readings()).toBe(2);
			at('2026-01-31T14:00:00Z');
			await expect(sessions.find(next)).rejects.toThrow('The webinar has no upcoming session');
			await expect(sessions.find(next)).rejects.toThrow('The webinar has no upcoming session');
			expect(readings()).toBe(3);
		});

		it('finds a just-in-time session anew each minute', async () => {
			const { sessions, readings } = offering(
				[session('2026-01-31 13:15', 7, 'Just in time')],
				[session('2026-01-31 13:30', 8, 'Just in time')],
			);
			const query = { ...next, choice: readSessionChoice('justInTime') };
			at('2026-01-31T13:00:00Z');
			await sessions.find(query);
			at('2026-01-31T13:00:59Z');
			await expect(sessions.find(query)).resolves.toMatchObject({ session: { schedule: 7 } });
			expect(readings()).toBe(1);
			at('2026-01-31T13:01:00Z');
			await expect(sessions.find(query)).resolves.toMatchObject({ session: { schedule: 8 } });
			expect(readings()).toBe(2);
		});
	});

	it('tells one wish from another', async () => {
		at('2026-01-31T10:00:00Z');
		const { sessions } = offering(schedules);
		const bookings = await Promise.all([
			sessions.find(next),
			sessions.find({ ...query, choice: readSessionChoice('6') }),
			sessions.find({ ...next, zone: FixedOffsetZone.instance(60) }),
			sessions.find(next),
		]);
		expect(bookings.map(({ session }) => session.schedule)).toEqual([5, 6, 5, 5]);
		expect(bookings.map(({ timezone }) => timezone)).toEqual(['GMT+0', 'GMT+0', 'GMT+1', 'GMT+0']);
	});

	it('refuses each of those who ask for what is not there', async () => {
		at('2026-02-01T00:00:00Z');
		const { sessions } = offering(schedules);
		const refusal = { message: 'The webinar has no upcoming session' };
		await expect(sessions.find(next)).rejects.toMatchObject(refusal);
		await expect(sessions.find(next)).rejects.toMatchObject(refusal);
	});
});
