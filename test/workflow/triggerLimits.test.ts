import { byId } from '../support/harness';
import { numbers, registerIn, setMany } from '../support/manyWebinars';
import { containing } from '../support/matchers';
import { useOwnAccount } from '../support/ownAccount';
import { poll, reported } from '../support/triggerStage';

const account = useOwnAccount();

const text = (part: string) => containing(part);
const all = { resource: 'live', webinarScope: 'all', webinarId: byId('') };
const added = { ...all, event: 'registrantAdded' };

/** As if each webinar had 100,000 registrants, by fewer keys that are longer: so many take too long for a test. */
function withManyKeys(memory: unknown): unknown {
	if (typeof memory === 'string' && /^\S+ \S+$/.test(memory)) {
		const more = numbers(12_000).map((place) => `many${place}`.padEnd(100, '-'));
		return [...more, memory].join(' ');
	}
	if (typeof memory !== 'object' || memory === null) return memory;
	if (Array.isArray(memory)) return memory.map(withManyKeys);
	return Object.fromEntries(Object.entries(memory).map(([name, value]) => [name, withManyKeys(value)]));
}

describe('a watch of all webinars', () => {
	it('names a webinar that one poll cannot read in the time that n8n allows', async () => {
		setMany(account.sandbox, [1]);
		const trigger = await account.activate(added, { budgetMs: 60_000 });
		registerIn(account.sandbox, [1], 60);
		account.sandbox.fail({
			...{ kind: 'answer', status: 429, operation: 'registrants', skip: 1 },
			headers: { 'retry-after': '57' },
		} as const);
		await expect(poll(trigger)).rejects.toMatchObject({
			message: '"Webinar 1" (ID 1): There are more registrants than one poll can read',
			description: text('Watch this one on its own, or allow polls more time in the settings of n8n.'),
		});
		// The account is stopped for a minute by the clock of the process.
		expect(await reported(trigger)).toHaveLength(60);
	});

	it('names a webinar with more pages than can be read', async () => {
		setMany(account.sandbox, [1, 2]);
		const trigger = await account.activate(added);
		const [person] = registerIn(account.sandbox, [2]);
		const body = { status: 'success', registrants: { data: [{ id: 1 }], last_page: 9999, total: 249_999 } };
		account.sandbox.fail({
			...{ kind: 'answer', status: 200, webinarId: 1, operation: 'registrants', body, times: Infinity },
		} as const);
		expect(await reported(trigger)).toEqual([person]);
		await expect(poll(trigger)).rejects.toMatchObject({
			message: '"Webinar 1" (ID 1): There are more than 4000 pages of registrants',
		});
	});

	it('says so when it has more registrants than can be remembered, after it forgot the webinars that are gone', async () => {
		setMany(account.sandbox, numbers(10));
		registerIn(account.sandbox, numbers(10), 2);
		const few = await account.activate(added);
		const saved = withManyKeys(few.saved) as typeof few.saved;
		await expect(account.activate(added, { saved })).rejects.toMatchObject({
			message: 'The watched webinars have more registrants than the trigger can remember',
			description: text('Watch fewer webinars: use Title Contains, or watch a single webinar.'),
		});
		setMany(account.sandbox, numbers(5));
		const trigger = await account.activate(added, { saved });
		const [person] = registerIn(account.sandbox, [3]);
		expect(await reported(trigger)).toEqual([person]);
		expect(JSON.stringify(trigger.saved).length).toBeLessThan(10_000_000);
	});
});
