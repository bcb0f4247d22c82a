/** Packages that are ES modules. Jest cannot load these on Node 20, so it compiles them like TypeScript. */
const esModules = '(p-wait-for|p-timeout|env-paths|is-safe-filename)';

/** Settings of every project. */
const common = {
	testEnvironment: '<rootDir>/test/support/environment.js',
	roots: ['<rootDir>/test'],
	transform: {
		'\\.ts$': '<rootDir>/test/support/transform.js',
		[`/node_modules/${esModules}/.+\\.js$`]: '<rootDir>/test/support/transform.js',
	},
	transformIgnorePatterns: [`/node_modules/(?!${esModules}/)`],
};

/**
 * `npx jest <path>` runs test files one by one. `npm test` runs the same files in four groups, because n8n takes seconds
 * to load for each file.
 */
module.exports = {
	// By default, Jest leaves one core idle. No test measures time, so the tests can use all cores.
	maxWorkers: '100%',
	testTimeout: 60_000,
	projects: [
		{
			...common,
			displayName: 'single',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: ['<rootDir>/test/(?:browser|e2e)/'],
		},
		{
			...common,
			displayName: 'groups',
			testMatch: ['<rootDir>/test/groups/*.ts'],
			testPathIgnorePatterns: ['runGroup'],
		},
		// These need a browser or the real n8n.
		{ ...common, displayName: 'browser', testMatch: ['<rootDir>/test/browser/**/*.test.ts'] },
		{ ...common, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/**/*.test.ts'] },
	],
};
