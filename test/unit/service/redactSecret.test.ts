import { redactSecret } from '../../../nodes/WebinarAccount/service/answer';

describe('the key in an answer', () => {
	const key = 'a/b+c=d&0123456789';

	it.each([
		['{"errors":"a/b+c=d&0123456789 is unknown"}', '{"errors":"(API key) is unknown"}'],
		['{"errors":"a\\/b+c=d&0123456789"}', '{"errors":"(API key)"}'],
		['{"next":"?api_key=a%2Fb%2Bc%3Dd%260123456789&page=2"}', '{"next":"?api_key=(API key)&page=2"}'],
		['{"a":1}', '{"a":1}'],
	])('is taken out of %s', (text, expected) => {
		expect(redactSecret(text, key)).toBe(expected);
	});

	it('is left where it is too short to be told from other text', () => {
		expect(redactSecret('{"status":"success"}', 'success')).toBe('{"status":"success"}');
	});
});
