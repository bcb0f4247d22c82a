/** Milliseconds of processor time that some work takes: other processes on the machine do not count. */
export function cpuMs(work: () => unknown): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}
