import { measure, type Together } from './measure';
import { type SimulatedProcess, simulateProcesses } from './simulateProcesses';

/** One line of the simulation's table. */
interface Case {
	name: string;
	processes: readonly SimulatedProcess[];
	/** The time in seconds by which the shares have settled. */
	measuredFrom: number;
}

const begunTogether = (count: number, measuredFrom: number): Case => ({
	name: `${count} processes begin at once`,
	processes: Array.from({ length: count }, () => ({ latencyMs: 80 })),
	measuredFrom,
});

const LATE = 120;
const END = 600;

/** Processes that share one key. */
export const cases: readonly Case[] = [
	begunTogether(2, 60),
	begunTogether(4, 60),
	{
		name: '4 processes, responses after 20, 80, 300 and 1000 ms',
		processes: [20, 80, 300, 1000].map((latencyMs) => ({ latencyMs })),
		measuredFrom: 60,
	},
	begunTogether(16, 120),
	{
		name: '4 processes, 300 contacts each, begun within 0.1 s',
		processes: [0, 0.02, 0.06, 0.1].map((begins) => ({ begins, latencyMs: 80, contacts: 300 })),
		measuredFrom: 0,
	},
	{
		name: '1 process, a second one joins',
		processes: [{ latencyMs: 80 }, { begins: LATE, latencyMs: 80 }],
		measuredFrom: LATE + 60,
	},
];

export async function simulateCase({ processes, measuredFrom }: Case, seed: number): Promise<Together> {
	const traces = await simulateProcesses(processes, END, seed);
	const isFinite = processes.every(({ contacts }) => contacts !== undefined);
	const end = isFinite ? Math.max(...traces.flatMap(({ admitted }) => admitted)) : END;
	return measure(traces, measuredFrom, end);
}
