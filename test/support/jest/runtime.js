const { createRequire } = require('node:module');
const { default: Runtime } = require('jest-runtime');

const isPackage = (name) => !name.startsWith('.') && !name.startsWith('/');

/**
 * Lets Node.js load packages, once for all test files of a process, because n8n takes seconds to load. Jest loads the files
 * of this repository, anew for each test file.
 */
module.exports = class extends Runtime {
	requireModuleOrMock(from, name) {
		return isPackage(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}

	/** Does the same for the packages that Jest itself loads for each test file, such as `expect`. */
	requireInternalModule(from, name) {
		return name && isPackage(name) ? createRequire(from)(name) : super.requireInternalModule(from, name);
	}
};
