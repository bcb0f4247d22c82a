import { byId } from '../support/harness';
import { aNumber, containing } from '../support/matchers';
import { useOwnAccount } from '../support/ownAccount';

const account = useOwnAccount();

const watched = { resource: 'live', webinarId: byId(1) };
const register = { ...watched, operation: 'register', firstName: 'Ann', email: 'ann@example.com' };

it('a session that is over is found by its ID in an automated webinar, where it is a replay', async () => {
	const sessions = [{ kind: 'once', schedule: 1051, daysAhead: -2, time: '07:00' }] as const;
	account.change(105, { sessions });
	const automated = { ...register, resource: 'automated', webinarId: byId(105), schedule: byId(1051) };
	await account.run(automated);
	expect(account.count('automated/register')).toBe(1);
});

describe('a list that the service writes as an object with numbers', () => {
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
	it('is one of sessions, of which the next is booked', async () => {
		account.succeed('webinar', { webinar: detail });
		await account.gives({ ...watched, operation: 'get' }, [
			{ schedules: [{ schedule: 11 }, { schedule: 12 }] },
		]);
		await account.gives({ ...register, schedule: byId('next') }, [{ schedule: 11 }]);
	});

	it('is one of webinars', async () => {
		account.succeed('webinars', {
			webinars: {
				'0': { ...detail, schedules: { '2': 'Sat, 7 Mar 2026, 02:00 PM' } },
				'4': { ...detail, webinar_id: 2, schedules: [] },
			},
		});
		const webinars = await account.output({ resource: 'live', operation: 'getAll', returnAll: true });
		expect(webinars.map(({ webinar_id }) => webinar_id)).toEqual([1, 2]);
		const published = await account.examples({ resource: 'live', event: 'webinarPublished' });
		expect(published).toHaveLength(2);
	});
});

describe('the consent of a contact', () => {
	const mapped = { ...register, options: { attendeeConsent: '={{ $json.consent }}' } };

	it.each(['y', 'Y', 'yes', 'on', 'ON ', '1', 1, 'true', true, ['I agree'], ['Yes'], ['No', 'I agree']])(
		'is given by %j',
		async (consent) => {
			const ann = { email: 'ann@example.com', user_id: aNumber };
			await account.gives(mapped, [ann], { items: [{ consent }] });
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
	])('is not given by %j', async (consent) => {
		await expect(account.output(mapped, { items: [{ consent }] })).resolves.toEqual([
			{
				first_name: 'Ann',
				last_name: null,
				email: 'ann@example.com',
				skipped: true,
				reason: 'no consent',
			},
		]);
		expect(account.calls).toEqual([]);
	});

	it.each([
		['maybe', 'maybe'],
		[2, '2'],
		[{ yes: true }, 'object'],
		[[{ yes: true }], 'object'],
	])('is not guessed from %j', async (consent, shown) => {
		const message = `Attendee Consent must be true or false, not "${shown}"`;
		await account.fails(mapped, message, { items: [{ consent }] });
		expect(account.calls).toEqual([]);
	});

	it('is not guessed from the text of a ticked box, and the advice names the row to drag', async () => {
		const attendeeConsent = '={{ $json["Your consent"][0] }}';
		await account.fails(
			{ ...register, options: { attendeeConsent } },
			{
				message: 'Attendee Consent must be true or false, not "I agree"',
				description: 'Drag "Your consent", the row above, to Attendee Consent.',
			},
			{ items: [{ 'Your consent': ['I agree'] }] },
		);
	});

	it('is not guessed from other text, and the advice says how to compare it', async () => {
		const description =
			"Use a field that is true or false, or yes or no. For a checkbox of an n8n form, drag the checkbox, not the row below it. Compare other text, e.g. {{ $json.consent === 'I agree' }}.";
		await account.fails(mapped, { description }, { items: [{ consent: 'I agree' }] });
	});
});

describe('the SMS consent of a contact', () => {
	it.each([
		[['No'], '0'],
		[[false], '0'],
		[['false'], '0'],
		[[0], '0'],
		[[], '0'],
		[['Yes'], '1'],
		[['Text me'], '1'],
	])('is sent for the list %j as %s', async (consent, sent) => {
		const additionalFields = { phone: '+49 30 123456', smsConsent: '={{ $json.consent }}' };
		await account.output({ ...register, additionalFields }, { items: [{ consent }] });
		expect(account.sandbox.calls.at(-1)?.parameters).toMatchObject({ twilio_consent: sent });
	});
});

describe('a text', () => {
	const long = 'x'.repeat(10_001);

	it.each([
		['First Name', { firstName: long }],
		['Last Name', { additionalFields: { lastName: long } }],
		['Email', { email: `${long}@example.com` }],
		['Session', { schedule: byId(long) }],
		['Name or Email Contains', { operation: 'getRegistrants', filters: { search: long } }],
	])('that is longer than 10,000 characters reaches no call: %s', async (label, more) => {
		const message = `${label} is longer than 10000 characters`;
		const description = containing('it may use a whole file or page');
		await account.fails({ ...register, ...more }, { message, description });
		expect(account.calls).toEqual([]);
	});

	it('of 10,000 characters is sent', async () => {
		const lastName = 'x'.repeat(10_000);
		await account.output({ ...register, additionalFields: { lastName } });
		expect(account.sandbox.registrants[0]?.lastName).toBe(lastName);
	});
});

describe('a call that fails', () => {
	it('and only reads is made again three times, after pauses that grow', async () => {
		account.sandbox.fail({ kind: 'answer', status: 503, times: 3 });
		await account.gives({ ...watched, operation: 'get' }, [{ webinar_id: 1 }]);
		const times = account.sandbox.calls.map(({ at }) => at / 1000);
		const [first = 0, second = 0, third = 0] = times.slice(1).map((at, index) => at - (times[index] ?? 0));
		expect(times).toHaveLength(4);
		expect(first).toBeGreaterThan(0.2);
		expect(second).toBeGreaterThan(first);
		expect(third).toBeGreaterThan(second);
		expect(third).toBeLessThan(10);
	});
});
