require('tsx/cjs');
const { subscribe } = require('node:diagnostics_channel');

const { Progress } = require('../../tools/cli/progress');

/** Jest's reporter for long runs: each test as it ends, and how far the running one is. Tests run in one process. */
module.exports = class ProgressReporter {
	onRunStart() {
		this.failed = 0;
		this.progress = new Progress();
		this.progress.show({ label: 'loading' });
		subscribe('webinarjam-everwebinar:progress', (message) => this.progress.show(message));
	}

	onTestCaseStart(_test, { title }) {
		this.progress.show({ label: title, done: 0, total: 1 });
	}

	onTestCaseResult(_test, { title, status, duration }) {
		if (status === 'pending') return;
		if (status === 'failed') this.failed++;
		this.progress.show({ failed: this.failed });
		const seconds = ((duration ?? 0) / 1000).toFixed(1);
		this.progress.note(`${status === 'passed' ? '✓' : '✕'} ${title} (${seconds} s)`);
	}

	onTestResult(_test, { failureMessage }) {
		if (failureMessage) this.progress.note(failureMessage);
	}

	onRunComplete() {
		this.progress.end();
	}
};
