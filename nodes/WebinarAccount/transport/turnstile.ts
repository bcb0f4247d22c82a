/**
 * Lets a bounded number through at a time, in the order of arrival. One execution passes its calls through one, so
 * that it keeps few in the shared queue and a list opened meanwhile in the editor is served soon.
 */
export class Turnstile {
	private readonly outside: Array<() => void> = [];

	constructor(private free: number) {}

	/** Waits for a place; the returned function gives it back and may be called more than once. */
	async enter(): Promise<() => void> {
		if (this.free > 0) this.free--;
		else await new Promise<void>((resolve) => this.outside.push(resolve));
		let inside = true;
		return () => {
			if (!inside) return;
			inside = false;
			const next = this.outside.shift();
			if (next) next();
			else this.free++;
		};
	}
}
