/** One run of the node. What is remembered about a run is kept by its `Run`. */
export interface Run {
	/** Calls a function when the run has ended, also after an error. */
	onEnd(work: () => void): void;
}

/** A hint for the user, with the condition under which it is shown. */
export type Hint = readonly [applies: boolean, text: string];
