import Table from 'cli-table3';

import { type Figures, isMet, type Scenario, type Target } from './scenario';
import type { CaseFigures } from './simulation/cases';
import type { RunFigures } from './simulation/singleProcess';

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

export function runsTable(runs: ReadonlyArray<{ name: string; figures: readonly RunFigures[] }>): string {
	const table = new Table({
		head: ['One process', 'Seconds', 'Of least time', '429s', 'Most in a second'],
		style: { ...PLAIN, compact: true },
	});
	for (const { name, figures } of runs) {
		table.push([
			name,
			figures.map(({ seconds }) => seconds.toFixed(1)).join(', '),
			figures.map(({ ofLeast }) => ofLeast.toFixed(3)).join(', '),
			figures.map(({ throttled }) => throttled).join(', '),
			Math.max(...figures.map(({ mostInOneSecond }) => mostInOneSecond)),
		]);
	}
	return table.toString();
}

export function simulationTable(cases: readonly CaseFigures[]): string {
	const table = new Table({
		head: ['Processes', 'Goodput', 'Throttled', 'Fairness', 'Longest wait', 'Settled after'],
		style: { ...PLAIN, compact: true },
	});
	for (const { name, goodput, throttledShare, fairness, longestWait, settledAfter } of cases) {
		table.push([
			name,
			goodput.toFixed(3),
			`${(throttledShare * 100).toFixed(1)} %`,
			fairness.toFixed(3),
			`${longestWait.toFixed(0)} s`,
			`${settledAfter} s`,
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
