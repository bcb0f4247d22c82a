module.exports = {
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	// These need a browser, the real n8n or minutes. npm run test:more and npm run test:e2e run them.
	testPathIgnorePatterns: ['<rootDir>/test/(?:browser|e2e|longRuns)/'],
	testEnvironment: '<rootDir>/test/support/jest/environment.js',
	runtime: '<rootDir>/test/support/jest/runtime.js',
	transform: { '\\.ts$': '<rootDir>/test/support/jest/transform.js' },
	// By default, Jest leaves one core idle. No test measures time, so the tests can use all cores.
	maxWorkers: '100%',
	testTimeout: 60_000,
	// Jest kills a worker that does not exit within this time, and reports it. On a busy machine, Node.js needs more than
	// Jest's half second to free the memory of n8n, even if nothing is left to do.
	workerGracefulExitTimeout: 5_000,
};
