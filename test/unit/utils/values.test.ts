import { shortened } from '../../../nodes/WebinarAccount/utils/values';

describe('shortened', () => {
	it.each([
		['Growth', 6, 'Growth'],
		['Growth Series', 6, 'Growth…'],
		['Growth Series', 7, 'Growth…'],
		['Tips 🚀 Tricks', 6, 'Tips…'],
		['Tips 🚀 Tricks', 7, 'Tips 🚀…'],
	])('cuts %j to at most %d characters without splitting an emoji', (text, length, expected) => {
		expect(shortened(text, length)).toBe(expected);
	});
});
