/** Whether an error is the sender's: a body that is too long, or not packed or written as it says. */
export function isOfBody(error: unknown): boolean {
	const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
	return status >= 400 && status < 500;
}
