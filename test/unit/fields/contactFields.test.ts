import fc from 'fast-check';

import { readEmail, readPhone } from '../../../nodes/WebinarAccount/fields/contactFields';
import { failureOf } from '../../support/failure';

describe('readPhone', () => {
	it.each([
		['+44 20 7946 0000', '', { countryCode: '+44', digits: '2079460000' }],
		['0044 20 7946 0000', '', { countryCode: '+44', digits: '2079460000' }],
		['+1 (212) 555-0147', '', { countryCode: '+1', digits: '2125550147' }],
		['+977 1 555 0147', '', { countryCode: '+977', digits: '15550147' }],
		['(212) 555-0147', '+1', { countryCode: '+1', digits: '2125550147' }],
		['+1 264 555 0147', '1264', { countryCode: '+1264', digits: '5550147' }],
		['020 7946 0000', '', { digits: '02079460000' }],
		['020 7946 0000', '0044', { countryCode: '+44', digits: '02079460000' }],
		// A trunk zero in brackets is omitted after a country code.
		['+44 (0)20 7946 0000', '', { countryCode: '+44', digits: '2079460000' }],
		['(+353) (0) 1 555 0147', '+353', { countryCode: '+353', digits: '15550147' }],
		['0044 (0)20 7946 0000', '', { countryCode: '+44', digits: '2079460000' }],
		['(0)20 7946 0000', '44', { countryCode: '+44', digits: '2079460000' }],
		['+44 20 (0) 7946', '', { countryCode: '+44', digits: '2007946' }],
		['', '+44', { countryCode: '+44' }],
		['', '', {}],
		// Links and address books write these forms. The service has no field for an extension.
		['tel:+44-20-7946-0000', '', { countryCode: '+44', digits: '2079460000' }],
		['Tel: +44 (0)20 7946 0000', '', { countryCode: '+44', digits: '2079460000' }],
		['+1 212 555 0147 ext. 12', '', { countryCode: '+1', digits: '2125550147' }],
		['212-555-0147 x12', '+1', { countryCode: '+1', digits: '2125550147' }],
		['tel:+12125550147;ext=12', '', { countryCode: '+1', digits: '2125550147' }],
		['+1 212 555 0147, Extension 4', '', { countryCode: '+1', digits: '2125550147' }],
		// In North America only, a number with its country code cannot be a national one.
		['15551234567', '+1', { countryCode: '+1', digits: '5551234567' }],
		['1 (555) 123-4567', '001', { countryCode: '+1', digits: '5551234567' }],
		['1 264 555 0147', '+1264', { countryCode: '+1264', digits: '5550147' }],
		['1555123456', '+1', { countryCode: '+1', digits: '1555123456' }],
		['4930123456', '+49', { countryCode: '+49', digits: '4930123456' }],
		['15551234567', '', { digits: '15551234567' }],
		// Copied text can contain invisible characters.
		['\u202a+44 20 7946 0000\u202c', '', { countryCode: '+44', digits: '2079460000' }],
		['\u200e212 555\u00ad0147', '\u2066+1\u2069', { countryCode: '+1', digits: '2125550147' }],
	])('reads the phone number %j with the country code %j', (number, code, expected) => {
		expect(readPhone(number, code)).toEqual({ countryCode: '', digits: '', ...expected });
	});

	it.each([
		['call me', '', 'Phone "call me" is not a number'],
		['n/a', '', 'Phone "n/a" is not a number'],
		['-', '+1', 'Phone "-" is not a number'],
		['ext 12', '+1', 'Phone "ext 12" is not a number'],
		['+44', '', 'is not a number with the country code +44'],
		['+44 (0)', '', 'is not a number with the country code +44'],
		['', 'UK', 'Phone Country Code "UK" is not a country code'],
		['+44 20 7946 0000', '+1', 'is not a number with the country code +1'],
		['123', '12345', 'is not a country code'],
	])('rejects the phone number %j with the country code %j', (number, code, message) => {
		expect(() => readPhone(number, code)).toThrow(message);
	});

	it.each([
		{ phone: '+1 212 555 0147', countryCode: '+1', digits: '2125550147' },
		{ phone: '+7 912 345 67 89', countryCode: '+7', digits: '9123456789' },
		{ phone: '+34 912 345 678', countryCode: '+34', digits: '912345678' },
		{ phone: '+351 912 345 678', countryCode: '+351', digits: '912345678' },
		{ phone: '+36 1 234 5678', countryCode: '+36', digits: '12345678' },
		{ phone: '+372 512 3456', countryCode: '+372', digits: '5123456' },
		{ phone: '+420 601 123 456', countryCode: '+420', digits: '601123456' },
		{ phone: '+43 664 1234567', countryCode: '+43', digits: '6641234567' },
	])('separates the country code $countryCode from $phone', ({ phone, countryCode, digits }) => {
		expect(readPhone(phone, '')).toEqual({ countryCode, digits });
	});

	it('advises to leave Phone empty instead of "n/a"', () => {
		const { description } = failureOf(() => readPhone('n/a', ''));
		expect(description).toContain('For a person without a phone number, leave Phone empty.');
	});

	it('rejects a phone number with 200,000 spaces without a long computation', () => {
		expect(() => readPhone(`${' '.repeat(100_000)}a`.repeat(2), '')).toThrow('is not a number');
	});

	it('returns only digits, or rejects the phone number with advice, for any input', () => {
		const phones = fc.string({ unit: fc.constantFrom(...'+0123456789 ().-/x#;'), maxLength: 20 });
		fc.assert(
			fc.property(phones, phones, (number, code) => {
				try {
					const phone = readPhone(number, code);
					expect(phone.digits).toMatch(/^\d*$/);
					expect(phone.countryCode).toMatch(/^(?:\+\d{1,4})?$/);
				} catch (error) {
					expect(error).toHaveProperty('description');
				}
			}),
		);
	});
});

describe('readEmail', () => {
	it.each([
		'ann@example.com',
		' ann+webinar@example.co.uk ',
		"o'brien@example.com",
		'李雷@例子.中国',
		'ann@example.com\u200b',
		'\ufeff ann@example.com \u200e',
		'\u202aann@example.com\u202c',
	])('accepts %j, and removes invisible characters around it', (text) => {
		expect(readEmail(text)).toBe(text.replaceAll(/[\s\p{C}]/gu, ''));
	});

	it.each([
		['ann', ''],
		['ann@', ''],
		['@example.com', ''],
		['ann@example', ''],
		['ann@@example.com', ''],
		['ann @example.com', ''],
		['ann@.com', ''],
		['<ann@example.com>', ': it contains an angle bracket'],
		['mailto:ann@example.com', ': it begins with mailto'],
		['ann@example.com;', ': it ends with a semicolon or comma'],
		['ann@exa\u200bmple.com', ': it contains an invisible character'],
	])('rejects the email address %j%s', (text, fault) => {
		expect(() => readEmail(text)).toThrow(`"${text}" is not an email address${fault}`);
	});

	it('rejects an email address with 400,000 invisible characters without a long computation', () => {
		expect(() => readEmail(`${'\u200b'.repeat(200_000)}x${' '.repeat(200_000)}x`)).toThrow('is not');
	});

	it.each(['  ', '\u200b'])('reports a missing email address for only invisible characters: %j', (text) => {
		expect(() => readEmail(text)).toThrow('Email is missing');
	});
});
