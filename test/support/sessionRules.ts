/** One session at 18:00, for the webinars of the sandbox. @param daysAhead of today; less than 0 for one that is over */
export function once(schedule: number, daysAhead: number) {
	return { kind: 'once', schedule, daysAhead, time: '18:00' } as const;
}
