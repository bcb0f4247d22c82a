import {
	isOpenAnyTime,
	isSeries,
	isUnnumbered,
	isVolatile,
	offers,
} from '../../../nodes/WebinarAccount/service/sessions/kinds';

const session = (schedule: number, comment = '') => ({ date: '2026-03-01 13:00', schedule, comment });
const replay = session(54, 'Instant replay');
const justInTime = session(55, ' Just-In-Time (15 minutes) ');
const daily = session(56, 'Every day, 01:00 PM');
const once = session(57, 'Sun, 1 Mar 2026');

describe('a session', () => {
	it('without a number is known by its description, in any spelling', () => {
		const inWords = session(58, 'Not just in time');
		expect([replay, justInTime, daily, once, inWords].filter(isUnnumbered)).toEqual([replay, justInTime]);
		expect(offers({ schedules: [once, justInTime] }, 'justInTime')).toBe(true);
		expect(offers({ schedules: [once, justInTime] }, 'instantReplay')).toBe(false);
		expect(offers({ schedules: null }, 'justInTime')).toBe(false);
	});

	it.each([
		['Always on', undefined, true],
		['Right Now', null, true],
		['', 'Always on', true],
		['', 'Right now', true],
		['Sun, 1 Mar 2026', 'Single presentation', false],
	] as const)(
		'described as "%s" in a webinar of the type %s is open at any time: %s',
		(comment, type, isOpen) => {
			expect(isOpenAnyTime(session(31, comment), type)).toBe(isOpen);
		},
	);

	it('comes and goes by the minute when it has no number or is open at any time', () => {
		expect(isVolatile({ schedules: [once, replay] })).toBe(true);
		expect(isVolatile({ type: 'Always on', schedules: [once] })).toBe(true);
		expect(isVolatile({ schedules: [once, daily] })).toBe(false);
		expect(isVolatile({})).toBe(false);
	});
});

describe('a series', () => {
	const type = 'Series of presentations';
	const other = session(59);

	it('is known by one ID for several sessions', () => {
		expect(isSeries(once, { schedules: [once, once, other] })).toBe(true);
		expect(isSeries(other, { schedules: [once, once, other] })).toBe(false);
	});

	it('is known by its type where each session has an ID', () => {
		expect(isSeries(once, { type, schedules: [once, other] })).toBe(true);
		expect(isSeries(once, { type: 'Single presentation', schedules: [once, other] })).toBe(false);
		expect(isSeries(once, { type, schedules: [once, replay] })).toBe(false);
		expect(isSeries(replay, { type, schedules: [once, other, replay] })).toBe(false);
	});

	it.each(['Every day, 01:00 PM', ' every weekday at 10 AM'])(
		'is known by its description: "%s"',
		(comment) => {
			expect(isSeries(session(60, comment), { schedules: [session(60, comment), other] })).toBe(true);
		},
	);
});
