const base = require('./jest.config.js');

/** The tests in the real n8n; `npm run test:e2e` starts it, and then these. */
module.exports = {
	...base,
	roots: ['<rootDir>/test/e2e'],
	testPathIgnorePatterns: [],
	testTimeout: 120_000,
};
