/** A bound that a figure is compared with. */
export interface Target {
	figure: string;
	atLeast?: number;
	atMost?: number;
}

/** What one run of a scenario measured, by name; the table has columns for the names that most rows have. */
export type Figures = Readonly<Record<string, number>>;

export interface Scenario {
	name: string;
	/** What is run, in a few words. */
	description: string;
	targets: readonly Target[];
	run(): Promise<Figures>;
}

export function isMet({ figure, atLeast = -Infinity, atMost = Infinity }: Target, figures: Figures): boolean {
	const value = figures[figure];
	return value !== undefined && value >= atLeast && value <= atMost;
}

/** Bounds that every scenario with registrations has. */
export const NOTHING_LOST: readonly Target[] = [
	{ figure: 'lost', atMost: 0 },
	{ figure: 'doubled', atMost: 0 },
];
export const NONE_REFUSED: Target = { figure: 'throttled', atMost: 0 };
