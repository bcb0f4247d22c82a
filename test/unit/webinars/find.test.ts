import { FixedOffsetZone, IANAZone } from 'luxon';

import { InputError } from '../../../nodes/WebinarAccount/service/errors';
import { products } from '../../../nodes/WebinarAccount/service/products';
import {
	findSession,
	findIn,
	readSessionChoice,
	type SessionQuery,
} from '../../../nodes/WebinarAccount/webinars/choose';
import { WebinarReader } from '../../../nodes/WebinarAccount/webinars/read';
import { answeringClient } from '../../support/answeringClient';
import { HandClock } from '../../support/handClock';
import { entry } from '../../support/webinars';

const session = (schedule: number, time: string, comment = '') =>
	entry(schedule, `2026-01-31 ${time}`, comment);

let clock: HandClock;
beforeEach(() => (clock = new HandClock(Date.UTC(2026, 0, 31, 9))));
afterEach(() => clock.end());
const at = (time: string) => clock.passTo(`2026-01-31T${time}Z`);

/** The webinar offers the next of these with each reading, and the last one from then on. */
function offering(
	...offers: Array<{ type?: string; timezone?: string; schedules: Array<ReturnType<typeof entry>> }>
) {
	let readings = 0;
	const service = answeringClient(() => ({
		webinar: { webinar_id: 1, timezone: 'Etc/UTC', ...offers[Math.min(readings++, offers.length - 1)] },
	}));
	const query = { product: products.live, reference: { id: '1' }, zone: undefined };
	const find = async (value: string, more: Partial<SessionQuery> = {}, since?: number) => {
		// The readings of an execution that began long ago.
		const reader = new WebinarReader(service, 0);
		const asked = { ...query, choice: readSessionChoice(value), ...more };
		return since === undefined
			? await findSession(reader, asked)
			: await findIn(reader.notBefore(since), asked);
	};
	const found = async (value: string, more?: Partial<SessionQuery>) =>
		(await find(value, more)).session.schedule;
	return { find, found, readings: () => readings };
}

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

	it('is no older because the clock on the wall was ahead', async () => {
		const { found } = offering({ schedules: [session(5, '18:00')] }, second);
		clock.wall += 3_600_000;
		await found('next');
		clock.wall -= 3_600_000;
		clock.pass(60_001);
		await expect(found('next')).resolves.toBe(6);
	});

	it('has the next session until the very minute in which it starts', async () => {
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

	it('is made once, whatever fails, when the service fails', async () => {
		const service = answeringClient(() => Promise.reject(new Error('busy')));
		const asked = jest.spyOn(service, 'call');
		const query = { product: products.live, reference: { id: '1' }, zone: undefined };
		const finding = findSession(new WebinarReader(service, 0), { ...query, choice: { kind: 'next' } });
		await expect(finding).rejects.toThrow('busy');
		expect(asked).toHaveBeenCalledTimes(1);
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

	it('is of this minute also where only another session comes and goes', async () => {
		const daily = session(9, '18:00');
		const { found, readings } = offering(
			{ schedules: [session(7, '13:15', 'Just in time'), daily] },
			{ schedules: [session(7, '13:30', 'Just in time'), daily] },
		);
		at('13:14:58');
		await expect(found('next')).resolves.toBe(9);
		await expect(found('justInTime')).resolves.toBe(7);
		expect(readings()).toBe(1);
		at('13:15:01');
		await expect(found('next')).resolves.toBe(9);
		await expect(found('justInTime')).resolves.toBe(7);
		expect(readings()).toBe(2);
	});

	it('is one for all who ask at once, whatever they ask, for each offset', async () => {
		const offer = { timezone: 'auto-detect', schedules: [...first.schedules, ...second.schedules] };
		const { find, readings } = offering(offer);
		at('10:00:00');
		const utc = { product: products.automated, zone: FixedOffsetZone.utcInstance };
		const found = await Promise.all([
			find('next', utc),
			find('6', utc),
			find('next', { ...utc, forLink: true }),
			find('next', { ...utc, zone: FixedOffsetZone.instance(60) }),
			find('next', { ...utc, zone: IANAZone.create('Europe/Paris') }),
		]);
		expect(found.map(({ session: { schedule, timezone } }) => [schedule, timezone])).toEqual([
			[5, 'GMT+0'],
			[6, 'GMT+0'],
			[5, 'GMT+0'],
			[5, 'GMT+1'],
			[5, 'GMT+1'],
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

	it('began after the service refused what was chosen from an older one', async () => {
		const { find, found, readings } = offering(first, second);
		await found('next');
		clock.pass(100);
		const { session: again } = await find('next', {}, performance.now());
		expect([again.schedule, readings()]).toEqual([6, 2]);
	});
});

describe('a session that is over', () => {
	const over = { schedules: [entry(5, '2026-01-01 13:00')] };

	it('is found for an automated webinar, as a replay, and for a live one only for a link', async () => {
		const { found } = offering(over);
		await expect(found('5', { product: products.automated })).resolves.toBe(5);
		await expect(found('5', { forLink: true })).resolves.toBe(5);
		await expect(found('5')).rejects.toThrow('The schedule 5 has no upcoming session');
	});
});

describe('a webinar that follows the attendee', () => {
	it('needs a zone, whatever is chosen', async () => {
		const { found } = offering({ timezone: 'auto-detect', schedules: [session(5, '13:00')] });
		const finding = found('5', { product: products.automated });
		await expect(finding).rejects.toThrow(InputError);
		await expect(finding).rejects.toMatchObject({
			message: 'The webinar needs a time zone',
			description: expect.stringMatching(/Fill in Timezone, e\.g\. Europe\/London or GMT-5\.$/) as string,
		});
		await expect(found('5')).resolves.toBe(5);
	});
});
