export { setImmediate as settled } from 'node:timers/promises';

/** A result that comes when a test says so. */
export function deferred<T>() {
	let resolve: (value: T) => void = () => {};
	let reject: (error: Error) => void = () => {};
	const promise = new Promise<T>((onValue, onError) => {
		resolve = onValue;
		reject = onError;
	});
	return { promise, resolve, reject };
}
