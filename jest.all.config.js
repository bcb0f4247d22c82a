const base = require('./jest.config.js');

/** `npm test`: all tests, those in test/workflow together. */
module.exports = {
	...base,
	testMatch: [...base.testMatch, '**/workflow/together/{one,two,three,four}.ts'],
	testPathIgnorePatterns: [...base.testPathIgnorePatterns, '<rootDir>/test/workflow/[^/]*\\.test\\.ts$'],
};
