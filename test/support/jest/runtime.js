const { createRequire } = require('node:module');
const { default: Runtime } = require('jest-runtime');

/**
 * Lets Node.js load packages, once for all test files of a process, because n8n takes seconds to load. Jest loads the files
 * of this repository, anew for each test file.
 */
module.exports = class extends Runtime {
	requireModuleOrMock(from, name) {
		const isFile = name.startsWith('.') || name.startsWith('/');
		return isFile ? super.requireModuleOrMock(from, name) : createRequire(from)(name);
	}
};
