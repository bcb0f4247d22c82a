const { TestEnvironment } = require('jest-environment-node');

/** Jest's environment for Node.js, with stack traces that cost less: n8n's HTTP agents read several for each request. */
module.exports = class extends TestEnvironment {
	async setup() {
		await super.setup();
		// As many lines as Node.js keeps, and not Jest's 100.
		this.global.Error.stackTraceLimit = 10;
		// Jest translates each line to the source, which the agents do not need.
		const { prepareStackTrace } = Error;
		Error.prepareStackTrace = (error, frames) =>
			frames[0]?.getFileName()?.includes('/agent-base/')
				? frames.join('\n')
				: prepareStackTrace(error, frames);
	}
};
