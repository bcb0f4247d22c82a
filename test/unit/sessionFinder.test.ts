import { FixedOffsetZone, Settings } from 'luxon';

import { products } from '../../nodes/WebinarAccount/service/products';
import { SessionFinder } from '../../nodes/WebinarAccount/service/sessionFinder';
import { readSessionChoice } from '../../nodes/WebinarAccount/service/sessions';
import { WebinarReader } from '../../nodes/WebinarAccount/service/webinars';
import { answeringClient } from '../support/answeringClient';

const schedules = [
	{ date: '2026-01-31 13:00', schedule: 5, comment: 'First' },
	{ date: '2026-01-31 14:00', schedule: 6, comment: 'Second' },
];

function finder() {
	const client = answeringClient(() => ({ webinar: { webinar_id: 1, timezone: 'Etc/UTC', schedules } }));
	return new SessionFinder(new WebinarReader(client));
}

const query = { product: products.automated, reference: { id: '1' }, zone: FixedOffsetZone.utcInstance };
const next = { ...query, choice: readSessionChoice('next') };

describe('finding sessions for the items of a run', () => {
	afterEach(() => {
		Settings.now = () => Date.now();
	});
	const at = (time: string) => (Settings.now = () => Date.parse(time));

	it('gives the next session until the very minute in which it starts', async () => {
		const sessions = finder();
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

	it('tells one wish from another', async () => {
		at('2026-01-31T10:00:00Z');
		const sessions = finder();
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
		const sessions = finder();
		const refusal = { message: 'The webinar has no upcoming session' };
		await expect(sessions.find(next)).rejects.toMatchObject(refusal);
		await expect(sessions.find(next)).rejects.toMatchObject(refusal);
	});
});
