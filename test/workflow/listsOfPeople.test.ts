import { byId } from '../support/harness';
import { containing } from '../support/matchers';
import { useOwnAccount } from '../support/ownAccount';
import { poll } from '../support/triggerStage';

const account = useOwnAccount();

const watched = { resource: 'live', webinarId: byId(1) };
const list = { ...watched, operation: 'getRegistrants', returnAll: true };
const added = { ...watched, event: 'registrantAdded' };

const emails = (people: ReadonlyArray<{ email?: unknown }>) => people.map(({ email }) => email);

/** Lets something happen before a call for a page; the number of the first is 1. */
const before = (call: number, change: () => void) =>
	account.sandbox.before({ operation: 'registrants', skip: call - 1 }, change);

describe('a list of registrants', () => {
	it('of more than 4,000 pages is not begun, but its first ones can be read', async () => {
		const row = { id: 1, lead_id: 1, email: 'ann@example.com' };
		account.listRows([row], { last_page: 4001, total: 100_001 });
		await account.fails(list, {
			message: 'There are more than 4000 pages of registrants',
			description: containing('Choose a single Session'),
		});
		expect(account.count('live/registrants')).toBe(1);
		await expect(account.output({ ...list, returnAll: false, limit: 1 })).resolves.toHaveLength(1);
	});

	it('has everybody who was there, when people register while it is read', async () => {
		const newestFirst = true;
		// The number of rows is not always stated.
		for (const host of [{}, { newestFirst }, { newestFirst, paginator: 'minimal' }] as const) {
			account.sandbox.reset();
			account.sandbox.setRegistrantsList(host);
			const people = account.add(50);
			// The first rows push the others to a page that did not exist.
			before(2, () => account.add(2));
			const rows = await account.output(list);
			expect(emails(rows)).toEqual(expect.arrayContaining(emails(people)));
			expect(new Set(emails(rows)).size).toBe(rows.length);
		}
	});

	it.each([
		['one of its rows is removed while it is read, and is whole then', [0]],
		['several are, and says that people are missing', [0, 5, 7]],
	])('is read once more when %s', async (_what, removed) => {
		const people = account.add(80);
		for (const [index, place] of removed.entries())
			before(index + 2, () => account.sandbox.removeRegistrant(people[place]?.leadId ?? 0));
		const { output, hints } = await account.run(list);
		const rows = new Set<unknown>(output.map(({ json }) => json.email));
		const lost = emails(account.sandbox.registrants).filter((email) => !rows.has(email));
		expect(lost.length > 0).toBe(removed.length > 1);
		const hint = `but listed ${rows.size}. Some were removed meanwhile, or are missing.`;
		expect(hints).toEqual(lost.length > 0 ? [containing(hint)] : []);
	});

	it('that stays shorter than the service states is given with a hint', async () => {
		account.listRows([{ id: 1, email: 'ann@example.com' }], { total: 2 });
		const { output, hints } = await account.run(list);
		expect(output).toHaveLength(1);
		expect(hints).toEqual([
			'The service states 2 registrants, but listed 1. Some were removed meanwhile, or are missing. Run the node again to make sure. (webinar 1)',
		]);
		expect(account.count('live/registrants')).toBe(2);
	});
});

describe('rows that share their numbers', () => {
	const ann = { id: 0, lead_id: 7, email: 'ann@example.com', schedule_id: 11 };

	it.each<[string, object, object]>([
		['lead_id', { id: 0, lead_id: 7, email: '' }, { id: 0, lead_id: 8, email: '' }],
		['address, without any ID', { email: 'ann@example.com' }, { email: 'ben@example.com' }],
		['lead_id and address', ann, { ...ann, lead_id: 8, email: 'ben@example.com' }],
		['session', ann, { ...ann, schedule_id: 12 }],
		['id, which is no number', { id: 'a-1', email: null }, { id: 'a-2', email: null }],
	])('are different registrations if they differ in their %s', async (_what, one, other) => {
		account.listRows([one]);
		const trigger = await account.activate({ ...added, simplify: false });
		account.listRows([one, other]);
		const rows = await account.output({ ...list, simplify: false });
		expect(rows).toMatchObject([one, other]);
		expect(await poll(trigger)).toMatchObject([other]);
		expect(await poll(trigger)).toEqual([]);
	});

	it('are one registration if they are the same row on two pages', async () => {
		account.listRows([ann], { last_page: 2 });
		await expect(account.output(list)).resolves.toHaveLength(1);
	});
});
