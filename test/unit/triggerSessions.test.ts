import { sessionsDue, type ListedSession } from '../../nodes/WebinarAccount/trigger/events/dueSessions';

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
	let memory: Parameters<typeof sessionsDue>[0];
	return (minute: number, ...listed: number[]): number[] => {
		const result = sessionsDue(memory, listed.map(at), { now: minute * MINUTE, minutesBefore });
		memory = JSON.parse(JSON.stringify(result.memory)) as typeof memory;
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
		const { memory } = sessionsDue(undefined, [], { now: 0, minutesBefore: 60 });
		const { due } = sessionsDue(memory, [at(10), other, at(10)], { now: 1, minutesBefore: 60 });
		expect(due.map(({ schedule }) => schedule)).toEqual([7, 8]);
	});

	it('is forgotten an hour after its start', () => {
		let memory: Parameters<typeof sessionsDue>[0];
		for (let minute = 0; minute < 10_000; minute += 10) {
			const listed = [at(minute + 5), at(minute + 15)];
			memory = sessionsDue(memory, listed, { now: minute * MINUTE, minutesBefore: 60 }).memory;
		}
		expect(memory?.sessions.length).toBeLessThan(12);
	});
});
