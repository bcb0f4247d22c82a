import { byId } from '../support/harness';
import { aNumber, containing } from '../support/matchers';
import { useOwnAccount } from '../support/ownAccount';

const account = useOwnAccount();

const webinar1 = { resource: 'live', webinarId: byId(1) };
const register = { ...webinar1, operation: 'register', firstName: 'Ann', email: 'ann@example.com' };

it('registers for a past session of an automated webinar by its ID, because it is a replay', async () => {
	const sessions = [{ kind: 'once', schedule: 1051, daysAhead: -2, time: '07:00' }] as const;
	account.changeWebinar(105, { sessions });
	const automated = { ...register, resource: 'automated', webinarId: byId(105), schedule: byId(1051) };
	await account.run(automated);
	expect(account.countRequests('automated/register')).toBe(1);
});

describe('a list that the service writes as an object with numbered keys', () => {
	const detail = {
		webinar_id: 1,
		webinar_hash: 'kvn1042',
		name: 'Onboarding',
		title: 'Get started in one hour',
		type: 'Single presentation',
		timezone: 'America/New_York',
		schedules: {
			'1': { date: '2026-03-07 14:00', schedule: 11, comment: 'Saturday' },
			'3': { date: '2026-03-08 14:00', schedule: 12, comment: 'Sunday' },
		},
	};

	it('reads sessions from an object with numbered keys, and registers for the next one', async () => {
		account.respondWith('webinar', { webinar: detail });
		await account.expectOutput({ ...webinar1, operation: 'get' }, [
			{ schedules: [{ schedule: 11 }, { schedule: 12 }] },
		]);
		await account.expectOutput({ ...register, schedule: byId('next') }, [{ schedule: 11 }]);
	});

	it('reads webinars from an object with numbered keys, in Get Many and in the trigger', async () => {
		account.respondWith('webinars', {
			webinars: {
				'0': { ...detail, schedules: { '2': 'Sat, 7 Mar 2026, 02:00 PM' } },
				'4': { ...detail, webinar_id: 2, schedules: [] },
			},
		});
		const webinars = await account.getOutput({ resource: 'live', operation: 'getAll', returnAll: true });
		expect(webinars.map(({ webinar_id }) => webinar_id)).toEqual([1, 2]);
		const published = await account.runTriggerManually({ resource: 'live', event: 'webinarPublished' });
		expect(published).toHaveLength(2);
	});
});

describe('Attendee Consent', () => {
	const registerWithConsent = { ...register, options: { attendeeConsent: '={{ $json.consent }}' } };

	it.each(['y', 'Y', 'yes', 'on', 'ON ', '1', 1, 'true', true, ['I agree'], ['Yes'], ['No', 'I agree']])(
		'registers a contact whose consent is %j',
		async (consent) => {
			const ann = { email: 'ann@example.com', user_id: aNumber };
			await account.expectOutput(registerWithConsent, [ann], { items: [{ consent }] });
		},
	);

	it.each([
		'n',
		'no',
		'off',
		'0',
		0,
		'false',
		false,
		'',
		' ',
		null,
		undefined,
		[],
		[''],
		['No'],
		[false],
		['false'],
		[0],
		[null],
		['No', false],
	])('skips a contact whose consent is %j, and sends nothing', async (consent) => {
		await expect(account.getOutput(registerWithConsent, { items: [{ consent }] })).resolves.toEqual([
			{
				first_name: 'Ann',
				last_name: null,
				email: 'ann@example.com',
				skipped: true,
				reason: 'no consent',
			},
		]);
		expect(account.requestNames).toEqual([]);
	});

	it.each([
		['maybe', 'maybe'],
		[2, '2'],
		[{ yes: true }, 'object'],
		[[{ yes: true }], 'object'],
	])('fails before any request for the unclear consent %j', async (consent, shown) => {
		const message = `Attendee Consent must be true or false, not "${shown}"`;
		await account.expectError(registerWithConsent, message, { items: [{ consent }] });
		expect(account.requestNames).toEqual([]);
	});

	it('advises to map the checkbox if consent is the text of one of its options', async () => {
		const attendeeConsent = '={{ $json["Your consent"][0] }}';
		await account.expectError(
			{ ...register, options: { attendeeConsent } },
			{
				message: 'Attendee Consent must be true or false, not "I agree"',
				description: 'Drag "Your consent", the row above, to Attendee Consent.',
			},
			{ items: [{ 'Your consent': ['I agree'] }] },
		);
	});

	it('advises how to compare consent that is other text', async () => {
		const description =
			"Use a field that is true or false, or yes or no. For a checkbox of an n8n form, drag the checkbox, not the row below it. Compare other text, e.g. {{ $json.consent === 'I agree' }}.";
		await account.expectError(registerWithConsent, { description }, { items: [{ consent: 'I agree' }] });
	});
});

describe('SMS Consent', () => {
	it.each([
		[['No'], '0'],
		[[false], '0'],
		[['false'], '0'],
		[[0], '0'],
		[[], '0'],
		[['Yes'], '1'],
		[['Text me'], '1'],
	])('sends the checkbox value %j as the SMS consent %s', async (consent, sent) => {
		const additionalFields = { phone: '+49 30 123456', smsConsent: '={{ $json.consent }}' };
		await account.getOutput({ ...register, additionalFields }, { items: [{ consent }] });
		expect(account.sandbox.calls.at(-1)?.parameters).toMatchObject({ twilio_consent: sent });
	});
});

describe('the length of text', () => {
	const tooLong = 'x'.repeat(10_001);

	it.each([
		['First Name', { firstName: tooLong }],
		['Last Name', { additionalFields: { lastName: tooLong } }],
		['Email', { email: `${tooLong}@example.com` }],
		['Session', { schedule: byId(tooLong) }],
		['Name or Email Contains', { operation: 'getRegistrants', filters: { search: tooLong } }],
	])('fails without a request if %s has more than 10,000 characters', async (label, parameters) => {
		const message = `${label} is longer than 10000 characters`;
		const description = containing('it may use a whole file or page');
		await account.expectError({ ...register, ...parameters }, { message, description });
		expect(account.requestNames).toEqual([]);
	});

	it('sends a last name of 10,000 characters', async () => {
		const lastName = 'x'.repeat(10_000);
		await account.getOutput({ ...register, additionalFields: { lastName } });
		expect(account.sandbox.registrants[0]?.lastName).toBe(lastName);
	});
});

it('retries a failed read three times, with growing pauses of less than 10 seconds', async () => {
	account.sandbox.fail({ kind: 'answer', status: 503, times: 3 });
	await account.expectOutput({ ...webinar1, operation: 'get' }, [{ webinar_id: 1 }]);
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
