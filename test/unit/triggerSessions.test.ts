import { sessionsDue, type ListedSession } from '../../nodes/WebinarAccount/trigger/dueSessions';

const MINUTE = 60_000;

/** Minutes from the first poll. */
const at = (minutes: number): ListedSession => ({
	schedule: 7,
	startsAt: minutes * MINUTE,
	date: `minute ${minutes}`,
	comment: null,
});

/** A watch of the webinar whose list of sessions and time are given with each poll. */
function watching(minutesBefore = 60) {
	let state: Parameters<typeof sessionsDue>[0];
	return (minute: number, ...listed: number[]): number[] => {
		const result = sessionsDue(state, listed.map(at), { now: minute * MINUTE, minutesBefore });
		state = JSON.parse(JSON.stringify(result.state)) as typeof state;
		return result.due.map(({ startsAt }) => startsAt / MINUTE);
	};
}

describe('a session', () => {
	it('is reported once, at the first poll within the time before its start', () => {
		const poll = watching();
		const reported = [0, 30, 39, 40, 45, 99].map((minute) => poll(minute, 100, 200));
		expect(reported).toEqual([[], [], [], [100], [], []]);
		expect(poll(141, 200)).toEqual([200]);
		expect(poll(142, 200)).toEqual([]);
	});

	it('within that time at the first poll is reported by the second', () => {
		const poll = watching();
		expect([poll(0, 10), poll(5, 10), poll(9, 10)]).toEqual([[], [10], []]);
	});

	it('that began between two polls is reported late, though the service lists it no more', () => {
		const poll = watching(5);
		expect([poll(0, 30, 500), poll(60, 500), poll(61, 500)]).toEqual([[], [30], []]);
	});

	it('that began more than an hour ago is not reported', () => {
		const poll = watching(5);
		expect([poll(0, 30), poll(91), poll(92)]).toEqual([[], [], []]);
	});

	it('that had begun at the first poll is not reported', () => {
		const poll = watching();
		expect([poll(0, -5, 0), poll(5, -5, 0), poll(6)]).toEqual([[], [], []]);
	});

	it('that was cancelled is not reported, and is when it comes back', () => {
		const poll = watching(30);
		expect([poll(0, 100), poll(50), poll(80), poll(85, 100)]).toEqual([[], [], [], [100]]);
	});

	it('that is off the list for a while is not reported again', () => {
		const poll = watching(60);
		expect([poll(0, 100), poll(50, 100), poll(60), poll(70, 100)]).toEqual([[], [100], [], []]);
	});

	it('of the same start and another schedule is another one', () => {
		const other = { ...at(10), schedule: 8 };
		const { state } = sessionsDue(undefined, [], { now: 0, minutesBefore: 60 });
		const { due } = sessionsDue(state, [at(10), other, at(10)], { now: 1, minutesBefore: 60 });
		expect(due.map(({ schedule }) => schedule)).toEqual([7, 8]);
	});

	it('that is moved by less than an hour after it was reported is not reported again', () => {
		const poll = watching(60);
		expect([poll(0, 100), poll(50, 100), poll(55, 130), poll(60, 85), poll(70, 41)]).toEqual([
			[],
			[100],
			[],
			[],
			[],
		]);
	});

	it('that is moved by less than an hour again and again is not reported again', () => {
		const poll = watching(60);
		const polls = [poll(0, 100), poll(50, 100), poll(55, 140), poll(60, 180), poll(130, 180), poll(180, 230)];
		expect(polls).toEqual([[], [100], [], [], [], []]);
	});

	it('that begins less than an hour after another one of its schedule is reported, too', () => {
		const poll = watching(10);
		expect([poll(0, 100, 130), poll(91, 100, 130), poll(121, 130), poll(125, 130)]).toEqual([
			[],
			[100],
			[130],
			[],
		]);
	});

	it('that is moved by an hour or more is reported again, at its new time', () => {
		const poll = watching(60);
		expect([poll(0, 100), poll(50, 100), poll(55, 160), poll(101, 160)]).toEqual([[], [100], [], [160]]);
	});

	it('that is moved before it was reported is reported at its new time', () => {
		const poll = watching(60);
		expect([poll(0, 100), poll(120, 130), poll(131)]).toEqual([[], [130], []]);
	});

	it('is not reported again after the clock was wrong', () => {
		const poll = watching(60);
		expect([poll(0, 100), poll(50, 100), poll(5000), poll(55, 100), poll(60, 100)]).toEqual([
			[],
			[100],
			[],
			[],
			[],
		]);
	});

	it('is not lost because the clock was wrong', () => {
		const poll = watching(60);
		expect([poll(0, 100), poll(5000, 100), poll(50, 100)]).toEqual([[], [], [100]]);
	});

	it('is remembered in a bounded state', () => {
		let state: Parameters<typeof sessionsDue>[0];
		for (let hour = 0; hour < 1200; hour++) {
			const minute = 60 * hour;
			const now = minute * MINUTE;
			({ state } = sessionsDue(state, [at(minute + 5), at(minute + 65)], { now, minutesBefore: 60 }));
		}
		expect(state?.upcoming.length).toBeLessThan(3);
		expect(state?.reported).toHaveLength(1000);
	});
});
