import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { byId } from '../support/harness';
import { numbers } from '../support/manyWebinars';
import { useOwnAccount } from '../support/ownAccount';

const account = useOwnAccount();

const MINUTE_MS = 60_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const register = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(1),
	firstName: 'Ann',
	email: '={{ $json.email }}',
	options: { ifAlreadyRegistered: 'skip' },
};

interface Listed {
	registrants?: { data?: ReadonlyArray<{ links: object }> };
}

/** Runs some work, and gives a part of each row of registrants that the service answered meanwhile, if it is still there. */
async function rowsReadBy(work: () => Promise<unknown>): Promise<() => number> {
	const parts: Array<WeakRef<object>> = [];
	const { parse } = JSON;
	const spy = jest.spyOn(JSON, 'parse').mockImplementation((...args) => {
		const value: unknown = parse(...args);
		if (typeof value === 'object' && value !== null && 'registrants' in value) {
			parts.push(...((value as Listed).registrants?.data ?? []).map(({ links }) => new WeakRef(links)));
		}
		return value;
	});
	try {
		await work();
	} finally {
		spy.mockRestore();
	}
	expect(parts.length).toBeGreaterThan(0);
	return () => {
		collectGarbage();
		return parts.filter((part) => part.deref() !== undefined).length;
	};
}

/** Lets time pass in which nothing happens but what waits for it. */
async function idle(milliseconds: number): Promise<void> {
	account.now += milliseconds;
	await new Promise((resolve) => setTimeout(resolve, milliseconds));
	for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
}

// In a file that Jest runs on its own: the timers that end what is kept stop with the clock of the tests before.
it('keeps nothing of a registrant for longer than some minutes after its last use', async () => {
	account.sandbox.addRegistrants({ product: 'live', webinarId: 1 }, 20);
	const list = { resource: 'live', operation: 'getRegistrants', webinarId: byId(1), returnAll: true };
	const items = numbers(3).map((place) => ({ email: `p${place}@example.com` }));
	const left = await rowsReadBy(async () => {
		await account.output(list);
		await account.output(register, { items });
	});
	await idle(4 * MINUTE_MS);
	expect(left()).toBe(0);
});
