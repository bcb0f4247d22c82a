/** One run of the node. What is remembered about a run is kept by its `Run`. */
export interface Run {
	/** Calls a function when the run has ended, also after an error. */
	onEnd(work: () => void): void;
}
