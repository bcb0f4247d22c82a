/** Packages that are ES modules. Jest cannot load these on Node 20, so it compiles them like TypeScript. */
const esModules = '(p-wait-for|p-timeout|env-paths|is-safe-filename)';

/** Settings of every project. */
const common = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	transform: {
		'\\.ts$': '<rootDir>/test/support/transform.js',
		[`/node_modules/${esModules}/.+\\.js$`]: '<rootDir>/test/support/transform.js',
	},
	transformIgnorePatterns: [`/node_modules/(?!${esModules}/)`],
	setupFiles: ['<rootDir>/test/support/stackTraces.ts'],
};

const tests = (...folders) => folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`);

/** Folders whose files `npm test` runs in a few groups, because loading n8n or the sandbox takes longer than most tests. */
const joined = [
	'unit',
	'workflow',
	'faults',
	'longRuns',
	'fuzz',
	'demo',
	'sandbox',
	'openapi',
	'package',
	'outputSchemas',
];
/** Folders whose tests need a browser or the real n8n. */
const outside = ['browser', 'e2e'];

/** `npm test` runs the projects `alone` and `together`. See docs/developers/testing.md for running one file. */
module.exports = {
	// By default, Jest leaves one core idle. No test measures time, so the tests can use all cores.
	maxWorkers: '100%',
	testTimeout: 60_000,
	projects: [
		{
			...common,
			displayName: 'alone',
			testMatch: tests('*'),
			testPathIgnorePatterns: [...joined, ...outside].map((folder) => `<rootDir>/test/${folder}/`),
		},
		{
			...common,
			displayName: 'together',
			testMatch: ['<rootDir>/test/together/*.ts'],
			testPathIgnorePatterns: ['runTogether'],
		},
		{ ...common, displayName: 'single', testMatch: tests(...joined) },
		{ ...common, displayName: 'browser', testMatch: tests('browser') },
		{ ...common, displayName: 'e2e', testMatch: tests('e2e') },
	],
};
