/** Returns the hint for an output that Limit has truncated. */
export function limitHint(limit: number): string {
	return `There are more than ${limit} results. Turn on Return All or raise Limit.`;
}
