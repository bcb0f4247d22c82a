/** Its own types are for ES modules only, and give `any`. */
declare module 'flatted' {
	export function parse(text: string): unknown;
	export function stringify(value: unknown): string;
}
