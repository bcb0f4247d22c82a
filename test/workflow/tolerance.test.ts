import { byId } from '../support/harness';
import { aNumber, containing } from '../support/matchers';
import { useOwnAccount } from '../support/ownAccount';
import { live } from '../support/sandboxWebinars';

const account = useOwnAccount();

const oneWebinar = { resource: 'live', webinarId: byId(live.oneSession) };
const registerAnn = { ...oneWebinar, operation: 'register', firstName: 'Ann', email: 'ann@example.com' };

describe('Attendee Consent', () => {
	const registerWithConsent = { ...registerAnn, options: { attendeeConsent: '={{ $json.consent }}' } };

	it('registers each contact whose Attendee Consent means yes', async () => {
		const yes = ['y', 'Y', 'yes', 'on', 'ON ', '1', 1, 'true', true, ['I agree'], ['Yes'], ['No', 'I agree']];
		const items = yes.map((consent, index) => ({ consent, email: `${index}@example.com` }));
		const output = await account.getOutput(
			{ ...registerWithConsent, email: '={{ $json.email }}' },
			{ items },
		);
		const registered = output.map((row, index) => ({ consent: yes[index], user_id: row.user_id }));
		expect(registered).toEqual(yes.map((consent) => ({ consent, user_id: aNumber })));
	});

	it('skips each contact, without a request, whose Attendee Consent does not mean yes', async () => {
		const unlisted = ['n', 'no', 'off', '0', 0, 'false', false, '', ' ', null, undefined];
		const no = [...unlisted, [], [''], ['No'], [false], ['false'], [0], [null], ['No', false]];
		const output = await account.getOutput(registerWithConsent, {
			items: no.map((consent) => ({ consent })),
		});
		const skipped = {
			first_name: 'Ann',
			last_name: null,
			email: 'ann@example.com',
			skipped: true,
			reason: 'no consent',
		};
		expect(output.map((row, index) => ({ consent: no[index], ...row }))).toEqual(
			no.map((consent) => ({ consent, ...skipped })),
		);
		expect(account.requestNames).toEqual([]);
	});

	it.each([
		{ consent: 'maybe', shown: '"maybe"' },
		{ consent: 2, shown: '"2"' },
		{ consent: { yes: true }, shown: 'a list or an object' },
		{ consent: [{ yes: true }], shown: 'a list or an object' },
	])(
		'fails without a request if Attendee Consent is the unclear value $consent',
		async ({ consent, shown }) => {
			const message = `Attendee Consent must be true or false, not ${shown}`;
			await account.expectErrorWithoutRequest(registerWithConsent, message, { items: [{ consent }] });
		},
	);

	it('advises mapping the checkbox itself if the expression reads one of its entries', async () => {
		const attendeeConsent = '={{ $json["Your consent"][0] }}';
		await account.expectError(
			{ ...registerAnn, options: { attendeeConsent } },
			{
				message: 'Attendee Consent must be true or false, not "I agree"',
				description: containing('drag the checkbox itself, not an entry below it.'),
			},
			{ items: [{ 'Your consent': ['I agree'] }] },
		);
	});

	it('advises comparing the value with a text if Attendee Consent is another text', async () => {
		const description =
			"Use an input field that contains true or false, or yes or no. For a checkbox in an n8n form, drag the checkbox itself, not an entry below it. For other text, use a comparison such as {{ $json.consent === 'I agree' }}. Check the expression {{ $json.consent }} in Attendee Consent.";
		await account.expectError(registerWithConsent, { description }, { items: [{ consent: 'I agree' }] });
	});
});

describe('SMS Consent', () => {
	it.each([
		{ consent: ['No'], sent: '0' },
		{ consent: [], sent: '0' },
		{ consent: ['Yes'], sent: '1' },
		{ consent: ['Text me'], sent: '1' },
	])(
		'sends twilio_consent: $sent if SMS Consent is the checkbox value $consent',
		async ({ consent, sent }) => {
			const additionalFields = { phone: '+49 30 123456', smsConsent: '={{ $json.consent }}' };
			await account.getOutput({ ...registerAnn, additionalFields }, { items: [{ consent }] });
			expect(account.sandbox.calls.at(-1)?.parameters).toMatchObject({ twilio_consent: sent });
		},
	);
});

describe('the maximum length of a text', () => {
	const tooLong = 'x'.repeat(10_001);

	it.each([
		{ label: 'First Name', parameters: { firstName: tooLong } },
		{ label: 'Session', parameters: { schedule: byId(tooLong) } },
		{
			label: 'Name or Email Contains',
			parameters: { operation: 'getRegistrants', filters: { search: tooLong } },
		},
	])('fails without a request if $label has more than 10,000 characters', async ({ label, parameters }) => {
		const message = `${label} is longer than 10000 characters`;
		const description = containing('The value may be a whole file or page');
		await account.expectErrorWithoutRequest({ ...registerAnn, ...parameters }, { message, description });
	});

	it('sends a last name of 10,000 characters', async () => {
		const lastName = 'x'.repeat(10_000);
		await account.getOutput({ ...registerAnn, additionalFields: { lastName } });
		expect(account.sandbox.registrants[0]?.lastName).toBe(lastName);
	});
});

describe('a failed request', () => {
	it('retries a failed read three times, waiting longer each time but less than 10 seconds', async () => {
		account.sandbox.fail({ kind: 'answer', status: 503, times: 3 });
		await account.expectOutput({ ...oneWebinar, operation: 'get' }, [{ webinar_id: live.oneSession }]);
		expect(account.sandbox.calls).toHaveLength(4);
		const [firstRequest = 0, firstRetry = 0, secondRetry = 0, thirdRetry = 0] = account.sandbox.calls.map(
			({ at }) => at / 1000,
		);
		const firstPause = firstRetry - firstRequest;
		const secondPause = secondRetry - firstRetry;
		const thirdPause = thirdRetry - secondRetry;
		expect(firstPause).toBeGreaterThan(0.2);
		expect(secondPause).toBeGreaterThan(firstPause);
		expect(thirdPause).toBeGreaterThan(secondPause);
		expect(thirdPause).toBeLessThan(10);
	});
});
