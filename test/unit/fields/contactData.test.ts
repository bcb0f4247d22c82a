import {
	contactHints,
	firstIpAddress,
	machineWrittenPiece,
	readEmail,
	readListedEmail,
	readPhone,
} from '../../../nodes/WebinarAccount/fields/contactData';
import { emailTools } from '../../../nodes/WebinarAccount/webinars/emailTools';
import { failureOf } from '../../support/failure';

describe('readEmail', () => {
	it.each([
		"o'brien+x@sub.example.co.uk",
		'1@2.de',
		'sam@xn--exmple-cua.de',
		'sam@example.xn--p1ai',
		'SAM@EXAMPLE.COM',
		'sam.x-.y@example.com',
		'-sam-@ex-ample.com',
		'#!$%&*/=?^_`{|}~sam@example.museum',
		'AT&T@example.com',
		'李雷@例子.中国',
		'josé@bücher.de',
		'राम@उदाहरण.भारत',
		`${'x'.repeat(242)}@example.com`,
	])('takes the email address %s', (email) => {
		expect(readEmail(`\u200b ${email} \u200b`)).toBe(email);
	});

	const A_COMMA = 'it contains a comma or a semicolon';
	const BRACKET = 'it contains a bracket';
	const ENTITY = 'it contains an HTML entity such as &amp;';
	const WRONG_END = 'it does not end like .com or .co.uk';
	const WRONG_CHARACTER =
		'the part after the @ contains a character other than letters, digits, dots and hyphens';
	const HYPHEN = 'a part of its domain begins or ends with a hyphen';
	it.each([
		{ email: 'sam;tom@example.com', problem: A_COMMA },
		{ email: 'sam..x@example.com', problem: 'it contains two dots in a row' },
		{ email: 'sam@example..com', problem: 'it contains two dots in a row' },
		{ email: '.sam@example.com', problem: 'the part before the @ begins or ends with a dot' },
		{ email: 'sam.@example.com', problem: 'the part before the @ begins or ends with a dot' },
		{ email: 'sam@example.com.', problem: 'the part after the @ begins or ends with a dot' },
		{ email: '(sam@example.com', problem: BRACKET },
		{ email: 'sam@[192.0.2.1]', problem: BRACKET },
		{ email: 'sam:x@example.com', problem: 'it contains a colon' },
		{ email: '"sam"@example.com', problem: 'it contains a backslash or a double quote' },
		{ email: 'sam\\x@example.com', problem: 'it contains a backslash or a double quote' },
		{ email: 'o&#039;brien@example.com', problem: ENTITY },
		{ email: 'sam&amp;tom@example.com', problem: ENTITY },
		{ email: 'sam@example.c', problem: WRONG_END },
		{ email: 'sam@example.中', problem: WRONG_END },
		{ email: 'sam@192.0.2.10', problem: WRONG_END },
		{ email: 'sam@example.com1', problem: WRONG_END },
		{ email: 'sam@exa_mple.com', problem: WRONG_CHARACTER },
		{ email: 'sam@example.com/x', problem: WRONG_CHARACTER },
		{ email: 'sam@-example.com', problem: HYPHEN },
		{ email: 'sam@example-.com', problem: HYPHEN },
		{ email: `${'x'.repeat(243)}@example.com`, problem: 'it is longer than 254 characters' },
		{ email: 'sam<sam@example.com>', problem: 'it contains an angle bracket' },
		{ email: 'mailto:sam@example.com', problem: 'it begins with mailto' },
		{ email: 'sam@exa\u200bmple.com', problem: 'it contains an invisible character' },
	])('rejects the email address $email, because $problem', ({ email, problem }) => {
		expect(failureOf(() => readEmail(email)).message).toContain(`is not an email address: ${problem}`);
	});

	it.each(['sam', 'sam@', '@example.com', 'sam@example', 'sam@@example.com', 'sam tom@example.com'])(
		'rejects "%s" as an email address',
		(text) => {
			expect(failureOf(() => readEmail(text)).message).toBe(`"${text}" is not an email address`);
		},
	);

	it('does not hang on 10,000 characters of any kind', () => {
		for (const character of '.@-&;#x1(') {
			const text = `sam@${character.repeat(10_000)}`;
			expect(() => readEmail(text)).toThrow('is not an email address');
			expect(() => readListedEmail(`${text} `)).toThrow(/is not an email address|^$/);
		}
	});
});

describe('readListedEmail', () => {
	it.each([
		'sam;tom@example.com',
		'sam..x@example.com',
		'sam@example.c',
		'sam@192.0.2.1',
		'o&#039;b@example.com',
	])('takes the email address %s, because the registrant list may contain it', (email) => {
		expect(readListedEmail(email)).toBe(email);
	});

	it.each([
		'sam',
		'sam@example',
		'sam@example.com tom',
		'sam@example..com',
		'mailto:sam@example.com',
		'sam@example.com;',
	])('rejects "%s" as an email address', (text) => {
		expect(failureOf(() => readListedEmail(text)).message).toContain(`"${text}" is not an email address`);
	});
});

describe('readPhone', () => {
	it.each([
		{ phone: '0044 20 7946 0000', expected: '+44 2079460000' },
		{ phone: '+0044 20 7946 0000', expected: '+44 2079460000' },
		{ phone: '+1 (212) 555-0147', expected: '+1 2125550147' },
		{ phone: '+977 1 555 0147', expected: '+977 15550147' },
		{ phone: '+7 912 345 67 89', expected: '+7 9123456789' },
		{ phone: '+1 264 555 0147', code: '1264', expected: '+1264 5550147' },
		{ phone: '020 7946 0000', code: '0044', expected: '+44 02079460000' },
		// A trunk zero in brackets is omitted after a country code.
		{ phone: '+44 (0)20 7946 0000', expected: '+44 2079460000' },
		{ phone: '0044 (0)20 7946 0000', expected: '+44 2079460000' },
		{ phone: '(0)20 7946 0000', code: '44', expected: '+44 2079460000' },
		{ phone: '(0)20 7946 0000', expected: ' 02079460000' },
		{ phone: '+44 (20) 7946 0000', expected: '+44 2079460000' },
		{ phone: '+44 20 (0) 7946', expected: '+44 2007946' },
		// Links and address books write these forms. The service has no field for an extension.
		{ phone: 'tel:+44-20-7946-0000', expected: '+44 2079460000' },
		{ phone: '+1 212 555 0147 ext. 12', expected: '+1 2125550147' },
		{ phone: 'tel:+12125550147;ext=12', expected: '+1 2125550147' },
		// In North America only, a number with its country code cannot be a national one.
		{ phone: '15551234567', code: '+1', expected: '+1 5551234567' },
		{ phone: '1555123456', code: '+1', expected: '+1 1555123456' },
		{ phone: '31201234567', code: '+31', expected: '+31 31201234567' },
		// Copied text can contain invisible characters.
		{ phone: '\u200e212 555\u00ad0147', code: '\u2066+1\u2069', expected: '+1 2125550147' },
		// Spreadsheets put an apostrophe in front of a number.
		{ phone: "'+44 20 7946 0000", expected: '+44 2079460000' },
		{ phone: '+４４ ２０ ７９４６ ００００', expected: '+44 2079460000' },
		{ phone: '＋８１（０）９０－１２３４－５６７８', expected: '+81 9012345678' },
		{ phone: '+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', expected: '+966 501234567' },
		// Mathematical digits follow each other in five styles without a gap.
		{ phone: '+𝟒𝟒 𝟸𝟶 𝟕𝟗𝟒𝟔 𝟘𝟘𝟘𝟘', expected: '+44 2079460000' },
		{ phone: '+49 1512 345678901', expected: '+49 1512345678901' },
		{ phone: '123456789012345', expected: ' 123456789012345' },
		{ phone: '', code: '44', expected: '+44 ' },
	])(
		'splits the phone number "$phone" with the code "$code" into "$expected"',
		({ phone, code, expected }) => {
			const { countryCode, digits } = readPhone(phone, code ?? '');
			expect(`${countryCode} ${digits}`).toBe(expected);
		},
	);

	it.each([7, 27, 30, 39, 353, 40, 420, 49, 51, 58, 590, 60, 66, 670, 86, 98])(
		'splits off the country code +%i',
		(code) => {
			expect(readPhone(`+${code} 5550147`, '')).toEqual({ countryCode: `+${code}`, digits: '5550147' });
		},
	);

	it.each([
		{ phone: '+49 1512 3456789012', length: 16 },
		{ phone: '1234567890123456', length: 16 },
		{ phone: '12345678901234', code: '+49', length: 16 },
		{ phone: '+44 20 7946 0000 / 44 20 7946 0001', length: 24 },
	])('rejects the phone number "$phone" with $length digits', ({ phone, code, length }) => {
		const { message, description } = failureOf(() => readPhone(phone, code ?? ''));
		expect(message).toBe(
			`Phone "${phone}" has ${length} digits, but at most 15 are possible, including the country code`,
		);
		expect(description).toBe('Check whether the field contains two numbers, or the country code twice.');
	});

	it.each([
		{ phone: '+44 20 7946 0000', code: '+1', problem: 'is not a number with the country code +1' },
		{ phone: '123', code: '+049', problem: 'Phone Country Code "+049" is not a country code' },
		{ phone: '123', code: '12345', problem: 'Phone Country Code "12345" is not a country code' },
	])('rejects the phone number "$phone" with the country code "$code"', ({ phone, code, problem }) => {
		expect(failureOf(() => readPhone(phone, code)).message).toContain(problem);
	});

	it.each([
		"'",
		'n/a',
		'-',
		'+044 20 7946 0000',
		'ext 12',
		'+44+44 20 7946 0000',
		'五五五',
		'555²',
		'30123456,5',
		'+44',
		'+44 (0)',
		'00',
	])('rejects "%s", because it is not a phone number', (phone) => {
		expect(failureOf(() => readPhone(phone, '')).message).toBe(`Phone "${phone}" is not a number`);
	});
});

describe('firstIpAddress', () => {
	it.each([
		{ text: '203.0.113.7', expected: '203.0.113.7' },
		{ text: '203.0.113.7, 10.0.0.1', expected: '203.0.113.7' },
		{ text: 'unknown, 203.0.113.7', expected: '203.0.113.7' },
		{ text: '203.0.113.7:51234', expected: '203.0.113.7' },
		{ text: '2001:db8::1', expected: '2001:db8::1' },
		{ text: '[2001:db8::1]:443, 10.0.0.1', expected: '2001:db8::1' },
		{ text: '::ffff:203.0.113.7', expected: '::ffff:203.0.113.7' },
		{ text: '203.0.113.256,198.51.100.4', expected: '198.51.100.4' },
		{ text: 'unknown', expected: '' },
		{ text: '::1]:80/a', expected: '' },
		{ text: '', expected: '' },
	])('returns "$expected" for "$text"', ({ text, expected }) => {
		expect(firstIpAddress(text)).toBe(expected);
	});
});

describe('machineWrittenPiece', () => {
	it.each([
		{ name: 'O&#039;Neil', piece: '&#039;' },
		{ name: 'O&rsquo;Neil', piece: '&rsquo;' },
		{ name: 'M&Uuml;ller', piece: '&Uuml;' },
		{ name: 'Jos\uFFFD', piece: '\uFFFD' },
		{ name: '{{contact.first_name}}', piece: '{{contact.first_name}}' },
		{
			name: '{{ contact.first_name | default: "you" }} Smith',
			piece: '{{ contact.first_name | default: "you" }}',
		},
		{ name: '*|MMERGE3|*', piece: '*|MMERGE3|*' },
		{ name: 'Ann %LASTNAME%', piece: '%LASTNAME%' },
		{ name: '[firstname,fallback=there]', piece: '[firstname,fallback=there]' },
		{ name: 'undefined', piece: 'undefined' },
		{ name: 'null', piece: 'null' },
	])('finds "$piece" in the name "$name"', ({ name, piece }) => {
		expect(machineWrittenPiece(name)).toBe(piece);
	});

	const mergeFields = Object.values(emailTools).flatMap(({ firstName, lastName, email }) => [
		firstName,
		lastName,
		email,
	]);
	it.each(mergeFields)('finds the merge field %s in a name', (mergeField) => {
		expect(machineWrittenPiece(`Ann ${mergeField}`)).toBe(mergeField);
	});

	it.each([
		'Null',
		'Undefined',
		'NULL',
		'Ann null',
		'AT&T; Inc',
		'R&D; Team',
		'Marks&Spencer; Ltd',
		'René & Co',
		'Ann 😀 李',
		'Ann [Sales]',
		'Ann (Annie) {Ben}',
		'100% Ann 100%',
		'M%C3%BCller',
		'~Ann~',
		'#1 Ann #2',
		'',
	])('finds nothing in the name "%s"', (name) => {
		expect(machineWrittenPiece(name)).toBeUndefined();
	});
});

describe('contactHints', () => {
	it.each([{ firstName: 'O&#039;Neil' }, { firstName: 'Ann', lastName: 'O&#039;Neil' }])(
		'quotes only the piece of a name that a program wrote: %j',
		(names) => {
			expect(contactHints(names)).toContainEqual([
				true,
				'First Name or Last Name contains "&#039;", which a program wrote, not the person. The name was not changed. Correct the name before this node.',
			]);
		},
	);

	it.each([
		{ phone: '30123456', phoneCountryCode: '', applies: true },
		{ phone: '30123456', phoneCountryCode: '+49', applies: false },
		{ phone: '', phoneCountryCode: '', applies: false },
	])('says that a phone number has no country code: %j', ({ applies, ...phone }) => {
		const hint = contactHints(phone).find(([, text]) => text.includes('no country code'));
		expect(hint?.[0]).toBe(applies);
	});
});
