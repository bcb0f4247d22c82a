import { failure, success, type Pairs } from '../support/sandboxClient';
import { required, useSandbox } from '../support/sandboxStage';

const ann = { first_name: 'Ann', email: 'ann@example.com' };
const onboarding = { product: 'live', webinarId: 1 } as const;

const stage = useSandbox();
const { page, post } = stage;

const webinar = async (id: number, product = 'live') => {
	const { json } = await post(`/${product}/webinar`, { webinar_id: String(id) });
	return (json as { webinar: Record<string, unknown> }).webinar;
};
const schedules = async () => (await webinar(1)).schedules;
const old = { schedule: 11, date: '2026-03-07 14:00', comment: 'Sat, 7 Mar 2026, 02:00 PM' };
const moved = { schedule: 12, date: '2026-03-04 09:00', comment: 'Wed, 4 Mar 2026, 09:00 AM' };
const move = () =>
	stage.sandbox.changeWebinar(onboarding, {
		sessions: [{ kind: 'once', schedule: 12, daysAhead: 2, time: '09:00' }],
	});

describe('webinars that change', () => {
	it('have other sessions from then on, and their registrants still', async () => {
		stage.sandbox.addRegistrants(onboarding, 1);
		move();
		expect(await schedules()).toEqual([moved]);
		const stale = { webinar_id: '1', schedule: '11', ...ann };
		expect(await post('/live/register', stale)).toEqual(
			failure(422, { schedule: ['The selected schedule is invalid.'] }),
		);
		const rows = await post('/live/registrants', { webinar_id: '1', schedule_id: '11' });
		expect(rows).toMatchObject({ json: { registrants: { total: 1, data: [{ schedule_id: 11 }] } } });
	});

	it('can change just before the second of two calls', async () => {
		stage.sandbox.before({ operation: 'webinar', webinarId: 1, skip: 1 }, move);
		expect(await schedules()).toEqual([old]);
		await webinar(2);
		expect(await schedules()).toEqual([moved]);
		expect(await schedules()).toEqual([moved]);
	});
});

describe('custom fields', () => {
	const workshop = (extras: Pairs) =>
		post('/live/register', [
			...Object.entries({ webinar_id: '8', schedule: '81', ...ann }),
			...(Array.isArray(extras) ? extras : Object.entries(extras)),
		]);
	const clinic = (extras: Pairs) =>
		post('/automated/register', {
			...{ webinar_id: '108', schedule: '1081', ...ann },
			...Object.fromEntries(Array.isArray(extras) ? extras : Object.entries(extras)),
		});
	const source = 'whereDidYouHearAboutUs';

	it('are in one member of the detail or in another', async () => {
		expect((await webinar(8)).custom_fields).toEqual([
			{ label: source, type: 'text', required: true },
			{
				...{ label: 'topicsOfInterest', type: 'dropdown', required: false, multiple: true },
				options: [
					{ id: 1, value: 'Sales' },
					{ id: 2, value: 'Marketing' },
					{ id: 3, value: 'Support & success' },
				],
			},
		]);
		expect((await webinar(108, 'automated')).registration_fields).toEqual([
			{ id: 1801, label: 'jobTitle', type: 'text' },
			{
				...{ id: 1802, label: 'companySize', type: 'dropdown' },
				options: [
					{ id: 11, label: '1-10' },
					{ id: 12, label: '11-100' },
					{ id: 13, label: 'More than 100' },
				],
			},
		]);
		expect(JSON.stringify(await webinar(1))).not.toMatch(/custom_fields|registration_fields/);
	});

	it.each<[string, Array<[string, string]>]>([
		["the vendor's list", [['topicsOfInterest', '["1","3"]']]],
		['brackets', ['1', '3'].map((value) => ['topicsOfInterest[]', value])],
		[
			'numbered brackets',
			[
				['topicsOfInterest[0]', '1'],
				['topicsOfInterest[1]', '3'],
			],
		],
	])('take several answers by %s', async (_, topics) => {
		expect((await workshop([[source, ' A friend '], ...topics])).status).toBe(200);
		expect(stage.sandbox.registrants).toMatchObject([
			{ answers: { [source]: ['A friend'], topicsOfInterest: ['Sales', 'Support & success'] } },
		]);
	});

	it.each<[string, Pairs, Record<string, string[]>]>([
		['nothing', {}, { [source]: required(source) }],
		['a blank', { [source]: ' ' }, { [source]: required(source) }],
		[
			'one unknown option of two',
			[
				[source, 'A friend'],
				['topicsOfInterest[]', '1'],
				['topicsOfInterest[]', 'Cooking'],
			],
			{ topicsOfInterest: ['The selected topicsOfInterest is invalid.'] },
		],
		[
			'the text of an option',
			[
				[source, 'A friend'],
				['topicsOfInterest', 'Sales'],
			],
			{ topicsOfInterest: ['The selected topicsOfInterest is invalid.'] },
		],
		[
			'two answers to a text',
			[
				[`${source}[]`, 'A friend'],
				[`${source}[]`, 'Work'],
			],
			{ [source]: [`The ${source} field takes one answer only.`] },
		],
	])('reject %s', async (_, extras, errors) => {
		expect(await workshop(extras)).toEqual(failure(422, errors));
		expect(stage.sandbox.registrants).toEqual([]);
	});

	it('may be optional', async () => {
		expect((await clinic({})).status).toBe(200);
		expect((await clinic({ companySize: '13', jobTitle: 'Engineer' })).status).toBe(200);
		expect(stage.sandbox.registrants.map(({ answers }) => answers)).toEqual([
			{},
			{ companySize: ['More than 100'], jobTitle: ['Engineer'] },
		]);
	});

	it('leave a name that comes twice what it was for everything else', async () => {
		await workshop([
			[source, 'A friend'],
			['first_name', 'Bo'],
		]);
		expect(stage.sandbox.registrants).toMatchObject([{ firstName: 'Bo', parameters: { first_name: 'Bo' } }]);
	});

	it('have a parameter in the one-click link', async () => {
		const link = (extras: Record<string, string>) =>
			page(
				`/register/1click/8/wks8812?${new URLSearchParams({ ...ann, schedule_id: '81', ...extras }).toString()}`,
			);
		const rejected = await link({});
		expect([rejected.status, rejected.html]).toEqual([
			422,
			expect.stringContaining(`The ${source} field is required.`),
		]);
		expect((await link({ [source]: 'A friend' })).status).toBe(302);
		expect(stage.sandbox.registrants).toMatchObject([{ answers: { [source]: ['A friend'] } }]);
	});
});

describe('the consent to messages', () => {
	const callback = { webinar_id: '9', schedule: '91', ...ann, last_name: 'Lee' };
	const phone = { phone_country_code: '+1', phone: '2025550143' };

	it('is required where there is a phone field', async () => {
		expect(await post('/live/register', callback)).toEqual(
			failure(400, {
				phone_country_code: required('phone country code'),
				phone: required('phone'),
				twilio_consent: required('twilio consent'),
			}),
		);
	});

	it.each([
		['0', null],
		['1', 'Mon, 2 Mar 2026, 07:07 AM'],
	])('may be %s', async (consent, consentedAt) => {
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
	});

	it('is nothing else', async () => {
		const given = { ...callback, ...phone, twilio_consent: 'yes' };
		expect(await post('/live/register', given)).toEqual(
			failure(422, { twilio_consent: ['The twilio consent field must be 0 or 1.'] }),
		);
	});
});
