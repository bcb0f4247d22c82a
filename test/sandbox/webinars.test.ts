import { failure, success } from '../support/sandboxClient';
import { NOW, useSandbox } from '../support/sandboxStage';

const ann = { first_name: 'Ann', email: 'ann@example.com' };
const stage = useSandbox();
const { page, post } = stage;

const webinar = async (id: number, product = 'live') => {
	const { json } = await post(`/${product}/webinar`, { webinar_id: String(id) });
	return (json as { webinar: Record<string, unknown> }).webinar;
};

// test/workflow and test/outputSchemas cover the other fields of the responses.
describe('the sandbox', () => {
	it('spells the type "Right Now" in the webinar list with a capital N, as the service does', async () => {
		const { json } = await post('/live/webinars');
		expect(JSON.stringify(json).match(/"type":"Right \w+"/g)).toEqual(['"type":"Right Now"']);
	});

	it('lists only future dates, even years later', async () => {
		stage.now = Date.parse('2031-07-19T20:00:00Z');
		const schedules = [{ date: '2031-07-22 18:00', schedule: 21 }, {}, {}];
		expect(await webinar(2)).toMatchObject({ schedules });
	});

	it('accepts a just-in-time date that has passed a few minutes ago, and returns the schedule as a string', async () => {
		stage.now = NOW + 9 * 60_000;
		const shown = { webinar_id: '101', schedule: '1012', date: '2026-03-02 07:15', ...ann };
		expect(await post('/automated/register', shown)).toMatchObject({
			status: 200,
			json: { user: { schedule: '1012' } },
		});
	});
});

describe("the sandbox's check of custom fields", () => {
	type Pair = [name: string, value: string];

	const radio: Pair = ['whereDidYouHearAboutUs', ' Radio '];

	/** Registers Ann with these values, of which several can have the same name. */
	const register = (values: Pair[]) =>
		post('/live/register', [...Object.entries({ webinar_id: '8', schedule: '81', ...ann }), ...values]);

	it("accepts several values written as the vendor's list", async () => {
		const topics: Pair[] = [['topicsOfInterest', '["1","3"]']];
		expect((await register([radio, ...topics])).status).toBe(200);
		expect(stage.sandbox.registrants).toMatchObject([
			{
				answers: {
					whereDidYouHearAboutUs: ['Radio'],
					topicsOfInterest: ['Sales', 'Support & success'],
				},
			},
		]);
	});

	interface Rejection {
		problem: string;
		values: Pair[];
		field: string;
		message: string;
	}

	it.each<Rejection>([
		{
			problem: 'a missing value',
			values: [],
			field: 'whereDidYouHearAboutUs',
			message: 'The whereDidYouHearAboutUs field is required.',
		},
		{
			problem: 'one unknown option of two',
			values: [radio, ['topicsOfInterest[]', '1'], ['topicsOfInterest[]', 'Cooking']],
			field: 'topicsOfInterest',
			message: 'The selected topicsOfInterest is invalid.',
		},
	])('rejects custom fields with $problem', async ({ values, field, message }) => {
		expect(await register(values)).toEqual(failure(422, { [field]: [message] }));
		expect(stage.sandbox.registrants).toEqual([]);
	});
});

describe('the consent to text messages in the sandbox', () => {
	const callback = { webinar_id: '9', schedule: '91', ...ann, last_name: 'Lee' };
	const phone = { phone_country_code: '+1', phone: '2025550143' };

	const moment = 'Mon, 2 Mar 2026, 07:07 AM';

	it.each([
		{ consent: 'false', consentedAt: null },
		{ consent: '1', consentedAt: moment },
	])(
		'returns twilio_consented_at: $consentedAt after the registrant confirms, if twilio_consent is $consent',
		async ({ consent, consentedAt }) => {
			const given = { ...callback, ...phone, twilio_consent: consent };
			expect(await post('/live/register', given)).toEqual(
				success({ user: expect.objectContaining({ webinar_id: 9 }) as unknown }),
			);
			const rows = () => post('/live/registrants', { webinar_id: '9' });
			// The webinar has double opt-in.
			expect(await rows()).toMatchObject({ json: { registrants: { data: [], total: 0 } } });
			const path = `/confirm/${stage.sandbox.registrants[0]?.token}`;
			expect((await page(`/thank-you/${stage.sandbox.registrants[0]?.token}`)).html).toContain(path);
			expect((await page(path)).html).toContain('Confirm your registration');
			expect((await stage.send(path, '')).status).toBe(303);
			expect((await page(path)).html).toContain('You are confirmed');
			expect(await rows()).toMatchObject({
				json: { registrants: { data: [{ twilio_consented_at: consentedAt }] } },
			});
		},
	);
});
