import type { ClientName } from './clients';
import { measure, settledAfter, type Together } from './figures';
import { type Member, simulate } from './world';

/** One line of the simulation's table. */
export interface Case {
	name: string;
	members: readonly Member[];
	seconds: number;
	/** When the thing happens that they have to settle after, in seconds. */
	event: number;
	/** From here on, in seconds, all have settled for sure. */
	measuredFrom: number;
}

export interface CaseFigures extends Together {
	/** Seconds after the event. */
	settledAfter: number;
	/** Calls that were given up, of those that die as well. */
	failed: number;
}

const together = (count: number, latencyMs: (index: number) => number = () => 80): Member[] =>
	Array.from({ length: count }, (_, index) => ({ begins: 0, ends: Infinity, latencyMs: latencyMs(index) }));

const begunTogether = (count: number, seconds: number, measuredFrom: number): Case => ({
	name: count === 1 ? '1 process' : `${count} processes begin at once`,
	members: together(count),
	seconds,
	event: 0,
	measuredFrom,
});

const LATE = 120;
const END = 600;

/** Processes on one key with far more to do than the limit allows. */
export const cases: readonly Case[] = [
	begunTogether(1, 120, 1),
	begunTogether(2, END, 60),
	begunTogether(4, END, 60),
	{
		...begunTogether(4, END, 60),
		name: '4 processes, answers after 20, 80, 300 and 1000 ms',
		members: together(4, (index) => [20, 80, 300, 1000][index] ?? 80),
	},
	begunTogether(16, END, 120),
	begunTogether(64, 900, 180),
	begunTogether(200, 1500, 600),
	{
		...begunTogether(4, END, 0),
		name: '4 processes, 300 contacts each, begun within 0.1 s',
		members: [0, 0.02, 0.06, 0.1].map((begins) => ({ begins, ends: Infinity, latencyMs: 80, contacts: 300 })),
	},
	{
		name: '1 process, a second one joins',
		members: [...together(1), { begins: LATE, ends: Infinity, latencyMs: 80 }],
		seconds: END,
		event: LATE,
		measuredFrom: LATE + 60,
	},
	{
		name: '4 processes, a fifth one joins',
		members: [...together(4), { begins: LATE, ends: Infinity, latencyMs: 80 }],
		seconds: END,
		event: LATE,
		measuredFrom: LATE + 60,
	},
	{
		name: '4 processes, one of them dies',
		members: [...together(3), { begins: 0, ends: LATE, latencyMs: 80 }],
		seconds: END,
		event: LATE,
		measuredFrom: LATE + 60,
	},
	{
		name: '64 processes, 32 of them die',
		members: together(64).map((member, index) => (index < 32 ? member : { ...member, ends: 300 })),
		seconds: 900,
		event: 300,
		measuredFrom: 420,
	},
];

export async function runCase(
	{ members, seconds, event, measuredFrom }: Case,
	seed: number,
	client?: ClientName,
): Promise<CaseFigures> {
	const traces = await simulate(members, seconds, seed, client);
	const alive = traces.filter((_, index) => members[index]?.ends === Infinity);
	const isFinite = members.every(({ contacts }) => contacts !== undefined);
	const end = isFinite ? Math.max(...traces.flatMap(({ admitted }) => admitted)) : seconds;
	const settled = measure(alive, measuredFrom, end);
	const failed = traces.reduce((sum, trace) => sum + trace.failed, 0);
	return { ...settled, settledAfter: settledAfter(alive, event, end, settled), failed };
}
