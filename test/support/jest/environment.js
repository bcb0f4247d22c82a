const asyncHooks = require('node:async_hooks');
const vm = require('node:vm');
const { ModuleMocker } = require('jest-mock');

const { compileFunction } = vm;

/** Ignores the context in which Jest compiles each file, which would have a different `Error` and `Array`. */
vm.compileFunction = (source, parameters, { parsingContext, ...options }) =>
	compileFunction(source, parameters, options);

/** The storages that were made since the last test file ended. */
const storages = new Set();

/** Remembers each storage. Jest makes one for each test file and leaves it on, which slows every promise in Node.js 20. */
asyncHooks.AsyncLocalStorage = class extends asyncHooks.AsyncLocalStorage {
	constructor(...options) {
		super(...options);
		storages.add(this);
	}
};

/** Runs tests with the globals of Node.js itself, as n8n has them: see runtime.js. */
module.exports = class {
	global = globalThis;
	moduleMocker = new ModuleMocker(globalThis);
	original = { console, exit: process.exit };

	getVmContext() {
		return {};
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	setup() {
		// As in Node.js, and not Jest's 100, because n8n's HTTP agents read several stack traces for each request.
		Error.stackTraceLimit = 10;
		// For the same reason, Jest's formatter, which looks up source maps, formats only stack traces with compiled files.
		const { prepareStackTrace } = Error;
		Error.prepareStackTrace = (error, frames) => {
			if (frames.some((frame) => frame.getFileName()?.endsWith('.ts')))
				return prepareStackTrace(error, frames);
			return [`${error.name}: ${error.message}`, ...frames].join('\n    at ');
		};
	}

	/** Undoes what Jest sets before each test file. */
	teardown() {
		globalThis.console = this.original.console;
		process.exit = this.original.exit;
		// Jest appends each test file's event handlers to this list, and would call them for all later files too.
		delete globalThis[Symbol.for('EVENT_HANDLERS')];
		// A storage that is still in use, such as one of n8n, turns itself on again.
		for (const storage of storages) storage.disable();
		storages.clear();
	}
};
