/** Returns one session at 18:00 for a webinar of the sandbox. @param daysAhead of today; negative if it is over */
export function singleSession({ schedule, daysAhead }: { schedule: number; daysAhead: number }) {
	return { kind: 'once', schedule, daysAhead, time: '18:00' } as const;
}
