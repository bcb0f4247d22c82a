import { lines } from './line';
import type { SimulatedProcess } from './simulate';

/** One process that registers contacts, alone on its account. */
export interface SingleCase {
	name: string;
	process: SimulatedProcess & { contacts: number };
	/** Number of the request that gets a 429 although it is within the limit. */
	accidentAt?: number;
}

/** Several processes that share one key. */
export interface SharedCase {
	name: string;
	processes: readonly SimulatedProcess[];
	/** Time in seconds from which the requests are counted. Before it, the processes find their shares. */
	countedFrom: number;
}

export const singleCases: readonly SingleCase[] = [
	{ name: '500 contacts, near', process: { contacts: 500, line: lines.near } },
	{ name: '500, cloud', process: { contacts: 500, line: lines.cloud } },
	{ name: '500, home', process: { contacts: 500, line: lines.home } },
	{ name: '500, mobile', process: { contacts: 500, line: lines.mobile } },
	{ name: '500, responses after 3.5 s', process: { contacts: 500, line: lines.slowService } },
	{
		name: '500, 80 ms and one 429 by accident',
		process: { contacts: 500, line: lines.ms80 },
		accidentAt: 250,
	},
];

export const sharedCases: readonly SharedCase[] = [
	{ name: '2 begin at once', processes: equalProcesses(2), countedFrom: 60 },
	{ name: '4 begin at once', processes: equalProcesses(4), countedFrom: 60 },
	{ name: '16 begin at once', processes: equalProcesses(16), countedFrom: 120 },
	{ name: '4 with 300 contacts each', processes: equalProcesses(4, { contacts: 300 }), countedFrom: 0 },
	{
		name: '1, a second one joins after 120 s',
		processes: [{ line: lines.ms80 }, { line: lines.ms80, startsAt: 120 }],
		countedFrom: 180,
	},
];

export function equalProcesses(count: number, options: Partial<SimulatedProcess> = {}): SimulatedProcess[] {
	return Array.from({ length: count }, () => ({ line: lines.ms80, ...options }));
}
