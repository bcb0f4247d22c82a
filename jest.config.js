/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['<rootDir>/test/e2e/', '<rootDir>/test/browser/'],
	// Types are checked by `npm run lint`; here the compiler only strips them.
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, swcrc: false }],
	},
	// The demo loads n8n late, by a dynamic import, which names the file with its extension.
	moduleNameMapper: { '^\\./registration\\.js$': './registration' },
	setupFiles: ['<rootDir>/test/support/stackTraces.ts'],
	testTimeout: 60_000,
	// Jest's default leaves a core idle; nothing here is timed.
	maxWorkers: '100%',
};
