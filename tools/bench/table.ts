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
const PLAIN = { head: [], border: [] };

/** The runs as a table, compared with their targets. */
export function resultsTable(results: ReadonlyArray<{ scenario: Scenario; figures: Figures }>): string {
	const table = new Table({
		head: ['Scenario', ...COLUMNS.map(([title]) => title), 'Other figures', 'Target'],
		style: PLAIN,
	});
	for (const { scenario, figures } of results) {
		const others = Object.entries(figures).filter(([name]) => COLUMNS.every(([, figure]) => figure !== name));
		table.push([
			scenario.name,
			...COLUMNS.map(([, figure]) => shown(figures[figure])),
			others.map(([name, value]) => `${name} ${shown(value)}`).join('\n'),
			scenario.targets.map((target) => verdict(target, figures)).join('\n'),
		]);
	}
	return table.toString();
}

export interface Row<F> {
	name: string;
	/** Of each repetition. */
	figures: readonly F[];
}

type Column<F> = [title: string, of: (figures: F) => number, digits: number, unit?: string];

/** Means of the repetitions. */
export function meansTable<F>(
	title: string,
	columns: ReadonlyArray<Column<F>>,
	rows: ReadonlyArray<Row<F>>,
): string {
	const head = [title, ...columns.map(([column]) => column)];
	const table = new Table({ head, style: { ...PLAIN, compact: true } });
	for (const { name, figures } of rows) {
		const mean = (of: (figures: F) => number) =>
			figures.reduce((sum, each) => sum + of(each), 0) / figures.length;
		table.push([name, ...columns.map(([, of, digits, unit = '']) => `${mean(of).toFixed(digits)}${unit}`)]);
	}
	return table.toString();
}

export const RUN_COLUMNS: ReadonlyArray<Column<TwoRuns>> = [
	['Of least time', ({ first }) => first.ofLeast, 3],
	['429s', ({ first }) => first.throttled, 1],
	['Again', ({ again }) => again.ofLeast, 3],
	['429s', ({ again }) => again.throttled, 1],
];

export const CASE_COLUMNS: ReadonlyArray<Column<CaseFigures>> = [
	['Goodput', ({ goodput }) => goodput, 3],
	['Throttled', ({ throttledShare }) => throttledShare * 100, 1, ' %'],
	['Fairness', ({ fairness }) => fairness, 3],
	['Longest wait', ({ longestWait }) => longestWait, 1, ' s'],
	['Settled after', ({ settledAfter }) => settledAfter, 0, ' s'],
];

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
