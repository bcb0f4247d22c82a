import jestConfig from '../../jest.config.js';

const [alone] = jestConfig.projects;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	jest: {
		/** The tests that a mutant has to get past: the quick ones, which load the sources and not the built package. */
		config: {
			...alone,
			projects: [],
			// Jest finds the tests of a source file only below its roots.
			roots: ['<rootDir>/nodes', '<rootDir>/credentials', '<rootDir>/test/unit'],
			testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
			// A mutant is killed or survives whatever the chance of a property test.
			setupFiles: ['<rootDir>/tools/mutation/seed.ts'],
			maxWorkers: 1,
			// A mutant that makes a test wait for ever is killed by it, which is quicker than a new process.
			testTimeout: 5000,
		},
	},
	coverageAnalysis: 'perTest',
	// The other files of the repository are no part of these tests.
	ignorePatterns: [
		'.stryker-tmp',
		'dist',
		'test/e2e',
		'test/workflow',
		'test/fuzz',
		'examples',
		'icons',
		'tools/lint',
	],
	disableTypeChecks: false,
	concurrency: 1,
	// Static members (tables, patterns) need all tests of a file; they are worth it here.
	ignoreStatic: false,
	timeoutMS: 5000,
	reporters: ['progress-append-only', 'clear-text'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	tempDirName: '.stryker-tmp',
	thresholds: { high: 95, low: 90, break: 90 },
};
