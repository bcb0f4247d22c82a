/** A bound for a figure. */
export interface Target {
	figure: string;
	atLeast?: number;
	atMost?: number;
}

/** The figures of one run of a scenario, by name. The table has columns for the most common names. */
export type Figures = Readonly<Record<string, number>>;

export interface Scenario {
	name: string;
	description: string;
	targets: readonly Target[];
	run(): Promise<Figures>;
}

export function isMet({ figure, atLeast = -Infinity, atMost = Infinity }: Target, figures: Figures): boolean {
	const value = figures[figure];
	return value !== undefined && value >= atLeast && value <= atMost;
}

/** Bounds of every scenario with registrations. */
export const NOTHING_LOST: readonly Target[] = [
	{ figure: 'lost', atMost: 0 },
	{ figure: 'duplicates', atMost: 0 },
];
