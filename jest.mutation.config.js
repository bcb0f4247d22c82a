const base = require('./jest.config.js');

/** The tests that a mutant has to get past: the quick ones, which load the sources and not the built package. */
module.exports = {
	...base,
	// Jest finds the tests of a source file only below its roots.
	roots: ['<rootDir>/nodes', '<rootDir>/credentials', '<rootDir>/test/unit'],
	// A mutant is killed or survives whatever the chance of a property test.
	setupFiles: ['<rootDir>/test/mutation/seed.ts'],
	maxWorkers: 1,
	// A mutant that makes a test wait for ever is killed by it, which is quicker than a new process.
	testTimeout: 5000,
};
