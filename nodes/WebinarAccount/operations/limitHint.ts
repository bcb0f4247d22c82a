/** Returns the hint for an output that leaves out results because of Limit. */
export function limitHint(limit: number): string {
	return `There are more than ${limit} results. To return more, raise Limit or turn on Return All.`;
}
