/** Returns the hint to add if Limit cuts off results. */
export function limitHint(limit: number): string {
	return `There are more than ${limit} results. To return more, raise Limit or turn on Return All.`;
}
