/** Something the user of the demo can put right; its message is all that is shown. */
export class DemoError extends Error {}

/** The code of a system error such as ENOENT, if it is one. */
export function codeOf(error: unknown): string | undefined {
	return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}
