/** Bounds of a figure. */
export interface Target {
	atLeast?: number;
	atMost?: number;
}

export interface Scenario {
	name: string;
	description: string;
	/** By the names of the figures. */
	targets: Readonly<Record<string, Target>>;
	/** Measures the figures. */
	run: () => Promise<Readonly<Record<string, number>>>;
}

export function isMet({ atLeast = -Infinity, atMost = Infinity }: Target, value = NaN): boolean {
	return value >= atLeast && value <= atMost;
}
