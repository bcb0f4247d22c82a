import { byId } from '../support/harness';
import { numbers, setMany } from '../support/manyWebinars';
import { useOwnAccount } from '../support/ownAccount';
import { idsOf, poll, reported } from '../support/triggerStage';

const account = useOwnAccount();

const live = { resource: 'live', webinarId: byId(1) };
const all = { ...live, webinarScope: 'all', webinarId: byId('') };
const published = { resource: 'live', event: 'webinarPublished' };
const publishedIds = async (...args: Parameters<typeof poll>) =>
	(await poll(...args)).map(({ webinar_id }) => webinar_id);

/** Registers people to whom each event has happened. @returns the IDs of their rows */
function registerIn(webinars: readonly number[], people = 1): number[] {
	const registrants = webinars.flatMap((webinarId) => account.add(people, webinarId));
	for (const registrant of registrants) {
		account.sandbox.attend(registrant, { live: 60 });
		account.sandbox.buy(registrant, { live: 9 });
	}
	return registrants.map(({ id }) => id);
}

let credential: typeof account.credential;
let keys = 0;

const activate = async (parameters: Parameters<typeof account.activate>[0]) =>
	await account.activate(parameters, { credential });

beforeEach(() => (credential = account.credential));

/** The key in the credential becomes that of another account, with other webinars or other people. */
function changeAccount(ids: readonly number[]): void {
	account.sandbox.reset();
	credential.apiKey = String(++keys).padStart(64, 'other-account-');
	account.sandbox.setApiKey(credential.apiKey);
	setMany(account.sandbox, ids);
	registerIn(ids, 30);
}

describe('when nothing that was known is listed any more', () => {
	beforeEach(() => changeAccount(numbers(3)));

	it.each([
		['registrantAdded', 'one webinar', live, 1],
		['registrantAttendedLive', 'one webinar', live, 1],
		['registrantAttended', 'one webinar', live, 1],
		['registrantPurchased', 'one webinar', live, 1],
		['registrantAdded', 'all webinars, with the same IDs', all, 1],
		['registrantPurchased', 'all webinars, with the same IDs', all, 1],
		['registrantAdded', 'all webinars, with other IDs', all, 50],
	])(
		'a first poll begins, and whoever comes after that is new: %s, %s',
		async (event, _what, scope, first) => {
			const trigger = await activate({ ...scope, event });
			changeAccount(numbers(3, first));
			account.letPass(60_000);
			expect([await reported(trigger), await reported(trigger)]).toEqual([[], []]);
			const people = registerIn([first]);
			account.letPass(60_000);
			expect([await reported(trigger), await reported(trigger)]).toEqual([people, []]);
			// And not more than that was reported.
			changeAccount(numbers(3, first));
			expect(await reported(trigger)).toEqual([]);
		},
	);

	it('a first poll begins: published webinars', async () => {
		const trigger = await activate(published);
		changeAccount(numbers(3, 50));
		expect(await publishedIds(trigger)).toEqual([]);
		setMany(account.sandbox, numbers(4, 50));
		expect(await publishedIds(trigger)).toEqual([53]);
	});
});

it.each([5, 0])('an account of which not all %i who were known are gone is no other one', async (known) => {
	setMany(account.sandbox, [1]);
	const people = account.add(known);
	const trigger = await activate({ ...live, event: 'registrantAdded' });
	for (const person of people.slice(1)) account.sandbox.removeRegistrant(person);
	const others = registerIn([1], 30);
	expect(await reported(trigger)).toEqual(others);
});

describe('with the same key, nobody is overlooked because nobody who was known is listed any more', () => {
	beforeEach(() => setMany(account.sandbox, numbers(3)));

	it.each([
		['one webinar', live],
		['all webinars', all],
	])('after a test registrant was removed: %s', async (_what, scope) => {
		const [test] = account.add(1);
		const trigger = await activate({ ...scope, event: 'registrantAdded' });
		if (test) account.sandbox.removeRegistrant(test);
		expect(await reported(trigger)).toEqual([]);
		account.letPass(60_000);
		const others = account.add(3);
		expect(await reported(trigger)).toEqual(idsOf(others));
	});

	it('where all who waited attended, and another one did not', async () => {
		const waiting = account.add(2);
		const trigger = await activate({ ...live, event: 'registrantDidNotAttend', minutesAfterStart: 180 });
		expect(await reported(trigger)).toEqual([]);
		const absent = account.add(1);
		for (const person of [...waiting, ...absent]) account.sandbox.startSession(person, 200);
		for (const person of waiting) account.sandbox.attend(person, { live: 3000 });
		expect(await reported(trigger)).toEqual(idsOf(absent));
	});

	it('where the only webinar was replaced by another', async () => {
		setMany(account.sandbox, [1]);
		const trigger = await activate(published);
		setMany(account.sandbox, [2]);
		expect(await publishedIds(trigger)).toEqual([2]);
	});
});

describe('a list of webinars that is empty at the first poll', () => {
	const empty = (times: number) =>
		account.sandbox.fail({
			...({ kind: 'answer', status: 200, operation: 'webinars', times } as const),
			body: { status: 'success', webinars: [] },
		});

	beforeEach(() => changeAccount(numbers(3)));

	it('by mistake is read again: registrants of all webinars', async () => {
		empty(1);
		const trigger = await activate({ ...all, event: 'registrantAdded' });
		account.letPass(60_000);
		expect(await reported(trigger)).toEqual([]);
		const [person] = registerIn([2]);
		account.letPass(60_000);
		expect(await reported(trigger)).toEqual([person]);
	});

	it('by mistake is read again: published webinars', async () => {
		empty(1);
		const trigger = await activate(published);
		expect(await publishedIds(trigger)).toEqual([]);
		setMany(account.sandbox, numbers(4));
		expect(await publishedIds(trigger)).toEqual([4]);
	});

	it('and was so is that of a new account: its first webinar is new', async () => {
		setMany(account.sandbox, numbers(1));
		const [model] = account.sandbox.webinars;
		account.sandbox.setWebinars([]);
		const trigger = await activate(published);
		if (model) account.sandbox.setWebinars([model]);
		expect(await publishedIds(trigger)).toEqual([1]);
	});
});
