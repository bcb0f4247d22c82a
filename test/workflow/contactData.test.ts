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

// test/unit/fields/contactData.test.ts lists the forms in which phone numbers and email addresses are written.
describe('Phone and Phone Country Code', () => {
	it('sends a phone number without brackets, and its country code with a plus sign', async () => {
		await harness.getOutput(registrationOf('(212) 555-0147', '1'));
		const sent = harness.sandbox.calls.at(-1)?.parameters;
		expect(sent).toMatchObject({ phone_country_code: '+1', phone: '2125550147' });
	});

	it('advises leaving Phone empty if the phone number is "n/a"', async () => {
		const description = containing('For a person without a phone number, leave Phone empty.');
		await harness.expectError(registrationOf('n/a'), { description });
	});
});

describe('Email', () => {
	it('sends the email address without spaces and invisible characters around it', async () => {
		const email = '\ufeff ann@example.com \u200e';
		await harness.getOutput({ ...register, webinarId: byId(live.oneSession), email });
		expect(harness.sandbox.calls.at(-1)?.parameters.email).toBe('ann@example.com');
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
		expect(hints).toContain('IP Address contains no IP address, so the person was registered without it.');
	});
});

describe('If Phone Is Invalid', () => {
	const withPhone = (phone: string, ifPhoneInvalid: string, phoneCountryCode = '') => ({
		...register,
		webinarId: byId(live.oneSession),
		email: 'ann@example.com',
		options: { ifPhoneInvalid },
		additionalFields: { phone, phoneCountryCode },
	});
	const leftOut = 'The phone number is invalid, so the person was registered without it.';
	const sentPhones = () =>
		harness.sandbox.calls
			.filter(({ operation }) => operation === 'register')
			.map(({ parameters }) => [parameters.phone_country_code, parameters.phone]);

	it('registers a person without a phone number of letters and its country code, and says so', async () => {
		const { hints } = await harness.run(withPhone('call me', 'leaveOut', '+49'));
		expect(sentPhones()).toEqual([[undefined, undefined]]);
		expect(hints).toContain(leftOut);
	});

	it('fails for an invalid phone number if the option is Fail', async () => {
		await harness.expectError(withPhone('call me', 'fail'), containing('Phone "call me" is not a number'));
		expect(sentPhones()).toEqual([]);
	});

	const rejectOnce = (body: object) =>
		harness.sandbox.fail({ kind: 'answer', status: 422, body, operation: 'register' });

	it.each([
		{ errors: { phone: ['The phone is invalid.'] } },
		{ errors: { phone_number: ['The number is invalid.'] } },
		{ message: 'Invalid phone number' },
	])('registers a person without the phone number that the service rejects with %j', async (body) => {
		rejectOnce(body);
		const { output, hints } = await harness.run(withPhone('+49 30 123456', 'leaveOut'));
		expect(sentPhones()).toEqual([
			['+49', '30123456'],
			[undefined, undefined],
		]);
		expect(output[0]?.json).toMatchObject({ email: 'ann@example.com', skipped: false });
		expect(hints).toContain(leftOut);
	});

	it('registers a person without a country code that the service rejects because Phone is empty', async () => {
		rejectOnce({ errors: { phone_country_code: ['The phone country code is invalid.'] } });
		const { output } = await harness.run(withPhone('', 'leaveOut', '+1'));
		expect(sentPhones()).toEqual([
			['+1', undefined],
			[undefined, undefined],
		]);
		expect(output[0]?.json).toMatchObject({ skipped: false });
	});

	it('says that the phone number was left out if the registration without it fails, but is listed', async () => {
		rejectOnce({ errors: { phone: ['The phone is invalid.'] } });
		harness.sandbox.fail({ kind: 'resetAfter', operation: 'register' });
		const { output, hints } = await harness.run(withPhone('+49 30 123456', 'leaveOut'));
		expect(output[0]?.json).toMatchObject({ email: 'ann@example.com', skipped: false });
		expect(hints).toContain(leftOut);
	});

	it('says what was wrong with the phone number if the service rejects the registration without it too', async () => {
		rejectOnce({ errors: { phone: ['The phone is invalid.'] } });
		rejectOnce({ errors: { phone: ['The phone is required.'] } });
		const { hints, output } = await harness.run(withPhone('+49 30 123456', 'leaveOut'), {
			onError: 'continueRegularOutput',
		});
		expect(output[0]?.json.error).toEqual(
			containing('Phone: The phone is invalid. Phone: The phone is required.'),
		);
		expect(hints).toEqual([]);
	});

	it('does not try without the phone number if the service rejects another value too', async () => {
		rejectOnce({ errors: { email: ['The email is blocked.'], phone: ['The phone is invalid.'] } });
		const message = containing('Email: The email is blocked. Phone: The phone is invalid.');
		await harness.expectError(withPhone('+49 30 123456', 'leaveOut'), message);
		expect(sentPhones()).toEqual([['+49', '30123456']]);
	});

	it('does not say that a phone number has no country code if the service rejected it, and it was left out', async () => {
		rejectOnce({ errors: { phone: ['The phone is invalid.'] } });
		const { hints } = await harness.run(withPhone('030 123456', 'leaveOut'));
		expect(hints).toEqual([leftOut]);
	});

	it('does not register a person a second time if the service failed and named the phone number', async () => {
		const errors = { phone: ['The phone is invalid.'] };
		harness.sandbox.fail({ kind: 'answer', status: 500, body: { errors }, operation: 'register' });
		const message = containing('The person may have been registered, but the service failed');
		await harness.expectError(withPhone('+49 30 123456', 'leaveOut'), message);
		expect(sentPhones()).toEqual([['+49', '30123456']]);
	});

	it('fails for any other value of the option', async () => {
		const message = containing('is not an option of If Phone Is Invalid');
		await harness.expectError(withPhone('call me', 'remove'), message);
	});

	it('sends a phone number without a country code, and says so in a hint', async () => {
		const { hints } = await harness.run(withPhone('030 123456', 'fail'));
		expect(sentPhones()).toEqual([[undefined, '030123456']]);
		expect(hints).toContain(
			'The phone number has no country code. If the webinar asks for a phone number, the service may reject the registration.',
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
			'First Name or Last Name contains "&#039;", which a program wrote, not the person. The name was not changed. Correct the name before this node. (item 0 and item 1)',
		]);
	});
});
