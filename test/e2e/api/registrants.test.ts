import { byId } from '../../../tools/engine/parameters';
import { Workbench, NODE } from '../support/workbench';

const onboarding = { product: 'live', webinarId: 1 } as const;
const live = { resource: 'live', webinarId: byId(1) };
const mapped = { operation: 'register', firstName: 'Ann', email: '={{ $json.email }}' };
const registrants = { ...live, operation: 'getRegistrants' };

describe('people in the real n8n', () => {
	let workbench: Workbench;

	beforeAll(async () => {
		workbench = await Workbench.open();
	});
	beforeEach(() => workbench.sandbox.reset());
	afterAll(() => workbench?.close());

	const outputOf = async (...run: Parameters<Workbench['run']>) => {
		const execution = await workbench.run(...run);
		expect(execution.error).toBeUndefined();
		return execution.output(NODE);
	};

	it('are listed to the last page, or up to the limit, each from its item', async () => {
		const people = workbench.sandbox.addRegistrants(onboarding, 60);
		const all = await outputOf({ ...registrants, returnAll: true });
		expect(all.map(({ json }) => json.email)).toEqual(people.map(({ email }) => email));
		const limited = await outputOf({ ...registrants, limit: 30 }, { items: [{}, {}] });
		expect(limited.map(({ pairedItem }) => pairedItem)).toEqual([
			...Array.from({ length: 30 }, () => ({ item: 0 })),
			...Array.from({ length: 30 }, () => ({ item: 1 })),
		]);
	});

	it('are listed by what they did', async () => {
		const [ann, ben, cleo] = workbench.sandbox.addRegistrants(onboarding, 3);
		if (!ann || !ben || !cleo) throw new Error('Three people are registered');
		workbench.sandbox.attend(ann, { live: 3000 });
		workbench.sandbox.attend(ben, { live: 300 });
		workbench.sandbox.buy(ann, { live: 49 });
		const listed = async (filters: object) =>
			(await outputOf({ ...registrants, filters: { ...filters } })).map(({ json }) => json.email);
		expect(await listed({ attendedLiveSeconds: { time: { left: 3, minutes: 10 } } })).toEqual([ben.email]);
		expect(await listed({ attendedLive: 1, purchased: 2 })).toEqual([ben.email]);
		expect(await listed({ attendedLive: 2 })).toEqual([cleo.email]);
		expect(await listed({ search: cleo.email })).toEqual([cleo.email]);
	});

	it('are unsubscribed by the ID that the list gives', async () => {
		const [ann, ben] = workbench.sandbox.addRegistrants(onboarding, 2);
		const [row] = await outputOf({ ...registrants, filters: { search: ann?.email } });
		await outputOf(
			{ ...live, operation: 'unsubscribe', unsubscribeBy: 'leadId', leadId: '={{ $json.lead_id }}' },
			{ items: [{ lead_id: Number(row?.json.lead_id) }] },
		);
		expect([ann?.subscribed, ben?.subscribed]).toEqual([false, true]);
	});

	it('are registered with what the form asks besides', async () => {
		const label = (value: string) => ({ __rl: true, mode: 'list', value, cachedResultName: value });
		await outputOf(
			{
				...live,
				...mapped,
				webinarId: byId(8),
				additionalFields: {
					lastName: 'Lee',
					customFields: {
						field: [
							{ label: label('whereDidYouHearAboutUs'), value: 'A friend' },
							{ label: byId('topicsOfInterest'), value: '={{ $json.topics }}' },
						],
					},
				},
			},
			{ items: [{ email: 'ann@example.com', topics: ['Sales', '2'] }] },
		);
		expect(workbench.sandbox.registrants[0]?.answers).toEqual({
			whereDidYouHearAboutUs: ['A friend'],
			topicsOfInterest: ['Sales', 'Marketing'],
		});
	});

	it('are skipped without consent, and when they are registered already', async () => {
		workbench.sandbox.addRegistrants(onboarding, [{ firstName: 'Ann', email: 'ann@example.com' }]);
		const output = await outputOf(
			{
				...live,
				...mapped,
				options: {
					attendeeConsent: '={{ $json.consent }}',
					ifAlreadyRegistered: 'skip',
				},
			},
			{
				items: [
					{ email: 'Ann@example.com', consent: true },
					{ email: 'ben@example.com', consent: 'no' },
					{ email: 'cleo@example.com', consent: 'yes' },
					{ email: 'cleo@example.com', consent: 'yes' },
				],
			},
		);
		expect(output.map(({ json, pairedItem }) => [json.reason ?? json.email, pairedItem])).toEqual([
			['already registered', { item: 0 }],
			['no consent', { item: 1 }],
			['cleo@example.com', { item: 2 }],
			['already registered', { item: 3 }],
		]);
		expect(output[2]?.json.starts_at).toMatch(/Z$/);
		expect(workbench.sandbox.registrants.map(({ email }) => email)).toEqual([
			'ann@example.com',
			'cleo@example.com',
		]);
	});
});
