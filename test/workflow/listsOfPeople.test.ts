import { byId } from '../support/harness';
import { containing } from '../support/matchers';
import { useOwnAccount } from '../support/ownAccount';
import { live } from '../support/sandboxWebinars';
import { poll, registrantAdded } from '../support/triggerStage';

const account = useOwnAccount();

const getRegistrants = {
	resource: 'live',
	operation: 'getRegistrants',
	webinarId: byId(live.oneSession),
	returnAll: true,
};

const emailsOf = (people: ReadonlyArray<{ email?: unknown }>) => people.map(({ email }) => email);

/** Changes the registrants right before a request for a page. The first request has the number 1. */
const beforePageRequest = (number: number, change: () => void) =>
	account.sandbox.before({ operation: 'registrants', skip: number - 1 }, change);

describe('the registrant list', () => {
	it.each([
		{ order: 'oldest first', listOptions: {} },
		{ order: 'newest first', listOptions: { newestFirst: true } },
		{
			order: 'newest first, without a total',
			listOptions: { newestFirst: true, paginator: 'minimal' },
		},
	] as const)(
		'returns each registrant once if people register while the node reads a list that is sorted $order',
		async ({ listOptions }) => {
			account.sandbox.setRegistrantsList(listOptions);
			const people = account.addRegistrants(30);
			beforePageRequest(2, () => account.addRegistrants(2));
			const rows = await account.getOutput(getRegistrants);
			expect(emailsOf(rows)).toEqual(expect.arrayContaining(emailsOf(people)));
			expect(new Set(emailsOf(rows)).size).toBe(rows.length);
		},
	);

	/** Runs Get Registrants, and returns the listed email addresses, the missed ones and the hints. */
	const readRegistrants = async () => {
		const { output, hints } = await account.run(getRegistrants);
		const listed = new Set(emailsOf(output.map(({ json }) => json)));
		const missed = emailsOf(account.sandbox.registrants).filter((email) => !listed.has(email));
		return { listed, missed, hints };
	};

	it('returns all registrants, without a hint, if one registrant is removed while the node reads the list', async () => {
		const [first] = account.addRegistrants(30);
		if (!first) throw new Error('The sandbox registered nobody');
		beforePageRequest(2, () => account.sandbox.removeRegistrant(first.leadId));
		const { missed, hints } = await readRegistrants();
		expect(missed).toEqual([]);
		expect(hints).toEqual([]);
	});

	it('says in a hint that registrants may be missing if registrants are removed each time the node reads the list', async () => {
		const people = account.addRegistrants(80);
		const removePerson = (index: number) => account.sandbox.removeRegistrant(people[index]?.leadId ?? 0);
		beforePageRequest(2, () => removePerson(0));
		beforePageRequest(3, () => removePerson(5));
		beforePageRequest(4, () => removePerson(7));
		const { listed, missed, hints } = await readRegistrants();
		expect(missed).not.toEqual([]);
		expect(hints).toEqual([
			containing(
				`but it listed ${listed.size}. Registrants may be missing from the output, so run the node again.`,
			),
		]);
	});

	it.each([
		{ order: 'oldest first', newestFirst: false },
		{ order: 'newest first', newestFirst: true },
	])(
		'reads the list only once, without a hint, if people register while the node reads a list that is sorted $order',
		async ({ newestFirst }) => {
			account.sandbox.setRegistrantsList({ newestFirst });
			account.addRegistrants(80);
			beforePageRequest(2, () => account.addRegistrants(1));
			// The request with the number 7 would be part of a second reading.
			beforePageRequest(4, () => account.addRegistrants(1));
			beforePageRequest(7, () => account.addRegistrants(1));
			const { hints } = await readRegistrants();
			expect(hints).toEqual([]);
			const pages = 4;
			const lastCheck = 1;
			expect(account.countRequests('live/registrants')).toBe(pages + lastCheck);
		},
	);

	it('returns all remaining registrants if one is removed while the node reads a list that is sorted newest first', async () => {
		account.sandbox.setRegistrantsList({ newestFirst: true });
		const people = account.addRegistrants(30);
		beforePageRequest(2, () => account.sandbox.removeRegistrant(people.at(-1)?.leadId ?? 0));
		beforePageRequest(2, () => account.addRegistrants(1));
		const { output } = await account.run(getRegistrants);
		const remaining = emailsOf(people.slice(0, -1));
		expect(emailsOf(output.map(({ json }) => json))).toEqual(expect.arrayContaining(remaining));
	});

	it('reads the list again, and gives a hint, if the list has fewer rows than the service reports', async () => {
		account.respondWithRegistrants([{ id: 1, email: 'ann@example.com' }], { total: 2 });
		const { output, hints } = await account.run(getRegistrants);
		expect(output).toHaveLength(1);
		expect(hints).toEqual([
			'The service reports 2 registrants, but it listed 1. Registrants may be missing from the output, so run the node again. The numbers also differ if registrants were removed in the meantime. (webinar 1)',
		]);
		expect(account.countRequests('live/registrants')).toBe(2);
	});

	describe('a registrant list with 4,001 pages', () => {
		beforeEach(() => {
			const row = { id: 1, lead_id: 1, email: 'ann@example.com' };
			account.respondWithRegistrants([row], { last_page: 4001, total: 100_001 });
		});

		it('fails after reading the first page if Return All is on and the list has more than 4,000 pages', async () => {
			await account.expectError(getRegistrants, {
				message: 'The registrant list has more than 4000 pages',
				description: containing('Choose a single session in Session'),
			});
			expect(account.countRequests('live/registrants')).toBe(1);
		});

		it('returns the first registrant if Limit is 1 and the list has more than 4,000 pages', async () => {
			const limited = { ...getRegistrants, returnAll: false, limit: 1 };
			await expect(account.getOutput(limited)).resolves.toHaveLength(1);
		});
	});
});

describe('the identity of a registrant row', () => {
	const ann = { lead_id: 7, email: 'ann@example.com', schedule_id: 11 };

	it.each([
		{
			difference: 'their lead_id',
			row: { lead_id: 7, email: '' },
			otherRow: { lead_id: 8, email: '' },
		},
		{
			difference: 'their email address, without any ID',
			row: { email: 'ann@example.com' },
			otherRow: { email: 'ben@example.com' },
		},
		{
			difference: 'their lead_id and email address',
			row: ann,
			otherRow: { ...ann, lead_id: 8, email: 'ben@example.com' },
		},
		{
			difference: 'their session',
			row: ann,
			otherRow: { ...ann, schedule_id: 12 },
		},
		{
			difference: 'an id that is not a number',
			row: { id: 'a-1', email: null },
			otherRow: { id: 'a-2', email: null },
		},
	])(
		'Get Registrants returns both rows, and the trigger reports the second one, if two rows differ only in $difference',
		async ({ row, otherRow }) => {
			account.respondWithRegistrants([row]);
			const trigger = await account.activate({ ...registrantAdded, simplify: false });
			account.respondWithRegistrants([row, otherRow]);
			const rows = await account.getOutput({ ...getRegistrants, simplify: false });
			expect(rows).toMatchObject([row, otherRow]);
			expect(await poll(trigger)).toMatchObject([otherRow]);
			expect(await poll(trigger)).toEqual([]);
		},
	);

	it('returns a row only once if the service lists the row on two pages', async () => {
		account.respondWithRegistrants([ann], { last_page: 2 });
		await expect(account.getOutput(getRegistrants)).resolves.toHaveLength(1);
	});
});
