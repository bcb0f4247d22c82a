import { shortened } from '../../../nodes/WebinarAccount/utils/values';

describe('shortened', () => {
	it.each([
		{ text: 'Growth', length: 6, expected: 'Growth' },
		{ text: 'Growth Series', length: 6, expected: 'Growth…' },
		{ text: 'Growth Series', length: 7, expected: 'Growth…' },
		{ text: 'Tips 🚀 Tricks', length: 6, expected: 'Tips…' },
		{ text: 'Tips 🚀 Tricks', length: 7, expected: 'Tips 🚀…' },
	])('shortens "$text" to "$expected" for a maximum of $length characters', ({ text, length, expected }) => {
		expect(shortened(text, length)).toBe(expected);
	});
});
