import { plainTable } from '../plainTable';
import { type SharedCase, sharedCases, type SingleCase, singleCases } from './cases';
import { measureShared, measureSingle, type SharedFigures, type SingleFigures } from './measure';
import { simulate } from './simulate';

/** Each case is simulated once with each seed. The tables show the mean. */
const SEEDS = [1, 11, 21, 31, 41, 51, 61, 71, 81, 91];
/** Duration of a simulation with more contacts than the limit ever allows, in seconds. */
const DURATION = 600;

/** Prints what the limiter achieves on a virtual clock, with one process and with several. */
export async function printSimulation(): Promise<void> {
	const singleRows: string[][] = [];
	for (const singleCase of singleCases) singleRows.push(await singleRow(singleCase));
	console.log(plainTable(['One process', 'Share', '429s'], singleRows));

	const sharedRows: string[][] = [];
	for (const sharedCase of sharedCases) sharedRows.push(await sharedRow(sharedCase));
	console.log(plainTable(['Processes with the same key', 'Goodput', 'Throttled', 'Fairness'], sharedRows));
}

async function singleRow({ name, process, accidentAt }: SingleCase): Promise<string[]> {
	const figures: SingleFigures[] = [];
	for (const seed of SEEDS) {
		const [trace] = await simulate([process], { seed, accidentAt });
		if (trace) figures.push(measureSingle(process, trace));
	}
	return [
		name,
		mean(figures.map(({ share }) => share)).toFixed(3),
		mean(figures.map(({ throttled }) => throttled)).toFixed(1),
	];
}

async function sharedRow({ name, processes, countedFrom }: SharedCase): Promise<string[]> {
	const isFinite = processes.every(({ contacts }) => contacts !== undefined);
	const figures: SharedFigures[] = [];
	for (const seed of SEEDS) {
		const traces = await simulate(processes, { seed, until: isFinite ? Infinity : DURATION });
		const end = isFinite ? Math.max(...traces.map(({ endedAt }) => endedAt)) : DURATION;
		figures.push(measureShared(traces, countedFrom, end));
	}
	return [
		name,
		mean(figures.map(({ goodput }) => goodput)).toFixed(3),
		`${mean(figures.map(({ throttledShare }) => throttledShare * 100)).toFixed(1)} %`,
		mean(figures.map(({ fairness }) => fairness)).toFixed(3),
	];
}

function mean(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0) / values.length;
}
