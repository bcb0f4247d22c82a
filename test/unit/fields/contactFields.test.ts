import fc from 'fast-check';

import { readEmail, readPhone } from '../../../nodes/WebinarAccount/fields/contactFields';
import { failureOf } from '../../support/failure';

describe('readPhone', () => {
	it.each([
		{ number: '+44 20 7946 0000', code: '', expected: { countryCode: '+44', digits: '2079460000' } },
		{ number: '0044 20 7946 0000', code: '', expected: { countryCode: '+44', digits: '2079460000' } },
		{ number: '+1 (212) 555-0147', code: '', expected: { countryCode: '+1', digits: '2125550147' } },
		{ number: '+977 1 555 0147', code: '', expected: { countryCode: '+977', digits: '15550147' } },
		{ number: '(212) 555-0147', code: '+1', expected: { countryCode: '+1', digits: '2125550147' } },
		{ number: '+1 264 555 0147', code: '1264', expected: { countryCode: '+1264', digits: '5550147' } },
		{ number: '020 7946 0000', code: '', expected: { digits: '02079460000' } },
		{ number: '020 7946 0000', code: '0044', expected: { countryCode: '+44', digits: '02079460000' } },
		// A trunk zero in brackets is omitted after a country code.
		{ number: '+44 (0)20 7946 0000', code: '', expected: { countryCode: '+44', digits: '2079460000' } },
		{ number: '(+353) (0) 1 555 0147', code: '+353', expected: { countryCode: '+353', digits: '15550147' } },
		{ number: '0044 (0)20 7946 0000', code: '', expected: { countryCode: '+44', digits: '2079460000' } },
		{ number: '(0)20 7946 0000', code: '44', expected: { countryCode: '+44', digits: '2079460000' } },
		{ number: '+44 20 (0) 7946', code: '', expected: { countryCode: '+44', digits: '2007946' } },
		{ number: '', code: '+44', expected: { countryCode: '+44' } },
		{ number: '', code: '', expected: {} },
		// Links and address books write these forms. The service has no field for an extension.
		{ number: 'tel:+44-20-7946-0000', code: '', expected: { countryCode: '+44', digits: '2079460000' } },
		{ number: 'Tel: +44 (0)20 7946 0000', code: '', expected: { countryCode: '+44', digits: '2079460000' } },
		{ number: '+1 212 555 0147 ext. 12', code: '', expected: { countryCode: '+1', digits: '2125550147' } },
		{ number: '212-555-0147 x12', code: '+1', expected: { countryCode: '+1', digits: '2125550147' } },
		{ number: 'tel:+12125550147;ext=12', code: '', expected: { countryCode: '+1', digits: '2125550147' } },
		{
			number: '+1 212 555 0147, Extension 4',
			code: '',
			expected: { countryCode: '+1', digits: '2125550147' },
		},
		// In North America only, a number with its country code cannot be a national one.
		{ number: '15551234567', code: '+1', expected: { countryCode: '+1', digits: '5551234567' } },
		{ number: '1 (555) 123-4567', code: '001', expected: { countryCode: '+1', digits: '5551234567' } },
		{ number: '1 264 555 0147', code: '+1264', expected: { countryCode: '+1264', digits: '5550147' } },
		{ number: '1555123456', code: '+1', expected: { countryCode: '+1', digits: '1555123456' } },
		{ number: '4930123456', code: '+49', expected: { countryCode: '+49', digits: '4930123456' } },
		{ number: '15551234567', code: '', expected: { digits: '15551234567' } },
		// Copied text can contain invisible characters.
		{
			number: '\u202a+44 20 7946 0000\u202c',
			code: '',
			expected: { countryCode: '+44', digits: '2079460000' },
		},
		{
			number: '\u200e212 555\u00ad0147',
			code: '\u2066+1\u2069',
			expected: { countryCode: '+1', digits: '2125550147' },
		},
	])('reads the phone number "$number" with the country code "$code"', ({ number, code, expected }) => {
		expect(readPhone(number, code)).toEqual({ countryCode: '', digits: '', ...expected });
	});

	it.each([
		{ number: 'call me', code: '', message: 'Phone "call me" is not a number' },
		{ number: 'n/a', code: '', message: 'Phone "n/a" is not a number' },
		{ number: '-', code: '+1', message: 'Phone "-" is not a number' },
		{ number: 'ext 12', code: '+1', message: 'Phone "ext 12" is not a number' },
		{ number: '+44', code: '', message: 'is not a number with the country code +44' },
		{ number: '+44 (0)', code: '', message: 'is not a number with the country code +44' },
		{ number: '', code: 'UK', message: 'Phone Country Code "UK" is not a country code' },
		{ number: '+44 20 7946 0000', code: '+1', message: 'is not a number with the country code +1' },
		{ number: '123', code: '12345', message: 'is not a country code' },
	])('rejects the phone number "$number" with the country code "$code"', ({ number, code, message }) => {
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
	])(
		'splits $phone into the country code $countryCode and the number $digits',
		({ phone, countryCode, digits }) => {
			expect(readPhone(phone, '')).toEqual({ countryCode, digits });
		},
	);

	it('advises leaving Phone empty if the phone number is "n/a"', () => {
		const { description } = failureOf(() => readPhone('n/a', ''));
		expect(description).toContain('For a person without a phone number, leave Phone empty.');
	});

	it('rejects a phone number with 200,000 spaces without hanging', () => {
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
	])('accepts the email address %j, and removes surrounding spaces and invisible characters', (text) => {
		expect(readEmail(text)).toBe(text.replaceAll(/[\s\p{C}]/gu, ''));
	});

	it.each([
		{ text: 'ann', fault: '' },
		{ text: 'ann@', fault: '' },
		{ text: '@example.com', fault: '' },
		{ text: 'ann@example', fault: '' },
		{ text: 'ann@@example.com', fault: '' },
		{ text: 'ann @example.com', fault: '' },
		{ text: 'ann@.com', fault: '' },
		{ text: '<ann@example.com>', fault: ': it contains an angle bracket' },
		{ text: 'mailto:ann@example.com', fault: ': it begins with mailto' },
		{ text: 'ann@example.com;', fault: ': it ends with a semicolon or comma' },
		{ text: 'ann@exa\u200bmple.com', fault: ': it contains an invisible character' },
	])('rejects the email address "$text"$fault', ({ text, fault }) => {
		expect(() => readEmail(text)).toThrow(`"${text}" is not an email address${fault}`);
	});

	it('rejects an email address with 400,000 spaces and invisible characters without hanging', () => {
		expect(() => readEmail(`${'\u200b'.repeat(200_000)}x${' '.repeat(200_000)}x`)).toThrow('is not');
	});

	it.each(['  ', '\u200b'])(
		'reports a missing email address if the value has only invisible characters: %j',
		(text) => {
			expect(() => readEmail(text)).toThrow('Email is missing');
		},
	);
});
