/** The hint for an output that Limit has cut off. */
export function limitHint(limit: number): string {
	return `There are more than ${limit}: turn on Return All or raise Limit.`;
}
