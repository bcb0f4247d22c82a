import { shortened } from '../../../nodes/WebinarAccount/utils/values';

describe('shortened', () => {
	it.each([
		{ text: 'Growth', length: 6, expected: 'Growth' },
		{ text: 'Growth Series', length: 6, expected: 'Growth…' },
		{ text: 'Growth Series', length: 7, expected: 'Growth…' },
		{ text: 'Tips 🚀 Tricks', length: 6, expected: 'Tips…' },
		{ text: 'Tips 🚀 Tricks', length: 7, expected: 'Tips 🚀…' },
	])(
		'cuts "$text" to at most $length characters without splitting an emoji',
		({ text, length, expected }) => {
			expect(shortened(text, length)).toBe(expected);
		},
	);
});
