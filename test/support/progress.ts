import { channel } from 'node:diagnostics_channel';

const reporter = channel('webinarjam-everwebinar:progress');

/** Reports the progress of the running test to `progressReporter.js`, which `npm test` does not use. */
export function report(done: number, total: number): void {
	reporter.publish({ done, total });
}
