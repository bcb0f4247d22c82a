import { byId } from '../support/harness';
import { numbers, registerIn, setMany } from '../support/manyWebinars';
import { useOwnAccount } from '../support/ownAccount';
import { poll, reported } from '../support/triggerStage';

const account = useOwnAccount();

const text = (part: string) => expect.stringContaining(part) as string;
const all = { resource: 'live', webinarScope: 'all', webinarId: byId('') };
const added = { ...all, event: 'registrantAdded' };

/** As if each webinar had 100,000 registrants: to read as many takes too long for a test. */
function withManyKeys(memory: unknown): unknown {
	if (typeof memory === 'string' && /^\S+ \S+$/.test(memory)) {
		const more = numbers(100_000).map((place) => `many${1_000_000 + place}`);
		return [...more, memory].join(' ');
	}
	if (typeof memory !== 'object' || memory === null) return memory;
	if (Array.isArray(memory)) return memory.map(withManyKeys);
	return Object.fromEntries(Object.entries(memory).map(([name, value]) => [name, withManyKeys(value)]));
}

describe('a watch of all webinars', () => {
	it('names a webinar that one poll cannot read in the time that n8n allows', async () => {
		setMany(account.sandbox, [1]);
		const trigger = await account.harness.activate(added, { budgetMs: 60_000 });
		registerIn(account.sandbox, [1], 60);
		account.sandbox.fail({
			...{ kind: 'answer', status: 429, operation: 'registrants', skip: 1 },
			headers: { 'retry-after': '57' },
		} as const);
		await expect(poll(trigger)).rejects.toMatchObject({
			message: '"Webinar 1" (ID 1) has more registrants than one poll can read',
			description: text('Watch this one on its own, or allow polls more time in the settings of n8n.'),
		});
		// The account is stopped for a minute by the clock of the process.
		expect(await reported(trigger)).toHaveLength(60);
	});

	it('names a webinar with more pages than can be read', async () => {
		setMany(account.sandbox, [1, 2]);
		const trigger = await account.harness.activate(added);
		const [person] = registerIn(account.sandbox, [2]);
		const body = { status: 'success', registrants: { data: [{ id: 1 }], last_page: 9999, total: 249_999 } };
		const fault = { kind: 'answer', status: 200, webinarId: 1, operation: 'registrants', body } as const;
		account.sandbox.fail({ ...fault, times: Infinity });
		expect(await reported(trigger)).toEqual([person]);
		await expect(poll(trigger)).rejects.toMatchObject({
			message: '"Webinar 1" (ID 1): There are more than 4000 pages of registrants',
		});
	});

	describe('with more registrants than can be remembered', () => {
		const tooMany = {
			message: 'The watched webinars have more registrants than the trigger can remember',
			description: text('Watch fewer webinars: use Title Contains, or watch a single webinar.'),
		};
		const ids = numbers(10);

		beforeEach(() => {
			setMany(account.sandbox, ids);
			registerIn(account.sandbox, ids, 2);
		});

		const withMany = async () => {
			const { saved } = await account.harness.activate(added);
			return withManyKeys(saved) as typeof saved;
		};

		it('says so', async () => {
			const saved = await withMany();
			await expect(account.harness.activate(added, { saved })).rejects.toMatchObject(tooMany);
		});

		it('forgets the webinars that are gone before that', async () => {
			const saved = await withMany();
			setMany(account.sandbox, numbers(5));
			const trigger = await account.harness.activate(added, { saved });
			const [person] = registerIn(account.sandbox, [3]);
			expect(await reported(trigger)).toEqual([person]);
			expect(JSON.stringify(trigger.saved).length).toBeLessThan(10_000_000);
		});
	});
});

describe('a one-click link', () => {
	const link = { resource: 'live', operation: 'createOneClickLink', webinarId: byId(1), schedule: byId(11) };

	it.each([{}, { webinar_hash: null }, { webinar_hash: '' }])(
		'is not made up where the webinar has %j',
		async (hash) => {
			const schedules = [{ date: '2026-03-07 14:00', schedule: 11, comment: 'Saturday' }];
			const named = { webinar_id: 1, name: 'Onboarding', title: 'Get started', timezone: 'Europe/Paris' };
			const webinar = { ...named, type: 'Single presentation', schedules, ...hash };
			const body = { status: 'success', webinar };
			account.sandbox.fail({ kind: 'answer', status: 200, operation: 'webinar', body, times: Infinity });
			const contact = { linkFor: 'contact', contactFirstName: 'Ann', contactEmail: 'ann@example.com' };
			await expect(account.harness.error({ ...link, ...contact })).resolves.toMatchObject({
				message: 'The webinar has no hash for a one-click link',
				description: text('into Dashboard Link under Options'),
			});
			const options = { dashboardLink: `${account.sandbox.url}/register/1click/6/uvw1234` };
			const [made] = await account.harness.output({ ...link, ...contact, options });
			expect(made).toMatchObject({ url: text('/register/1click/6/uvw1234?'), derived: false });
		},
	);

	it.each(['mailgun', 'constructor', ''])(
		'is made for the email tools of the list, not for %j',
		async (tool) => {
			const parameters = { ...link, linkFor: 'emailTool', emailTool: '={{ $json.tool }}' };
			await expect(account.harness.error(parameters, { items: [{ tool }] })).resolves.toMatchObject({
				message: `"${tool}" is not one of the email tools`,
				description: text('Choose one from the list.'),
				itemIndex: 0,
			});
			expect(account.harness.calls).toEqual([]);
		},
	);
});
