const base = require('./jest.config.js');

/** The tests that need a browser: `npm run test:browser`. */
module.exports = { ...base, roots: ['<rootDir>/test/browser'], testPathIgnorePatterns: [] };
