import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { byId } from '../support/harness';
import { useOwnAccount } from '../support/ownAccount';
import { live } from '../support/sandboxWebinars';

const account = useOwnAccount();

const MINUTE_MS = 60_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const register = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(live.oneSession),
	firstName: 'Ann',
	email: '={{ $json.email }}',
	options: { ifAlreadyRegistered: 'skip' },
};

interface RegistrantPage {
	registrants?: { data?: ReadonlyArray<{ links: object }> };
}

/**
 * Does some work, and observes the rows of registrants that are parsed meanwhile.
 * @returns a function that counts the rows still in memory
 */
async function observeRows(work: () => Promise<unknown>): Promise<() => number> {
	const rows: Array<WeakRef<object>> = [];
	const { parse } = JSON;
	const spy = jest.spyOn(JSON, 'parse').mockImplementation((...args) => {
		const value: unknown = parse(...args);
		if (typeof value === 'object' && value !== null && 'registrants' in value) {
			// One object within each row is enough to see whether the row is kept.
			const { registrants } = value as RegistrantPage;
			for (const { links } of registrants?.data ?? []) rows.push(new WeakRef(links));
		}
		return value;
	});
	try {
		await work();
	} finally {
		spy.mockRestore();
	}
	expect(rows.length).toBeGreaterThan(0);
	return () => {
		collectGarbage();
		return rows.filter((row) => row.deref() !== undefined).length;
	};
}

/** Lets time pass, with all timers that come due. */
async function idle(milliseconds: number): Promise<void> {
	account.now += milliseconds;
	await new Promise((resolve) => setTimeout(resolve, milliseconds));
	for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
}

// This test has its own file, because the timers that remove cached rows stop with the clock of earlier tests.
it('keeps no registrants in memory four minutes after the node last used them', async () => {
	account.sandbox.addRegistrants({ product: 'live', webinarId: live.oneSession }, 20);
	const countRowsInMemory = await observeRows(async () => {
		await account.getOutput({
			resource: 'live',
			operation: 'getRegistrants',
			webinarId: byId(live.oneSession),
			returnAll: true,
		});
		const contacts = [
			{ email: 'ann@example.com' },
			{ email: 'ben@example.com' },
			{ email: 'cleo@example.com' },
		];
		await account.getOutput(register, { items: contacts });
	});
	await idle(4 * MINUTE_MS);
	expect(countRowsInMemory()).toBe(0);
});
