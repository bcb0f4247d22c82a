import type { Session } from '../schemas';

/** The sessions of one schedule in one reading, found without going through all: a webinar can have thousands. */
export class ScheduleIndex {
	private readonly byDate = new Map<string, Session>();
	private readonly byStart = new Map<number, Session>();
	private readonly localTo = new WeakMap<ScheduleIndex, boolean>();

	/** @param startOf the start in milliseconds since 1970; NaN if the date cannot be read */
	constructor(sessions: readonly Session[], startOf: (session: Session) => number) {
		for (const session of sessions) {
			const start = startOf(session);
			if (!this.byDate.has(session.date)) this.byDate.set(session.date, session);
			if (!Number.isNaN(start) && !this.byStart.has(start)) this.byStart.set(start, session);
		}
	}

	onDate(date: string): Session | undefined {
		return this.byDate.get(date);
	}

	startingAt(start: number): Session | undefined {
		return this.byStart.get(start);
	}

	/**
	 * Whether all its dates are also those of the schedule at another offset: then its sessions take place at the
	 * attendee's local time.
	 */
	keepsDatesIn(there: ScheduleIndex): boolean {
		const known = this.localTo.get(there);
		if (known !== undefined) return known;
		const isLocal = [...this.byDate.keys()].every((date) => there.byDate.has(date));
		this.localTo.set(there, isLocal);
		return isLocal;
	}
}

export function groupBySchedule(sessions: readonly Session[]): ReadonlyMap<number, readonly Session[]> {
	const groups = new Map<number, Session[]>();
	for (const session of sessions) {
		const group = groups.get(session.schedule);
		if (group) group.push(session);
		else groups.set(session.schedule, [session]);
	}
	return groups;
}
