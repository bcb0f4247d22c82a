import { retryAfterMs } from '../../../nodes/WebinarAccount/service/client';

it.each([
	[undefined, 1000],
	[' 3 ', 3000],
	['0', 1000],
	['301', 300_000],
	['5e1', 1000],
	['Thu, 01 Jan 2026 00:00:07 GMT', 7000],
	['Wed, 31 Dec 2025 23:59:00 GMT', 1000],
	[['7'], 1000],
])('reads Retry-After %j as a cooldown of %d ms', (header, expected) => {
	expect(retryAfterMs(header, Date.UTC(2026, 0, 1))).toBe(expected);
});
