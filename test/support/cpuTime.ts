/** Returns the CPU time of some work in milliseconds, without that of other processes. */
export function cpuMs(work: () => unknown): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}
