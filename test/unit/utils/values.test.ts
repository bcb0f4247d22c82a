import { shortened } from '../../../nodes/WebinarAccount/utils/values';

describe('a text that is too long', () => {
	it.each([
		['Growth', 6, 'Growth'],
		['Growth Series', 6, 'Growth…'],
		['Growth Series', 7, 'Growth…'],
		['Tips 🚀 Tricks', 6, 'Tips…'],
		['Tips 🚀 Tricks', 7, 'Tips 🚀…'],
	])('of %j has at most %d characters, and no half of an emoji', (text, length, expected) => {
		expect(shortened(text, length)).toBe(expected);
	});
});
