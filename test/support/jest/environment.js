const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

const { compileFunction } = vm;

/** Ignores the context in which Jest compiles each file, which would have an `Error` and an `Array` of its own. */
vm.compileFunction = (source, parameters, { parsingContext, ...options }) =>
	compileFunction(source, parameters, options);

/** Runs tests with the globals of Node.js itself, as n8n has them: see runtime.js. */
module.exports = class extends TestEnvironment {
	global = globalThis;
	original = { console, exit: process.exit };

	async setup() {
		await super.setup();
		// As in Node.js, and not Jest's 100, because n8n's HTTP agents read several stack traces for each request.
		Error.stackTraceLimit = 10;
	}

	/** Undoes what Jest sets before each test file. */
	async teardown() {
		globalThis.console = this.original.console;
		process.exit = this.original.exit;
		await super.teardown();
	}
};
