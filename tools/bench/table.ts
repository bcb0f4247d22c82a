import Table from 'cli-table3';

import { type Figures, isMet, type Scenario, type Target } from './scenario';
import type { CaseFigures } from './simulation/cases';
import type { TwoRuns } from './simulation/singleProcess';

const COLUMNS: ReadonlyArray<[title: string, figure: string]> = [
	['Seconds', 'seconds'],
	['Of the limit', 'ofLimit'],
	['Of least time', 'ofLeast'],
	['429s', 'throttled'],
	['Lost', 'lost'],
	['Duplicates', 'duplicates'],
];
/** Without colors, so that the table can be copied into a page. */
export const PLAIN = { head: [], border: [] };

const WITH_COLUMN = new Set(COLUMNS.map(([, figure]) => figure));

/** The runs as a table, compared with their targets. */
export function resultsTable(results: ReadonlyArray<{ scenario: Scenario; figures: Figures }>): string {
	const table = new Table({
		head: ['Scenario', ...COLUMNS.map(([title]) => title), 'Other figures', 'Target'],
		style: PLAIN,
	});
	for (const { scenario, figures } of results) {
		const others = Object.entries(figures).filter(([name]) => !WITH_COLUMN.has(name));
		table.push([
			scenario.name,
			...COLUMNS.map(([, figure]) => shown(figures[figure])),
			others.map(([name, value]) => `${name} ${shown(value)}`).join('\n'),
			scenario.targets.map((target) => verdict(target, figures)).join('\n'),
		]);
	}
	return table.toString();
}

interface Repeated<F> {
	name: string;
	figures: readonly F[];
}

const mean = <F>(figures: readonly F[], of: (one: F) => number) =>
	figures.reduce((sum, one) => sum + of(one), 0) / figures.length;

/** Means of the repetitions. */
export function runsTable(runs: ReadonlyArray<Repeated<TwoRuns>>): string {
	const table = new Table({
		head: ['One process', 'Of least time', '429s', 'Again', '429s'],
		style: { ...PLAIN, compact: true },
	});
	for (const { name, figures } of runs) {
		table.push([
			name,
			mean(figures, ({ first }) => first.ofLeast).toFixed(3),
			mean(figures, ({ first }) => first.throttled).toFixed(1),
			mean(figures, ({ again }) => again.ofLeast).toFixed(3),
			mean(figures, ({ again }) => again.throttled).toFixed(1),
		]);
	}
	return table.toString();
}

/** Means of the repetitions. */
export function simulationTable(cases: ReadonlyArray<Repeated<CaseFigures>>): string {
	const table = new Table({
		head: ['Processes', 'Goodput', 'Throttled', 'Fairness', 'Longest wait', 'Settled after'],
		style: { ...PLAIN, compact: true },
	});
	for (const { name, figures } of cases) {
		table.push([
			name,
			mean(figures, ({ goodput }) => goodput).toFixed(3),
			`${(mean(figures, ({ throttledShare }) => throttledShare) * 100).toFixed(1)} %`,
			mean(figures, ({ fairness }) => fairness).toFixed(3),
			`${mean(figures, ({ longestWait }) => longestWait).toFixed(1)} s`,
			`${mean(figures, ({ settledAfter }) => settledAfter).toFixed(0)} s`,
		]);
	}
	return table.toString();
}

function verdict(target: Target, figures: Figures): string {
	const { figure, atLeast, atMost } = target;
	const bound = atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`;
	return `${isMet(target, figures) ? '✓' : '✗ falls short:'} ${figure} ${bound}`;
}

function shown(value: number | undefined): string {
	return value === undefined ? '' : String(rounded(value));
}

/** Rounds to a thousandth below 100, otherwise to an integer: the figures are not more precise. */
export function rounded(value: number): number {
	return Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 1000) / 1000;
}
