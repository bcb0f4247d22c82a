/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	jest: { configFile: 'jest.mutation.config.js' },
	coverageAnalysis: 'perTest',
	// The other files of the repository are no part of these tests.
	ignorePatterns: ['.stryker-tmp', 'dist', 'test/e2e', 'test/workflow', 'test/fuzz', 'examples', 'icons'],
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
