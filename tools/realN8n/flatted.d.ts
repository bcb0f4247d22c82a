/** The types of the package are for ES modules only, and return `any`. */
declare module 'flatted' {
	export function parse(text: string): unknown;
	export function stringify(value: unknown): string;
}
