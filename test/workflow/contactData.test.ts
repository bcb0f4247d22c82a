import { byId, useHarness } from '../support/harness';
import { containing } from '../support/matchers';
import { live } from '../support/sandboxWebinars';

const harness = useHarness();

/** The webinar's phone number is optional. */
const register = { resource: 'live', operation: 'register', webinarId: byId(live.paid), firstName: 'Ann' };

/** Returns the parameters of a registration with these values. */
const registrationOf = (phone: string, phoneCountryCode = '') => ({
	...register,
	email: 'ann@example.com',
	additionalFields: { phone, phoneCountryCode, smsConsent: true },
});

describe('Phone and Phone Country Code', () => {
	it.each([
		{ phone: '+44 20 7946 0000', sent: ['+44', '2079460000'] },
		{ phone: '0044 20 7946 0000', sent: ['+44', '2079460000'] },
		{ phone: '+1 (212) 555-0147', sent: ['+1', '2125550147'] },
		{ phone: '+977 1 555 0147', sent: ['+977', '15550147'] },
		{ phone: '+7 912 345 67 89', sent: ['+7', '9123456789'] },
		{ phone: '+34 912 345 678', sent: ['+34', '912345678'] },
		{ phone: '+351 912 345 678', sent: ['+351', '912345678'] },
		{ phone: '(212) 555-0147', code: '+1', sent: ['+1', '2125550147'] },
		{ phone: '+1 264 555 0147', code: '1264', sent: ['+1264', '5550147'] },
		{ phone: '020 7946 0000', code: '0044', sent: ['+44', '02079460000'] },
		// A trunk zero in brackets is omitted after a country code.
		{ phone: '+44 (0)20 7946 0000', sent: ['+44', '2079460000'] },
		{ phone: '(0)20 7946 0000', code: '44', sent: ['+44', '2079460000'] },
		{ phone: '+44 20 (0) 7946', sent: ['+44', '2007946'] },
		// Links and address books write these forms. The service has no field for an extension.
		{ phone: 'tel:+44-20-7946-0000', sent: ['+44', '2079460000'] },
		{ phone: '+1 212 555 0147 ext. 12', sent: ['+1', '2125550147'] },
		{ phone: '212-555-0147 x12', code: '+1', sent: ['+1', '2125550147'] },
		{ phone: 'tel:+12125550147;ext=12', sent: ['+1', '2125550147'] },
		// In North America only, a number with its country code cannot be a national one.
		{ phone: '15551234567', code: '+1', sent: ['+1', '5551234567'] },
		{ phone: '1555123456', code: '+1', sent: ['+1', '1555123456'] },
		{ phone: '4930123456', code: '+49', sent: ['+49', '4930123456'] },
		// Copied text can contain invisible characters.
		{ phone: '\u202a+44 20 7946 0000\u202c', sent: ['+44', '2079460000'] },
		{ phone: '\u200e212 555\u00ad0147', code: '\u2066+1\u2069', sent: ['+1', '2125550147'] },
		// Spreadsheets put an apostrophe in front of a number.
		{ phone: "'+44 20 7946 0000", sent: ['+44', '2079460000'] },
		{ phone: '+４４ ２０ ７９４６ ００００', sent: ['+44', '2079460000'] },
		{ phone: '+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', sent: ['+966', '501234567'] },
		// The longest number that the service accepts has 15 digits.
		{ phone: '+49 1512 345678901', sent: ['+49', '1512345678901'] },
	])(
		'sends the phone number "$phone" with the country code "$code" as $sent',
		async ({ phone, code, sent }) => {
			await harness.getOutput(registrationOf(phone, code));
			const { phone_country_code, phone: digits } = harness.sandbox.calls.at(-1)?.parameters ?? {};
			expect([phone_country_code, digits]).toEqual(sent);
		},
	);

	it.each([
		{ phone: 'call me', message: 'Phone "call me" is not a number' },
		{ phone: 'n/a', message: 'Phone "n/a" is not a number' },
		{ phone: 'ext 12', message: 'Phone "ext 12" is not a number' },
		{ phone: '+44 (0)', message: containing('is not a number with the country code +44') },
		{ phone: '20 7946', code: 'UK', message: 'Phone Country Code "UK" is not a country code' },
		{
			phone: '+44 20 7946 0000',
			code: '+1',
			message: containing('is not a number with the country code +1'),
		},
		{ phone: '123', code: '12345', message: containing('is not a country code') },
		{ phone: '+49 1512 3456789012', message: containing('has 16 digits, but at most 15 are possible') },
		{ phone: '0044 44 20 7946 0000 7946 0000', message: containing('has 22 digits') },
	])(
		'fails without a request if the phone number is "$phone" with the country code "$code"',
		async ({ phone, code, message }) => {
			await harness.expectError(registrationOf(phone, code), message);
			expect(harness.requestNames).toEqual([]);
		},
	);

	it('advises leaving Phone empty if the phone number is "n/a"', async () => {
		const description = containing('For a person without a phone number, leave Phone empty.');
		await harness.expectError(registrationOf('n/a'), { description });
	});
});

describe('Email', () => {
	it.each([
		' ann+webinar@example.co.uk ',
		"o'brien@example.com",
		'李雷@例子.中国',
		'\ufeff ann@example.com \u200e',
		'\u202aann@example.com\u202c',
	])('sends the email address %j without spaces and invisible characters around it', async (email) => {
		await harness.getOutput({ ...register, webinarId: byId(live.oneSession), email });
		const { email: sent } = harness.sandbox.calls.at(-1)?.parameters ?? {};
		expect(sent).toBe(email.replaceAll(/[\s\p{C}]/gu, ''));
	});

	it.each([
		{ email: 'ann@', problem: '' },
		{ email: 'ann@example', problem: '' },
		{ email: 'ann@@example.com', problem: '' },
		{ email: 'ann @example.com', problem: '' },
		{ email: 'mailto:ann@example.com', problem: ': it begins with mailto' },
		{ email: 'ann@example.com;', problem: ': it ends with a semicolon or comma' },
		{ email: 'ann@exa\u200bmple.com', problem: ': it contains an invisible character' },
		{ email: 'sam;tom@example.com', problem: ': it contains a comma or a semicolon' },
		{ email: 'o&#039;brien@example.com', problem: ': it contains an HTML entity such as &amp;' },
		{ email: 'sam@example.c', problem: ': it does not end like .com or .co.uk' },
	])('fails without a request if the email address is "$email"$problem', async ({ email, problem }) => {
		await harness.expectError({ ...register, email }, `"${email}" is not an email address${problem}`);
		expect(harness.requestNames).toEqual([]);
	});

	it('looks for an email address in the registrant list although no mail server takes it', async () => {
		const listed = { ...register, operation: 'findRegistrant', email: 'sam..x@example.c' };
		expect(await harness.getOutput(listed)).toMatchObject([{ found: false, email: 'sam..x@example.c' }]);
	});
});

describe('IP Address', () => {
	const withIpAddress = (ipAddress: string) => ({
		...register,
		webinarId: byId(live.oneSession),
		email: 'ann@example.com',
		additionalFields: { ipAddress },
	});

	it('sends the first IP address of a list', async () => {
		await harness.getOutput(withIpAddress('unknown, 203.0.113.7:51234, 10.0.0.1'));
		expect(harness.sandbox.calls.at(-1)?.parameters.ip_address).toBe('203.0.113.7');
	});

	it('registers a person without an IP address if the value is not one, and says so in a hint', async () => {
		const { hints } = await harness.run(withIpAddress('unknown'));
		expect(harness.sandbox.calls.at(-1)?.parameters.ip_address).toBeUndefined();
		expect(hints).toContain(
			'IP Address contains no IP address, so the person was registered without it. (1 contact)',
		);
	});

	it('is not mentioned in a hint for a person who is skipped', async () => {
		await harness.getOutput(withIpAddress('203.0.113.7'));
		const skip = { ...withIpAddress('unknown'), options: { ifAlreadyRegistered: 'skip' } };
		const { output, hints } = await harness.run(skip);
		expect(output[0]?.json).toMatchObject({ skipped: true });
		expect(hints.join()).not.toContain('IP Address');
	});
});

describe('If Phone Is Invalid', () => {
	const withPhone = (phone: string, ifPhoneInvalid: string) => ({
		...register,
		webinarId: byId(live.oneSession),
		email: 'ann@example.com',
		options: { ifPhoneInvalid },
		additionalFields: { phone, phoneCountryCode: '' },
	});
	const leftOut = 'The phone number is invalid, so the person was registered without it. (1 contact)';
	const sentPhones = () =>
		harness.sandbox.calls
			.filter(({ operation }) => operation === 'register')
			.map(({ parameters }) => [parameters.phone_country_code, parameters.phone]);

	it('registers a person without a phone number of letters, and says so', async () => {
		const { hints } = await harness.run(withPhone('call me', 'leaveOut'));
		expect(sentPhones()).toEqual([[undefined, undefined]]);
		expect(hints).toContain(leftOut);
	});

	it('fails for an invalid phone number if the option is Fail', async () => {
		await harness.expectError(withPhone('call me', 'fail'), containing('Phone "call me" is not a number'));
		expect(sentPhones()).toEqual([]);
	});

	it('registers a person without the phone number that the service rejects', async () => {
		const errors = { phone: ['The phone is invalid.'] };
		harness.sandbox.fail({ kind: 'answer', status: 422, body: { errors }, operation: 'register' });
		const { output, hints } = await harness.run(withPhone('+49 30 123456', 'leaveOut'));
		expect(sentPhones()).toEqual([
			['+49', '30123456'],
			[undefined, undefined],
		]);
		expect(output[0]?.json).toMatchObject({ email: 'ann@example.com', skipped: false });
		expect(hints).toContain(leftOut);
	});

	it('fails for any other value', async () => {
		await harness.expectError(
			withPhone('call me', 'remove'),
			containing('is not an option of If Phone Is Invalid'),
		);
	});

	it('sends a phone number without a country code, and counts it in a hint', async () => {
		const { hints } = await harness.run(withPhone('030 123456', 'fail'));
		expect(sentPhones()).toEqual([[undefined, '030123456']]);
		expect(hints).toContain(
			'The phone number has no country code. If the webinar asks for a phone number, the service may reject the registration. (1 contact)',
		);
	});
});

describe('a name that a program wrote', () => {
	it('is sent unchanged, and a hint quotes only the piece that shows it', async () => {
		const items = [
			{ name: 'O&#039;Neil', last: 'Secret' },
			{ name: 'Ann', last: 'D&#039;Arcy' },
			{ name: 'Null', last: 'AT&T; Inc' },
		];
		const parameters = {
			...register,
			webinarId: byId(live.oneSession),
			firstName: '={{ $json.name }}',
			email: '={{ $json.name.length }}@example.com',
			additionalFields: { lastName: '={{ $json.last }}' },
		};
		const { hints } = await harness.run(parameters, { items });
		const names = harness.sandbox.registrants.map(({ firstName }) => firstName).sort();
		expect(names).toEqual(['Ann', 'Null', 'O&#039;Neil']);
		expect(hints).toEqual([
			'First Name or Last Name contains "&#039;", which a program wrote, not the person. The name was sent unchanged. Correct the name before this node. (2 contacts)',
		]);
	});
});
