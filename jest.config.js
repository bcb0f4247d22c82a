/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['<rootDir>/test/e2e/', '<rootDir>/test/browser/'],
	// Types are checked by `npm run lint`; here the compiler only strips them.
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.dev.json', diagnostics: false }] },
	testTimeout: 60_000,
	// Jest's default leaves a core idle; nothing here is timed.
	maxWorkers: '100%',
};
