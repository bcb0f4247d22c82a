import { FixedOffsetZone, IANAZone, Settings } from 'luxon';

import { products } from '../../../nodes/WebinarAccount/service/products';
import { readSessionChoice } from '../../../nodes/WebinarAccount/service/sessions/choice';
import { findSession, type SessionQuery } from '../../../nodes/WebinarAccount/service/sessions/find';
import { WebinarReader } from '../../../nodes/WebinarAccount/service/webinars';
import { answeringClient } from '../../support/answeringClient';

const session = (schedule: number, date: string, comment = '') => ({
	schedule,
	date: `2026-01-31 ${date}`,
	comment,
});

/** The webinar offers the next of these with each reading, and the last one from then on. */
function offering(...offers: Array<{ type?: string; schedules: Array<ReturnType<typeof session>> }>) {
	let readings = 0;
	const service = answeringClient(() => ({
		webinar: { webinar_id: 1, timezone: 'Etc/UTC', ...offers[Math.min(readings++, offers.length - 1)] },
	}));
	const query = { product: products.automated, reference: { id: '1' }, zone: FixedOffsetZone.utcInstance };
	const find = async (value: string, more: Partial<SessionQuery> = {}) => {
		const choice = readSessionChoice(value);
		// The readings of an execution that began long ago.
		return await findSession(new WebinarReader(service, 0), { ...query, choice, ...more });
	};
	const found = async (value: string, more?: Partial<SessionQuery>) =>
		(await find(value, more)).session.schedule;
	return { find, found, readings: () => readings };
}

const at = (time: string) => (Settings.now = () => Date.parse(`2026-01-31T${time}Z`));
afterAll(() => {
	Settings.now = () => Date.now();
});

describe('the reading that a session is chosen from', () => {
	const first = { schedules: [session(5, '13:00')] };
	const second = { schedules: [session(6, '14:00')] };

	it('is at most a minute old', async () => {
		const { found, readings } = offering({ schedules: [session(5, '18:00')] }, second);
		at('10:00:30');
		await expect(found('next')).resolves.toBe(5);
		at('10:01:30');
		await expect(found('next')).resolves.toBe(5);
		expect(readings()).toBe(1);
		at('10:01:30.001');
		await expect(found('next')).resolves.toBe(6);
		expect(readings()).toBe(2);
	});

	it('holds the next session until the very minute in which it starts', async () => {
		const { found, readings } = offering({ schedules: [...first.schedules, ...second.schedules] });
		for (const [time, schedule] of [
			['12:59:10', 5],
			['12:59:59.999', 5],
			['13:00:00', 6],
			['13:00:10', 6],
		] as const) {
			at(time);
			await expect(found('next')).resolves.toBe(schedule);
		}
		expect(readings()).toBe(1);
	});

	it.each([
		['next', 'the next session started meanwhile'],
		['6', 'the schedule is not in it'],
		['6|2026-01-31 14:00', 'the date is not in it'],
	])('is made anew before "%s" is refused, because %s', async (value) => {
		const { found, readings } = offering(first, second);
		at('12:59:30');
		await found('5');
		at('13:00:00');
		await expect(found(value)).resolves.toBe(6);
		expect(readings()).toBe(2);
	});

	it('is new enough to refuse something when it is at most 5 seconds old', async () => {
		const { found, readings } = offering(first);
		at('10:00:00');
		await found('5');
		at('10:00:05');
		await expect(found('7')).rejects.toThrow('The webinar has no schedule with the ID 7');
		expect(readings()).toBe(1);
		at('10:00:05.001');
		await expect(found('7')).rejects.toThrow('The webinar has no schedule with the ID 7');
		await expect(found('8')).rejects.toThrow('The webinar has no schedule with the ID 8');
		expect(readings()).toBe(2);
	});

	it.each([
		['justInTime', session(7, '13:15', 'Just in time'), session(8, '13:30', 'Just in time'), undefined],
		[
			'instantReplay',
			session(7, '12:55', 'Instant replay'),
			session(8, '12:56', 'Instant replay'),
			undefined,
		],
		['next', session(7, '12:55', 'Right now'), session(8, '12:56', 'Right now'), undefined],
		['next', session(7, '12:55'), session(8, '12:56'), 'Always on'],
	])('is of this minute where sessions come and go by the minute: %s', async (value, before, after, type) => {
		const typed = type === undefined ? {} : { type };
		const { found, readings } = offering({ ...typed, schedules: [before] }, { ...typed, schedules: [after] });
		at('13:00:10');
		await expect(found(value)).resolves.toBe(7);
		at('13:00:59.999');
		await expect(found(value)).resolves.toBe(7);
		expect(readings()).toBe(1);
		at('13:01:00');
		await expect(found(value)).resolves.toBe(8);
		expect(readings()).toBe(2);
	});

	it('is of this minute also where a dated session still lies ahead', async () => {
		const daily = { ...session(9, '13:00'), date: '2026-02-01 13:00' };
		const { found, readings } = offering(
			{ schedules: [session(7, '13:15', 'Just in time'), daily] },
			{ schedules: [session(7, '13:30', 'Just in time'), daily] },
		);
		at('13:14:58');
		for (const value of ['next', 'justInTime']) await expect(found(value)).resolves.toBe(7);
		expect(readings()).toBe(1);
		at('13:15:01');
		for (const value of ['next', 'justInTime']) await expect(found(value)).resolves.toBe(7);
		expect(readings()).toBe(2);
	});

	it('is one for all who ask at once, whatever they ask, for each offset', async () => {
		const { find, readings } = offering({ schedules: [...first.schedules, ...second.schedules] });
		at('10:00:00');
		const bookings = await Promise.all([
			find('next'),
			find('6'),
			find('next', { numberedOnly: true }),
			find('next', { zone: FixedOffsetZone.instance(60) }),
			find('next', { zone: IANAZone.create('Europe/Paris') }),
		]);
		expect(bookings.map((booking) => booking.session.schedule)).toEqual([5, 6, 5, 5, 5]);
		expect(bookings.map(({ reading }) => reading.timezone)).toEqual([
			'GMT+0',
			'GMT+0',
			'GMT+0',
			'GMT+1',
			'GMT+1',
		]);
		expect(readings()).toBe(2);
	});

	it('is made anew once for all who would be refused', async () => {
		const { found, readings } = offering(first, first);
		at('12:59:30');
		await found('next');
		at('13:00:00');
		const refused = await Promise.allSettled([found('next'), found('next'), found('7')]);
		expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
		expect(readings()).toBe(2);
	});
});
