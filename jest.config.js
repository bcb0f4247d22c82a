/** ES modules that tests import. Jest cannot load them on Node 20, so it compiles them like TypeScript. */
const esModules = '(p-wait-for|p-timeout|env-paths|is-safe-filename)';

/** What all projects have in common. */
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

/** `npm test` runs their files in a few groups, because loading n8n or the sandbox for each of them takes longest. */
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
/** These need more than the package. */
const outside = ['browser', 'e2e'];

/** `npm test` runs the first two, and `npx jest <path>` the files below a path: see docs/developers/testing.md. */
module.exports = {
	// Jest's default leaves a core idle; nothing here is timed.
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
