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
	const source = 'whereDidYouHearAboutUs';

	it('are in one member of the detail or in another', async () => {
		const topics = ['Sales', 'Marketing', 'Support & success'];
		const sizes = ['1-10', '11-100', 'More than 100'];
		expect((await webinar(8)).custom_fields).toEqual([
			{ label: source, type: 'text', required: true },
			{
				...{ label: 'topicsOfInterest', type: 'dropdown', required: false, multiple: true },
				options: topics.map((value, index) => ({ id: index + 1, value })),
			},
		]);
		expect((await webinar(108, 'automated')).registration_fields).toEqual([
			{ id: 1801, label: 'jobTitle', type: 'text' },
			{
				...{ id: 1802, label: 'companySize', type: 'dropdown' },
				options: sizes.map((label, index) => ({ id: index + 11, label })),
			},
		]);
		expect(JSON.stringify(await webinar(1))).not.toMatch(/custom_fields|registration_fields/);
	});

	const TOPICS = 'topicsOfInterest';
	const several = (names: string[], ...values: string[]) =>
		names.map((name, index): [string, string] => [name, values[index] ?? '']);

	it.each<[string, Array<[string, string]>]>([
		["the vendor's list", [[TOPICS, '["1","3"]']]],
		['brackets', several([`${TOPICS}[]`, `${TOPICS}[]`], '1', '3')],
		['numbered brackets', several([`${TOPICS}[0]`, `${TOPICS}[1]`], '1', '3')],
	])('take several answers by %s', async (_, topics) => {
		expect((await workshop([[source, ' A friend '], ...topics])).status).toBe(200);
		expect(stage.sandbox.registrants).toMatchObject([
			{ answers: { [source]: ['A friend'], topicsOfInterest: ['Sales', 'Support & success'] } },
		]);
	});

	const invalid = { [TOPICS]: [`The selected ${TOPICS} is invalid.`] };

	it.each<[string, Pairs, Record<string, string[]>]>([
		['nothing', {}, { [source]: required(source) }],
		['a blank', { [source]: ' ' }, { [source]: required(source) }],
		[
			'one unknown option of two',
			several([source, `${TOPICS}[]`, `${TOPICS}[]`], 'A friend', '1', 'Cooking'),
			invalid,
		],
		['the text of an option', { [source]: 'A friend', [TOPICS]: 'Sales' }, invalid],
		[
			'two answers to a text',
			several([`${source}[]`, `${source}[]`], 'A friend', 'Work'),
			{ [source]: [`The ${source} field takes one answer only.`] },
		],
	])('reject %s', async (_, extras, errors) => {
		expect(await workshop(extras)).toEqual(failure(422, errors));
		expect(stage.sandbox.registrants).toEqual([]);
	});

	it('may be optional', async () => {
		const clinic = Object.entries({ webinar_id: '108', schedule: '1081', ...ann });
		for (const answers of [[], several(['companySize', 'jobTitle'], '13', 'Engineer')])
			expect((await post('/automated/register', [...clinic, ...answers])).status).toBe(200);
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
		const link = (extras: Record<string, string>) => {
			const query = new URLSearchParams({ ...ann, schedule_id: '81', ...extras });
			return page(`/register/1click/8/wks8812?${query.toString()}`);
		};
		const { status, html } = await link({});
		expect(status).toBe(422);
		expect(html).toContain(`The ${source} field is required.`);
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
