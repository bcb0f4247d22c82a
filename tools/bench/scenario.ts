/** Bounds of a figure. */
export interface Target {
	atLeast?: number;
	atMost?: number;
}

/** The figures of one run of a scenario, by name. */
export type Figures = Readonly<Record<string, number>>;

export interface Scenario {
	name: string;
	description: string;
	/** By the names of the figures. */
	targets: Readonly<Record<string, Target>>;
	run: () => Promise<Figures>;
}

export function isMet({ atLeast = -Infinity, atMost = Infinity }: Target, value = NaN): boolean {
	return value >= atLeast && value <= atMost;
}

/** Targets of every scenario with registrations. */
export const NOTHING_LOST = { lost: { atMost: 0 }, duplicates: { atMost: 0 } };
