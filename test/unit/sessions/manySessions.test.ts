import { DateTime, Settings } from 'luxon';

import { sessionItem } from '../../../nodes/WebinarAccount/listSearch/sessionItem';
import { products } from '../../../nodes/WebinarAccount/service/products';
import { readSessionChoice } from '../../../nodes/WebinarAccount/service/sessions/choice';
import { findSession, readLocalSessions } from '../../../nodes/WebinarAccount/service/sessions/find';
import { readTimezone } from '../../../nodes/WebinarAccount/service/sessions/timezone';
import { WebinarReader } from '../../../nodes/WebinarAccount/service/webinars';
import { answeringClient } from '../../support/answeringClient';

const COUNT = 2000;
const NOW = Date.UTC(2026, 0, 1);
const zone = readTimezone('Europe/London');

/** Every four hours, so that half a year of them is at another offset. */
const starts = Array.from({ length: COUNT }, (_, index) => NOW + (index + 1) * 4 * 3_600_000);

describe.each([
	['of one schedule', () => 5],
	['with an ID each', (index: number) => index + 1],
])('a webinar with 2,000 sessions %s', (_kind, scheduleOf) => {
	const service = answeringClient(({ timezone }) => {
		const there = readTimezone(String(timezone)) ?? 'utc';
		const schedules = starts.map((start, index) => ({
			date: DateTime.fromMillis(start, { zone: there }).toFormat('yyyy-MM-dd HH:mm'),
			schedule: scheduleOf(index),
			comment: 'Every four hours',
		}));
		return {
			webinar: { webinar_id: 1, timezone: 'auto-detect', type: 'Series of presentations', schedules },
		};
	});
	const query = { product: products.automated, reference: { id: '1' }, zone };

	beforeAll(() => (Settings.now = () => NOW));
	afterAll(() => (Settings.now = () => Date.now()));

	it('is booked and listed without comparing each session with all others', async () => {
		const reader = new WebinarReader(service, 0);
		const before = process.cpuUsage();
		const last = DateTime.fromMillis(starts.at(-1) ?? 0, { zone: 'Europe/London' });
		const value = `${scheduleOf(COUNT - 1)}|${last.toFormat('yyyy-MM-dd HH:mm')}`;
		const { session, reading } = await findSession(reader, { ...query, choice: readSessionChoice(value) });
		expect(reading.startOf(session)).toBe(last.toMillis());
		const bookings = await readLocalSessions(reader, query, reading);
		const items = bookings.map((booking) => sessionItem(booking, { books: false, byDate: false }));
		expect(items).toHaveLength(COUNT);
		// With every session compared with all others, this takes a minute and a half.
		expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
	});
});
