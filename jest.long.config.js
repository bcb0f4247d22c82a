const base = require('./jest.config.js');

/** The long runs at full size and in real time, for some minutes; `LONG_SEED` chooses the moments. */
process.env.LONG_CONTACTS ??= '500';
process.env.LONG_REAL_TIME ??= '1';
process.env.LONG_TIMEOUT_MS ??= '600000';
module.exports = { ...base, roots: ['<rootDir>/test/longRuns'] };
