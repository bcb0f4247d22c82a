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
describe("the sandbox's webinars", () => {
	it('include one with the type "Right Now", as the service spells it in one place', async () => {
		const { json } = await post('/live/webinars');
		expect(JSON.stringify(json).match(/"type":"Right \w+"/g)).toEqual(['"type":"Right Now"']);
	});

	it('offer only future dates, even after years', async () => {
		stage.now = Date.parse('2031-07-19T20:00:00Z');
		const schedules = [{ date: '2031-07-22 18:00', schedule: 21 }, {}, {}];
		expect(await webinar(2)).toMatchObject({ schedules });
	});

	it('accept a just-in-time date that was shown a few minutes ago, and return the schedule as a string', async () => {
		stage.now = NOW + 9 * 60_000;
		const shown = { webinar_id: '101', schedule: '1012', date: '2026-03-02 07:15', ...ann };
		expect(await post('/automated/register', shown)).toMatchObject({
			status: 200,
			json: { user: { schedule: '1012' } },
		});
	});

	it('have other sessions and keep their registrants after a change', async () => {
		const onboarding = { product: 'live', webinarId: 1 } as const;
		stage.sandbox.addRegistrants(onboarding, 1);
		stage.sandbox.changeWebinar(onboarding, {
			sessions: [{ kind: 'once', schedule: 12, daysAhead: 2, time: '09:00' }],
		});
		const stale = { webinar_id: '1', schedule: '11', ...ann };
		const invalid = failure(422, { schedule: ['The selected schedule is invalid.'] });
		expect(await post('/live/register', stale)).toEqual(invalid);
		const { data } = await stage.list({ schedule_id: '11' });
		expect(data).toMatchObject([{ schedule_id: 11 }]);
	});
});

describe("custom fields of the sandbox's webinars", () => {
	type Pair = [name: string, value: string];
	const [HEARD, TOPICS] = ['whereDidYouHearAboutUs', 'topicsOfInterest'];
	const heard: Pair = [HEARD, ' A friend '];
	const workshop = (...answers: Pair[]) =>
		post('/live/register', [...Object.entries({ webinar_id: '8', schedule: '81', ...ann }), ...answers]);

	it.each<[string, ...Pair[]]>([
		["the vendor's list", [TOPICS, '["1","3"]']],
		['brackets', [`${TOPICS}[]`, '1'], [`${TOPICS}[]`, '3']],
		['numbered brackets', [`${TOPICS}[0]`, '1'], [`${TOPICS}[1]`, '3']],
	])('accept several answers by %s, and take the last value of any other parameter', async (_, ...topics) => {
		expect((await workshop(heard, ...topics, ['first_name', 'Bo'])).status).toBe(200);
		const answers = { [HEARD]: ['A friend'], [TOPICS]: ['Sales', 'Support & success'] };
		expect(stage.sandbox.registrants).toMatchObject([{ answers, firstName: 'Bo' }]);
	});

	const twice = ['A friend', 'Work'].map((answer): Pair => [`${HEARD}[]`, answer]);
	const INVALID = `The selected ${TOPICS} is invalid.`;

	it.each<[what: string, label: string, message: string, ...Pair[]]>([
		['a missing answer', HEARD, `The ${HEARD} field is required.`],
		['a blank answer', HEARD, `The ${HEARD} field is required.`, [HEARD, ' ']],
		['one unknown option of two', TOPICS, INVALID, heard, [`${TOPICS}[]`, '1'], [`${TOPICS}[]`, 'Cooking']],
		['the label instead of the ID of an option', TOPICS, INVALID, heard, [TOPICS, 'Sales']],
		['two answers to a text field', HEARD, `The ${HEARD} field takes one answer only.`, ...twice],
	])('reject %s to a custom field', async (_, label, message, ...answers) => {
		expect(await workshop(...answers)).toEqual(failure(422, { [label]: [message] }));
		expect(stage.sandbox.registrants).toEqual([]);
	});
});

describe('the consent to text messages in the sandbox', () => {
	const callback = { webinar_id: '9', schedule: '91', ...ann, last_name: 'Lee' };
	const phone = { phone_country_code: '+1', phone: '2025550143' };

	it.each([
		{ consent: '0', consentedAt: null },
		{ consent: '1', consentedAt: 'Mon, 2 Mar 2026, 07:07 AM' },
	])(
		'is stored for a confirmed registrant with twilio_consent $consent',
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
