import { byId } from '../support/harness';
import { containing } from '../support/matchers';
import { useOwnAccount } from '../support/ownAccount';
import { poll } from '../support/triggerStage';

const account = useOwnAccount();

const webinar1 = { resource: 'live', webinarId: byId(1) };
const getRegistrants = { ...webinar1, operation: 'getRegistrants', returnAll: true };
const registrantAdded = { ...webinar1, event: 'registrantAdded' };

const emailsOf = (people: ReadonlyArray<{ email?: unknown }>) => people.map(({ email }) => email);

/** Changes the registrants right before a request for a page. The first request has the number 1. */
const beforePageRequest = (number: number, change: () => void) =>
	account.sandbox.before({ operation: 'registrants', skip: number - 1 }, change);

describe('the registrant list', () => {
	describe('with more than 4,000 pages', () => {
		beforeEach(() => {
			const row = { id: 1, lead_id: 1, email: 'ann@example.com' };
			account.respondWithRegistrants([row], { last_page: 4001, total: 100_001 });
		});

		it('fails after the first page if all registrants of more than 4,000 pages are wanted', async () => {
			await account.expectError(getRegistrants, {
				message: 'There are more than 4000 pages of registrants',
				description: containing('Choose a single Session'),
			});
			expect(account.countRequests('live/registrants')).toBe(1);
		});

		it('returns the first registrants of more than 4,000 pages with Limit', async () => {
			const limited = { ...getRegistrants, returnAll: false, limit: 1 };
			await expect(account.getOutput(limited)).resolves.toHaveLength(1);
		});
	});

	it.each([
		['oldest first', {}],
		['newest first', { newestFirst: true }],
		['newest first, without the number of rows', { newestFirst: true, paginator: 'minimal' }],
	] as const)(
		'returns everybody once if people register while the list is read: %s',
		async (_order, listOptions) => {
			account.sandbox.setRegistrantsList(listOptions);
			const people = account.addRegistrants(50);
			// With the newest first, they push two rows to a third page.
			beforePageRequest(2, () => account.addRegistrants(2));
			const rows = await account.getOutput(getRegistrants);
			expect(emailsOf(rows)).toEqual(expect.arrayContaining(emailsOf(people)));
			expect(new Set(emailsOf(rows)).size).toBe(rows.length);
		},
	);

	/** Runs Get Registrants, and returns its emails, its hints and the emails that it missed. */
	const readRegistrants = async () => {
		const { output, hints } = await account.run(getRegistrants);
		const listed = new Set(emailsOf(output.map(({ json }) => json)));
		const missed = emailsOf(account.sandbox.registrants).filter((email) => !listed.has(email));
		return { listed, missed, hints };
	};

	it('reads the list again, completely, if a row is removed while it is read', async () => {
		const [first] = account.addRegistrants(80);
		beforePageRequest(2, () => account.sandbox.removeRegistrant(first?.leadId ?? 0));
		const { missed, hints } = await readRegistrants();
		expect(missed).toEqual([]);
		expect(hints).toEqual([]);
	});

	it('says that people are missing if rows are removed during each reading of the list', async () => {
		const people = account.addRegistrants(80);
		const removePerson = (index: number) => account.sandbox.removeRegistrant(people[index]?.leadId ?? 0);
		beforePageRequest(2, () => removePerson(0));
		beforePageRequest(3, () => removePerson(5));
		beforePageRequest(4, () => removePerson(7));
		const { listed, missed, hints } = await readRegistrants();
		expect(missed).not.toEqual([]);
		expect(hints).toEqual([
			containing(`but listed ${listed.size}. Some were removed meanwhile, or are missing.`),
		]);
	});

	it('reads a list twice that is shorter than the service states, and gives a hint', async () => {
		account.respondWithRegistrants([{ id: 1, email: 'ann@example.com' }], { total: 2 });
		const { output, hints } = await account.run(getRegistrants);
		expect(output).toHaveLength(1);
		expect(hints).toEqual([
			'The service states 2 registrants, but listed 1. Some were removed meanwhile, or are missing. Run the node again to make sure. (webinar 1)',
		]);
		expect(account.countRequests('live/registrants')).toBe(2);
	});
});

describe('the identity of a registrant row', () => {
	const ann = { id: 0, lead_id: 7, email: 'ann@example.com', schedule_id: 11 };

	it.each<[string, object, object]>([
		['lead_id', { id: 0, lead_id: 7, email: '' }, { id: 0, lead_id: 8, email: '' }],
		['email address, without any ID', { email: 'ann@example.com' }, { email: 'ben@example.com' }],
		['lead_id and email address', ann, { ...ann, lead_id: 8, email: 'ben@example.com' }],
		['session', ann, { ...ann, schedule_id: 12 }],
		['id that is not a number', { id: 'a-1', email: null }, { id: 'a-2', email: null }],
	])(
		'treats two rows as different registrations if they differ only in their %s',
		async (_field, row, otherRow) => {
			account.respondWithRegistrants([row]);
			const trigger = await account.activate({ ...registrantAdded, simplify: false });
			account.respondWithRegistrants([row, otherRow]);
			const rows = await account.getOutput({ ...getRegistrants, simplify: false });
			expect(rows).toMatchObject([row, otherRow]);
			expect(await poll(trigger)).toMatchObject([otherRow]);
			expect(await poll(trigger)).toEqual([]);
		},
	);

	it('returns a row once that the service lists on two pages', async () => {
		account.respondWithRegistrants([ann], { last_page: 2 });
		await expect(account.getOutput(getRegistrants)).resolves.toHaveLength(1);
	});
});
